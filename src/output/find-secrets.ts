import { type Alphabets, alphabetsFor, decodedIn, inflatedIn } from './encodings.ts';
import { bareLayer, layersOf, LONG_TEXT, longestOf, type Range, windowsOf } from './layers.ts';
import { type Hit, type Needle, type Search, searchFor } from './needles.ts';
import { bareForm, otherForms, partsOf } from './other-forms.ts';
import { suspicionOf } from './suspicion.ts';
import { onceFor } from '../system/once-for.ts';

/** What stands in reports where the key stood: what a shell expands to the key. */
export const KEY_MARKER = '$ASSAY_KEY';
/** What stands in place of the key of another user. */
export const OTHER_KEY_MARKER = '$ASSAY_OTHER_KEY';

/** True for what stands in place of a key of the run. */
export function isOfKey(marker: string | undefined): boolean {
  return marker === KEY_MARKER || marker === OTHER_KEY_MARKER;
}

/** A secret that is looked for, and what is put in its place. */
export type Secret = { readonly text: string; readonly marker: string };

/** Of a shorter one nobody can tell whether it is one: it counts only as a whole word. */
export const SHORTEST_SECRET = 4;
/** From here on a secret is looked for reversed, split over lines, and without its ends. */
const LONG = 8;
/** Stands for a part of a secret. */
const PART_MARKER = '***';
/** Of more secrets than these only the keys are looked for in further forms, and none that is longer than this. */
const MOST_IN_FURTHER_FORMS = 16;
const LONGEST_IN_FURTHER_FORMS = 512;
/** Encodings inside encodings, each of which is undone. */
const MOST_NESTED = 3;

/** Secrets that are looked for in the same way; `parts`: halves and the like; `bare`: letters and digits alone, in a text of nothing else. */
type Family = {
  readonly needles: readonly Needle[];
  readonly longest: number;
  readonly parts: readonly Needle[];
  readonly bare: readonly Needle[];
  readonly find: { readonly needles: Search; readonly parts: Search; readonly bare: Search };
  readonly joined: boolean;
  readonly alphabets: Alphabets;
};

/** In lower case, and as long as before. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : text.replaceAll(/[A-Z\u00c0-\u00de]/g, (letter) => letter.toLowerCase());
}

function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** The secret as text and as bytes in UTF-8, also in the other letter case where that has other bytes. */
function spellings(secret: string): readonly string[] {
  const all = [secret, utf8(secret), utf8(secret.toLowerCase()), utf8(secret.toUpperCase())];
  return [...new Set(all.map(lowerCase))];
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}

/** The secret as each of its own layers shows it, where something in it looks like an escape. */
function shownAs(secret: string, joined: boolean): readonly string[] {
  const plus = secret.includes(' ') ? [secret.replaceAll(' ', '+')] : [];
  return [secret, ...plus].flatMap((one) => layersOf(one, joined).map(({ text }) => text));
}

function needlesOf({ text: secret, marker }: Secret, joined: boolean): readonly Needle[] {
  const written = shownAs(secret, joined)
    .flatMap((one) => (joined ? [one, reversed(one)] : [one]))
    .flatMap(spellings);
  return [...new Set(written)].flatMap((text): readonly Needle[] => {
    const [first, last] = [text.slice(0, 1), text.slice(-1)];
    if (text.length >= LONG) return [{ text: text.slice(1, -1), before: first, after: last, marker }];
    if (text.length < LONG - 2) return [{ text, before: '', after: '', marker }];
    return [
      { text: text.slice(1), before: first, after: '', marker },
      { text: text.slice(0, -1), before: '', after: last, marker },
    ];
  });
}

/** True when no word of an output is this by chance. */
export function isUnmistakable(text: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(text)).length;
  return text.length >= 20 || (text.length >= 8 && kinds > 1);
}

/** Of the keys, and of all where they are few, further forms are looked for: each is a needle of its own. */
function inFurtherForms(secrets: readonly Secret[]): readonly Secret[] {
  const few = secrets.length <= MOST_IN_FURTHER_FORMS;
  return secrets.filter(
    ({ text, marker }) =>
      isUnmistakable(text) && text.length <= LONGEST_IN_FURTHER_FORMS && (few || isOfKey(marker)),
  );
}

/** The needles of a secret: a run learns hundreds, one after the other, and with each all are looked for anew. */
const needlesWhen = {
  joined: onceFor((secret: Secret) => needlesOf(secret, true)),
  apart: onceFor((secret: Secret) => needlesOf(secret, false)),
} as const;

function plainNeedle(text: string, marker: string): Needle {
  return { text: lowerCase(text), before: '', after: '', marker };
}

function furtherNeedles(secrets: readonly Secret[]): readonly Needle[] {
  return inFurtherForms(secrets).flatMap(({ text, marker }) =>
    otherForms(text).map((form) => plainNeedle(form, marker)),
  );
}

