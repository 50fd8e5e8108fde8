import { changedBy, madeInPlace } from './words/told-replacements.ts';
import { plainName, singularOf } from '../names.ts';
import type { Schema } from '../../schema/keywords.ts';
import { withSharedMembers } from '../../schema/shared-members.ts';
import { memberOf } from '../../json/value.ts';
import { schemaMembers } from '../../schema/members.ts';
import { onceFor } from '../../system/once-for.ts';
import { type Interface, type Operation, isUnnamed } from '../model.ts';
import { parameterNames } from '../path-matching.ts';
import { asksForList } from './listing-posts.ts';
import { type MadeElsewhere, withMakers } from './places/made-elsewhere.ts';
import { withListsElsewhere } from './places/listed-elsewhere.ts';
import { type Found, joinedAll } from './places/made-inside.ts';
import { type OtherPlace, otherPlacesOf, placeFinding } from './places/other-places.ts';
import { depthOf, firstSegments, placeOf, templateOf, withoutEndSlashes } from './places/places.ts';
import { heldBy, withIdentity } from './held-by.ts';
import { holdingIn, plainSchema } from './plain-members.ts';
import { type Entries, entriesOf, openEntries } from './read-collections.ts';
import {
  answeredBy,
  type Finding,
  guessedIdentity,
  type Identity,
  identityInSent,
  identityOf,
  onEntry,
  roleFinding,
  saysNothingOf,
  shownBy,
} from './shown-entries.ts';
import {
  actionsBelow,
  at,
  belowEntry,
  isItemPlace,
  isListOfAnother,
  leadsToLists,
  type Places,
} from './places/standing-at.ts';

/**
 * The resources of a document: what is made, listed, read, replaced, changed and removed by which of its operations. Found from
 * paths first, then from schemas, then from the names of operations; what is guessed says so (`assay explain --resources`).
 */

/** Things of one kind under one path, or one thing that is always there. */
export type Resource = {
  readonly kind: 'collection' | 'singleton';
  /** Path template of the list, or of the one thing; as the document writes it, without a slash at its end. */
  readonly path: string;
  /** Path template of one entry; `undefined` for what has none. */
  readonly itemPath: string | undefined;
  /** Name of the parameter that names an entry in `itemPath`. */
  readonly parameter: string | undefined;
  /** Path of the resource that this one is inside of. */
  readonly parent: string | undefined;
  readonly list: Operation | undefined;
  /** POST on the list. */
  readonly create: Operation | undefined;
  /** POST on the place of an entry that is not there yet: whoever sends it chooses the name. */
  readonly makeAt: Operation | undefined;
  readonly read: Operation | undefined;
  /** PUT on the entry. */
  readonly replace: Operation | undefined;
  /** PATCH on the entry. */
  readonly change: Operation | undefined;
  /** DELETE on the entry. */
  readonly remove: Operation | undefined;
  /** DELETE on the list: never sent, since it takes what others made. */
  readonly removeAll: Operation | undefined;
  /** POST, PUT, PATCH or DELETE on something below an entry that is no resource of its own: what is done to the entry. */
  readonly actions: readonly Operation[];
  /** Where the answer of the list holds its entries. */
  readonly entries: Entries | undefined;
  /** The member of an entry, or of the body that makes one, that stands in its path. */
  readonly identity: string | undefined;
  /** The member of what holds the entries that has them, where answers show the holder in their place (a cart, for its lines). */
  readonly inHolder?: string;
  /** The object in an entry that holds what requests send plainly. */
  readonly holding?: string;
  /** The operation that reads what holds the entries, where nothing else shows them: `entries` says where its answer has them. */
  readonly seenIn?: Operation;
  /** Places of what is inside of the entries, under another name of theirs. */
  readonly otherPlaces?: readonly OtherPlace[];
  /** How entries are named that are made at another place than theirs: `create` is the first of their makers. */
  readonly elsewhere?: MadeElsewhere;
  readonly findings: readonly Finding[];
};

