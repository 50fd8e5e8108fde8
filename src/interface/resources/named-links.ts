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

/** True for a list of such things, or of their identities: `tags`, `tagIds`. */
function isCalledFor(name: string, thing: string): boolean {
  const words = wordsOfName(name);
  const last = words.at(-1) ?? '';
  const own = words.length > 1 && ENDS_OF_IDENTITIES.has(last) ? words.slice(0, -1) : words;
  return singularOf(plainName(own.join(''))) === thing;
}

/** How the items of a member name things; `undefined` where the member is no list of any. */
function itemsOf(schema: Schema, member: Schema, identity: string): Pick<NamedLink, 'identity'> | undefined {
  const { type, items } = mergedKeywords(member, schema);
  const isArray = type === undefined ? items !== undefined : [type].flat().includes('array');
  if (!isArray || items === undefined || !isSchema(items)) return undefined;
  const each = subschema(schema, items);
  const members = documentedMembers(each);
  if (members?.has(identity)) return { identity };
  const types = [...allowedTypes(mergedKeywords(each, each))];
  const areNames = types.length > 0 && types.every((one) => one === 'string' || one === 'integer');
  return areNames ? { identity: undefined } : undefined;
}

function linkOf(document: Interface, put: Operation): readonly NamedLink[] {
  const path = withoutEndSlashes(templateOf(put));
  const [, above = '', word = ''] = /^(.*\/\{[^{}]+\})\/([^/{}]+)\/\{[^{}]+\}$/.exec(path) ?? [];
  const isPut = (put.method === 'PUT' || put.method === 'POST') && put.documentation === 'full';
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
      !one.path.includes('{') &&
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
    isListed ||
    holder === target
  )
    return [];
  const schema = shownBy(holder.read, holder);
  if (schema === undefined || entrySchemaOf(target) === undefined) return [];
  const { identity } = target;
  const found = [...schemaMembers(schema).properties].flatMap(([member, own]) => {
    const items = isCalledFor(member, thing) ? itemsOf(schema, own, identity) : undefined;
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
