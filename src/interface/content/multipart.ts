import { isList, isObject, type Json, memberOf } from '../../json/value.ts';
import { isJsonMediaType, parseMediaType } from '../../http/media-type.ts';
import { plainText } from '../../json/lossless.ts';
import { sample } from '../../schema/generate/sample.ts';
import type { Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import type { PartEncoding } from '../model.ts';
import { fileKindOf } from './files.ts';
import {
  type Field,
  type FieldsValue,
  itemPlace,
  memberPlace,
  readFields,
  writtenMembers,
} from './fields.ts';
import { concreteMediaType, mediaKindOf } from './media-kind.ts';
import { decodeUtf8, type PlaceSchema, readJsonText, typesOf, waysOf } from './texts.ts';

/**
 * multipart/form-data (RFC 7578): a part for each member, one for each item of a list. A file is a string of bytes, each a
 * character up to U+00FF.
 */

/** True for what nothing is said of: in OpenAPI 3.1 it is a file, where its `encoding` says nothing else. */
function isBare(place: PlaceSchema): boolean {
  const ways = waysOf(place);
  return (
    ways.length > 0 &&
    ways.every((way) => Object.keys(way).every((keyword) => /^(?:x-|description$|title$)/.test(keyword)))
  );
}

/** True for a string of bytes by its own words, whatever the body is. */
export function isSaidFile(place: PlaceSchema): boolean {
  return waysOf(place).some(
    (way) =>
      way['format'] === 'binary' ||
      (typeof way['contentMediaType'] === 'string' && way['contentEncoding'] === undefined),
  );
}

/** True for what a file is described by: a binary string, and in OpenAPI 3.1 what is given no type at all. */
export function isFile(place: PlaceSchema): boolean {
  return isBare(place) || isSaidFile(place);
}

/** The member of a form that is a file: the first that has to be sent, or the first of all; `undefined` where there is none. */
export function filePart(schema: Schema): string | undefined {
  const { properties, required } = schemaMembers(schema);
  const files = [...properties].flatMap(([name, member]) =>
    isFile({ schema: member, root: schema }) ? [name] : [],
  );
  return files.find((name) => required.has(name)) ?? files[0];
}

/** A value of a form without its files: an answer tells of those in other words. */
export function withoutFiles(schema: Schema, value: Json): Json {
  if (!isObject(value)) return value;
  const { properties } = schemaMembers(schema);
  const places = (member: Schema): readonly PlaceSchema[] => {
    const items = memberOf(mergedKeywords(member, schema), 'items');
    return [member, ...(isObject(items) ? [items] : [])].map((each) => ({ schema: each, root: schema }));
  };
  const held = Object.entries(value).filter(([name]) => {
    const member = properties.get(name);
    return member === undefined || !places(member).some(isFile);
  });
  return Object.fromEntries(held);
}

/** The Content-Type of a part, as the document has it or OpenAPI where it says nothing (Encoding Object, `contentType`). */
function partType(place: PlaceSchema, value: Json, encoding: PartEncoding | undefined): string | undefined {
  if (encoding?.contentType !== undefined) return concreteMediaType(encoding.contentType);
  if (isFile(place)) {
    const named = waysOf(place).find((way) => typeof way['contentMediaType'] === 'string')?.[
      'contentMediaType'
    ];
    return typeof named === 'string' ? named : (fileKindOf(value)?.mediaType ?? 'application/octet-stream');
  }
  return isObject(value) || isList(value) ? 'application/json' : undefined;
}

const QUOTED: ReadonlyMap<string, string> = new Map([
  ['"', '%22'],
  ['\r', '%0D'],
  ['\n', '%0A'],
]);

/** A name as it stands in a part (WHATWG HTML, "multipart form data"). */
function quoted(name: string): string {
  return `"${name.replaceAll(/["\r\n]/g, (character) => QUOTED.get(character) ?? character)}"`;
}

function writePart(
  name: string,
  value: Json,
  place: PlaceSchema,
  encoding: PartEncoding | undefined,
): Uint8Array {
  const type = partType(place, value, encoding);
  const kind = type === undefined ? undefined : mediaKindOf(type);
  // A file is one whatever stands in it: a schema without a type draws numbers, too.
  const isBytes =
    isSaidFile(place) ||
    (isBare(place) && kind !== 'json') ||
    (typeof value === 'string' && kind === 'binary');
  const file = isBytes ? `; filename=${quoted(`${name}.${fileKindOf(value)?.extension ?? 'bin'}`)}` : '';
  const own = (encoding?.headers ?? []).map((rule) => `${rule.name}: ${plainText(sample(rule.schema))}\r\n`);
  const typed = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  const head = `Content-Disposition: form-data; name=${quoted(name)}${file}\r\n${typed}${own.join('')}\r\n`;
  const text = plainText(value);
  const isLatin1 = isBytes && /^[\0-\xff]*$/.test(text);
  return Buffer.concat([Buffer.from(head), Buffer.from(text, isLatin1 ? 'latin1' : 'utf8')]);
}

/** A boundary of the usual form that stands in none of the parts. */
function boundaryFor(parts: readonly Uint8Array[]): string {
  for (let count = 0; ; count += 1) {
    const boundary = `----assay-part-${String(count)}`;
    if (parts.every((part) => !Buffer.from(part).includes(boundary))) return boundary;
  }
}

/** The Content-Type of a body that was made of parts before: its first line is the boundary. */
export function multipartTypeOf(bytes: Uint8Array): string {
  const [, boundary] =
    /^--([^\r\n]{1,70})\r\n/.exec(Buffer.from(bytes.subarray(0, 80)).toString('latin1')) ?? [];
  return boundary === undefined ? 'multipart/form-data' : `multipart/form-data; boundary=${boundary}`;
}

/** A body and its Content-Type, or `undefined` for a value that has no parts. */
export function writeMultipart(
  value: Json,
  place: PlaceSchema,
  encoding: ReadonlyMap<string, PartEncoding>,
): { readonly bytes: Uint8Array; readonly contentType: string } | undefined {
  const members = writtenMembers(value);
  if (members === undefined) return undefined;
  const parts = members.flatMap(([name, member]) => {
    const own = memberPlace(place, name);
    const rule = encoding.get(name);
    if (!isList(member) || !typesOf(own).has('array')) return [writePart(name, member, own, rule)];
    return member.map((item) => writePart(name, item, itemPlace(own), rule));
  });
  const boundary = boundaryFor(parts);
  const between = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]);
  const bytes = Buffer.concat([...between, Buffer.from(`--${boundary}--\r\n`)]);
  return { bytes, contentType: `multipart/form-data; boundary=${boundary}` };
}

