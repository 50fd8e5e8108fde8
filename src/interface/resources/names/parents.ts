import { plainName } from '../../names.ts';
import { thingAt } from './called.ts';

/** Members by which an entry stands below another one of its kind: `parentId` of a category, `parent_comment_id` of an answer. */

const PARENTS: readonly string[] = ['parent', 'replyto', 'inreplyto'];

/** True for a member that is called so, of entries that are made at a path. */
export function namesParent(name: string, path: string): boolean {
  const [plain, thing] = [plainName(name), thingAt(path)];
  return PARENTS.some((one) =>
    [one, `${one}id`, `${one}uuid`, `${one}${thing}`, `${one}${thing}id`].includes(plain),
  );
}
