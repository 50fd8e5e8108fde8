import type { CredentialScheme, Interface } from '../../interface/model.ts';
import type { Answer, Caller, Refusal } from '../answers/stages.ts';
import type { Fault } from '../faults/fault.ts';
import type { Charge } from '../limits/limiter.ts';
import type { LoggedRequest } from '../server/request-log.ts';
import type { MockKey } from '../state/keys.ts';

/** The beginning of a body. */
export type Excerpt = { readonly bytes: Uint8Array; readonly size: number };

/** One request with its answer, as they went over the wire and with the key: to be masked before it is shown. */
export type RequestDetail = {
  readonly logged: LoggedRequest;
  /** Request target as sent. */
  readonly target: string;
  /** Names and values by turns, as sent. */
  readonly rawHeaders: readonly string[];
  /** `undefined` where the body was not read, because something before it was refused. */
  readonly body: Excerpt | undefined;
  readonly caller: Caller;
  readonly charge: Charge;
  readonly refusal: Refusal | undefined;
  /** The faults in force. */
  readonly faults: readonly Fault[];
  readonly answer: Omit<Answer, 'body'> & { readonly body: Excerpt | undefined };
};

const MAX_DETAILS = 200;
const MAX_EXCERPT_BYTES = 4096;

/** The beginnings of long bodies, which are often the same list again. */
const beginnings = new WeakMap<Uint8Array, Excerpt>();

/** Holds no more of a body than is shown: the rest of a long one is not kept alive. */
export function excerptOf(body: Uint8Array | undefined): Excerpt | undefined {
  if (body === undefined) return undefined;
  if (body.length <= MAX_EXCERPT_BYTES) return { bytes: body, size: body.length };
  const known = beginnings.get(body);
  if (known !== undefined) return known;
  const excerpt = { bytes: Uint8Array.from(body.subarray(0, MAX_EXCERPT_BYTES)), size: body.length };
  beginnings.set(body, excerpt);
  return excerpt;
}

/** The newest requests in full, and who wants to hear of each. */
export class RequestDetails {
  /** A ring: the detail of request n stands at n modulo its length. */
  readonly #details: RequestDetail[] = [];
  readonly #watchers = new Set<(detail: RequestDetail) => void>();

