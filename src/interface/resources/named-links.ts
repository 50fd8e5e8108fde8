import { documentedMembers, schemaMembers } from '../../schema/members.ts';
import { allowedTypes, isSchema, type Schema } from '../../schema/keywords.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { subschema } from '../../schema/resolve.ts';
import { onceFor } from '../../system/once-for.ts';
import type { Interface, Operation } from '../model.ts';
import { plainName, singularOf, wordsOfName } from '../names.ts';
import { PEOPLE } from './lists/lists-of-holders.ts';
import { thingAt } from './names/called.ts';
import { placeOf, templateOf, withoutEndSlashes } from './places/places.ts';
import { entrySchemaOf, type Resource, resourcesOf } from './resources.ts';
import { shownBy } from './shown-entries.ts';

/**
 * Entries that are put into another one by their names and taken out again, and that this one shows: `PUT` and
 * `DELETE /notes/{id}/tags/{tagId}`, and the `tags` of a note, or its `tagIds`.
 */

export type NamedLink = {
  /** What one is put into. */
  readonly holder: Resource;
  /** What is put there. */
  readonly target: Resource;
  readonly put: Operation;
  readonly takeOut: Operation | undefined;
  /** The member of the holder that shows them. */
  readonly member: string;
  /** The member of each that names it; `undefined` where there is nothing but names. */
  readonly identity: string | undefined;
};

const ENDS_OF_IDENTITIES: ReadonlySet<string> = new Set(['id', 'ids', 'uuid', 'uuids']);

/** What the name of a member says that it lists: such things (`tags`), or their identities (`tagIds`). */
function calledFor(name: string, thing: string): 'things' | 'identities' | undefined {
  const words = wordsOfName(name);
  const areIdentities = words.length > 1 && ENDS_OF_IDENTITIES.has(words.at(-1) ?? '');
  const own = areIdentities ? words.slice(0, -1) : words;
  if (singularOf(plainName(own.join(''))) !== thing) return undefined;
  return areIdentities ? 'identities' : 'things';
}

/** How the items of a member name things; `undefined` where the member is no list of any, or may have their names in place of identities. */
function itemsOf(
  schema: Schema,
  member: Schema,
  { identity, called }: { readonly identity: string; readonly called: 'things' | 'identities' },
): Pick<NamedLink, 'identity'> | undefined {
  const { type, items } = mergedKeywords(member, schema);
  const isArray = type === undefined ? items !== undefined : [type].flat().includes('array');
  if (!isArray || items === undefined || !isSchema(items)) return undefined;
  const each = subschema(schema, items);
  const members = documentedMembers(each);
  if (members?.has(identity)) return { identity };
  if (called === 'things') return undefined;
  const types = [...allowedTypes(mergedKeywords(each, each))];
  const areNames = types.length > 0 && types.every((one) => one === 'string' || one === 'integer');
  return areNames ? { identity: undefined } : undefined;
}

function isAnywhere({ path }: Resource): boolean {
  return !path.includes('{');
}

/** True for two kinds of entries that are made inside of the same ones: the labels and the tasks of a project. */
function standBeside(one: Resource, other: Resource): boolean {
  const [own, others] = [one, other].map(({ create }) =>
    create === undefined ? undefined : placeOf(withoutEndSlashes(templateOf(create)).replace(/\/[^/]*$/, '')),
  );
  return own !== undefined && own === others;
}

function linkOf(document: Interface, put: Operation): readonly NamedLink[] {
  const path = withoutEndSlashes(templateOf(put));
  const [, above = '', word = ''] = /^(.*\/\{[^{}]+\})\/([^/{}]+)\/\{[^{}]+\}$/.exec(path) ?? [];
  // A POST may put it there again, or take it out when it is there.
  const isPut = put.method === 'PUT' && put.documentation === 'full';
  if (!isPut || put.requestBody !== undefined || above === '') return [];
  const thing = singularOf(plainName(word));
  // People may have to agree before they are shown.
  if (PEOPLE.has(thing)) return [];
  const resources = resourcesOf(document);
  const holder = resources.find(
    ({ kind, itemPath = '' }) => kind === 'collection' && placeOf(itemPath) === placeOf(above),
  );
  const [target, ...others] = resources.filter(
    (one) =>
      one.kind === 'collection' &&
      one.create !== undefined &&
      one.path !== `${above}/${word}` &&
      thingAt(one.path) === thing,
  );
  const isListed = document.operations.some(
    ({ method, path: other }) =>
      method === 'GET' && [placeOf(`${above}/${word}`), placeOf(path)].includes(placeOf(other)),
  );
  if (
    holder?.read === undefined ||
    holder.create === undefined ||
    target?.identity === undefined ||
    others.length > 0 ||
    !(isAnywhere(target) || standBeside(target, holder)) ||
    isListed ||
    holder === target
  )
    return [];
  const schema = shownBy(holder.read, holder);
  if (schema === undefined || entrySchemaOf(target) === undefined) return [];
  const { identity } = target;
  const found = [...schemaMembers(schema).properties].flatMap(([member, own]) => {
    const called = calledFor(member, thing);
    const items = called === undefined ? undefined : itemsOf(schema, own, { identity, called });
    return items === undefined ? [] : [{ member, ...items }];
  });
  const [shown, ...more] = found;
  if (shown === undefined || more.length > 0) return [];
  const takeOut = document.operations.find(
    ({ method, path: other, requestBody, documentation }) =>
      method === 'DELETE' &&
      documentation === 'full' &&
      requestBody === undefined &&
      placeOf(other) === placeOf(path),
  );
  return [{ holder, target, put, takeOut, ...shown }];
}

export const namedLinksOf = onceFor((document: Interface): readonly NamedLink[] =>
  document.operations.flatMap((operation) => linkOf(document, operation)),
);
