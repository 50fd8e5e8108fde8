import type { Operation } from '../model.ts';
import { sentencesOf, wordsOfName } from '../names.ts';
import { entriesOf } from './read-collections.ts';

/** Lists that are asked for by a POST on their own path as well, with a body that says which entries (`Get List (POST)`). */

const READS = new Set('get list search query find filter fetch lookup retrieve select queries'.split(' '));
const MAKES = new Set('create add make new insert import register submit upload save store'.split(' '));

/** True for a POST that answers as the list on its path does, says nowhere that it makes something (201), and is called as a search is. */
export function asksForList(post: Operation, list: Operation): boolean {
  const [asked, listed] = [entriesOf(post), entriesOf(list)];
  if (asked === undefined || listed === undefined || asked.pointer !== listed.pointer) return false;
  if (post.responses.some(({ status }) => status === '201' || status === '202')) return false;
  const words = [post.id, ...sentencesOf(post.description ?? '').slice(0, 1)].flatMap((text) =>
    wordsOfName(text),
  );
  return words.some((word) => READS.has(word)) && !words.some((word) => MAKES.has(word));
}