/** The schema of one entry as some answer shows it: of its reading, of its creation, of the list. */
export function entrySchemaOf(resource: Omit<Resource, 'parent'>): Schema | undefined {
  const { read, create, makeAt, replace, entries, holding } = resource;
  const shown = [read, create, makeAt, replace].map((one) => shownBy(one, resource));
  const schema = shown.find((one) => one !== undefined) ?? entries?.schema;
  return schema === undefined ? undefined : plainSchema(withSharedMembers(schema), holding);
}

/**
 * True for entries of which no answer is described (`200: OK`, or the `{}` that frameworks write where a handler says nothing of its result),
 * or none that reads one: what they show is known by looking at it alone.
 */
export const isUndescribed = onceFor((resource: Resource): boolean => {
  const schema = entrySchemaOf(resource);
  const isOpen = schema === undefined || schemaMembers(schema).properties.size === 0;
  return isOpen || (resource.read !== undefined && saysNothingOf(resource.read));
});

/** The nearest resource that a place is inside of. */
function parentOf(place: string, resources: ReadonlyMap<string, string>): string | undefined {
  let above = place;
  while (above.includes('/')) {
    above = above.slice(0, above.lastIndexOf('/'));
    if (!isItemPlace(above)) continue;
    const found = resources.get(above.slice(0, -'/{}'.length));
    if (found !== undefined) return found;
  }
  return undefined;
}

function collectionAt(
  document: Interface,
  places: Places,
  place: string,
): Omit<Resource, 'parent'> | undefined {
  if (leadsToLists(places, place)) return undefined;
  const item = `${place}/{}`;
  const [list, posted] = [at(places, place, 'GET'), at(places, place, 'POST')];
  const isSearch = list !== undefined && posted !== undefined && asksForList(posted, list);
  const create = isSearch ? undefined : posted;
  const [read, replace] = [at(places, item, 'GET'), at(places, item, 'PUT')];
  const [patch, remove] = [at(places, item, 'PATCH'), at(places, item, 'DELETE')];
  const post = at(places, item, 'POST');
  const makeAt = madeInPlace(post, create);
  const change = patch ?? (makeAt === undefined ? changedBy(post, document.about) : undefined);
  const own = [read, replace, change, remove].find((operation) => operation !== undefined);
  const known = document.collections.find((collection) => placeOf(collection.path) === place);
  const isOpen = create !== undefined && own !== undefined;
  const told = list === undefined ? undefined : (entriesOf(list) ?? (isOpen ? openEntries(list) : undefined));
  const entries = known === undefined ? told : { pointer: known.entriesPointer, schema: known.entrySchema };
  const makes = create ?? makeAt ?? replace;
  const below = own ?? (entries === undefined ? undefined : belowEntry(places, item));
  if (below === undefined && (known === undefined || create === undefined)) return undefined;
  const isHeld = [makes, remove, change, belowEntry(places, item)].some((one) => one !== undefined);
  if (!isHeld && entries === undefined) return undefined;
  const itemPath =
    below === undefined
      ? undefined
      : withoutEndSlashes(firstSegments(templateOf(below), place.split('/').length + 1));
  const parameter = itemPath === undefined ? undefined : parameterNames(itemPath).at(-1);
  const [readEntry, made, replaced] = [read, create, replace].map((one) =>
    shownBy(one, { parameter, entries, create: makes }),
  );
  const schemas = [readEntry, made, entries?.schema, replaced];
  const thing = singularOf(plainName(place.slice(place.lastIndexOf('/') + 1)));
  const guesses = schemas.flatMap((schema) =>
    schema === undefined || parameter === undefined ? [] : (identityOf(schema, parameter, thing) ?? []),
  );
  const declared: Identity | undefined =
    known === undefined || isUnnamed(known)
      ? undefined
      : { member: known.identity, ground: 'schemas', words: 'the creation answers with it' };
  // What creations and lists do not show can't name what is made.
  const isShown = (member: string): boolean =>
    known === undefined ||
    [known.created.schema, known.entrySchema].some((one) => schemaMembers(one).properties.has(member));
  const identity =
    guesses.find(({ ground, member }) => ground !== 'names' && isShown(member)) ??
    identityInSent(create, parameter) ??
    guessedIdentity(declared ?? guesses[0], {
      schemas,
      entry: readEntry ?? made,
      create,
      parameter: own?.parameters.find(({ name }) => name === parameter),
    });
  const actions = [...actionsBelow(places, item)];
  if (post !== undefined && makeAt === undefined && change !== post) actions.push(post);
  const listed = (operation: Operation | undefined): operation is Operation =>
    operation !== undefined && entries !== undefined;
  const first = list ?? create;
  const above = first === undefined ? (itemPath ?? '').replace(/\/\{[^{}]*\}$/, '') : templateOf(first);
  const path = withoutEndSlashes(above);
  return {
    kind: 'collection',
    path,
    itemPath,
    parameter,
    list: listed(list) ? list : undefined,
    create,
    makeAt,
    read,
    replace,
    change,
    remove,
    removeAll: at(places, place, 'DELETE'),
    actions,
    entries,
    identity: identity?.member,
    findings: [
      ...roleFinding('list', listed(list) ? list : undefined, 'it answers with an array of objects'),
      ...roleFinding('create', create, 'a POST on the path of the list'),
      ...roleFinding('make', makeAt, 'a POST on the place of one entry'),
      ...roleFinding(
        'read',
        read,
        read?.namedBy === undefined ? 'one parameter behind the path of the list' : onEntry(read),
      ),
      ...roleFinding('replace', replace, onEntry(replace)),
      ...roleFinding(
        'change',
        change,
        change === patch ? onEntry(change) : `${onEntry(change)} that says what it keeps`,
      ),
      ...roleFinding('remove', remove, onEntry(remove)),
      ...(identity === undefined
        ? []
        : [{ part: `identity ${identity.member}`, ground: identity.ground, words: identity.words }]),
    ],
  };
}

