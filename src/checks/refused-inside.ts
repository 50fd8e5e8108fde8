import { jsonRepresentationFor } from '../interface/documented-answers.ts';
import { fromPointer } from '../json/pointer.ts';
import { isList, isObject, type Json, memberOf } from '../json/value.ts';
import { requestSchema, validatorOf } from '../oracle/contract.ts';
import { type Reading, sentJson } from '../oracle/reading.ts';
import type { Schema } from '../schema/keywords.ts';
import { schemaMembers } from '../schema/members.ts';
import { mergedKeywords } from '../schema/merge.ts';
import { subschema } from '../schema/resolve.ts';

/**
 * Requests with many entries, whose answer tells of each what became of it: `200` (or 207, RFC 4918 section 13) says that the request
 * was looked at, and a documented member of each result says whether its entry was taken.
 */

/** A list and where it stands: the value itself, or the one member of an object that is a list. */
type Batch = { readonly place: readonly string[]; readonly items: readonly Json[] };

function batchIn(value: Json): Batch | undefined {
  if (isList(value)) return { place: [], items: value };
  if (!isObject(value)) return undefined;
  const lists = Object.entries(value).flatMap(([name, held]) => (isList(held) ? [{ name, held }] : []));
  const [only] = lists;
  return only === undefined || lists.length > 1 ? undefined : { place: [only.name], items: only.held };
}

/** Which entries of a batch break the schema; `undefined` where something else does. */
function brokenEntries(schema: Schema, sent: Json, { place }: Batch): ReadonlySet<number> | undefined {
  const broken = new Set<number>();
  for (const { pointer } of validatorOf(schema)(sent)) {
    const steps = fromPointer(pointer);
    const at = steps[place.length] ?? '';
    if (place.some((name, index) => steps[index] !== name) || !/^\d+$/.test(at)) return undefined;
    broken.add(Number(at));
  }
  return broken.size === 0 ? undefined : broken;
}

/** Members by which a result tells that its entry was not taken. */
function tellsOfRefusal(result: Json, documented: ReadonlyMap<string, Schema>): boolean {
  if (!isObject(result)) return false;
  return Object.keys(result).some((name) => {
    if (!documented.has(name)) return false;
    const value = memberOf(result, name);
    if (/^(?:http)?[-_]?(?:status|code|status[-_]?code)$/i.test(name))
      return typeof value === 'number' && value >= 400 && value < 600;
    if (/^(?:success|successful|ok|valid|accepted|created)$/i.test(name)) return value === false;
    return /^(?:errors?|problems?|failures?|error[-_]?(?:code|message))$/i.test(name) && isSaid(value);
  });
}

function isSaid(value: Json | undefined): boolean {
  return isList(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';
}

/** The members of a result, as the document shows the answer. */
function documentedMembers(root: Schema, { place }: Batch): ReadonlyMap<string, Schema> {
  const [name] = place;
  const whole = mergedKeywords(root);
  const list = name === undefined ? whole : schemaMembers(root).properties.get(name);
  const items = list === undefined ? undefined : memberOf(mergedKeywords(list, root), 'items');
  return isObject(items) ? schemaMembers(subschema(root, items)).properties : new Map<string, Schema>();
}

/** True for an answer of success that tells, by documented members, that each broken entry of the request was refused. */
export function refusesInside(reading: Reading): boolean {
  const { answer, expectation } = reading;
  const schema = expectation.operation === undefined ? undefined : requestSchema(expectation.operation);
  if (schema === undefined || answer?.documented === undefined || answer.status >= 300) return false;
  if (answer.answer.truncated || answer.json.kind === 'invalid') return false;
  const sent = sentJson(reading);
  const [asked, told] = [sent === undefined ? undefined : batchIn(sent), batchIn(answer.json.value)];
  const shown = jsonRepresentationFor(answer.documented, answer.mediaType)?.schema;
  if (sent === undefined || asked === undefined || told === undefined || shown === undefined) return false;
  if (asked.items.length !== told.items.length) return false;
  const broken = brokenEntries(schema, sent, asked);
  const documented = documentedMembers(shown, told);
  return (
    broken !== undefined && [...broken].every((at) => tellsOfRefusal(told.items[at] ?? null, documented))
  );
}
