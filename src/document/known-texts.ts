/**
 * Texts that were read before, such as the interface that is shipped: to read YAML takes longer than all else that a quick command
 * does. A text is known when it is the same to the last character.
 */
import { memberOf } from '../json/value.ts';
import { SHIPPED_TEXTS } from './shipped-texts.ts';
import type { Parsed } from './parsed.ts';

/** The line of a value, and those of what is inside of it. */
type Lines = readonly [line: number, inside?: { readonly [name: string]: Lines }];

/** What a text says, and where that is written. */
type Said = { readonly root: unknown; readonly lines: Lines };

/** A text, and as JSON what it says. */
export type KnownText = { readonly text: string; readonly said: string };

/** A text as it is kept; `undefined` where a name stands twice in it. `parsed` is what the parser made of it. */
export function keptText(text: string, { root, lineAt, repeated }: Parsed): KnownText | undefined {
  const linesOf = (value: unknown, location: readonly string[]): Lines => {
    const line = lineAt(location);
    if (typeof value !== 'object' || value === null) return [line];
    const inside = Object.entries(value).map(
      ([name, member]) => [name, linesOf(member, [...location, name])] as const,
    );
    return inside.length === 0 ? [line] : [line, Object.fromEntries(inside)];
  };
  const said: Said = { root, lines: linesOf(root, []) };
  return repeated.length > 0 ? undefined : { text, said: JSON.stringify(said) };
}

/** What a known text says, as the parser would have it; `undefined` for any other text. */
export function knownText(text: string, known: readonly KnownText[] = SHIPPED_TEXTS): Parsed | undefined {
  const found = known.find((one) => one.text === text);
  if (found === undefined) return undefined;
  const { root, lines } = JSON.parse(found.said) as Said;
  const lineAt = (location: readonly string[]): number => {
    let at = lines;
    for (const name of location) {
      const [, inside = {}] = at;
      const next = memberOf(inside, name);
      if (next === undefined) break;
      at = next;
    }
    return at[0];
  };
  return { root, lineAt, repeated: [], isKnown: true };
}