/** The list at the path where entries are made: none where a list of all of them stands at a path of its own. */
export function listInside({ list, create }: Pick<Resource, 'list' | 'create'>): Operation | undefined {
  const isThere =
    list !== undefined && (create === undefined || placeOf(templateOf(list)) === placeOf(templateOf(create)));
  return isThere ? list : undefined;
}

function singletonAt(places: Places, place: string): Omit<Resource, 'parent'> | undefined {
  const read = at(places, place, 'GET');
  const [replace, change] = [at(places, place, 'PUT'), at(places, place, 'PATCH')];
  if (read === undefined || (replace === undefined && change === undefined)) return undefined;
  const shown = answeredBy(read);
  if (shown === undefined) return undefined;
  return {
    kind: 'singleton',
    path: withoutEndSlashes(templateOf(read)),
    itemPath: undefined,
    parameter: undefined,
    list: undefined,
    create: undefined,
    makeAt: undefined,
    read,
    replace,
    change,
    remove: at(places, place, 'DELETE'),
    removeAll: undefined,
    actions: [],
    entries: undefined,
    identity: undefined,
    findings: [
      ...roleFinding('read', read, 'one thing that is always there'),
      ...roleFinding('replace', replace, 'a PUT on the same path'),
      ...roleFinding('change', change, 'a PATCH on the same path'),
    ],
  };
}

