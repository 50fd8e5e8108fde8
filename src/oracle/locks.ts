import { plainName, sentencesOf } from '../interface/names.ts';
import type { Operation } from '../interface/model.ts';
import { entrySchemaOf, type Resource } from '../interface/resources/resources.ts';
import { besideNull, type SchemaObject, schemaMembers } from '../schema/members.ts';
import { textOf } from '../schema/keywords.ts';
import { mergedKeywords } from '../schema/merge.ts';
import { onceFor, onceForBoth } from '../system/once-for.ts';
import { requestSchema } from './contract.ts';

/** What the state of an entry is called by, where a client has to say which one it read. */
const STATES: ReadonlySet<string> = new Set([
  'concurrencystamp',
  'etag',
  'generation',
  'lockversion',
  'resourceversion',
  'rev',
  'revision',
  'rowversion',
  'version',
]);

/** Those of them that are called by nothing else: `version` may as well be that of a product. */
const NOTHING_ELSE: ReadonlySet<string> = new Set([
  'concurrencystamp',
  'etag',
  'lockversion',
  'resourceversion',
  'rowversion',
]);

/** True for a member that is called as the state of an entry alone: whoever keeps that gives it its values. */
export function isCalledState(name: string): boolean {
  return NOTHING_ELSE.has(plainName(name));
}

/**
 * Where a body may say which state of an entry it is about, and need not: `metadata.resourceVersion`. Who has read no entry can't say
 * it, and no made-up value is the one that is asked for.
 */
export const optionalStates = onceFor((sent: SchemaObject): readonly (readonly string[])[] => {
  const { properties, required } = schemaMembers(sent);
  return [...properties].flatMap(([name, member]): (readonly string[])[] => {
    if (isCalledState(name)) return required.has(name) ? [] : [[name]];
    const inner = schemaMembers(besideNull(member, sent), sent);
    return [...inner.properties.keys()]
      .filter((own) => isCalledState(own) && !inner.required.has(own))
      .map((own) => [name, own]);
  });
});

/**
 * Members of an update in which a client says which state of the entry it read (optimistic locking): the entry shows them, its
 * creation does not take them, or they are called by nothing else, and after the update the entry has another one. Another value than the
 * one shown is refused.
 */
export const locksOf = onceForBoth((resource: Resource, operation: Operation): readonly string[] => {
  const [sent, shown] = [requestSchema(operation), entrySchemaOf(resource)];
  if (sent === undefined || shown === undefined || operation === resource.create) return [];
  const made = resource.create === undefined ? undefined : requestSchema(resource.create);
  const [entry, first] = [schemaMembers(shown).properties, schemaMembers(made ?? true).properties];
  return [...schemaMembers(sent).properties.keys()].filter(
    (name) => STATES.has(plainName(name)) && entry.has(name) && (!first.has(name) || isCalledState(name)),
  );
});

/** Refusals of who is late. */
const LATE: ReadonlySet<string> = new Set(['409', '412', '422']);

const OPEN = /\b(?:if|may|might|can|could|should|unless|until|optionally|sometimes)\b/i;

/** What such a refusal says of itself. */
const SAYS_LATE: readonly RegExp[] = [
  /\b(?:stale|outdated|out[- ]of[- ]date)\b/i,
  /\b(?:version|revision|etag|edit|update) (?:conflict|mismatch)\b/i,
  /\b(?:has|have|was|were) (?:been )?(?:changed|modified|updated|edited)(?: by .{1,40}?)? (?:since|meanwhile|in the meantime|in between)\b/i,
  /\b(?:is|was) (?:not|no longer) the (?:current|latest|newest|last)\b/i,
  /\bdoes not match the (?:current|latest|newest|stored)\b/i,
];

/** What a member says of itself. */
const SAYS_CURRENT: readonly RegExp[] = [
  /^(?:(?:it|this|the .{1,40}?) )?(?:must|has to|needs to) (?:be|match|equal|name) the (?:current|latest|newest)\b/i,
  /\bmust be the (?:version|revision|value|one) that was (?:last )?read\b/i,
];

function says(text: string, forms: readonly RegExp[]): boolean {
  return sentencesOf(text).some(
    (sentence) => !OPEN.test(sentence) && forms.some((form) => form.test(sentence)),
  );
}

/**
 * Those of them of which the document says in words that an update with any but the newest is refused: `409: The version is stale`, or of
 * the member `Has to be the current one`.
 */
export const toldLocks = onceForBoth((resource: Resource, operation: Operation): readonly string[] => {
  const names = locksOf(resource, operation);
  const schema = requestSchema(operation);
  const refusals = operation.responses.filter(({ status }) => LATE.has(status));
  if (names.length === 0 || schema === undefined || refusals.length === 0) return [];
  if (refusals.some(({ description }) => says(description, SAYS_LATE))) return names;
  const { properties } = schemaMembers(schema);
  return names.filter((name) => {
    const member = properties.get(name);
    const words = member === undefined ? undefined : textOf(mergedKeywords(member, schema), 'description');
    return says(words ?? '', SAYS_CURRENT);
  });
});
