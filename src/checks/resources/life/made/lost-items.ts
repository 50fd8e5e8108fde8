import { isList, isObject, type JsonObject, type Json, memberOf } from '../../../../json/value.ts';
import { isSchema, type Schema } from '../../../../schema/keywords.ts';
import { besideNull } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { carries, isFreeText } from '../../promises.ts';

/**
 * Lists and maps of a client's own words of which a part is lost. A service may put them in another order, write them in its own way, or
 * take none of them; that it knows one word that was drawn and not the other, it can't.
 */

/** True for a list or a map that holds nothing but texts in the client's own words. */
export function holdsWords(root: Schema, member: Schema): boolean {
  const said = mergedKeywords(besideNull(member, root), root);
  const held = said.items ?? (said.properties === undefined ? said.additionalProperties : undefined);
  if (!isSchema(held) || typeof held === 'boolean') return false;
  const { type } = mergedKeywords(besideNull(held, root), root);
  return type === 'string' && isFreeText(root, held);
}

/** What a service that makes names of words leaves as it is, but for its letter case. */
const PLAIN_WORD = /^[\p{L}\p{N}]{2,}$/u;

function foldedTexts(items: readonly Json[]): ReadonlySet<string> {
  const texts = items.filter((item) => typeof item === 'string');
  return new Set(texts.map((text) => text.normalize('NFC').trim().toLowerCase()));
}

/** So long is a text that nobody finds in another one by chance. */
const TELLING_LETTERS = 3;

/** True for a list that shows fewer texts than were sent: some of them and others not, or several of them in one. */
function isListCut(sent: readonly Json[], got: readonly Json[]): boolean {
  const [given, shown] = [foldedTexts(sent), foldedTexts(got)];
  if (got.length >= given.size || given.size < sent.length) return false;
  const telling = [...given].filter((text) => text.length >= TELLING_LETTERS);
  const others = [...shown].filter((text) => !given.has(text));
  const isJoined = others.some((text) => telling.filter((word) => text.includes(word)).length > 1);
  const isLost = [...given].some((text) => PLAIN_WORD.test(text) && !shown.has(text));
  return isJoined || (isLost && [...given].some((text) => shown.has(text)));
}

/** True for a map that shows some of the members that were sent, and others not. */
function isMapCut(sent: JsonObject, got: JsonObject): boolean {
  const names = Object.keys(sent).filter((name) => (memberOf(sent, name) ?? '') !== '');
  const lost = names.filter((name) => memberOf(got, name) === undefined);
  return lost.length > 0 && names.some((name) => carries(memberOf(sent, name), memberOf(got, name)));
}

/** True where a part of the words that were sent is shown, and a part of them is lost. */
export function isCut(sent: Json, got: Json | undefined): boolean {
  if (isList(sent) && isList(got)) return isListCut(sent, got);
  return isObject(sent) && isObject(got) && isMapCut(sent, got);
}
