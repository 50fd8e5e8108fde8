import { queryParameters, targetParts } from '../../http/target.ts';
import type { JsonObject } from '../../json/value.ts';
import { schemaMembers } from '../../schema/members.ts';
import type { Operation } from '../model.ts';
import { writtenInQuery } from '../resources/members-in-query.ts';
import { readText } from './texts.ts';

/** What a request says of an entry in its query; `undefined` where it says nothing there, or the same member twice. */
export function membersInQuery(operation: Operation, target: string): JsonObject | undefined {
  const schema = writtenInQuery(operation);
  if (schema === undefined) return undefined;
  const members = schemaMembers(schema).properties;
  const sent = [...queryParameters(targetParts(target).query)].filter(([name]) => members.has(name));
  const read = sent.map(
    ([name, text]) => [name, readText(text, { schema: members.get(name) ?? true, root: schema })] as const,
  );
  return new Set(sent.map(([name]) => name)).size === sent.length ? Object.fromEntries(read) : undefined;
}
