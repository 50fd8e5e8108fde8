import { percentDecoded } from '../../../http/target.ts';
import { callsIn, isCalled, type Named, thingAt } from '../../../interface/resources/names/called.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import { plainText } from '../../../json/lossless.ts';
import { isName, isObject, type Json, type JsonObject, memberOf } from '../../../json/value.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { onceFor } from '../../../system/once-for.ts';

/** Which entries the body of a request names by the identities in their paths (`product_id`, `lines: [{ product }]`). */

type Placed = { readonly path: string; readonly resource: Resource };

/** Longer texts name nothing that stands in a path. */
const LONGEST_NAME = 500;

/** What a request names in its body, by the text that a path would have of it. A long body is read once as well, and left then. */
const namesIn = onceFor((reading: Reading): ReadonlyMap<string, readonly (readonly string[])[]> => {
  const sent = sentValue(reading);
  const named = sent === undefined ? [] : [...callsIn(sent)];
  const texts = named.map(({ calls, value }) => ({ calls, text: plainText(value) }));
  const short = texts.filter(({ text }) => text.length <= LONGEST_NAME);
  const byText = Map.groupBy(short, ({ text }) => text);
  return new Map([...byText].map(([text, all]) => [text, all.map(({ calls }) => calls)]));
});

/** What an entry is called by bodies that name it. */
const nameOf = onceFor(({ path, resource }: Placed): Named & { readonly value: string } => {
  const segment = path.slice(path.lastIndexOf('/') + 1);
  const value = percentDecoded(segment) ?? segment;
  return { thing: thingAt(resource.path), identity: 'id', value, place: resource.path };
});

/** Those of the entries that the body of a request names. */
export function namedInBody<Entry extends Placed>(
  entries: readonly Entry[],
  reading: Reading,
): readonly Entry[] {
  const names = namesIn(reading);
  if (names.size === 0) return [];
  return entries.filter((entry) => {
    const named = nameOf(entry);
    const calls = names.get(named.value) ?? [];
    return calls.some((own) => own.some((call) => isCalled(call, named)));
  });
}

function isSameName(one: Json, other: Json | undefined): boolean {
  return isName(one) && isName(other) && plainText(one) === plainText(other);
}

/**
 * Tells what is about an entry that the body of a request names, in the member in which that names it: a line of the cart, with a product
 * that nobody else knows.
 */
export function aboutNamed(entries: readonly Placed[], reading: Reading): (shown: JsonObject) => boolean {
  const named = new Set(namedInBody(entries, reading).map((entry) => nameOf(entry).value));
  const sent = sentValue(reading);
  const naming = Object.entries(isObject(sent) ? sent : {}).filter(
    ([, value]) => isName(value) && named.has(plainText(value)),
  );
  return (shown) => naming.some(([name, value]) => isSameName(value, memberOf(shown, name)));
}
