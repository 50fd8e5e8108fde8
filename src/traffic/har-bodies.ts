import { decodeContent } from '../http/content-coding.ts';
import type { Answer, HeaderLine } from '../http/exchange.ts';
import { fieldValues } from '../http/fields.ts';
import { isObject, memberOf } from '../json/value.ts';
import { bound } from '../system/bounds.ts';
import { noted } from '../system/once-for.ts';

/** Members of parsed JSON that may be of any type: what is of another type counts as missing. */
export type HarObject = { readonly [name: string]: unknown };

/** An object member; an empty object where there is none. */
export function objectOf(parent: HarObject, name: string): HarObject {
  const value = memberOf(parent, name);
  return isObject(value) ? value : {};
}

/** A text member. */
export function textOf(parent: HarObject, name: string): string | undefined {
  const value = memberOf(parent, name);
  return typeof value === 'string' ? value : undefined;
}

/** A finite number. */
export function numberOf(parent: HarObject, name: string): number | undefined {
  const value = memberOf(parent, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Parses one JSON object; `undefined` when it is none. */
export function parseObject(bytes: Buffer): HarObject | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type Body = Pick<Answer, 'body' | 'truncated' | 'decoded'>;

export const NOTHING: Uint8Array = new Uint8Array();
const UNKNOWN: Body = { body: NOTHING, truncated: true };
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);
const REPLACEMENT = '\uFFFD';

function lengthField(headers: readonly HeaderLine[]): number | undefined {
  const [value, ...more] = fieldValues(headers, 'content-length');
  return value !== undefined && more.length === 0 && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** Text that stands for its bytes: none was replaced while it was decoded. */
function bytesOf(text: string): Uint8Array | undefined {
  return text.includes(REPLACEMENT) || !text.isWellFormed() ? undefined : Buffer.from(text, 'utf8');
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** What the compressed bodies of a file have come to so far. */
export type Inflated = { bytes: number };

/** Some tools keep the bytes as they were compressed, others decoded them: only what is no text can be compressed. */
async function decompressed(
  bytes: Uint8Array,
  headers: readonly HeaderLine[],
  inflated: Inflated,
): Promise<Body> {
  const coded = fieldValues(headers, 'content-encoding').some((value) => value.toLowerCase() !== 'identity');
  if (!coded || isUtf8(bytes)) return { body: bytes, truncated: false };
  const room = Math.min(bound('bodyBytes'), bound('inflatedBytesInAll') - inflated.bytes);
  if (room <= 0) return UNKNOWN;
  const head = { status: 200, reason: '', httpVersion: '1.1', headers, trailers: [] };
  const decoded = await decodeContent({ ...head, body: bytes, truncated: false }, room);
  inflated.bytes += decoded.body.length;
  return decoded.body === bytes ? UNKNOWN : { body: decoded.body, truncated: decoded.truncated };
}

/**
 * The body of an answer, at once unless it has to be decompressed. It counts as unknown (cut, with nothing left) where the file leaves it out, shortens it, or
 * holds text that lost bytes when it was decoded. `exact`: text is the body byte for byte.
 */
export function harAnswerBody(
  response: HarObject,
  headers: readonly HeaderLine[],
  {
    method,
    status,
    exact,
    inflated,
  }: {
    readonly method: string;
    readonly status: number;
    readonly exact: boolean;
    readonly inflated: Inflated;
  },
): Body | Promise<Body> {
  const content = objectOf(response, 'content');
  const text = textOf(content, 'text');
  const length = lengthField(headers);
  const size = numberOf(content, 'size') ?? 0;
  if (method === 'HEAD' || BODILESS.has(status)) return { body: NOTHING, truncated: false };
  if (text === undefined || text === '') {
    const isEmpty = exact || length === 0 || (text === '' && size === 0 && length === undefined);
    return isEmpty && size <= 0 ? { body: NOTHING, truncated: false } : UNKNOWN;
  }
  const isBase64 = textOf(content, 'encoding')?.toLowerCase() === 'base64';
  const bytes = isBase64 ? Uint8Array.from(Buffer.from(text, 'base64')) : bytesOf(text);
  if (bytes === undefined) return UNKNOWN;
  const isCoded = fieldValues(headers, 'content-encoding').length > 0;
  const expected = Math.max(size, isCoded ? 0 : (length ?? 0));
  const whole = (body: Body): Body => (body.body.length < expected ? { ...body, truncated: true } : body);
  if (isBase64 && isCoded) return decompressed(bytes, headers, inflated).then(whole);
  return whole({ body: bytes, truncated: false, ...(isBase64 || exact ? {} : { decoded: true }) });
}

/** The body of a request: `none` where none was sent, `unknown` where the file leaves it out or changed it. */
export type HarRequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly bytes: Uint8Array }
  | { readonly kind: 'unknown' };

function promisesBody(request: HarObject, headers: readonly HeaderLine[]): boolean {
  return (
    (numberOf(request, 'bodySize') ?? 0) > 0 ||
    (lengthField(headers) ?? 0) > 0 ||
    fieldValues(headers, 'transfer-encoding').length > 0
  );
}

/** Reads the body of a request. */
export function harRequestBody(
  request: HarObject,
  headers: readonly HeaderLine[],
  method: string,
): HarRequestBody {
  const postData = objectOf(request, 'postData');
  const text = textOf(postData, 'text');
  const typed = fieldValues(headers, 'content-type').length > 0;
  const length = lengthField(headers);
  if (text === undefined || text === '') {
    if (promisesBody(request, headers)) return { kind: 'unknown' };
    if (typed && length === 0) return { kind: 'known', bytes: NOTHING };
    if (typed) return { kind: 'unknown' };
    const said = numberOf(request, 'bodySize') === 0 || length === 0 || method === 'GET' || method === 'HEAD';
    return { kind: said ? 'none' : 'unknown' };
  }
  const isBase64 = textOf(postData, 'encoding')?.toLowerCase() === 'base64';
  const bytes = isBase64 ? Uint8Array.from(Buffer.from(text, 'base64')) : bytesOf(text);
  if (bytes === undefined || (length !== undefined && length !== bytes.length)) return { kind: 'unknown' };
  const isCoded = fieldValues(headers, 'content-encoding').length > 0;
  return isCoded ? { kind: 'unknown' } : { kind: 'known', bytes: noted(bytes) };
}
