import { documentedJson, isJsonMediaType, SUFFIX_RANGE } from '../../http/media-type.ts';
import type { Representation } from '../model.ts';

/**
 * Bodies of every kind: `media-kind` says which kind a media type is of, `content` writes a value as such a body and reads it
 * again, and each kind has a file of its own. The mock and the judge both stand on it; what either makes of a value is its own.
 */

/**
 * How a value is written in a media type. `json-lines`, `json-sequence` and `event-stream` are many values one after the other;
 * `binary` is whatever has no form that a schema could describe.
 */
export type MediaKind =
  | 'json'
  | 'form'
  | 'multipart'
  | 'xml'
  | 'text'
  | 'json-lines'
  | 'json-sequence'
  | 'event-stream'
  | 'binary';

const BY_NAME: ReadonlyMap<string, MediaKind> = new Map<string, MediaKind>([
  ['application/x-www-form-urlencoded', 'form'],
  ['multipart/form-data', 'multipart'],
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
  ['application/x-ndjson', 'json-lines'],
  ['application/ndjson', 'json-lines'],
  ['application/jsonl', 'json-lines'],
  ['application/x-jsonlines', 'json-lines'],
  ['application/json-seq', 'json-sequence'],
  ['text/event-stream', 'event-stream'],
]);

/** What stands for a documented range: the type that a request of it says. */
const OF_RANGES: ReadonlyMap<string, string> = new Map([
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['text/*', 'text/plain'],
  ['image/*', 'image/png'],
  ['audio/*', 'audio/mpeg'],
  ['video/*', 'video/mp4'],
  ['multipart/*', 'multipart/form-data'],
]);

/** A media type that a documented one, which may be a range, allows; `application/*+json` is one that no standard knows. */
export function concreteMediaType(documented: string): string {
  return OF_RANGES.get(documented) ?? documented.replace(SUFFIX_RANGE, '$1/vnd.assay+$2');
}

/** The kind of a media type in lower case without parameters. */
export function mediaKindOf(essence: string): MediaKind {
  const concrete = concreteMediaType(essence);
  if (isJsonMediaType(concrete)) return 'json';
  const named = BY_NAME.get(concrete);
  if (named !== undefined) return named;
  if (concrete.endsWith('+xml')) return 'xml';
  if (concrete.endsWith('+json-seq')) return 'json-sequence';
  return concrete.startsWith('text/') ? 'text' : 'binary';
}

/** True for bodies that are one value after the other, of which a schema describes each. */
export function isSequence(kind: MediaKind): boolean {
  return kind === 'json-lines' || kind === 'json-sequence' || kind === 'event-stream';
}

/** True for a kind that assay writes request bodies in. */
export function isWritable(essence: string): boolean {
  if (essence.startsWith('multipart/')) return concreteMediaType(essence) === 'multipart/form-data';
  const kind = mediaKindOf(essence);
  return !isSequence(kind);
}

/** How the body of a request is best written: as JSON where that is documented, otherwise in the first type that assay can write. */
export function representationToWrite(documented: readonly Representation[]): Representation | undefined {
  return documentedJson(documented) ?? documented.find(({ mediaType }) => isWritable(mediaType));
}
