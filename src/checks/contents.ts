import { documentedFor } from '../http/media-type.ts';
import { readContent } from '../interface/content/content.ts';
import { isSequence, mediaKindOf } from '../interface/content/media-kind.ts';
import { readSequence } from '../interface/content/sequence.ts';
import { decodeUtf8, typesOf } from '../interface/content/texts.ts';
import type { Representation } from '../interface/model.ts';
import type { Json } from '../json/value.ts';
import { validatorOf } from '../oracle/contract.ts';
import type { AnswerReading } from '../oracle/reading.ts';
import { isUnjudged, type SchemaError } from '../schema/compile.ts';

/** Bodies of answers that are not JSON, measured against their schema. Bytes are never judged. */

/** How a body stands to its schema. `open`: the document says nothing of it that can be told. */
export type ContentVerdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'fits' }
  | { readonly kind: 'no-such-body'; readonly reason: string }
  | { readonly kind: 'breaks'; readonly error: SchemaError; readonly more: number };

const OPEN: ContentVerdict = { kind: 'open' };

function against(schema: Representation['schema'], value: Json): ContentVerdict {
  const errors = validatorOf(schema)(value);
  const [error, ...more] = errors;
  if (error !== undefined) return { kind: 'breaks', error, more: more.length };
  return isUnjudged(errors) ? OPEN : { kind: 'fits' };
}

/** A schema beside many values may speak of each, or of all as a list: only `itemSchema` is surely one of the two. */
function sequenceVerdict({ schema, itemSchema }: Representation, values: readonly Json[]): ContentVerdict {
  if (itemSchema === undefined && typesOf({ schema, root: schema }).has('array'))
    return against(schema, values);
  const verdicts = values.map((value) => against(itemSchema ?? schema, value));
  return verdicts.find(({ kind }) => kind === 'breaks') ?? verdicts[0] ?? OPEN;
}

const SCALARS = ['string', 'number', 'integer', 'boolean'] as const;

/** Measures the body of an answer that the document shows in its media type, where that is not JSON. */
export function contentVerdict({ answer, mediaType, documented, header }: AnswerReading): ContentVerdict {
  if (mediaType === undefined || documented === undefined || answer.undecoded !== undefined) return OPEN;
  const representation = documentedFor(documented.representations, mediaType);
  const kind = mediaKindOf(mediaType);
  if (representation === undefined || kind === 'json' || kind === 'binary') return OPEN;
  const { schema, itemSchema } = representation;
  if (schema === true && itemSchema === undefined) return OPEN;
  if (isSequence(kind)) {
    const text = decodeUtf8(answer.body);
    // What an event holds is a text: no schema but that of an item says how it is made.
    if (text === undefined || (kind === 'event-stream' && itemSchema === undefined)) return OPEN;
    const { values, broken } = readSequence(kind, text, answer.truncated);
    if (broken !== undefined) return { kind: 'no-such-body', reason: `a part of it is no JSON: ${broken}` };
    return sequenceVerdict(representation, values);
  }
  if (answer.truncated) return OPEN;
  if (kind === 'text' && !SCALARS.some((type) => typesOf({ schema, root: schema }).has(type))) return OPEN;
  const read = readContent(representation, answer.body, header('content-type')[0] ?? '');
  switch (read.kind) {
    case 'any':
    case 'unread':
      return OPEN;
    case 'malformed':
      return { kind: 'no-such-body', reason: read.reason };
    case 'value':
      return read.certain ? against(schema, read.value) : OPEN;
  }
}
