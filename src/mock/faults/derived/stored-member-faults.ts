import type { Collection, Interface } from '../../../interface/model.ts';
import { isObject, listOf, type Json, memberOf } from '../../../json/value.ts';
import { compileSchema } from '../../../schema/compile.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { subschema } from '../../../schema/resolve.ts';
import type { Entry, Stages } from '../../answers/stages/stages.ts';
import type { Fault } from '../fault.ts';
import { derivedName } from './derived-name.ts';

const MOST_STEPS = 4;

function candidates(value: Json, schema: Schema, steps: number): readonly Json[] {
  const { enum: allowed } = mergedKeywords(schema);
  const others = listOf(allowed).filter((one) => one !== value);
  if (others.length > 0) return others;
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, value - 1];
  if (typeof value === 'string')
    return [value.toUpperCase(), value.toLowerCase(), value.slice(1), `${value}x`];
  if (Array.isArray(value)) return [value.slice(1), [...(value as readonly Json[]), ...value]];
  if (!isObject(value) || steps === MOST_STEPS) return [];
  const { properties } = schemaMembers(schema);
  return Object.entries(value).flatMap(([name, member]) =>
    candidates(member, subschema(schema, properties.get(name) ?? true), steps + 1).map((other) => ({
      ...value,
      [name]: other,
    })),
  );
}

/** Makes another value that the schema allows just as well; the value itself where there is none. */
function altering(schema: Schema): (value: Json) => Json {
  const validate = compileSchema(schema);
  return (value) =>
    candidates(value, schema, 0).find(
      (other) => validate(other).length === 0 && JSON.stringify(other) !== JSON.stringify(value),
    ) ?? value;
}

type Spoil = (entry: Entry) => Entry;

function without(name: string): Spoil {
  return ({ [name]: _dropped, ...kept }) => kept;
}

/** Entries as they are made, as a list shows them, or as they are read one by one. */
function spoiling(
  stages: Stages,
  { path }: Collection,
  at: 'create' | 'list' | 'read',
  spoil: Spoil,
): Stages {
  switch (at) {
    case 'create':
      return {
        ...stages,
        assign(collection, sent) {
          const entry = stages.assign(collection, sent);
          return collection.path === path ? spoil(entry) : entry;
        },
      };
    case 'list':
      return {
        ...stages,
        entries(collection) {
          const entries = stages.entries(collection);
          return collection.path === path ? entries.map(spoil) : entries;
        },
      };
    case 'read':
      return {
        ...stages,
        find(collection, identity) {
          const entry = stages.find(collection, identity);
          return collection.path === path && entry !== undefined ? spoil(entry) : entry;
        },
      };
  }
}

const CHECKS = {
  create: 'collections.created-as-sent',
  list: 'collections.listed',
  read: 'collections.read-back',
};

function collectionFaults(collection: Collection): readonly Fault[] {
  const { create, list, read, assigned, entrySchema } = collection;
  const shown = schemaMembers(entrySchema);
  const sent = [...schemaMembers(collection.sent.schema).properties.keys()];
  const members = sent.filter((name) => shown.properties.has(name) && !assigned.includes(name));
  const places = [
    { at: 'create', operation: create },
    { at: 'list', operation: list },
    ...(read === undefined ? [] : [{ at: 'read', operation: read } as const]),
  ] as const;
  return places.flatMap(({ at, operation }) =>
    members.flatMap((name) => {
      const alter = altering(subschema(entrySchema, shown.properties.get(name) ?? true));
      const fault = (kind: string, title: string, spoil: Spoil): Fault => ({
        name: derivedName(operation, name, kind),
        family: 'collections',
        title: `${operation.id} ${title} ${name}`,
        breaks: [`${CHECKS[at]}@${operation.id}`],
        apply: (stages) => spoiling(stages, collection, at, spoil),
      });
      const altered = fault('altered', 'shows another value of', (entry) => {
        const value = memberOf(entry, name);
        return value === undefined ? entry : { ...entry, [name]: alter(value) };
      });
      return shown.required.has(name) ? [altered] : [altered, fault('dropped', 'leaves out', without(name))];
    }),
  );
}

/** For each collection and each member that clients send: it is changed or lost, when it is created, listed or read. */
export function storedMemberFaults({ collections }: Interface): readonly Fault[] {
  return collections.flatMap(collectionFaults);
}
