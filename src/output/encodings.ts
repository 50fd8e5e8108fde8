import { gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { errnoOf } from '../system/errno.ts';
import type { Range } from './layers.ts';

/** What a part of a text decodes to, byte by byte as latin1, and where in the text those bytes stand. */
export type Decoded = { readonly text: string; readonly origin: (part: Range) => Range };

/** What a compressed body may grow to while it is searched. */
const MOST_INFLATED_BYTES: number = 4 * 1024 * 1024;
const MOST_INFLATED = 4;

/** Shorter words of small letters are words: base64 of so many bytes hardly ever looks like one. */
export const LONGEST_WORD = 16;
const WORD = /^.[a-z_-]*$/;

const SEPARATED_HEX = String.raw`(?:[:,;._\s-]{0,2}(?:0x)?[0-9a-f])`;
const DECIMALS = /\d{1,3}(?:[,;:.]\s?\d{1,3}){3,}/g;

/** Expressions for texts that decode to at least `bytes` bytes; each takes time linear in the text. */
export type Alphabets = { readonly base64: RegExp; readonly hex: RegExp };

export function alphabetsFor(bytes: number): Alphabets {
  const sextets = Math.max(4, Math.floor((bytes * 8) / 6));
  return {
    base64: new RegExp(`[A-Za-z0-9+/_-]{${String(sextets)},}`, 'g'),
    hex: new RegExp(`[0-9a-f]${SEPARATED_HEX}{${String(bytes * 2 - 1)},}`, 'gi'),
  };
}

/** Bytes as a text of as many characters, each up to U+00FF. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Whether it is known what a run of an alphabet decodes to. */
type IsKnown = (run: string, alphabet: 'base64' | 'hex' | 'decimals') => boolean;

function* base64In(text: string, { base64 }: Alphabets, isKnown: IsKnown): Generator<Decoded> {
  for (const { 0: run, index } of text.matchAll(base64)) {
    if ((run.length < LONGEST_WORD && WORD.test(run)) || isKnown(run, 'base64')) continue;
    for (const skipped of [0, 1, 2, 3]) {
      const first = index + skipped;
      yield {
        text: latin1(Buffer.from(run.slice(skipped), 'base64')),
        origin: ([start, end]) => [first + Math.floor((start * 8) / 6), first + Math.ceil((end * 8) / 6)],
      };
    }
  }
}

const NO_DIGIT = /0x(?=[0-9a-f])|[^0-9a-f]+/gi;

/** Where the hexadecimal digits of a run stand in it. */
function digitPlaces(run: string): readonly number[] {
  return [...run.matchAll(/0x(?=[0-9a-f])|([0-9a-f])/gi)].flatMap(({ 1: digit, index }) =>
    digit === undefined ? [] : [index],
  );
}

function* hexIn(text: string, { hex }: Alphabets, isKnown: IsKnown): Generator<Decoded> {
  for (const { 0: run, index } of text.matchAll(hex)) {
    if (isKnown(run, 'hex')) continue;
    const digits = run.replaceAll(NO_DIGIT, '');
    let places: readonly number[] | undefined;
    for (const skipped of [0, 1]) {
      const place = (nibble: number): number => {
        places ??= digitPlaces(run);
        return index + (places[skipped + nibble] ?? run.length - 1);
      };
      const even = digits.length - ((digits.length - skipped) % 2);
      yield {
        text: latin1(Buffer.from(digits.slice(skipped, even), 'hex')),
        origin: ([start, end]) => [place(start * 2), place(end * 2 - 1) + 1],
      };
    }
  }
}

function* decimalsIn(text: string, isKnown: IsKnown): Generator<Decoded> {
  for (const { 0: run, index } of text.matchAll(DECIMALS)) {
    if (isKnown(run, 'decimals')) continue;
    const numbers = [...run.matchAll(/\d+/g)];
    const place = (at: number): number => index + (numbers[at]?.index ?? 0);
    yield {
      text: latin1(Uint8Array.from(numbers, ([number]) => Number(number))),
      origin: ([start, end]) => [place(start), place(end - 1) + (numbers[end - 1]?.[0].length ?? 0)],
    };
  }
}

type Compression = { readonly magic: string; readonly inflate: (bytes: Buffer) => Buffer };

/** `Z_SYNC_FLUSH` of zlib.h: what came before the end is given out, although the end is missing. */
const SYNC_FLUSH = 2;
const CUT = { finishFlush: SYNC_FLUSH, maxOutputLength: MOST_INFLATED_BYTES };
const COMPRESSIONS: readonly Compression[] = [
  { magic: '\u001f\u008b\b', inflate: (bytes) => gunzipSync(bytes, CUT) },
  { magic: 'x\u0001', inflate: (bytes) => inflateSync(bytes, CUT) },
  { magic: 'x^', inflate: (bytes) => inflateSync(bytes, CUT) },
  { magic: 'x\u009c', inflate: (bytes) => inflateSync(bytes, CUT) },
  { magic: 'x\u00da', inflate: (bytes) => inflateSync(bytes, CUT) },
  {
    magic: '(\u00b5/\u00fd',
    inflate: (bytes) => zstdDecompressSync(bytes, { maxOutputLength: MOST_INFLATED_BYTES }),
  },
];

function isTooLong(error: unknown): boolean {
  return errnoOf(error) === 'ERR_BUFFER_TOO_LARGE';
}

type Content = { readonly text: string; readonly unknown: boolean };

/** `undefined` when it is not compressed at all. */
function inflated({ inflate }: Compression, bytes: string): Content | undefined {
  try {
    return { text: latin1(inflate(Buffer.from(bytes, 'latin1'))), unknown: false };
  } catch (error) {
    return isTooLong(error) ? { text: '', unknown: true } : undefined;
  }
}

/** What a body, or a part of it, inflates to: gzip, zlib or zstd. What grows too long to be searched is `unknown`. */
export function* inflatedIn(text: string): Generator<Decoded & { readonly unknown: boolean }> {
  let tried = 0;
  for (const compression of COMPRESSIONS) {
    const { magic } = compression;
    const isLong = magic.length > 2;
    for (
      let at = isLong ? text.indexOf(magic) : text.startsWith(magic) ? 0 : -1;
      at >= 0 && tried < MOST_INFLATED;
      at = isLong ? text.indexOf(magic, at + 1) : -1
    ) {
      tried += 1;
      const content = inflated(compression, text.slice(at));
      const whole: Range = [at, text.length];
      if (content !== undefined) yield { ...content, origin: () => whole };
    }
  }
}

/** All that parts of the text decode to: base64 and base64url, hexadecimal, decimal codes; not those of runs that are known. */
export function* decodedIn(
  text: string,
  alphabets: Alphabets,
  isKnown: IsKnown = () => false,
): Generator<Decoded> {
  yield* base64In(text, alphabets, isKnown);
  yield* hexIn(text, alphabets, isKnown);
  yield* decimalsIn(text, isKnown);
}
