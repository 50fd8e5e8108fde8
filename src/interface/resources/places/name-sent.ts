import type { SentRequest } from '../../../http/exchange.ts';
import { fieldValues } from '../../../http/fields.ts';
import { documentedFor, essenceOf } from '../../../http/media-type.ts';
import { leadsElsewhere, targetParts } from '../../../http/target.ts';
import { parseJson, plainText } from '../../../json/lossless.ts';
import { isName, isObject, type Json, memberOf } from '../../../json/value.ts';
import { onceForBoth } from '../../../system/once-for.ts';
import { readContent } from '../../content/content.ts';
import { mediaKindOf } from '../../content/media-kind.ts';
import type { Operation } from '../../model.ts';
import { nameInQuery } from './places.ts';

/**
 * Which entry a request is about whose path names none: its body does (`PUT /books` of `{id, …}`), in whatever media type it goes, or its query
 * (`DELETE /books?id=7`).
 */

type Sent = Pick<SentRequest, 'target' | 'headers' | 'body'>;

/** What a body says, in whatever media type it goes; `undefined` where it can't be read. */
function valueIn({ requestBody }: Operation, { headers, body }: Omit<Sent, 'target'>): Json | undefined {
  const [contentType = ''] = fieldValues(headers, 'content-type');
  const essence = essenceOf(contentType);
  if (body === undefined) return undefined;
  if (essence === undefined || mediaKindOf(essence) === 'json') {
    const parsed = parseJson(body);
    return parsed.kind === 'json' ? parsed.value : undefined;
  }
  const representation = documentedFor(requestBody?.representations ?? [], essence);
  const read = representation === undefined ? undefined : readContent(representation, body, contentType);
  return read?.kind === 'value' ? read.value : undefined;
}

const nameOf = onceForBoth((operation: Operation, sent: Sent): string | undefined =>
  nameInBody(operation, valueIn(operation, sent)),
);

/** The text that names an entry in a body; `undefined` where none does, or one that would lead out of its place. */
export function nameInBody({ namedBy }: Operation, sent: Json | undefined): string | undefined {
  const value = namedBy?.in === 'body' && isObject(sent) ? memberOf(sent, namedBy.name) : undefined;
  const text = isName(value) ? plainText(value) : '';
  return text === '' || leadsElsewhere(text) ? undefined : text;
}

/** The same for a request. */
export function nameSent(operation: Operation, sent: Sent): string | undefined {
  if (operation.namedBy?.in !== 'query')
    return operation.namedBy === undefined ? undefined : nameOf(operation, sent);
  return nameInQuery(operation, targetParts(sent.target).query);
}