function partNeedles(secrets: readonly Secret[]): readonly Needle[] {
  return inFurtherForms(secrets).flatMap(({ text }) =>
    partsOf(text).map((part) => plainNeedle(part, PART_MARKER)),
  );
}

function bareNeedles(secrets: readonly Secret[]): readonly Needle[] {
  return inFurtherForms(secrets).flatMap(({ text, marker }) => {
    const bare = bareForm(text);
    return bare === undefined ? [] : [plainNeedle(bare, marker)];
  });
}

function familyOf(secrets: readonly Secret[], joined: boolean, splits: boolean): Family {
  const own = secrets.flatMap(joined ? needlesWhen.joined : needlesWhen.apart);
  const shortest = Math.min(...own.map(({ text }) => text.length));
  const alphabets = alphabetsFor(Math.max(SHORTEST_SECRET, shortest));
  const needles = joined ? [...own, ...furtherNeedles(secrets)] : own;
  const parts = joined ? partNeedles(secrets) : [];
  const bare = joined && splits ? bareNeedles(secrets) : [];
  return {
    needles,
    longest: longestOf(needles.map(({ text }) => text)),
    parts,
    bare,
    find: { needles: searchFor(needles), parts: searchFor(parts), bare: searchFor(bare) },
    joined,
    alphabets,
  };
}

/** The text with blanks where the hits are. */
function withoutHits(text: string, hits: readonly Hit[]): string {
  const kept: string[] = [];
  let index = 0;
  for (const { range } of mergedHits(hits)) {
    kept.push(text.slice(index, range[0]), ' '.repeat(range[1] - range[0]));
    [, index] = range;
  }
  return kept.join('') + text.slice(index);
}

/** Parts of a secret are looked for where no whole one stands: a text may be full of them. */
function hitsIn(lower: string, { find, parts }: Pick<Family, 'find' | 'parts'>): readonly Hit[] {
  const whole = find.needles(lower);
  if (parts.length === 0) return whole;
  return [...whole, ...find.parts(whole.length === 0 ? lower : withoutHits(lower, whole))];
}

/** In the order of the text, each place once; of hits that overlap the marker of the key counts. */
export function mergedHits(hits: readonly Hit[]): readonly Hit[] {
  const merged: Hit[] = [];
  for (const hit of hits.toSorted((left, right) => left.range[0] - right.range[0])) {
    const last = merged.at(-1);
    if (last === undefined || hit.range[0] >= last.range[1]) {
      merged.push(hit);
    } else {
      const end = Math.max(last.range[1], hit.range[1]);
      const marker = !isOfKey(last.marker) && isOfKey(hit.marker) ? hit.marker : last.marker;
      merged[merged.length - 1] = { range: [last.range[0], end], marker };
    }
  }
  return merged;
}

function findIn(text: string, family: Family, nested: number): readonly Hit[] {
  const hits: Hit[] = [];
  for (const { at, part } of windowsOf(text, family.longest)) {
    // Each place was found in several layers: a text may hold hundreds of thousands.
    for (const { range, marker } of mergedHits(findInWindow(part, family, nested)))
      hits.push({ range: [at + range[0], at + range[1]], marker });
  }
  if (nested === 0) return hits;
  for (const content of inflatedIn(text)) {
    const [first] = content.unknown
      ? family.needles.map(({ marker }) => ({ marker }))
      : findIn(content.text, family, nested - 1);
    if (first !== undefined)
      hits.push({ range: content.origin([0, content.text.length]), marker: first.marker });
  }
  return hits;
}

function findInWindow(text: string, family: Family, nested: number): readonly Hit[] {
  const hits: Hit[] = [];
  const { alphabets } = family;
  // What stands beside an encoding must not be read as a part of it.
  const apart = family.joined ? layersOf(text, false) : [];
  for (const layer of [...layersOf(text, family.joined), ...apart]) {
    for (const { range, marker } of hitsIn(lowerCase(layer.text), family))
      hits.push({ range: layer.origin(range), marker });
    if (nested === 0) continue;
    for (const decoded of decodedIn(layer.text, alphabets)) {
      for (const { range, marker } of findIn(decoded.text, family, nested - 1))
        hits.push({ range: layer.origin(decoded.origin(range)), marker });
    }
  }
  if (family.bare.length === 0) return hits;
  const bare = bareLayer(hits.length === 0 ? text : withoutHits(text, hits));
  for (const { range, marker } of family.find.bare(lowerCase(bare.text)))
    hits.push({ range: bare.origin(range), marker });
  return hits;
}

/** The texts with which a secret may begin, in any of its spellings. */
function beginningsOf({ text }: Secret, joined: boolean): readonly string[] {
  return shownAs(text, joined)
    .flatMap(spellings)
    .flatMap((one) => [one, one.slice(1)])
    .filter(({ length }) => length >= SHORTEST_SECRET);
}

