import { splitAtKeyExpressions } from '../credential/place.ts';
import { type Finder, KEY_MARKER, mergedHits } from './find-secrets.ts';
import type { Hit } from './needles.ts';
import { wholeEscapes } from './layers.ts';

/** What stands where another secret stood. */
export const SECRET_MARKER = '***';

/** Ends what a text quotes of a longer one. */
const ELLIPSIS = '…';

/** So many places are put together at once. */
const AT_ONCE = 1_000;

/** What is put in the place of each hit. */
function replaced(text: string, hits: readonly Hit[]): string {
  const merged = mergedHits(
    hits.map((hit) => {
      const range = wholeEscapes(text, hit.range);
      return range[0] === hit.range[0] && range[1] === hit.range[1] ? hit : { range, marker: hit.marker };
    }),
  );
  const done: string[] = [];
  let index = 0;
  for (let first = 0; first < merged.length; first += AT_ONCE) {
    const parts: string[] = [];
    for (const { range, marker } of merged.slice(first, first + AT_ONCE)) {
      parts.push(text.slice(index, range[0]), marker);
      [, index] = range;
    }
    done.push(parts.join(''));
  }
  return done.join('') + text.slice(index);
}

/** A number of a JSON text that is no text: our own counts. */
function isBareNumber(text: string, [start, end]: Hit['range']): boolean {
  if (!/^[\d.]+$/.test(text.slice(start, end))) return false;
  const before = /[:,[]\s{0,8}-?[\d.]{0,20}$/.test(text.slice(Math.max(0, start - 30), start));
  return before && /^[\d.]{0,20}\s{0,8}[,}\]\n]/.test(text.slice(end, end + 30));
}

/** What stands before an ellipsis was cut, perhaps in the middle of a secret. */
function withoutBeginnings(text: string, finder: Finder): string {
  if (!text.includes(ELLIPSIS)) return text;
  const parts = text.split(ELLIPSIS);
  const clean = parts.map((part, index) => {
    const end = index < parts.length - 1 ? finder.cut(part) : part.length;
    return end === part.length ? part : part.slice(0, end) + KEY_MARKER;
  });
  return clean.join(ELLIPSIS);
}

/** Shell expressions that name the key stay as they are. */
function maskedParts(text: string, finder: Finder, keeps: (part: string, hit: Hit) => boolean): string {
  const parts = splitAtKeyExpressions(text).map((part, index) => {
    if (index % 2 === 1) return part;
    const given = withoutBeginnings(part, finder);
    const hits = finder.hits(given).filter((hit) => keeps(given, hit));
    return hits.length === 0 ? given : replaced(given, hits);
  });
  return parts.join('');
}

/** False when no secret stands in the text, not even in part. */
export function mayHold(text: string, finder: Finder): boolean {
  return text.includes(ELLIPSIS) || finder.hits(text).length > 0;
}

/** A text that somebody else wrote, with markers for secrets; a text that quotes the beginning of one before `…` loses that, too. */
export function masked(text: string, finder: Finder): string {
  return maskedParts(text, finder, () => true);
}

/** A whole output with markers for secrets. It stays well-formed: numbers of JSON stay numbers. */
export function maskedOutput(text: string, finder: Finder): string {
  return maskedParts(text, finder, (part, { range }) => !isBareNumber(part, range));
}

/** Bytes as latin1, with markers for secrets; of what was `cut` the end may be the beginning of one. */
export function maskedBytes(text: string, finder: Finder, cut: boolean): string {
  const end = cut ? finder.cut(text) : text.length;
  const whole = text.slice(0, end);
  const hits = finder.hits(whole);
  return (hits.length === 0 ? whole : replaced(whole, hits)) + (end < text.length ? KEY_MARKER : '');
}