  add(detail: RequestDetail): void {
    this.#details[detail.logged.number % MAX_DETAILS] = detail;
    for (const watcher of this.#watchers) watcher(detail);
  }

  /** The request of this number, as long as it is kept. */
  find(number: number): RequestDetail | undefined {
    const detail = this.#details[number % MAX_DETAILS];
    return detail?.logged.number === number ? detail : undefined;
  }

  /** At most 200, newest first. */
  newest(): readonly RequestDetail[] {
    return this.#details.filter(Boolean).sort((a, b) => b.logged.number - a.logged.number);
  }

  clear(): void {
    this.#details.length = 0;
  }

  /** Calls `watcher` for every request from now on, until the returned function is called. */
  watch(watcher: (detail: RequestDetail) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

/** Hides keys in what is shown. */
export type Mask = {
  /** A text with a marker, `***` by default, in the place of every key of the mock and of what the request sent as its key. */
  readonly text: (text: string, detail: RequestDetail, marker?: string) => string;
  /** The value of a header field; of one that carries a credential nothing is left but the name of its scheme. */
  readonly field: (name: string, value: string, detail: RequestDetail, marker?: string) => string;
  /** A request target with `marker` in the place of a key in its query. */
  readonly target: (target: string, marker: string) => string;
};

const SECRET_FIELDS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie'];
const SHORTEST_SECRET = 6;
const HIDDEN = '***';

function namesIn(document: Interface, place: 'header' | 'query'): ReadonlySet<string> {
  const schemes = document.operations.flatMap(({ credential }): readonly CredentialScheme[] =>
    credential === undefined ? [] : [credential],
  );
  return new Set(
    schemes.flatMap((scheme) =>
      scheme.kind === 'api-key' && scheme.in === place ? [scheme.name.toLowerCase()] : [],
    ),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Where a field names a scheme, only what follows it is secret. */
function hiddenCredential(value: string, marker: string): string {
  const scheme = /^([A-Za-z][\w-]{0,30}) +\S/.exec(value)?.[1];
  return scheme === undefined ? marker : `${scheme} ${marker}`;
}

/** Hides the keys of one mock, and whatever a request sends in the place of a key. */
export function createMask(document: Interface, keys: readonly MockKey[]): Mask {
  const secretFields = new Set([...SECRET_FIELDS, ...namesIn(document, 'header')]);
  const secretParameters = namesIn(document, 'query');
  const known = keys.map(({ key }) => key);

  /** The credentials of a request by its header fields: `Bearer x` is `x`. */
  function sentSecrets({ rawHeaders }: RequestDetail): readonly string[] {
    return rawHeaders.flatMap((name, index) => {
      if (index % 2 === 1 || !secretFields.has(name.toLowerCase())) return [];
      const value = rawHeaders[index + 1] ?? '';
      return [value, value.slice(value.indexOf(' ') + 1)].map((secret) => secret.trim());
    });
  }
  function text(shown: string, detail: RequestDetail, marker: string = HIDDEN): string {
    const secrets = [...known, ...sentSecrets(detail)].filter(({ length }) => length >= SHORTEST_SECRET);
    return secrets
      .sort((a, b) => b.length - a.length)
      .reduce((masked, secret) => masked.replaceAll(secret, marker), shown);
  }
  return {
    text,
    field: (name, value, detail, marker = HIDDEN) =>
      secretFields.has(name.toLowerCase()) ? hiddenCredential(value, marker) : text(value, detail, marker),
    target(target, marker) {
      const mark = target.indexOf('?');
      if (mark < 0 || secretParameters.size === 0) return target;
      const pairs = target
        .slice(mark + 1)
        .split('&')
        .map((pair) => {
          const name = pair.split('=', 1)[0] ?? '';
          return secretParameters.has(decoded(name).toLowerCase()) ? `${name}=${marker}` : pair;
        });
      return `${target.slice(0, mark)}?${pairs.join('&')}`;
    },
  };
}

/** What curl or the connection sets by itself, and what only a browser means. */
const LEFT_OUT =
  /^(host|connection|keep-alive|content-length|transfer-encoding|accept-encoding|accept-language|user-agent|origin|referer|cookie|cache-control|pragma|priority|expect|te|dnt|upgrade-insecure-requests|sec-.*)$/;
const KEY_MARKER = '\u{0}key\u{0}';
/** Means nothing to a shell between double quotes. */
const PLAIN = /^[\w :./?=&%~,;+-]*$/;
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\ufffd]/u;

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A word of a shell with the variable in the place of the marker. */
function word(text: string): string {
  if (text.includes(KEY_MARKER) && PLAIN.test(text.replaceAll(KEY_MARKER, '')))
    return `"${text.replaceAll(KEY_MARKER, '$ASSAY_KEY')}"`;
  const parts = text.split(KEY_MARKER).map((part) => (part === '' ? '' : quoted(part)));
  return parts.join('"$ASSAY_KEY"') || "''";
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed()));
}

/** The format of `printf` for these bytes, in plain ASCII: a terminal that it is pasted into sees nothing else. */
function printfFormat(bytes: Uint8Array): string {
  const pieces = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    if (character === '%') return '%%';
    if (/[\\']/.test(character) || byte < 0x20 || byte > 0x7e)
      return `\\${byte.toString(8).padStart(3, '0')}`;
    return character;
  });
  return `'${pieces.join('')}'`;
}

type BodyParts = { readonly before: string; readonly options: readonly string[] };

/** Options that send a body, and what stands before the command where it comes through a pipe. */
function bodyParts(detail: RequestDetail, mask: Mask): BodyParts {
  const { body } = detail;
  if (body === undefined || body.size === 0) return { before: '', options: [] };
  if (body.bytes.length < body.size) return { before: '', options: ['--data-binary @body'] };
  const text = Buffer.from(body.bytes).toString('utf8');
  if (!UNPRINTABLE.test(text))
    return { before: '', options: [`--data-raw ${word(mask.text(text, detail, KEY_MARKER))}`] };
  const masked = mask.text(text, detail);
  const bytes = masked === text ? body.bytes : Buffer.from(masked);
  return { before: `printf ${printfFormat(bytes)} | `, options: ['--data-binary @-'] };
}

function fieldOptions(detail: RequestDetail, mask: Mask): readonly string[] {
  const { rawHeaders, body } = detail;
  const options: string[] = [];
  let typed = false;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const value = rawHeaders[at + 1] ?? '';
    const lower = name.toLowerCase();
    typed ||= lower === 'content-type';
    if (LEFT_OUT.test(lower) || (lower === 'accept' && value === '*/*')) continue;
    const masked = mask.field(name, value, detail, KEY_MARKER);
    options.push(`-H ${word(printableField(`${name}: ${masked}`))}`);
  }
  if (!typed && body !== undefined && body.size > 0) options.push("-H 'Content-Type:'");
  return options;
}

function printableField(line: string): string {
  return line
    .split(KEY_MARKER)
    .map((part) => part.replaceAll(/[^\x20-\x7e]/g, '?'))
    .join(KEY_MARKER);
}

function methodOption(method: string, sends: boolean): readonly string[] {
  if (method === 'HEAD') return ['--head'];
  return method === (sends ? 'POST' : 'GET') ? [] : [`-X ${quoted(method)}`];
}

/**
 * A command for a POSIX shell that sends the request again, with `$ASSAY_KEY` for its key. A body of which only the
 * beginning is kept has to be in a file named `body`; the certificate of a mock with HTTPS is trusted.
 */
export function curlLine(detail: RequestDetail, origin: string, mask: Mask): string {
  const target = mask
    .text(mask.target(detail.target, KEY_MARKER), detail, KEY_MARKER)
    .split(KEY_MARKER)
    .map(printable)
    .join(KEY_MARKER);
  const { before, options } = bodyParts(detail, mask);
  const trusting = origin.startsWith('https:') ? ['-k'] : [];
  const literal = /[[\]{}]/.test(target) ? ['-g'] : [];
  const dotted = /\/\.{1,2}(\/|$|\?)/.test(target) ? ['--path-as-is'] : [];
  return `${before}${[
    'curl -i',
    ...trusting,
    ...literal,
    ...dotted,
    ...methodOption(detail.logged.method, options.length > 0),
    ...fieldOptions(detail, mask),
    ...options,
    word(target.startsWith('/') ? `${origin}${target}` : target),
  ].join(' ')}`;
}
