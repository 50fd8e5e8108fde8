import { opened, withMember } from '../../../interface/resources/lists/member-places.ts';
import { flagTurned, refusesToUndo } from '../../../interface/resources/words/states/action-words.ts';
import type { Collection, Interface, Operation } from '../../../interface/model.ts';
import {
  assignedMembers,
  createdBy,
  sentBy,
  sentSchemaOf,
} from '../../../interface/resources/read-collections.ts';
import { type Several, severalAtOnce } from '../../../interface/resources/several-at-once.ts';
import { type NamedLink, namedLinksOf } from '../../../interface/resources/named-links.ts';
import { listsOfHolders } from '../../../interface/resources/lists/lists-of-holders.ts';
import { entrySchemaOf, type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { placeOf } from '../../../interface/resources/places/places.ts';
import { refusalTold } from '../../../interface/resources/words/states/told-refusals.ts';
import { toldAfter } from '../../../interface/resources/words/states/told-after.ts';
import {
  conditionTold,
  isState,
  stateTold,
  type ToldCondition,
  type ToldState,
} from '../../../interface/resources/words/states/told-states.ts';
import { namedInside, shownEntry } from '../../../interface/resources/wrapping.ts';
import { parameterNames } from '../../../interface/path-matching.ts';
import { memberOf } from '../../../json/value.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { plainText } from '../../../json/lossless.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { fixedValues, type Schema } from '../../../schema/keywords.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { onceFor, onceForBoth } from '../../../system/once-for.ts';
import { withToldAfter } from '../said-in-words.ts';
import { linkingOf } from './links.ts';
import { type Entry, type Kept, refusal, type Refusal } from '../stages/stages.ts';

/** Which operations of a document read and write entries that the mock keeps, and what they ask of one. */

/** A list of what names the entry that it stands below. `shown`: the collection as that list shows it. */
export type ListBelow = { readonly holder: Kept; readonly by: string; readonly shown: Kept };

/** How an entry shows others that are put into it by their names. */
export type LinkByName = Pick<NamedLink, 'member' | 'identity'> & { readonly target: Kept };

/** What an operation does with the entries of a collection. */
export type KeptRole = {
  readonly collection: Kept;
  readonly role:
    | 'create'
    | 'several'
    | 'list'
    | 'read'
    | 'replace'
    | 'change'
    | 'remove'
    | 'act'
    | 'link'
    | 'put-in'
    | 'take-out';
  /** The collections whose entries this one is inside of, the outermost first. */
  readonly above: readonly Kept[];
  /** Entries that are made inside of others and that the operation names at a path of their own. */
  readonly isApart: boolean;
  /** Of a list below an entry: only what names that is in it. */
  readonly below?: ListBelow;
  /** Of what makes several entries at once. */
  readonly several?: Several;
  /** Of what puts an entry into this one by its name, or takes it out. */
  readonly named?: LinkByName;
};

/** True where entries that are made elsewhere stand under one name, which the answer to their one creation has. */
function isNamedOnce({ elsewhere }: Resource): boolean {
  return elsewhere === undefined || (elsewhere.makers.length === 1 && elsewhere.shown.length === 1);
}

/** The resources of a document but for those whose places only the service's answers tell. */
const keptResources = onceFor((document: Interface): readonly Resource[] =>
  resourcesOf(document).filter(isNamedOnce),
);

/** The success of a creation whose answer has no body; `default` is one where no other is shown. */
function silentSuccess({ responses }: Operation): Kept['created'] | undefined {
  const shown = responses.some(({ status }) => /^[23]/.test(status)) ? /^20[0-4]$/ : /^default$/;
  const success = responses.find(({ status }) => shown.test(status));
  return success?.representations.length === 0
    ? { status: success.status, schema: true, pointer: '' }
    : undefined;
}

/**
 * Entries of a resource that is no collection: what was made of it is kept, where answers to creations show what was made, or its
 * name is the client's own or stands in the list.
 */
function keptOf(resource: Resource): Kept | undefined {
  const { path, create, read, list, entries, identity } = resource;
  const whole = create === undefined ? undefined : (createdBy(create) ?? silentSuccess(create));
  if (create === undefined || whole === undefined || identity === undefined) return undefined;
  const known = entrySchemaOf(resource) ?? whole.schema;
  const shows = (schema: Schema): boolean => schemaMembers(schema).properties.has(identity);
  const entry = shownEntry(whole.schema, identity, known);
  // What was done may be told beside the name of the entry, and nothing else of it: `{data: {id, created}}`.
  const inside = shows(entry.schema)
    ? undefined
    : namedInside(whole.schema, identity, path, sentSchemaOf(create) ?? true);
  const { pointer, schema } = inside ?? entry;
  const shown = { ...whole, pointer, schema };
  const created = shows(shown.schema) ? shown : whole;
  const entrySchema = created === shown && inside === undefined ? created.schema : known;
  const sent = sentBy(create, entrySchema);
  const isNamedInList = entries !== undefined && shows(entries.schema);
  // What an answer does not show is known by the name that the client gave, or by the list.
  if (created === whole && !(shows(known) && (shows(sent.schema) || isNamedInList))) return undefined;
  // Items of which a list says nothing at all may be shown as they are.
  const isListed =
    isNamedInList || (entries !== undefined && schemaMembers(entries.schema).properties.size === 0);
  return {
    path,
    create,
    list: isListed ? list : undefined,
    read,
    created,
    sent,
    entriesPointer: isListed ? entries.pointer : '',
    entrySchema,
    identity,
    assigned: assignedMembers(create, entrySchema),
    isOpen: true,
  };
}

/** All that entries are kept of: the collections of a document, and resources that have less. */
const everyKept = onceFor((document: Interface): readonly Kept[] => {
  const known = new Set(document.collections.map(({ create }) => create.id));
  const others = keptResources(document).filter(
    ({ kind, create }) => kind === 'collection' && create !== undefined && !known.has(create.id),
  );
  return [
    ...document.collections.map((collection) => keptAsRead(document, collection)),
    ...others.flatMap((resource) => keptOf(resource) ?? []),
  ];
});

/** A collection whose entries stand in paths by another member than the one that the service gives, or hold what is sent in an object. */
function keptAsRead(document: Interface, whole: Collection): Kept {
  const resource = keptResources(document).find(({ create }) => create?.id === whole.create.id);
  const assigned = whole.assigned.filter((name) => name !== resource?.holding);
  const collection = { ...whole, assigned };
  const named = resource?.identity;
  const isShown = named !== undefined && schemaMembers(collection.created.schema).properties.has(named);
  return !isShown || named === collection.identity ? collection : { ...collection, named };
}

function aboveOf(document: Interface, path: string, every: readonly Kept[]): readonly Kept[] {
  const resource = keptResources(document).find((one) => one.path === path);
  const parent = resource?.parent;
  if (parent === undefined) return [];
  const kept = every.find((one) => placeOf(one.path) === placeOf(parent));
  return [...aboveOf(document, parent, every), ...(kept === undefined ? [] : [kept])];
}

function roleOf(
  role: KeptRole['role'],
  { path }: Operation,
  { collection, above }: Pick<KeptRole, 'collection' | 'above'>,
): KeptRole {
  const isApart =
    above.length > 0 && parameterNames(path).length === 1 && !path.startsWith(`${collection.path}/`);
  return { collection, role, above, isApart: isApart && role !== 'create' && role !== 'list' };
}

/** The roles of operations that put entries of one kind into lists of another, show them there, and take them out again. */
function linkRoles(document: Interface, every: readonly Kept[]): readonly (readonly [string, KeptRole])[] {
  const resources = keptResources(document);
  return resources.flatMap((resource): readonly (readonly [string, KeptRole])[] => {
    const collection = linkingOf(resource, resources, every);
    if (collection === undefined) return [];
    const above = aboveOf(document, resource.path, every);
    if (parameterNames(resource.path).length > above.length) return [];
    const roles = [
      ['link', resource.replace],
      ['list', resource.list],
      ['remove', resource.remove],
    ] as const;
    return roles.flatMap(([role, operation]) =>
      operation === undefined ? [] : [[operation.id, { collection, role, above, isApart: false }] as const],
    );
  });
}

function keptBy(every: readonly Kept[], { create }: Resource): Kept | undefined {
  return every.find((one) => one.create.id === create?.id);
}

/** The roles of what puts entries into others by their names, and takes them out. */
function rolesByName(document: Interface, every: readonly Kept[]): readonly (readonly [string, KeptRole])[] {
  return namedLinksOf(document).flatMap((one): readonly (readonly [string, KeptRole])[] => {
    const [collection, target] = [keptBy(every, one.holder), keptBy(every, one.target)];
    if (collection === undefined || target === undefined) return [];
    const { put, takeOut, member, identity } = one;
    const role = { collection, above: [], isApart: false, named: { target, member, identity } } as const;
    return [
      [put.id, { ...role, role: 'put-in' }],
      ...(takeOut === undefined ? [] : [[takeOut.id, { ...role, role: 'take-out' as const }] as const]),
    ];
  });
}

/** The roles of lists below entries that show what names these. */
function rolesBelow(document: Interface, every: readonly Kept[]): readonly (readonly [string, KeptRole])[] {
  return listsOfHolders(document).flatMap((one): readonly (readonly [string, KeptRole])[] => {
    const [holder, collection] = [keptBy(every, one.holder), keptBy(every, one.child)];
    if (holder === undefined || collection === undefined) return [];
    const { list, pointer, entry, by } = one;
    const shown: Kept = {
      ...collection,
      path: list.path,
      list,
      entriesPointer: pointer,
      entrySchema: entry,
    };
    const below = { holder, by, shown };
    return [[list.id, { collection, role: 'list', above: [], isApart: false, below }]];
  });
}

/** The roles of what makes several entries at once, and shows them. */
function rolesOfSeveral(
  document: Interface,
  every: readonly Kept[],
): readonly (readonly [string, KeptRole])[] {
  return severalAtOnce(document).flatMap((several): readonly (readonly [string, KeptRole])[] => {
    const collection = every.find((one) => one.create.id === several.collection.create.id);
    return collection === undefined || several.results === undefined
      ? []
      : [[several.operation.id, { collection, role: 'several', above: [], isApart: false, several }]];
  });
}

/** The roles of operations, by their ids. `which`: of what is kept where entries are never changed, only the collections. */
export function keptRoles(document: Interface, which: 'collections' | 'all'): ReadonlyMap<string, KeptRole> {
  const every: readonly Kept[] = which === 'all' ? everyKept(document) : document.collections;
  const links = which === 'all' ? linkRoles(document, every) : [];
  const below = which === 'all' ? [...rolesBelow(document, every), ...rolesByName(document, every)] : [];
  return new Map([
    ...rolesOfSeveral(document, every),
    ...links,
    ...below,
    ...every.flatMap((one): (readonly [string, KeptRole])[] => {
      const resource = keptResources(document).find(({ create }) => create?.id === one.create.id);
      const above = aboveOf(document, resource?.path ?? one.path, every);
      // What is inside of entries that nobody makes can't be known to be empty.
      const isOpen = which === 'all' && parameterNames(one.path).length > above.length;
      const isKept = resource !== undefined;
      const read = one.read ?? resource?.read;
      const collection: Kept = isOpen ? { ...one, read, isOpen } : read === one.read ? one : { ...one, read };
      const { create, list } = collection;
      const roles: readonly (readonly [KeptRole['role'], Operation | undefined])[] = [
        ['create', create],
        ['list', list],
        ['read', read],
        ['replace', isKept ? resource.replace : undefined],
        ['change', isKept ? resource.change : undefined],
        ['remove', isKept ? resource.remove : undefined],
      ];
      const actions = which === 'all' && isKept ? resource.actions : [];
      const acts = actions.map((operation) => ['act', operation] as const);
      return [...roles, ...acts].flatMap(([role, operation]) =>
        operation === undefined
          ? []
          : [[operation.id, roleOf(role, operation, { collection, above })] as const],
      );
    }),
  ]);
}

/** Verbs whose participle is no -ed. */
const PARTICIPLES: ReadonlyMap<string, string> = new Map([
  ['pay', 'paid'],
  ['send', 'sent'],
  ['hide', 'hidden'],
  ['freeze', 'frozen'],
  ['withdraw', 'withdrawn'],
]);

/** The member of an entry and its value in which an action leaves it: `cancelled`, of `/cancel`; `undefined` where the document has none. */
const stateAfter = onceForBoth(
  ({ path }: Operation, { entrySchema }: Kept): readonly [member: string, value: string] | undefined => {
    const verb =
      path
        .toLowerCase()
        .replaceAll(/[-_]/g, '')
        .split(/[^a-z]/)
        .at(-1) ?? '';
    const word = PARTICIPLES.get(verb) ?? verb.replace(/[ey]$/, '');
    if (word.length < 3) return undefined;
    for (const [member, schema] of schemaMembers(entrySchema).properties) {
      const values = fixedValues(mergedKeywords(schema, entrySchema)) ?? [];
      const value = values.find(
        (one) =>
          typeof one === 'string' &&
          /(?:ed|paid|sent|en|wn)$/i.test(one) &&
          one.toLowerCase().startsWith(word),
      );
      if (typeof value === 'string') return [member, value];
    }
    return undefined;
  },
);

/** What the words of the document say of an action: the state that it leads to, and the refusal in any but these. */
function saidOf(
  document: Interface,
  operation: Operation,
): {
  readonly to?: ToldState | undefined;
  readonly from?: ToldCondition | undefined;
  readonly flag?: ReturnType<typeof flagTurned>;
  /** The refusal where there is nothing to undo, which shows in what is said of the members of an entry. */
  readonly nothing?: string | undefined;
} {
  const resource = resourcesOf(document).find(({ actions }) => actions.includes(operation));
  if (resource === undefined) return {};
  const [to, from] = [stateTold(resource, operation), conditionTold(resource, operation)];
  const flag = to === undefined ? flagTurned(resource, operation) : undefined;
  const isSeen = flag !== undefined || toldAfter(resource, operation).length > 0;
  return { to, from, flag, nothing: isSeen ? refusesToUndo(operation) : undefined };
}

/**
 * The refusal of what changes or removes an entry, or makes something inside of it, in a state in which the document refuses that;
 * `undefined` in any other.
 */
export function refusedInState(document: Interface, operation: Operation, entry: Entry): Refusal | undefined {
  // What is inside of several is told of by the innermost.
  const [told] = resourcesOf(document)
    .filter(({ itemPath = '' }) => `${operation.path}/`.startsWith(`${itemPath}/`))
    .toSorted((a, b) => b.path.length - a.path.length)
    .flatMap((resource) => refusalTold(resource, operation) ?? []);
  const now = told === undefined ? undefined : memberOf(opened(entry), told.member);
  if (told === undefined || !told.isRefusedIn(now)) return undefined;
  const message = `Its ${told.member} is ${plainText(now ?? null)}.`;
  return refusal(operation, [Number(told.status)], 'conflict', message);
}

/** An entry after an action; a refusal where that was done before or its state is none for it, and the document shows one. */
export function afterAction(
  document: Interface,
  operation: Operation,
  collection: Kept,
  entry: Entry,
): { readonly next: Entry } | Refusal {
  const { to, from, flag, nothing } = saidOf(document, operation);
  const now = from === undefined ? undefined : memberOf(opened(entry), from.member);
  if (from !== undefined && isState(now) && !from.values.includes(now))
    return refusal(operation, [Number(from.status)], 'conflict', `Its ${from.member} is ${now}.`);
  const told = withToldAfter(document, operation, entry);
  const next = flag === undefined ? told : withMember(told, flag.member, flag.value);
  if (nothing !== undefined && canonicalJson(next) === canonicalJson(entry))
    return refusal(operation, [Number(nothing)], 'conflict', 'There is nothing to undo.');
  if (flag !== undefined) return { next };
  const [member, value] =
    to === undefined ? (stateAfter(operation, collection) ?? []) : [to.member, to.value];
  if (member === undefined || value === undefined) return { next };
  if (memberOf(opened(entry), member) !== value) return { next: withMember(next, member, value) };
  return operation.responses.some(({ status }) => status === '409')
    ? refusal(operation, [409], 'conflict', `Its ${member} is ${value} already.`)
    : { next };
}
