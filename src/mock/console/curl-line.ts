import type { RequestDetail } from '../request-details.ts';
import type { Mask } from './mask.ts';

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
