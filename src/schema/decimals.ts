import { type Keywords, textOf } from './keywords.ts';
import { compilePattern } from './pattern/pattern.ts';

/** Amounts that are written as texts (`type: string`, with the format `decimal` or a pattern of digits with so many decimals). */

const FORMATS: ReadonlySet<string> = new Set(['decimal', 'numeric']);
/** One number of decimals after another. Of a pattern that takes several, `1.10` may be what comes after `1.9`. */
const WRITTEN: readonly string[] = ['1.5', '1.50', '1.500', '1.5000', '1.500000'];
const NONE: readonly string[] = ['a', '1a', '1-5', '1.5.0', '1,5'];

function takes(pattern: string, text: string): boolean {
  try {
    return compilePattern(pattern).test(text) === true;
  } catch {
    return false;
  }
}

/** True for a text that is a number with decimals, and nothing else. */
export function isDecimalText(keywords: Keywords): boolean {
  if (FORMATS.has(textOf(keywords, 'format') ?? '')) return true;
  const pattern = textOf(keywords, 'pattern');
  if (pattern === undefined || NONE.some((text) => takes(pattern, text))) return false;
  return WRITTEN.filter((text) => takes(pattern, text)).length === 1;
}

/** A number as it is written with digits and a decimal point; `undefined` for other texts. */
export function decimalIn(text: string): number | undefined {
  return /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? Number(text) : undefined;
}
