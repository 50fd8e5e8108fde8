import { printJson } from '../../json/lossless.ts';
import type { Json } from '../../json/value.ts';

/**
 * A request body that is not JSON, as bytes. `decisive` ones are accepted by no superset of JSON either; for the others
 * RFC 8259, section 9, lets a parser take them, so that an answer of either kind is only observed.
 */
export type MalformedBody = { readonly name: string; readonly bytes: Uint8Array; readonly decisive: boolean };

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const BROKEN_UTF8 = [0xc3, 0x28, 0xff, 0xed, 0xa0, 0x80];

type Row = readonly [name: string, text: string];

function decisiveRows(valid: string): readonly Row[] {
  return [
    ['truncated', valid.slice(0, -1)],
    ['cut in the middle', valid.slice(0, Math.ceil(valid.length / 2))],
    ['plain words', 'this is not JSON'],
    ['never closed', `{"outer":${valid}`],
    ['closed by the wrong bracket', `[${valid}}`],
    ['colon missing', '{"name" "value"}'],
    ['string never ends', '{"name":"value}'],
    ['commas alone', '{,,}'],
    ['XML', '<?xml version="1.0"?><name>value</name>'],
    ['form', 'name=value&other=value'],
  ];
}

function observedRows(valid: string): readonly Row[] {
  const closing = valid.at(-1) ?? '';
  const open = valid.slice(0, -1);
  const isEmpty = open.length === 1;
  const isNested = closing === '}' || closing === ']';
  return [
    ...(isNested && !isEmpty ? [['trailing comma', `${open},${closing}`] as const] : []),
    ['comments', `/* comment */ ${valid} // comment`],
    ['single quotes', valid.includes("'") ? valid : valid.replaceAll('"', "'")],
    ...(closing === '}'
      ? [['NaN', `${open}${isEmpty ? '' : ','}"undocumented":NaN${closing}`] as const]
      : []),
    ['text after the value', `${valid} x`],
    ['one bracket too many', `${valid}}`],
    ['two values', `${valid}\n${valid}`],
  ];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function withBrokenUtf8(valid: string): readonly MalformedBody[] {
  const end = /[^\\]"(?=\s*[,}\]]|$)/.exec(valid);
  if (end === null) return [];
  const bytes = Buffer.concat([
    Buffer.from(valid.slice(0, end.index + 1)),
    Buffer.from(BROKEN_UTF8),
    Buffer.from(valid.slice(end.index + 1)),
  ]);
  return [{ name: 'invalid UTF-8 inside a string', bytes: new Uint8Array(bytes), decisive: false }];
}

function encoded(rows: readonly Row[], decisive: boolean): readonly MalformedBody[] {
  return rows
    .filter(([, text]) => !isJson(text) && text !== '')
    .map(([name, text]) => ({ name, bytes: new Uint8Array(Buffer.from(text)), decisive }));
}

/**
 * Bodies made from a valid one by breaking its JSON. Rows that would still be JSON for this body (half of `12` is a
 * number) are left out. A body without any bytes is not among them.
 */
export function malformedBodies(body: Json): readonly MalformedBody[] {
  const valid = printJson(body);
  const marked = new Uint8Array([...BYTE_ORDER_MARK, ...Buffer.from(valid)]);
  return [
    ...encoded(decisiveRows(valid), true),
    ...encoded(observedRows(valid), false),
    ...withBrokenUtf8(valid),
    { name: 'byte order mark', bytes: marked, decisive: false },
  ];
}
