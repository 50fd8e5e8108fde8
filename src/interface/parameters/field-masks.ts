import { SAFE_METHODS } from '../../http/exchange.ts';
import { memberOf } from '../../json/value.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import type { Operation, Parameter } from '../model.ts';
import { plainName } from '../names.ts';

/** Updates of a part: a parameter names the members that change (`updateMask=displayName,labels`, AIP-134). */

const MASKS: ReadonlySet<string> = new Set(['updatemask', 'fieldmask']);
const FORMATS: ReadonlySet<unknown> = new Set(['google-fieldmask', 'field-mask']);

/**
 * The parameter that says which members of its body an update is about; `undefined` where the document has none. What the body has to have
 * is for the whole of an entry then.
 */
export function fieldMaskOf({ method, parameters }: Operation): Parameter | undefined {
  if (SAFE_METHODS.has(method)) return undefined;
  return parameters.find(
    ({ in: place, name, schema }) =>
      place === 'query' &&
      (MASKS.has(plainName(name)) || FORMATS.has(memberOf(mergedKeywords(schema), 'format'))),
  );
}
