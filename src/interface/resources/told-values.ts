import type { Json } from '../../json/value.ts';
import { compileSchemaLater } from '../../schema/compile.ts';
import { schemaMembers } from '../../schema/members.ts';
import { subschema } from '../../schema/resolve.ts';
import { onceFor } from '../../system/once-for.ts';
import { entrySchemaOf, type Resource } from './resources.ts';

/** Which values entries may show of what the service knows of them, by their schemas. */

const memberFits = onceFor((resource: Resource) => {
  const schema = entrySchemaOf(resource) ?? true;
  const members = [...schemaMembers(schema).properties];
  return new Map(members.map(([name, member]) => [name, compileSchemaLater(subschema(schema, member))]));
});

/** True for a value that an entry may show for a member by its schema: the length of an empty file is none where it has to be more than 0. */
export function mayTell(resource: Resource, name: string, value: Json): boolean {
  return memberFits(resource).get(name)?.(value).length === 0;
}
