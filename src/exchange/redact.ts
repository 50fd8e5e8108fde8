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
/** Texts that may hold key expressions or quote the beginning of a key. */
const SPECIAL = /[$…]/;
/** Of a shorter key, or a shorter part of a key, nobody can tell whether it is one. */
const MIN_LENGTH = 4;
/** Base64 that MIN_LENGTH bytes decide at least in part. */
const MIN_CORE_LENGTH = 4;
const MIN_CUT_CORE_LENGTH = 6;

type Ways = readonly (readonly string[])[];

/** What to look for: secrets written character by character, and texts that must match exactly. */
type Wanted = { readonly written: readonly Ways[]; readonly cores: readonly string[] };

/** All ways but the character itself, as it is or in UTF-8, have one of these. */
const ESCAPE = /[%&\\]/;

function withoutEscapes(ways: Ways): Ways {
  return ways.map((each) => each.filter((way) => !ESCAPE.test(way)));
}

function patternOfOne(each: readonly string[]): string {
  const [only = '', ...more] = each;
  if (each.length === 0) return '(?!)';
  return more.length === 0 ? RegExp.escape(only) : `(?:${each.map((way) => RegExp.escape(way)).join('|')})`;
}

function pattern(ways: Ways): string {
  return ways.map(patternOfOne).join('');
}

/** What stands between the first and the last character of the secret, which it may lack. */
function innerPattern(ways: Ways): string {
  return pattern(ways.slice(1, -1));
}

/** The secret, also without its first or its last character. */
function withoutEnds(ways: Ways): string {
  const [first, last] = [ways.slice(0, 1), ways.slice(-1)];
  return `(?:${pattern(first)})?${innerPattern(ways)}(?:${pattern(last)})?`;
}

/** Puts the replacement where a key stands; `finds` tells quickly whether that is anywhere. */
type Replacer = { readonly finds: (text: string) => boolean; readonly replace: (text: string) => string };

function replaceWith(expressions: readonly RegExp[], finds: (text: string) => boolean): Replacer {
  const replace = (text: string): string =>
    expressions.reduce((done, expression) => done.replaceAll(expression, () => REPLACEMENT), text);
  return { finds, replace: (text) => (finds(text) ? replace(text) : text) };
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

/** Those that hold no other one: where any of all stands, one of these does. */
function shortestCores(cores: readonly string[]): readonly string[] {
  return cores.filter((core) => !cores.some((other) => other !== core && core.includes(other)));
}

function alternatives(texts: readonly string[]): string {
  return texts.map((text) => RegExp.escape(text)).join('|');
}

function replacer(key: string): Replacer {
  if (key.length < MIN_LENGTH) {
    const whole = `(?<![0-9A-Za-z])${pattern(waysToWriteEach(key))}(?![0-9A-Za-z])`;
    const [first, every] = [new RegExp(whole, 'i'), new RegExp(whole, 'gi')];
    return replaceWith([every], (text) => first.test(text));
  }
  const { written, cores } = wantedFor(key);
  const inner = new RegExp(written.map(innerPattern).join('|'), 'i');
  const plainInner = new RegExp(written.map(withoutEscapes).map(innerPattern).join('|'), 'i');
  const base64 = new RegExp(alternatives(shortestCores(cores)));
  return replaceWith(
    [new RegExp(written.map(withoutEnds).join('|'), 'gi'), new RegExp(alternatives(cores), 'g')],
    (text) => (ESCAPE.test(text) ? inner : plainInner).test(text) || base64.test(text),
  );
}

const NOTHING_TO_FIND: Replacer = { finds: () => false, replace: (text) => text };

function textsOfResult(result: Result): readonly string[] {
  if (result.kind === 'failure') return [result.failure.detail];
  const { reason, headers, trailers } = result.answer;
  return [reason, ...headers.flat(), ...trailers.flat()];
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
  const { finds, replace } = key === undefined || key === '' ? NOTHING_TO_FIND : replacer(key);
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

  /** `text` for any of these texts, of which hardly one holds the key: the ordinary ones are searched in one go. */
  const textAmong = (texts: readonly string[]): ((given: string) => string) => {
    const ordinary = texts.filter((one) => !SPECIAL.test(one)).join('\n');
    return finds(ordinary) ? text : (given) => (SPECIAL.test(given) ? text(given) : given);
  };

  const exchange = (given: Exchange): Exchange => {
    const { request } = given;
    const textOf = textAmong([
      request.method,
      request.target,
      ...request.headers.flat(),
      ...textsOfResult(given.result),
    ]);
    const lines = (headers: readonly HeaderLine[]): readonly HeaderLine[] =>
      headers.map(([name, value]) => [textOf(name), textOf(value)]);
    const result = (): Result => {
      if (given.result.kind === 'failure') {
        const { failure } = given.result;
        return { kind: 'failure', failure: { ...failure, detail: textOf(failure.detail) } };
      }
      const { answer } = given.result;
      return {
        kind: 'answer',
        answer: {
          ...answer,
          reason: textOf(answer.reason),
          headers: lines(answer.headers),
          trailers: lines(answer.trailers),
          body: answer.truncated ? cutBytes(answer.body) : bytes(answer.body),
        },
      };
    };
    return {
      ...given,
      request: {
        ...request,
        method: textOf(request.method),
        target: textOf(request.target),
        headers: lines(request.headers),
        body: request.body === undefined ? undefined : bytes(request.body),
      },
      result: result(),
    };
  };

  return { text, bytes, exchange };
}
