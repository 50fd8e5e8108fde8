import { scalarKeywords } from '../../schema/scalar.ts';
import type { Operation, Representation } from '../model.ts';
import { mediaKindOf } from './media-kind.ts';
import { filePart } from './multipart.ts';

/** Operations that take a file, and those that give one back. */

/** True for an operation that takes a file, as its body or as a part of a form. */
export function takesFile({ requestBody }: Operation): boolean {
  return (requestBody?.representations ?? []).some((representation) => {
    const kind = mediaKindOf(representation.mediaType);
    return kind === 'binary' || (kind === 'multipart' && filePart(representation.schema) !== undefined);
  });
}

/** True for bytes in whatever media type, and for text. */
function isBytes({ mediaType, schema }: Representation): boolean {
  const kind = mediaKindOf(mediaType);
  if (kind === 'binary' || kind === 'text') return true;
  return mediaType === '*/*' && scalarKeywords(schema).format === 'binary';
}

/** True for a GET that succeeds with bytes alone, or of whose answer the document says nothing. */
export function givesBytes({ method, responses }: Operation): boolean {
  const shown = responses.flatMap(({ status, representations }) =>
    status.startsWith('2') ? representations : [],
  );
  return method === 'GET' && shown.every(isBytes);
}
