import type { Range } from './layers.ts';

/** Finds the forms of secrets in texts: one by one where they are few, in one pass over the text where they are many. */

/** How a secret is written in a layer, in lower case; `before` and `after` belong to it where they stand there. */
export type Needle = {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly marker: string;
};

/** Where a secret stands. */
export type Hit = { readonly range: Range; readonly marker: string };

/** Where needles stand in a text in lower case: those of the first needle first, each by its places. */
export type Search = (lower: string) => readonly Hit[];

/** So few are looked for one by one, which is what a machine does fastest. */
const FEW = 8;
/** More characters of a needle than these are not needed to tell whether it may begin at a place. */
const LARGEST_GRAM = 32;
const BITS = 16;

function hitAt(lower: string, at: number, { text, before, after, marker }: Needle): Hit {
  const end = at + text.length;
  const start = before !== '' && lower[at - 1] === before ? at - 1 : at;
  return { range: [start, after !== '' && lower[end] === after ? end + 1 : end], marker };
}

function oneByOne(needles: readonly Needle[]): Search {
  return (lower) => {
    const hits: Hit[] = [];
    for (const needle of needles) {
      const { text } = needle;
      for (let at = lower.indexOf(text); at >= 0; at = lower.indexOf(text, at + text.length))
        hits.push(hitAt(lower, at, needle));
    }
    return hits;
  };
}

const FACTOR = 0x01000193;

function slotOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - BITS);
}

/** Finds needles whose first `gram` characters tell them from most others: one look at each character of the text. */
function together(
  needles: readonly Needle[],
  gram: number,
): (lower: string, found: (needle: Needle, at: number) => void) => void {
  const beginning = new Map<number, Needle[]>();
  const mayBegin = new Uint8Array(1 << BITS);
  const leaving = Array.from({ length: gram }).reduce<number>((power) => Math.imul(power, FACTOR), 1);
  for (const needle of needles) {
    let hash = 0;
    for (let at = 0; at < gram; at += 1) hash = (Math.imul(hash, FACTOR) + needle.text.charCodeAt(at)) | 0;
    mayBegin.fill(1, slotOf(hash), slotOf(hash) + 1);
    const alike = beginning.get(hash);
    if (alike === undefined) beginning.set(hash, [needle]);
    else alike.push(needle);
  }
  return (lower, found) => {
    let hash = 0;
    for (let end = 0; end < lower.length; end += 1) {
      const at = end - gram + 1;
      hash = (Math.imul(hash, FACTOR) + lower.charCodeAt(end)) | 0;
      if (at > 0) hash = (hash - Math.imul(lower.charCodeAt(at - 1), leaving)) | 0;
      if (at < 0 || mayBegin.at(slotOf(hash)) !== 1) continue;
      for (const needle of beginning.get(hash) ?? [])
        if (lower.startsWith(needle.text, at)) found(needle, at);
    }
  };
}

/** The largest power of two that is no more than the length of a text, and no more than `LARGEST_GRAM`. */
function gramOf({ text }: Needle): number {
  return 2 ** Math.floor(Math.log2(Math.min(text.length, LARGEST_GRAM)));
}

/** A search for these needles: it takes time linear in the text, however many they are. None of them is empty. */
export function searchFor(needles: readonly Needle[]): Search {
  if (needles.length <= FEW) return oneByOne(needles);
  const searches = [...Map.groupBy(needles, gramOf)].map(([gram, some]) => together(some, gram));
  return (lower) => {
    const hits = new Map<Needle, Hit[]>();
    const ends = new Map<Needle, number>();
    const note = (needle: Needle, at: number): void => {
      if (at < (ends.get(needle) ?? 0)) return;
      ends.set(needle, at + needle.text.length);
      const known = hits.get(needle);
      if (known === undefined) hits.set(needle, [hitAt(lower, at, needle)]);
      else known.push(hitAt(lower, at, needle));
    };
    for (const search of searches) search(lower, note);
    return hits.size === 0 ? [] : needles.flatMap((needle) => hits.get(needle) ?? []);
  };
}