const MOST_PARTS = 1_000;
const MOST_HEAD_BYTES = 8_192;

/** The parts between the boundaries, each with its head; `undefined` where the grammar is broken (RFC 2046 section 5.1.1). */
function splitParts(bytes: Buffer, boundary: string): readonly Buffer[] | undefined {
  const line = Buffer.from(`\r\n--${boundary}`);
  const whole = Buffer.concat([Buffer.from('\r\n'), bytes]);
  const parts: Buffer[] = [];
  let at = whole.indexOf(line);
  while (at >= 0 && parts.length <= MOST_PARTS) {
    const from = at + line.length;
    if (whole.toString('latin1', from, from + 2) === '--') return parts;
    const start = whole.indexOf('\r\n', from);
    const next = start < 0 ? -1 : whole.indexOf(line, start);
    if (next < 0) return undefined;
    parts.push(whole.subarray(start + 2, Math.max(start + 2, next)));
    at = next;
  }
  return undefined;
}

/** Names in quotes may have escapes of browsers or of HTTP. */
function unquoted(found: RegExpExecArray | null): string | undefined {
  return found === null
    ? undefined
    : (found[1] ?? found[2] ?? '').replaceAll(/%(22|0D|0A)/gi, (escape) => decodeURIComponent(escape));
}

