import type { Operation } from '../interface/model.ts';
import { parameterNames } from '../interface/path-matching.ts';
import { shownBy } from '../interface/resources/shown-entries.ts';
import { isObject, type Json, listOf, memberOf } from '../json/value.ts';
import type { Keywords, Schema } from '../schema/keywords.ts';
import { besideNull, schemaMembers } from '../schema/members.ts';
import { mergedKeywords } from '../schema/merge.ts';
import { subschema } from '../schema/resolve.ts';
import { onceFor } from '../system/once-for.ts';
import { requestSchema, validatorOf } from './contract.ts';

/**
 * Documents that take more than they show: a change may give a member any text, and no answer may show one of more than thirty
 * characters. A service that keeps what it may be sent breaks its own answers then, and one that refuses it breaks nothing. So
 * ordinary requests keep to values that fit both.
 */

/** Keywords that leave values out of one type. */
const BOUNDS: readonly string[] = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'enum',
  'minItems',
  'maxItems',
  'uniqueItems',
];

const PLAIN_TYPES: readonly string[] = ['string', 'integer', 'number', 'boolean'];

/** What an answer asks of a member beyond what the request asks of it; `undefined` where that is nothing. */
function further(
  sent: Keywords,
  shown: Keywords,
  root: { readonly sent: Schema; readonly shown: Schema },
): Json {
  const type = memberOf(sent, 'type');
  if (type !== memberOf(shown, 'type') || typeof type !== 'string') return {};
  const bounds = BOUNDS.flatMap((keyword): (readonly [string, Json])[] => {
    const value = memberOf(shown, keyword);
    const isSame = JSON.stringify(value) === JSON.stringify(memberOf(sent, keyword));
    return value === undefined || isSame ? [] : [[keyword, value]];
  });
  if (PLAIN_TYPES.includes(type)) return Object.fromEntries(bounds);
  const [own, theirs] = [memberOf(sent, 'items'), memberOf(shown, 'items')];
  if (type !== 'array' || !isObject(own) || !isObject(theirs)) return {};
  const items = further(mergedKeywords(own, root.sent), mergedKeywords(theirs, root.shown), root);
  const inner = isObject(items) && Object.keys(items).length > 0 ? { items } : {};
  return { ...Object.fromEntries(bounds), ...inner };
}

/**
 * The schema of a request, narrowed to members that its answer of success may show, too; `undefined` where it asks nothing more of
 * them, or the operation takes no body that assay can write.
 */
export const sentAndShown = onceFor((operation: Operation): Schema | undefined => {
  const sent = requestSchema(operation);
  const shown = shownBy(operation, { parameter: parameterNames(operation.path).at(-1) });
  if (sent === undefined || shown === undefined || typeof sent === 'boolean') return undefined;
  const entry = schemaMembers(shown).properties;
  const narrowed = [...schemaMembers(sent).properties].flatMap(
    ([name, member]): (readonly [string, Json])[] => {
      const other = entry.get(name);
      if (other === undefined) return [];
      // Where null is sent, and never shown, the service may have a value of its own in its place.
      const [own, theirs] = [besideNull(member, sent), besideNull(other, shown)];
      const more = further(mergedKeywords(own, sent), mergedKeywords(theirs, shown), { sent, shown });
      if (!isObject(more) || Object.keys(more).length === 0) return [];
      const values = listOf(memberOf(more, 'enum'));
      const isNullShown = theirs !== other && validatorOf(subschema(shown, other))(null).length === 0;
      return [[name, isNullShown && values.length > 0 ? { ...more, enum: [...values, null] } : more]];
    },
  );
  if (narrowed.length === 0) return undefined;
  const { $defs, ...rest } = sent;
  const both = { allOf: [rest, { properties: Object.fromEntries(narrowed) }] };
  return $defs === undefined ? both : { ...both, $defs };
});
