import { plainText, printJson } from '../../json/lossless.ts';
import type { Json } from '../../json/value.ts';
import type { PartEncoding, Representation } from '../model.ts';
import { fileKindOf } from './files.ts';
import { readForm, writeForm } from './form.ts';
import { concreteMediaType, mediaKindOf } from './media-kind.ts';
import { readMultipart, writeMultipart } from './multipart.ts';
import { decodeUtf8, type PlaceSchema, readText } from './texts.ts';
import { writeSequence } from './sequence.ts';
import { readXml, writeXml } from './xml.ts';

/** A body of any kind but JSON as a value that a schema can judge, and a value as a body. */

/**
 * What a body that is not JSON turned out to be. `certain`: every receiver reads it so. `any`: whatever its bytes are, it is
 * one. `unread`: nobody can tell within the bounds, or without its charset.
 */
export type ReadContent =
  | { readonly kind: 'value'; readonly value: Json; readonly certain: boolean }
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'unread' };

/** A body with its Content-Type. */
export type WrittenContent = { readonly bytes: Uint8Array; readonly contentType: string };

const NO_ENCODING: ReadonlyMap<string, PartEncoding> = new Map();

function placeOf({ schema }: Representation): PlaceSchema {
  return { schema, root: schema };
}

const PLAIN_ASCII = /^[\t\n\r -~]*$/;

function writtenText(text: string | undefined, mediaType: string): WrittenContent | undefined {
  if (text === undefined) return undefined;
  // Without a charset text is ASCII (RFC 6657), and XML says by itself what it is in.
  const isPlain = PLAIN_ASCII.test(text) || !/^text\/(?!xml|event-stream)/.test(mediaType);
  return {
    bytes: new TextEncoder().encode(text),
    contentType: isPlain ? mediaType : `${mediaType};charset=utf-8`,
  };
}

/** A value in the media type of the representation; `undefined` where it can't be written so. */
export function writeContent(representation: Representation, value: Json): WrittenContent | undefined {
  const { encoding = NO_ENCODING, rootName } = representation;
  const mediaType = concreteMediaType(representation.mediaType);
  const place = placeOf(representation);
  switch (mediaKindOf(mediaType)) {
    case 'json':
      return { bytes: new TextEncoder().encode(printJson(value)), contentType: mediaType };
    case 'form': {
      const bytes = writeForm(value, encoding);
      return bytes === undefined ? undefined : { bytes, contentType: mediaType };
    }
    case 'multipart':
      return writeMultipart(value, place, encoding);
    case 'xml':
      return writtenText(writeXml(value, place, rootName), mediaType);
    case 'text':
      return value !== null && typeof value === 'object'
        ? undefined
        : writtenText(plainText(value), mediaType);
    case 'binary':
      if (typeof value !== 'string') return undefined;
      return {
        bytes: Buffer.from(value, fileKindOf(value) === undefined ? 'utf8' : 'latin1'),
        contentType: mediaType,
      };
    case 'json-lines':
    case 'json-sequence':
    case 'event-stream':
      return writtenText(writeSequence(mediaKindOf(mediaType), value), mediaType);
  }
}

const UNREAD: ReadContent = { kind: 'unread' };

/** Reads a body that came in this Content-Type, of any kind but JSON. */
export function readContent(
  representation: Representation,
  bytes: Uint8Array,
  contentType: string,
): ReadContent {
  const { encoding = NO_ENCODING } = representation;
  const place = placeOf(representation);
  const essence = contentType.split(';', 1).join('').trim().toLowerCase();
  const kind = mediaKindOf(essence);
  if (kind === 'multipart') {
    const read = readMultipart(bytes, contentType, place, encoding);
    return read === undefined
      ? { kind: 'malformed', reason: 'it is not made of parts' }
      : { kind: 'value', ...read };
  }
  if (kind === 'binary') return { kind: 'any' };
  const charset = /;\s*charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  const text = /^(?:utf-?8|us-ascii)$/i.test(charset) ? decodeUtf8(bytes) : undefined;
  if (text === undefined) return UNREAD;
  switch (kind) {
    case 'form':
      return { kind: 'value', ...readForm(text, place, encoding) };
    case 'xml': {
      const read = readXml(text, place);
      if (read.kind === 'value') return read;
      return read.kind === 'malformed' ? { kind: 'malformed', reason: read.reason } : UNREAD;
    }
    case 'text':
      return { kind: 'value', value: readText(text, place), certain: true };
    case 'json':
    case 'json-lines':
    case 'json-sequence':
    case 'event-stream':
      return UNREAD;
  }
}
