import { bound } from '../system/bounds.ts';
import type { LosslessJson } from '../exchange/lossless-json.ts';
import { stringifyLossless } from '../exchange/stringify-lossless.ts';

const LONGEST: number = bound('quoteCharacters');

/** Text from a body, bounded, for the expected and actual lines of a finding. Escaping is the reporters' task. */
export function excerpt(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length} characters)`;
}

/** A JSON value in one bounded line. Integers beyond the safe range keep their digits. */
export function excerptJson(value: LosslessJson | undefined): string {
  return excerpt(value === undefined ? 'nothing' : stringifyLossless(value));
}

/** Bytes of a body as text, invalid sequences replaced. */
export function excerptBytes(bytes: Uint8Array): string {
  return bytes.length === 0
    ? 'an empty body'
    : excerpt(new TextDecoder().decode(bytes.subarray(0, 4 * LONGEST)));
}
