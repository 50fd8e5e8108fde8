import { mediaKindOf } from '../../interface/content/media-kind.ts';
import { readContent, writeContent } from '../../interface/content/content.ts';
import { fieldValues } from '../../http/fields.ts';
import type { Operation } from '../../interface/model.ts';
import { parseJson } from '../../json/lossless.ts';
import type { Json } from '../../json/value.ts';
import { requestRepresentation } from '../../oracle/contract.ts';
import type { SendSpec } from '../pace/sending.ts';

/** The body of a request that is to be sent, and the same request with another one: JSON, or the fields of a form. */

function typeOf({ headers }: SendSpec): string {
  return fieldValues(headers, 'content-type')[0] ?? '';
}

/** The value that a request has for a body; `undefined` where it is neither JSON nor a form of one reading. */
export function bodyIn(operation: Operation, spec: SendSpec): Json | undefined {
  const representation = requestRepresentation(operation);
  if (spec.body === undefined || representation === undefined) return undefined;
  if (mediaKindOf(typeOf(spec)) === 'form') {
    const read = readContent(representation, spec.body, typeOf(spec));
    return read.kind === 'value' && read.certain ? read.value : undefined;
  }
  const parsed = parseJson(spec.body);
  return parsed.kind === 'json' ? parsed.value : undefined;
}

/** The request with this value for a body, in its own media type; `undefined` where that has no such one. */
export function withBody(operation: Operation, spec: SendSpec, value: Json): SendSpec | undefined {
  const representation = requestRepresentation(operation);
  const written = representation === undefined ? undefined : writeContent(representation, value);
  return written === undefined ? undefined : { ...spec, body: written.bytes };
}
