import type { Json } from '../json/value.ts';

/** The first value of a list in Protocol Buffers: it stands for none of them, and whoever asks for something has to name another one. */

/** True for the value that a list of values has for none of them (`GENRE_UNSPECIFIED`, AIP-126): Protocol Buffers leave it out. */
export function isUnspecified(value: Json): boolean {
  return typeof value === 'string' && /^(?:[A-Z0-9]+_)*UNSPECIFIED$/.test(value);
}

const NONE: ReadonlySet<string> = new Set(['UNSPECIFIED', 'UNKNOWN']);

/** What is left of the words of a value without the one for none; `undefined` where there is no such word at one of its ends. */
function wordsBesideNone(value: Json): readonly string[] | undefined {
  if (typeof value !== 'string' || !/^[A-Z0-9_]+$/.test(value)) return undefined;
  const words = value.split('_');
  if (NONE.has(words.at(-1) ?? '')) return words.slice(0, -1);
  return NONE.has(words[0] ?? '') ? words.slice(1) : undefined;
}

/**
 * Listed values without the first one, where that stands for none of them: `SCM_UNKNOWN` beside `SCM_GIT`, `UNKNOWN_KIND` beside
 * `LARGE_KIND`. A value of one word may as well be a value like others.
 */
export function withoutUnspecified(values: readonly Json[]): readonly Json[] {
  const [first = null, ...others] = values;
  const shared = wordsBesideNone(first);
  if (shared === undefined || shared.length === 0 || others.length === 0) return values;
  const text = shared.join('_');
  const isAlike = (value: Json): boolean =>
    typeof value === 'string' && (value.startsWith(`${text}_`) || value.endsWith(`_${text}`));
  return others.every((value) => isAlike(value)) ? others : values;
}
