import { isObject, type Json, memberOf } from '../../../json/value.ts';
import { isMarked } from '../../../schema/direction.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { dereferenced } from '../../../schema/references.ts';
import { subschema } from '../../../schema/resolve.ts';
import { onceForBoth } from '../../../system/once-for.ts';

/**
 * Members that are the service's own inside of objects that clients send (`attributes.created_at`, `metadata.uid`): entries show them as
 * `readOnly`, and no request has them. Whoever sends back what it read sends them all the same, and nothing comes of it.
 */

/** `member`: the object that has it; `schema`: its own, of the schema `root` of that object. */
export type Inner = {
  readonly member: string;
  readonly name: string;
  readonly schema: Schema;
  readonly root: Schema;
};

function innerOf(schema: Schema, name: string): Schema | undefined {
  const member = schemaMembers(schema).properties.get(name);
  return member === undefined ? undefined : subschema(schema, dereferenced(schema, member));
}

const between = onceForBoth((sent: Schema & object, shown: Schema & object): readonly Inner[] =>
  [...schemaMembers(sent).properties.keys()].flatMap((member): readonly Inner[] => {
    const [own, root] = [innerOf(sent, member), innerOf(shown, member)];
    if (own === undefined || root === undefined) return [];
    const given = schemaMembers(own).properties;
    return [...schemaMembers(root).properties].flatMap(([name, schema]) => {
      const isOfClient = given.has(name) && !isMarked(own, name, 'readOnly');
      return isOfClient || !isMarked(root, name, 'readOnly') ? [] : [{ member, name, schema, root }];
    });
  }),
);

/** Those of the objects of a body and of what answers show. */
export function ownInsideOf(sent: Schema, shown: Schema): readonly Inner[] {
  return typeof sent === 'object' && typeof shown === 'object' ? between(sent, shown) : [];
}

/** What a client gives a member: an object without what is the service's own in it. */
export function givenOf(own: readonly Inner[], member: string, value: Json | undefined): Json | undefined {
  const names = own.flatMap((one) => (one.member === member ? [one.name] : []));
  if (!isObject(value) || !names.some((name) => memberOf(value, name) !== undefined)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
