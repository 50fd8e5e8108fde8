import { plainName } from '../interface/names.ts';
import type { Operation } from '../interface/model.ts';
import { entrySchemaOf, type Resource } from '../interface/resources/resources.ts';
import { besideNull, type SchemaObject, schemaMembers } from '../schema/members.ts';
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

/**
 * Where a body may say which state of an entry it is about, and need not: `metadata.resourceVersion`. Who has read no entry can't say
 * it, and no made-up value is the one that is asked for.
 */
export const optionalStates = onceFor((sent: SchemaObject): readonly (readonly string[])[] => {
  const { properties, required } = schemaMembers(sent);
  return [...properties].flatMap(([name, member]): (readonly string[])[] => {
    if (NOTHING_ELSE.has(plainName(name))) return required.has(name) ? [] : [[name]];
    const inner = schemaMembers(besideNull(member, sent), sent);
    return [...inner.properties.keys()]
      .filter((own) => NOTHING_ELSE.has(plainName(own)) && !inner.required.has(own))
      .map((own) => [name, own]);
  });
});

/**
 * Members of an update in which a client says which state of the entry it read (optimistic locking): the entry shows them, its
 * creation does not take them, and after the update the entry has another one. Another value than the one shown is refused.
 */
export const locksOf = onceForBoth((resource: Resource, operation: Operation): readonly string[] => {
  const [sent, shown] = [requestSchema(operation), entrySchemaOf(resource)];
  if (sent === undefined || shown === undefined || operation === resource.create) return [];
  const made = resource.create === undefined ? undefined : requestSchema(resource.create);
  const [entry, first] = [schemaMembers(shown).properties, schemaMembers(made ?? true).properties];
  return [...schemaMembers(sent).properties.keys()].filter(
    (name) => STATES.has(plainName(name)) && entry.has(name) && !first.has(name),
  );
});
