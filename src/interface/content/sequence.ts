import { printJson } from '../../json/lossless.ts';
import { isList, isObject, type JsonObject, type Json, memberOf } from '../../json/value.ts';
import type { MediaKind } from './media-kind.ts';
import { readJsonText } from './texts.ts';

/** Bodies of one value after the other: lines of JSON, JSON text sequences (RFC 7464), event streams (WHATWG HTML, 9.2). */

/** What was read of a sequence. `broken`: the first part that is no value. */
export type Sequence = { readonly values: readonly Json[]; readonly broken: string | undefined };

/** More values of a body tell nothing that the first ones do not. */
const MOST_VALUES = 1_000;

function jsonOf(parts: readonly string[]): Sequence {
  const values: Json[] = [];
  for (const part of parts.slice(0, MOST_VALUES)) {
    if (part.trim() === '') continue;
    const value = readJsonText(part);
    if (value === undefined) return { values, broken: part };
    values.push(value);
  }
  return { values, broken: undefined };
}

/** The fields of one event; a comment alone is none. */
function eventOf(block: string): JsonObject | undefined {
  const data: string[] = [];
  const fields = new Map<string, Json>();
  for (const line of block.split(/\r\n|[\r\n]/)) {
    const [, name = '', text = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') data.push(text);
    else if (name === 'event' || name === 'id') fields.set(name, text);
    else if (name === 'retry' && /^\d{1,15}$/.test(text)) fields.set(name, Number(text));
  }
  if (data.length > 0) fields.set('data', data.join('\n'));
  return fields.size === 0 ? undefined : Object.fromEntries(fields);
}

/** Reads a body that was read to its end, or up to a place where it was cut: then its last part is left out. */
export function readSequence(kind: MediaKind, text: string, isCut: boolean): Sequence {
  const whole = (parts: readonly string[]): readonly string[] => (isCut ? parts.slice(0, -1) : parts);
  switch (kind) {
    case 'json-lines':
      return jsonOf(whole(text.split(/\r?\n/)));
    case 'json-sequence':
      return jsonOf(whole(text.split('\u001e')));
    case 'event-stream': {
      const blocks = whole(text.replace(/^\ufeff/, '').split(/\r\n\r\n|\n\n|\r\r/));
      const values = blocks.slice(0, MOST_VALUES).flatMap((block) => eventOf(block) ?? []);
      return { values, broken: undefined };
    }
    case 'json':
    case 'form':
    case 'multipart':
    case 'xml':
    case 'text':
    case 'binary':
      return { values: [], broken: undefined };
  }
}

function eventLines(value: Json): string {
  const given = isObject(value) ? value : {};
  const data = memberOf(given, 'data');
  if (!isObject(value) || data === undefined) return `data: ${printJson(value)}\n\n`;
  const lines = ['event', 'id', 'retry'].flatMap((name) => {
    const field = memberOf(given, name);
    return typeof field === 'string' || typeof field === 'number' ? [`${name}: ${String(field)}\n`] : [];
  });
  const text = typeof data === 'string' ? data : printJson(data);
  return `${lines.join('')}${text
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('')}\n`;
}

/** A list as a sequence of its items, anything else as a sequence of one; `undefined` for kinds that are none. */
export function writeSequence(kind: MediaKind, value: Json): string | undefined {
  const values = isList(value) ? value : [value];
  switch (kind) {
    case 'json-lines':
      return values.map((item) => `${printJson(item)}\n`).join('');
    case 'json-sequence':
      return values.map((item) => `\u001e${printJson(item)}\n`).join('');
    case 'event-stream':
      return values.map(eventLines).join('');
    case 'json':
    case 'form':
    case 'multipart':
    case 'xml':
    case 'text':
    case 'binary':
      return undefined;
  }
}
