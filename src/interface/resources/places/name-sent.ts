import type { SentRequest } from '../../../http/exchange.ts';
import { fieldValues } from '../../../http/fields.ts';
import { documentedFor, essenceOf } from '../../../http/media-type.ts';
import { leadsElsewhere } from '../../../http/target.ts';
import { parseJson, plainText } from '../../../json/lossless.ts';
import { isName, isObject, type Json, memberOf } from '../../../json/value.ts';
import { onceForBoth } from '../../../system/once-for.ts';
import { readContent } from '../../content/content.ts';
import { mediaKindOf } from '../../content/media-kind.ts';
import type { Operation } from '../../model.ts';

/** Which entry a request is about whose path names none, and whose body does (`PUT /books` of `{id, …}`), in whatever media type it goes. */

type Sent = Pick<SentRequest, 'headers' | 'body'>;

/** What a body says, in whatever media type it goes; `undefined` where it can't be read. */
function valueIn({ requestBody }: Operation, { headers, body }: Sent): Json | undefined {
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
  nameIn(operation, valueIn(operation, sent)),
);

/** The text that names an entry in a body; `undefined` where none does, or one that would lead out of its place. */
export function nameIn({ namedBy }: Operation, sent: Json | undefined): string | undefined {
  const value = namedBy === undefined || !isObject(sent) ? undefined : memberOf(sent, namedBy);
  const text = isName(value) ? plainText(value) : '';
  return text === '' || leadsElsewhere(text) ? undefined : text;
}

/** The same for a request. */
export function nameInBody(operation: Operation, sent: Sent): string | undefined {
  return operation.namedBy === undefined ? undefined : nameOf(operation, sent);
}
