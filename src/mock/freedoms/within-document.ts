import { jsonShownBy, responseFor } from '../../interface/documented-answers.ts';
import { isList, isObject, type Json, memberOf } from '../../json/value.ts';
import { compilePart, compileSchemaLater, type SchemaValidator } from '../../schema/compile.ts';
import { isSchema, type Keywords, type Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { onceFor } from '../../system/once-for.ts';
import type { DocumentedResponse } from '../../interface/model.ts';
import type { Reply, Stages, Visit } from '../answers/stages/stages.ts';

/** A member as its schema describes it. */
export type ShownMember = {
  readonly name: string;
  readonly keywords: Keywords;
  readonly isRequired: boolean;
  /** Whether the member may have a value. */
  readonly fits: (value: Json) => boolean;
};

/** What becomes of a member; `undefined` leaves it out. It is asked for those that a schema names and a value does not have, too. */
type MemberChange = (value: Json | undefined, member: ShownMember) => Json | undefined;

/** Deeper parts of a value are shown as they are. */
const DEEPEST = 6;

/** A value with other members wherever its schema names them. */
export function shownAnew(
  value: Json,
  schema: Schema,
  change: MemberChange,
  root: Schema = schema,
  depth = 0,
): Json {
  if (depth > DEEPEST) return value;
  const keywords = mergedKeywords(schema, root);
  const inside = (own: Json, inner: Schema): Json => shownAnew(own, inner, change, root, depth + 1);
  if (isList(value)) {
    const { items } = keywords;
    return isSchema(items) ? value.map((item: Json) => inside(item, items)) : value;
  }
  if (!isObject(value)) return value;
  const { properties, required } = schemaMembers(schema, root);
  const names = new Set([...Object.keys(value), ...properties.keys()]);
  return Object.fromEntries(
    [...names].flatMap((name): (readonly [string, Json])[] => {
      const inner = properties.get(name);
      const own = memberOf(value, name);
      if (inner === undefined) return own === undefined ? [] : [[name, own]];
      const fits = (other: Json): boolean => compilePart(root, inner)(other).length === 0;
      const member = { name, keywords: mergedKeywords(inner, root), isRequired: required.has(name), fits };
      const next = change(own === undefined ? undefined : inside(own, inner), member);
      return next === undefined ? [] : [[name, next]];
    }),
  );
}

const validatorOf = onceFor((response: DocumentedResponse): SchemaValidator | undefined => {
  const json = jsonShownBy(response);
  return json === undefined ? undefined : compileSchemaLater(json.schema);
});

/** What becomes of a JSON body of an answer, which the document describes with this schema. */
export type BodyChange = (value: Json, schema: Schema, visit: Visit) => Json;

/** Changes JSON bodies of successes wherever what comes of it is still what the document describes. */
export function showingOtherwise(stages: Stages, change: BodyChange): Stages {
  const changed = (reply: Reply, visit: Visit): Reply => {
    const { status, body } = reply;
    const response = visit.operation === undefined ? undefined : responseFor(visit.operation, status);
    if (body.kind !== 'json' || response === undefined || status >= 300) return reply;
    const schema = jsonShownBy(response)?.schema;
    const validate = validatorOf(response);
    if (schema === undefined || validate === undefined || validate(body.value).length > 0) return reply;
    const value = change(body.value, schema, visit);
    return validate(value).length > 0 ? reply : { ...reply, body: { ...body, value } };
  };
  return {
    ...stages,
    decorate: (reply, charge, visit) => stages.decorate(changed(reply, visit), charge, visit),
  };
}
