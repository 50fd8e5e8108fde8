import { sentTo } from '../../src/checks/resources/life/members/entry-state.ts';
import { isFreeText } from '../../src/checks/resources/promises.ts';
import type { Operation } from '../../src/interface/model.ts';
import { changesByMerge } from '../../src/interface/resources/words/told-replacements.ts';
import { takenByNull } from '../../src/interface/resources/words/members/told-null.ts';
import { isList, isObject, type Json, type JsonObject, memberOf } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { isSchema, type Keywords, type Schema } from '../../src/schema/keywords.ts';
import { besideNull, schemaMembers } from '../../src/schema/members.ts';
import { validValues } from '../../src/schema/generate/valid.ts';
import { mergedKeywords } from '../../src/schema/merge.ts';
import { subschema } from '../../src/schema/resolve.ts';
import { sampleOne } from '../../src/system/seeded.ts';
import type { ProbeContext } from '../../src/session/probe.ts';
import { type Living, othersThan } from './bodies.ts';

/** Changes of a part of what is there: to nothing, and inside of objects and maps. */

/** So many members are given to nothing at once. */
const MOST_EMPTIED = 20;

/**
 * A change that gives members what programs take for nothing: `false`, 0 where the document names it as the least, an empty list;
 * null where the schema has it, in a merge patch or where the document says that it takes the value away. `undefined` where nothing of the kind would change what is there.
 */
export function emptyingBody({ resource, shown }: Living, operation: Operation): Json | undefined {
  const schema = requestSchema(operation);
  const place = sentTo(operation, resource);
  if (schema === undefined || place === undefined || shown === undefined || place.pointer !== '')
    return undefined;
  const members = [...schemaMembers(place.schema).properties].slice(0, MOST_EMPTIED);
  const taken =
    isSchema(place.schema) && typeof place.schema !== 'boolean'
      ? takenByNull(operation, place.schema)
      : new Set();
  const pairs = members.flatMap(([name, member]): (readonly [string, Json])[] => {
    const value = nothingOf(memberOf(shown, name), mergedKeywords(member, place.schema));
    const isMeant = changesByMerge(operation) || taken.has(name);
    const isNull = isMeant && typeof memberOf(shown, name) === 'string';
    const next = isNull ? null : value;
    const isValid = next !== undefined && validatorOf(schema)({ [name]: next }).length === 0;
    return isValid && next !== undefined ? [[name, next]] : [];
  });
  const body = Object.fromEntries(pairs);
  return pairs.length === 0 || validatorOf(schema)(body).length > 0 ? undefined : body;
}

function nothingOf(there: Json | undefined, keywords: Keywords): Json | undefined {
  if (there === true) return false;
  if (typeof there === 'number' && there !== 0) return keywords['minimum'] === 0 ? 0 : undefined;
  return isList(there) && there.length > 0 ? [] : undefined;
}

/** Another value for a member of an object: the client's own words, another one of a few, or a number beside it. */
function otherInside(
  context: ProbeContext,
  [root, member]: readonly [Schema, Schema],
  there: Json,
): readonly Json[] {
  if (typeof there === 'string' && isFreeText(root, member)) return [`${context.marker()} Inner`];
  if (typeof there !== 'string' && typeof there !== 'number' && typeof there !== 'boolean') return [];
  const others = othersThan(there, mergedKeywords(member, root));
  return others.length > 0 || typeof there !== 'string' ? others : drawnOther(context, [root, member], there);
}

/** Another text of the form that the document gives a member (an address, what a pattern describes). */
function drawnOther(
  { seed }: ProbeContext,
  [root, member]: readonly [Schema, Schema],
  there: string,
): readonly string[] {
  const supply = validValues(subschema(root, besideNull(member, root)));
  const drawn = supply.kind === 'unsupported' ? there : sampleOne(supply.arbitrary, seed, `beside ${there}`);
  return typeof drawn === 'string' && drawn !== there ? [drawn] : [];
}

/** A change of an object inside of an entry: one member alone of several, or one more in a map. */
function changeInside(
  context: ProbeContext,
  root: Schema,
  schema: Schema,
  inner: JsonObject,
): readonly JsonChange[] {
  const said = mergedKeywords(besideNull(schema, root), root);
  const { properties, required } = schemaMembers(said, root);
  const names = Object.keys(inner).filter((name) => memberOf(inner, name) !== null);
  const { additionalProperties: held } = said;
  if (properties.size === 0 && isSchema(held) && names.length > 0 && isFreeText(root, held))
    return [{ [MORE_IN_MAP]: context.marker() }];
  if (names.length < 2) return [];
  const changes = names.flatMap((name) => {
    if (ON_ITS_WAY.test(name)) return [];
    const member = properties.get(name);
    const others =
      member === undefined ? [] : otherInside(context, [root, member], memberOf(inner, name) ?? null);
    return others.map((other) => ({ [name]: other }));
  });
  return [...changes, ...changes.flatMap((change) => withRequired(inner, change, required, names))];
}

/** The change with what the document wants of such an object, as it is there, where that leaves out something else that is. */
function withRequired(
  inner: JsonObject,
  change: JsonChange,
  required: ReadonlySet<string>,
  names: readonly string[],
): readonly JsonChange[] {
  const wanted = [...required].flatMap((name): (readonly [string, Json])[] => {
    const there = memberOf(inner, name);
    return there === undefined ? [] : [[name, there]];
  });
  const whole = { ...Object.fromEntries(wanted), ...change };
  return names.some((name) => !Object.hasOwn(whole, name)) ? [whole] : [];
}

type JsonChange = { readonly [name: string]: Json };

/** Where a state may be led to is the service's to say. */
const ON_ITS_WAY = /state|status|stage|phase|step/i;

/** What no map has that a run fills. */
const MORE_IN_MAP = 'member3';

/** A merge patch of one member inside of each object: the others stay (RFC 7396). */
export function innerChange({ context, resource, shown }: Living, operation: Operation): Json | undefined {
  const schema = requestSchema(operation);
  const place = sentTo(operation, resource);
  if (schema === undefined || !changesByMerge(operation) || place?.pointer !== '') return undefined;
  const members = [...schemaMembers(place.schema).properties];
  return members.reduce<JsonChange | undefined>((body, [name, member]) => {
    const inner = shown === undefined ? undefined : memberOf(shown, name);
    const changes = isObject(inner) ? changeInside(context, place.schema, member, inner) : [];
    const ways = changes.map((change) => ({ ...body, [name]: change }));
    return ways.find((way) => validatorOf(schema)(way).length === 0) ?? body;
  }, undefined);
}