const beginningsWhen = {
  joined: onceFor((secret: Secret) => beginningsOf(secret, true)),
  apart: onceFor((secret: Secret) => beginningsOf(secret, false)),
} as const;

/** Beginnings by their first characters: those of hundreds of secrets are looked for at the end of each text that was cut. */
type Beginnings = { readonly longest: number; readonly byStart: ReadonlyMap<string, readonly string[]> };

function beginningsIn(secrets: readonly Secret[], joined: boolean): Beginnings {
  const all = [...new Set(secrets.flatMap(joined ? beginningsWhen.joined : beginningsWhen.apart))];
  return { longest: longestOf(all), byStart: Map.groupBy(all, (one) => one.slice(0, SHORTEST_SECRET)) };
}

/** Where the beginning of a secret stands at the end of a layer; `undefined` where none does. */
function beginningAtEnd(lower: string, { longest, byStart }: Beginnings): Range | undefined {
  for (let at = Math.max(0, lower.length - longest); at <= lower.length - SHORTEST_SECRET; at += 1) {
    const known = byStart.get(lower.slice(at, at + SHORTEST_SECRET));
    if (known === undefined) continue;
    const end = lower.slice(at);
    if (known.some((text) => text.startsWith(end))) return [at, lower.length];
  }
  return undefined;
}

/** An escape that was cut. */
const HALF_ESCAPE = /(?:%[0-9a-f]?|\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?|&(?:#x?[0-9a-f]{0,6}|[a-z]{0,7}))$/i;
/** An escape of one character may take so many. */
const LONGEST_ESCAPE = 12;
const IN_PART: Alphabets = alphabetsFor(SHORTEST_SECRET);

/** Index from which on the end of the text is the beginning of a secret, also escaped or encoded; `undefined` if it is not. */
function cutIn(text: string, beginnings: Beginnings, joined: boolean): number | undefined {
  const most = beginnings.longest * LONGEST_ESCAPE;
  const skipped = Math.max(0, text.length - most);
  const tail = text.slice(skipped);
  for (const end of new Set([tail, tail.replace(HALF_ESCAPE, '')])) {
    for (const layer of layersOf(end, joined)) {
      const found = beginningAtEnd(lowerCase(layer.text), beginnings);
      if (found !== undefined) return skipped + layer.origin(found)[0];
      for (const { text: bytes, origin } of decodedIn(layer.text, IN_PART)) {
        for (const whole of [bytes, bytes.slice(0, -1)]) {
          const inside = beginningAtEnd(lowerCase(whole), beginnings);
          if (inside === undefined || origin(inside)[1] < layer.text.length - 3) continue;
          return skipped + layer.origin(origin(inside))[0];
        }
      }
    }
  }
  return undefined;
}

/** Finds secrets in texts: in any letter case, without their ends, reversed, split over lines, escaped and encoded. */
export type Finder = {
  readonly hits: (text: string) => readonly Hit[];
  /** Index from which on the end of a text that was cut is the beginning of a secret; its length where it is not. */
  readonly cut: (text: string) => number;
};

/**
 * A finder of these secrets, none of which is very short. `splits`: also where signs stand between the characters of one, which
 * may be those that structure an output.
 */
export function createFinder(
  secrets: readonly Secret[],
  { splits = false }: { readonly splits?: boolean } = {},
): Finder {
  const long = secrets.filter(({ text }) => text.length >= LONG);
  const short = secrets.filter(({ text }) => text.length < LONG);
  const families = [familyOf(long, true, splits), familyOf(short, false, false)].filter(
    ({ needles }) => needles.length > 0,
  );
  if (families.length === 0) return { hits: () => [], cut: (text) => text.length };
  const needles = families.flatMap((family) => [...family.needles, ...family.parts].map(({ text }) => text));
  const fewestBytes = Math.max(
    SHORTEST_SECRET,
    Math.min(...[...long, ...short].map(({ text }) => (text.length < LONG ? text.length : text.length - 2))),
  );
  const suspects = suspicionOf(needles, {
    bare: families.flatMap((family) => family.bare.map(({ text }) => text)),
    fewestBytes: Number.isFinite(fewestBytes) ? fewestBytes : SHORTEST_SECRET,
    alphabets: alphabetsFor(Number.isFinite(fewestBytes) ? fewestBytes : SHORTEST_SECRET),
    nested: MOST_NESTED,
  });
  let beginnings: { readonly long: Beginnings; readonly short: Beginnings } | undefined;
  return {
    hits: (text) => {
      if (!suspects(text)) return [];
      const nested = text.length > LONG_TEXT ? 1 : MOST_NESTED;
      return families.flatMap((family) => findIn(text, family, nested));
    },
    cut: (text) => {
      beginnings ??= { long: beginningsIn(long, true), short: beginningsIn(short, false) };
      const found = [cutIn(text, beginnings.long, true), cutIn(text, beginnings.short, false)];
      return Math.min(text.length, ...found.filter((index) => index !== undefined));
    },
  };
}