/** The resources of a document, outer ones before those inside of them. Pure, and the same object for the same document. */
export const resourcesOf: (document: Interface) => readonly Resource[] = onceFor(
  (document: Interface): readonly Resource[] => {
    const places = Map.groupBy(document.operations, (one) => placeOf(templateOf(one)));
    const lists = new Set(
      [...places.keys()].map((place) => {
        const above = isItemPlace(place) ? place.slice(0, -'/{}'.length) : place;
        return isListOfAnother(document, places, above) ? place : above;
      }),
    );
    const apart = [...lists].flatMap((place): Found[] => {
      const resource =
        collectionAt(document, places, place) ??
        (isItemPlace(place) ? undefined : singletonAt(places, place));
      return resource === undefined ? [] : [{ place, resource }];
    });
    const found = withListsElsewhere(withMakers(joinedAll(apart), document.operations), document.operations);
    const others = otherPlacesOf(
      document.operations,
      found.map(({ resource }) => ({ resource, entry: entrySchemaOf(resource) })),
    );
    const paths = new Map(
      found.flatMap(({ place, also = place, resource }) =>
        resource.kind === 'collection'
          ? ([place, also] as const).map((each) => [each, resource.path] as const)
          : [],
      ),
    );
    for (const [{ path }, own] of others)
      for (const { itemPath } of own) paths.set(placeOf(itemPath).slice(0, -'/{}'.length), path);
    const parts = new Set(
      found.flatMap(({ resource }) => [
        ...PARTS.map((part) => memberOf<unknown>(resource, part)),
        ...(resource.elsewhere?.makers ?? []).map(({ operation }) => operation),
      ]),
    );
    return found
      .map(({ place, resource, made = place }): Resource => {
        const otherPlaces = others.get(resource);
        const below = (otherPlaces ?? []).flatMap(({ itemPath }) => actionsBelow(places, placeOf(itemPath)));
        const actions = [...resource.actions, ...below].filter((operation) => !parts.has(operation));
        const findings = [
          ...actions.flatMap((one) => roleFinding('action', one, 'below one entry')),
          ...(otherPlaces ?? []).map(placeFinding),
        ];
        const parent = parentOf(made, paths);
        const holder = found.find(({ resource: { path } }) => path === parent)?.resource;
        const held = heldBy(resource, holder && { ...holder, schema: entrySchemaOf(holder) }, places);
        return {
          ...resource,
          actions,
          parent,
          ...holdingIn(resource, entrySchemaOf(resource)),
          ...held,
          ...(otherPlaces === undefined ? {} : { otherPlaces }),
          findings: [...withIdentity(resource.findings, held.identity), ...findings],
        };
      })
      .toSorted((a, b) => depthOf(a.path) - depthOf(b.path));
  },
);

/**
 * True for entries that no operation reads one by one, and that their list or what holds them shows: looking at one is looking for it
 * there.
 */
export function isListedAlone(resource: Resource): boolean {
  const { read, itemPath, identity } = resource;
  return (
    read === undefined && listerOf(resource) !== undefined && itemPath !== undefined && identity !== undefined
  );
}

/** The operation whose answer shows many entries: their list, else the reading of what holds them. */
export function listerOf({ list, seenIn }: Resource): Operation | undefined {
  return list ?? seenIn;
}

/** An operation as a part of a resource. */
type PartOfResource = { readonly resource: Resource; readonly part: ResourcePart };

/** By the ids of operations: one that is asked in another media type alone is the same one. */
const partsOf = onceFor((document: Interface): ReadonlyMap<string, PartOfResource> => {
  const parts = new Map<string, PartOfResource>();
  for (const resource of resourcesOf(document))
    for (const part of PARTS) {
      const { list, create, makeAt, read, replace, change, remove, removeAll } = resource;
      const own = { list, create, makeAt, read, replace, change, remove, removeAll };
      const operation = memberOf<Operation | undefined>(own, part);
      if (operation !== undefined && !parts.has(operation.id)) parts.set(operation.id, { resource, part });
    }
  for (const resource of resourcesOf(document))
    for (const { operation } of resource.elsewhere?.makers ?? [])
      parts.set(operation.id, { resource, part: 'create' });
  return parts;
});

/** The resource in which an operation has a part, and which. */
export function partOf(document: Interface, { id }: Operation): PartOfResource | undefined {
  return partsOf(document).get(id);
}

const PARTS = ['list', 'create', 'makeAt', 'read', 'replace', 'change', 'remove', 'removeAll'] as const;

/** What an operation does for a resource. */
export type ResourcePart = (typeof PARTS)[number];
