import { isList, isObject, type Json, memberOf } from '../json/value.ts';
import { holderOf, mapHeld, type Schema } from './keywords.ts';

/**
 * Documents that close each object that they describe, answers too, or say of it that it is open: a generator writes
 * `additionalProperties` (Swashbuckle and NSwag do), whatever its service makes of members that it does not know, and mostly it passes
 * over them. That says nothing of what is refused. Answers stay as closed as they are: what is shown is what the classes have.
 */

type JsonObject = { readonly [name: string]: Json };

/** Under these stands what is no schema, whatever it looks like. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);

function isDescribed(value: JsonObject): boolean {
  return isObject(value['properties']) && (value['type'] === undefined || value['type'] === 'object');
}

function isClosed(value: Json | undefined): boolean {
  return isObject(value) && value['additionalProperties'] === false;
}

function partsOf(value: Json): readonly Json[] {
  if (isList(value)) return value;
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    VALUES.has(name) || name.startsWith('x-') ? [] : [part],
  );
}

/** The objects of a document or of a part of it. */
function* objectsUnder(value: Json): Generator<JsonObject, undefined> {
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isObject(next)) yield next;
    open.push(...partsOf(next));
  }
}

function showsClosed(document: JsonObject, responses: Json): boolean {
  const components = memberOf(document, 'components');
  const schemas = isObject(components) ? components['schemas'] : memberOf(document, 'definitions');
  for (const part of objectsUnder(responses)) {
    const { $ref: reference } = part;
    const name = typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : '';
    if (isClosed(part) || (isObject(schemas) && isClosed(memberOf(schemas, name)))) return true;
  }
  return false;
}

/** True for a document that says of each object whether it is closed, and closes what answers show. */
export function closesThroughout(document: Json): boolean {
  if (!isObject(document)) return false;
  let showsOne = false;
  for (const part of objectsUnder(document)) {
    if (isDescribed(part) && !Object.hasOwn(part, 'additionalProperties')) return false;
    const { responses } = part;
    showsOne ||= responses !== undefined && showsClosed(document, responses);
  }
  return showsOne;
}

/** Branches tell themselves apart by being closed, and more is valid under `not` where less is inside. */
const LEFT_ALONE: ReadonlySet<string> = new Set(['oneOf', 'not', 'if']);

const opened = new WeakMap<object, Json>();

function openedPart(part: Json): Json {
  if (!isObject(part)) return part;
  const known = opened.get(part);
  if (known !== undefined) return known;
  const kept = Object.entries(part).filter(
    ([keyword, value]) => !(keyword === 'additionalProperties' && value === false && isDescribed(part)),
  );
  const members = kept.map(([keyword, value]): [string, Json] => {
    if (keyword === '$defs') return [keyword, mapHeld(value, 'named', openedPart)];
    const holder = LEFT_ALONE.has(keyword) ? undefined : holderOf(keyword);
    return [keyword, holder === undefined ? value : mapHeld(value, holder.holding, openedPart)];
  });
  const next = Object.fromEntries(members);
  opened.set(part, next);
  return next;
}

/** A resolved schema whose objects take members that they do not describe. */
export function withoutClosures(schema: Schema): Schema {
  const next = openedPart(schema);
  return isObject(next) ? next : schema;
}
