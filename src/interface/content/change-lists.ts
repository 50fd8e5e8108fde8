import { documentedJson, JSON_PATCH } from '../../http/media-type.ts';
import { isObject, type Json, listOf, memberOf } from '../../json/value.ts';
import { isSchema, type Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { onceFor } from '../../system/once-for.ts';
import type { Operation } from '../model.ts';

/**
 * Changes that are told by a list of steps, each with the name of what it changes: JSON Patch (RFC 6902) is such a list, and the
 * body of a PATCH in SCIM holds one (RFC 7644 section 3.5.2).
 */

/** How steps name what they change: by JSON Pointers, or by the attributes of SCIM. */
export type ChangeListForm = 'pointers' | 'attributes';

const SCIM_PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const SCIM_STEPS = 'Operations';

function hasSteps(schema: Schema): boolean {
  const { properties } = schemaMembers(schema);
  const steps = properties.get(SCIM_STEPS);
  const { items } = steps === undefined ? {} : mergedKeywords(steps, schema);
  if (!properties.has('schemas') || !isSchema(items)) return false;
  const members = schemaMembers(items, schema).properties;
  return members.has('op') && members.has('path') && members.has('value');
}

/** The form of the list of changes that an operation takes, where it takes nothing else; `undefined` where it takes members. */
export const changeListFormOf: (operation: Operation) => ChangeListForm | undefined = onceFor(
  ({ method, requestBody }: Operation) => {
    const taken = documentedJson(requestBody?.representations ?? []);
    if (taken?.mediaType === JSON_PATCH) return 'pointers';
    return method === 'PATCH' && taken !== undefined && hasSteps(taken.schema) ? 'attributes' : undefined;
  },
);

/** The body of a PATCH in SCIM with these steps. */
export function scimPatch(steps: readonly Json[]): Json {
  return { schemas: [SCIM_PATCH], [SCIM_STEPS]: steps };
}

/** The steps of the body of a PATCH in SCIM; `undefined` for any other body. */
export function scimStepsIn(body: Json): readonly Json[] | undefined {
  if (!isObject(body) || !listOf(memberOf(body, 'schemas')).includes(SCIM_PATCH)) return undefined;
  return listOf(memberOf(body, SCIM_STEPS));
}
