import type { Exchange, HeaderLine, Result } from './exchange.ts';
import { splitAtKeyExpressions } from './key-expression.ts';
import { base64Cores, waysToWriteEach } from './secret-forms.ts';

/** Puts `$ASSAY_KEY` wherever the key stands. */
export type Redactor = {
  readonly text: (text: string) => string;
  readonly bytes: (bytes: Uint8Array) => Uint8Array;
  readonly exchange: (exchange: Exchange) => Exchange;
};

const REPLACEMENT = '$ASSAY_KEY';
/** Ends what a text quotes of a longer one. */
const ELLIPSIS = '…';
/** Of a shorter key, or a shorter part of a key, nobody can tell whether it is one. */
const MIN_LENGTH = 4;
/** Base64 that MIN_LENGTH bytes decide at least in part. */
const MIN_CORE_LENGTH = 4;
const MIN_CUT_CORE_LENGTH = 6;

type Ways = readonly (readonly string[])[];

/** What to look for: secrets written character by character, and texts that must match exactly. */
type Wanted = { readonly written: readonly Ways[]; readonly cores: readonly string[] };

function pattern(ways: Ways): string {
  return ways.map((each) => `(?:${each.map((way) => RegExp.escape(way)).join('|')})`).join('');
}

/** The secret, also without its first or its last character. */
function withoutEnds(ways: Ways): string {
  const [first, last] = [ways.slice(0, 1), ways.slice(-1)];
  return `(?:${pattern(first)})?${pattern(ways.slice(1, -1))}(?:${pattern(last)})?`;
}

function replaceWith(expressions: readonly RegExp[]): (text: string) => string {
  return (text) =>
    expressions.reduce((done, expression) => done.replaceAll(expression, () => REPLACEMENT), text);
}

/** A secret of several characters that is the end of a longer one, as the password of `user:password`. */
function secretsIn(key: string): readonly string[] {
  const colon = key.indexOf(':');
  const password = colon < 0 ? '' : key.slice(colon + 1);
  return password.length < MIN_LENGTH ? [key] : [key, password];
}

function wantedFor(key: string): Wanted {
  const secrets = secretsIn(key);
  const letters = Array.from(key);
  const cut = [letters.slice(0, -1).join(''), letters.slice(1).join('')];
  const cores = [...secrets, ...cut].flatMap((secret) => base64Cores(secret));
  return {
    written: secrets.map((secret) => waysToWriteEach(secret)),
    cores: cores
      .filter((core) => core.length >= MIN_CORE_LENGTH)
      .toSorted((left, right) => right.length - left.length),
  };
}

function replacer(key: string): (text: string) => string {
  if (key.length < MIN_LENGTH) {
    const whole = pattern(waysToWriteEach(key));
    return replaceWith([new RegExp(`(?<![0-9A-Za-z])${whole}(?![0-9A-Za-z])`, 'gi')]);
  }
  const { written, cores } = wantedFor(key);
  const inBase64 = cores.map((core) => RegExp.escape(core)).join('|');
  return replaceWith([new RegExp(written.map(withoutEnds).join('|'), 'gi'), new RegExp(inBase64, 'g')]);
}

/** How many characters of the secret the end of `text` from `start` on writes; 0 when anything else stands there. */
function writtenUpToEnd(text: string, start: number, ways: Ways): number {
  let index = start;
  let count = 0;
  for (const each of ways) {
    const rest = text.slice(index, index + 16);
    const way = each.find((candidate) => rest.startsWith(candidate));
    const cutOff =
      index + rest.length === text.length && each.some((candidate) => candidate.startsWith(rest));
    if (cutOff && count >= MIN_LENGTH) return count;
    if (way === undefined) return 0;
    index += way.length;
    count += 1;
    if (index === text.length) return count;
  }
  return 0;
}

/** Index where the beginning of a secret stands cut off at the end of the text; the length of the text if none does. */
function cutOffSecret(text: string, wanted: Wanted): number {
  const lower = text.toLowerCase();
  const longest = Math.max(
    ...wanted.written.map((ways) => ways.reduce((sum, each) => sum + (each[0]?.length ?? 0), 0)),
    ...wanted.cores.map((core) => core.length),
  );
  for (let start = Math.max(0, text.length - longest); start < text.length; start += 1) {
    const end = text.slice(start);
    const written = wanted.written.some((ways) => writtenUpToEnd(lower, start, ways) >= MIN_LENGTH);
    const encoded = end.length >= MIN_CUT_CORE_LENGTH && wanted.cores.some((core) => core.startsWith(end));
    if (written || encoded) return start;
  }
  return text.length;
}

/**
 * A redactor for a key. It finds the key in any letter case, without its first or last character, and written with percent,
 * JSON, JavaScript or HTML escapes or within base64; of `user:password` the password too. Keys shorter than 4
 * characters are found only as a whole word, not in base64. A text that quotes the beginning of a key before `…` loses
 * that, too. Shell expressions that name the key stay as they are. A
 * body that was cut loses the beginning of a key at its end. Without a key everything stays as it is.
 */
export function createRedactor(key: string | undefined): Redactor {
  const replace = key === undefined || key === '' ? (text: string): string => text : replacer(key);
  const wanted = key === undefined || key.length < MIN_LENGTH ? undefined : wantedFor(key);

  const cutText = (part: string): string => {
    if (wanted === undefined) return part;
    const end = cutOffSecret(part, wanted);
    return end === part.length ? part : part.slice(0, end) + REPLACEMENT;
  };

  /** What stands before an ellipsis was cut, perhaps in the middle of a key. */
  const withoutCutKeys = (given: string): string => {
    const parts = given.split(ELLIPSIS);
    return parts.map((part, index) => (index < parts.length - 1 ? cutText(part) : part)).join(ELLIPSIS);
  };

  const text = (given: string): string =>
    splitAtKeyExpressions(given)
      .map((part, index) => (index % 2 === 1 ? part : replace(withoutCutKeys(part))))
      .join('');

  const bytes = (given: Uint8Array): Uint8Array => {
    const before = Buffer.from(given.buffer, given.byteOffset, given.byteLength).toString('latin1');
    const after = replace(before);
    return after === before ? given : new Uint8Array(Buffer.from(after, 'latin1'));
  };

  const cutBytes = (given: Uint8Array): Uint8Array => {
    if (wanted === undefined) return bytes(given);
    const before = Buffer.from(given.buffer, given.byteOffset, given.byteLength).toString('latin1');
    const end = cutOffSecret(before, wanted);
    return end === before.length
      ? bytes(given)
      : Buffer.concat([bytes(given.subarray(0, end)), Buffer.from(REPLACEMENT)]);
  };

  const lines = (given: readonly HeaderLine[]): readonly HeaderLine[] =>
    given.map(([name, value]) => [text(name), text(value)]);

  const result = (given: Result): Result => {
    if (given.kind === 'failure') {
      return { kind: 'failure', failure: { ...given.failure, detail: text(given.failure.detail) } };
    }
    const { answer } = given;
    return {
      kind: 'answer',
      answer: {
        ...answer,
        reason: text(answer.reason),
        headers: lines(answer.headers),
        trailers: lines(answer.trailers),
        body: answer.truncated ? cutBytes(answer.body) : bytes(answer.body),
      },
    };
  };

  const exchange = (given: Exchange): Exchange => ({
    ...given,
    request: {
      ...given.request,
      method: text(given.request.method),
      target: text(given.request.target),
      headers: lines(given.request.headers),
      body: given.request.body === undefined ? undefined : bytes(given.request.body),
    },
    result: result(given.result),
  });

  return { text, bytes, exchange };
}
