import { plainName } from '../interface/names.ts';
import type { Operation } from '../interface/model.ts';
import { entrySchemaOf, type Resource } from '../interface/resources/resources.ts';
import { schemaMembers } from '../schema/members.ts';
import { onceForBoth } from '../system/once-for.ts';
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
