import { memberOf } from '../../json/value.ts';
import type { Keywords } from '../keywords.ts';
import { compilePattern } from './pattern.ts';

/** Which texts a schema gives a form, so that a text in the client's own words is none of them. */

/** Words of all kinds that are sent: letters of both cases, digits, hyphens and blanks inside. */
const WORDS: readonly string[] = ['abc', 'Zebra', '7up-A b', 'Plain Words-7', 'assay-1a2b3c-001 Wordq'];

const MOST_KEPT = 500;
const kept = new Map<string, boolean>();

/** True for a pattern that any words match: it wants that there is something to be seen (`\S`), or keeps signs out (`^[^<>]*$`). */
export function takesWords(pattern: string): boolean {
  const known = kept.get(pattern);
  if (known !== undefined) return known;
  let isTaken = false;
  try {
    const { test } = compilePattern(pattern);
    isTaken = WORDS.every((text) => test(text) === true);
  } catch {
    // What is no pattern takes nothing.
  }
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(pattern, isTaken);
  return isTaken;
}

/** True for keywords that list the values of a text, or give it a form. */
export function formsText(keywords: Keywords): boolean {
  return ['enum', 'const', 'format', 'pattern'].some((name) => {
    const said = memberOf(keywords, name) ?? null;
    return said !== null && !(name === 'pattern' && typeof said === 'string' && takesWords(said));
  });
}
