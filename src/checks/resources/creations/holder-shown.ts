import { percentDecoded, targetParts, withoutEndSlashes } from '../../../http/target.ts';
import { answeredBy } from '../../../interface/resources/shown-entries.ts';
import { plainText } from '../../../json/lossless.ts';
import { isObject, type JsonObject, memberOf } from '../../../json/value.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { isSameValue } from '../life/members/shown-values.ts';

/**
 * True for an answer to a creation inside of something (`POST /carts/7/items`) that shows what holds the new entry and not the entry, where
 * the document does not say what is shown: it has the identity that the path names, and nothing of what was sent.
 */
export function showsHolder(identity: string, whole: JsonObject, reading: Reading): boolean {
  const { operation } = reading.expectation;
  if (operation?.method !== 'POST' || !/\}\/[^{}]+$/.test(withoutEndSlashes(operation.path))) return false;
  if (answeredBy(operation) !== undefined) return false;
  const { path } = targetParts(reading.exchange.request.target);
  const holder = percentDecoded(withoutEndSlashes(path).split('/').at(-2) ?? '');
  const named = memberOf(whole, identity);
  if (named === undefined || plainText(named) !== holder) return false;
  const sent = sentValue(reading);
  if (!isObject(sent) || Object.keys(sent).length === 0) return false;
  return !Object.entries(sent).some(([name, value]) => isSameValue(value, memberOf(whole, name)));
}
