import { isSuccess, placeReferredBy } from '../../../checks/resources/deeds.ts';
import { operationsOfPlace } from '../../../interface/path-matching.ts';
import type { Interface, Operation } from '../../../interface/model.ts';
import { plainName } from '../../../interface/names.ts';
import { isList, isObject, type Json } from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';

/** Places to which links inside of answers lead (`_links.download.href`, `content_url`): for reading alone, whoever made what is there. */

type Told = { readonly contract: Contract; readonly readings: readonly Reading[] };

/** Where a link to what an operation reads was shown last, as far as readings are noted. */
type Noted = { count: number; last: Reading | undefined; readonly paths: Map<string, string> };

const kept = new WeakMap<object, Noted>();

/** So many links of an answer are followed, and so deep they are looked for. */
const MOST_LINKS = 40;
const MOST_DEPTH = 6;

const IS_LINK = /^(?:\/[^/\s]|https?:\/\/)\S*$/;

/** A link, and what it is called by: the member that has it, or that has the object of it (`search: {href}`). */
type Found = { readonly link: string; readonly calls: readonly string[] };

function* linksIn(value: Json, calls: readonly string[] = [], depth = 0): Iterable<Found> {
  if (typeof value === 'string' && IS_LINK.test(value)) yield { link: value, calls };
  if (depth >= MOST_DEPTH) return;
  if (isList(value)) for (const item of value.slice(0, 1)) yield* linksIn(item, calls, depth + 1);
  if (isObject(value))
    for (const [name, member] of Object.entries(value))
      yield* linksIn(member, [name, ...calls.slice(0, 1)], depth + 1);
}

/** True for a place that is called as the link to it is, or has documented places below it: `/books/search` is no book. */
function isPlaceOfItsOwn({ operations }: Interface, place: string, calls: readonly string[]): boolean {
  const last = plainName(place.slice(place.lastIndexOf('/') + 1));
  return (
    calls.some((name) => plainName(name) === last) ||
    operations.some(({ path }) => path.startsWith(`${place}/`))
  );
}

function note(noted: Noted, contract: Contract, reading: Reading): void {
  const { answer, exchange } = reading;
  if (answer === undefined || answer.answer.truncated || answer.json.kind !== 'json') return;
  if (!isSuccess(reading) || exchange.request.credential.kind !== 'valid') return;
  let left = MOST_LINKS;
  for (const { link, calls } of linksIn(answer.json.value)) {
    if ((left -= 1) < 0) return;
    const place = placeReferredBy(contract, reading, link);
    const matches = place === undefined ? [] : operationsOfPlace(contract.interface, place);
    for (const { operation, certain } of matches) {
      if (place === undefined || !certain || operation.method !== 'GET') continue;
      const isOther = operation.path.endsWith('}') && isPlaceOfItsOwn(contract.interface, place, calls);
      if (!isOther) noted.paths.set(operation.id, place);
    }
  }
}

/** The place of what an operation reads, to which a link inside of an answer led last; `undefined` where none did. */
export function pathOfLinks(session: Told, { id }: Operation): string | undefined {
  const known = kept.get(session);
  const isKnown = known !== undefined && session.readings[known.count - 1] === known.last;
  const noted = isKnown ? known : { count: 0, last: undefined, paths: new Map<string, string>() };
  kept.set(session, noted);
  for (const reading of session.readings.slice(noted.count)) note(noted, session.contract, reading);
  noted.count = session.readings.length;
  noted.last = session.readings.at(-1);
  return noted.paths.get(id);
}