type Disposition = {
  readonly name: string;
  readonly isFile: boolean;
  readonly fileName: string | undefined;
};

/** The parameters of Content-Disposition. */
function dispositionOf(head: string): Disposition | undefined {
  const field = /^content-disposition:[ \t]*form-data((?:;[^\r\n]*)?)/im.exec(head)?.[1];
  if (field === undefined) return undefined;
  const name = unquoted(/;[ \t]*name=(?:"([^"\r\n]*)"|([^;\s"]+))/i.exec(field));
  if (name === undefined) return undefined;
  return {
    name,
    isFile: /;[ \t]*filename\*?=/i.test(field),
    fileName: unquoted(/;[ \t]*filename=(?:"([^"\r\n]*)"|([^;\s"]+))/i.exec(field)),
  };
}

/** A part with its head, where that can be read. */
type ReadPart = {
  readonly disposition: Disposition;
  readonly mediaType: string | undefined;
  readonly content: Buffer;
};

function openPart(part: Buffer): ReadPart | undefined {
  const end = part.indexOf('\r\n\r\n');
  const hasNoHead = part.toString('latin1', 0, 2) === '\r\n';
  if (hasNoHead || end < 0 || end > MOST_HEAD_BYTES) return undefined;
  const head = part.toString('utf8', 0, end);
  const disposition = dispositionOf(head);
  if (disposition === undefined) return undefined;
  const mediaType = parseMediaType(/^content-type:[ \t]*([^\r\n]*)/im.exec(head)?.[1]?.trim() ?? '')?.essence;
  return { disposition, mediaType, content: part.subarray(end + 4) };
}

function readPart(part: Buffer): Field | undefined {
  const opened = openPart(part);
  if (opened === undefined) return undefined;
  const { disposition, mediaType: type, content } = opened;
  const { name } = disposition;
  const text = decodeUtf8(content);
  const json =
    type !== undefined && isJsonMediaType(type) && text !== undefined ? readJsonText(text) : undefined;
  if (json !== undefined) return { name, text: text ?? '', json };
  const isBytes = disposition.isFile || (type !== undefined && mediaKindOf(type) === 'binary');
  if (isBytes || text === undefined) return { name, text: content.toString('latin1'), isFile: true };
  return { name, text };
}

function partsOf(bytes: Uint8Array, contentType: string): readonly Buffer[] | undefined {
  const boundary = parseMediaType(contentType)?.parameters.get('boundary');
  if (boundary === undefined || boundary === '' || boundary.length > 70) return undefined;
  return splitParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), boundary);
}

/** A file as a client sends it. `mediaType`: in lower case, without parameters. */
export type SentFile = {
  readonly bytes: Uint8Array;
  readonly fileName: string | undefined;
  readonly mediaType: string | undefined;
};

/** The files of a body of parts: those that have a name of a file; none where it is no such body. */
export function filesInMultipart(bytes: Uint8Array, contentType: string): readonly SentFile[] {
  return (partsOf(bytes, contentType) ?? []).flatMap((part) => {
    const { disposition, mediaType, content } = openPart(part) ?? {};
    return disposition?.isFile === true && content !== undefined
      ? [{ bytes: content, fileName: disposition.fileName, mediaType }]
      : [];
  });
}

/** The value of a body of parts; `undefined` where it is none. */
export function readMultipart(
  bytes: Uint8Array,
  contentType: string,
  place: PlaceSchema,
  encoding: ReadonlyMap<string, PartEncoding>,
): FieldsValue | undefined {
  const fields = partsOf(bytes, contentType)?.map(readPart);
  if (fields === undefined) return undefined;
  const read = fields.filter((field) => field !== undefined);
  return read.length < fields.length ? undefined : readFields(read, place, encoding);
}
