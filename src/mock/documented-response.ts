import { documentedJson } from '../http/media-type.ts';
import type { DocumentedResponse, Interface, Operation } from '../interface/model.ts';
import { type JsonValue, plainText } from './json.ts';
import { sample } from './sample.ts';
import type { HeaderLine, ReplyBody } from './stages.ts';

/** The documented success of an operation, the lowest one; where none is shown, the first response of any kind. */
export function successOf(operation: Operation): DocumentedResponse | undefined {
  const bySuccess = operation.responses.filter(({ status }) => status.startsWith('2')).sort(byStatus);
  return bySuccess[0] ?? operation.responses[0];
}

function byStatus(a: DocumentedResponse, b: DocumentedResponse): number {
  return a.status.localeCompare(b.status);
}

/** The code of a documented status: `2XX` is 200, `default` too. */
export function codeOf(status: string): number {
  if (/^\d{3}$/.test(status)) return Number(status);
  return /^[1-5]XX$/i.test(status) ? Number(status[0]) * 100 : 200;
}

/** A body that the response documents, sampled from its schema. */
export function sampleBody(response: DocumentedResponse): ReplyBody {
  const [first] = response.representations;
  const json = documentedJson(response.representations);
  if (json !== undefined) return { kind: 'json', mediaType: json.mediaType, value: sample(json.schema) };
  if (first === undefined) return { kind: 'none' };
  const text = sample(first.schema);
  return { kind: 'text', mediaType: first.mediaType, text: typeof text === 'string' ? text : '' };
}

/** The JSON media type that the response documents. */
export function jsonMediaType(response: DocumentedResponse | undefined): string {
  const documented = documentedJson(response?.representations ?? []);
  return documented?.mediaType ?? 'application/json';
}

/** A JSON body, of the media type that the response documents. */
export function jsonBody(response: DocumentedResponse | undefined, value: JsonValue): ReplyBody {
  return { kind: 'json', mediaType: jsonMediaType(response), value };
}

/** Headers that the document requires of a response and that nothing else in the mock writes. */
export function requiredHeaders(document: Interface, response: DocumentedResponse): readonly HeaderLine[] {
  const written = Object.values(document.rateLimits?.headers ?? {}).map((name) => name?.toLowerCase());
  const names = [...written, 'location', 'content-type', 'content-length'];
  return response.headers
    .filter(({ name, required }) => required && !names.includes(name.toLowerCase()))
    .map(({ name, schema }) => [name, plainText(sample(schema)).replaceAll(/[^\x20-\x7e]/g, '')]);
}
