import { type Does, isVerb, toldBy } from './verbs.ts';
import { isSaidFile } from '../../content/multipart.ts';
import { sentSchemaOf } from '../read-collections.ts';
import { mayBeOfWhoAsks } from '../places/named-in-body.ts';
import { withActionApart } from '../places/places.ts';
import { partOf, resourcesOf } from '../resources.ts';
import type { Interface, Operation } from '../../model.ts';
import { plainName, singularOf, wordsOfName } from '../../names.ts';
import { listOf, memberOf } from '../../../json/value.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { subschema } from '../../../schema/resolve.ts';
import { onceFor, onceForBoth } from '../../../system/once-for.ts';

/**
 * What a POST does whose path names no entry, by its words, and a PUT or a PATCH that names one in its body: interfaces of calls (`/users.create`, `/removeUser`, `/task/rename`)
 * say in the body what they are about. What only words tell is never blamed on anybody: it says what may be sent.
 */

/** `open`: no word of it tells. */
export type NamedDeed = {
  readonly does: Does | 'open';
  /** The word for what it is done to: `user` for `/users.create` and `/removeUser`. */
  readonly thing: string;
};

/** A member of a body that names something which is there. */
export type NamingMember = { readonly name: string; readonly thing: string; readonly isList: boolean };

function segmentsOf({ path }: Operation): readonly string[] {
  return withActionApart(path)
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('{'));
}

/** The word for what an operation is about, by the end of its path: `user` of `/users/get` and of `/getUser`. */
export function thingOf(operation: Operation): string {
  const segments = segmentsOf(operation);
  const last = wordsOfName(segments.at(-1) ?? '');
  const rest = last.filter((word) => !isVerb(word));
  const nouns = rest.length > 0 ? rest : wordsOfName(segments.at(-2) ?? '');
  return singularOf(nouns.join(''));
}

const UPDATES: ReadonlySet<string> = new Set(['PUT', 'PATCH']);

/**
 * True for a PUT or a PATCH that names in its body the entry that it changes, in place of its path (`PUT /book {id, name}`,
 * `PUT /tasks/status {id, status}`): entries of that name are made by a POST, and each has a place of its own.
 */
export const namesInPlaceOfPath = onceForBoth((document: Interface, operation: Operation): boolean => {
  const { method, path, documentation } = operation;
  if (!UPDATES.has(method) || path.includes('{') || documentation !== 'full') return false;
  if (partOf(document, operation) !== undefined) return false;
  const thing = thingOf(operation);
  const isMade = resourcesOf(document).some(
    ({ create, itemPath, identity }) =>
      create !== undefined &&
      thingOf(create) === thing &&
      identity !== undefined &&
      itemPath?.split('{').length === 2,
  );
  const sent = isMade ? sentSchemaOf(operation) : undefined;
  const names = sent === undefined ? [] : [...schemaMembers(sent).properties.keys()];
  const naming = names.find((name) => namingMember(name, thing, new Set())?.thing === thing);
  if (sent === undefined || naming === undefined) return false;
  return !mayBeOfWhoAsks(operation, schemaMembers(sent).required.has(naming));
});

/** What an operation does by its words; `undefined` for what is no such call. */
export const namedDeedOf = onceForBoth((document: Interface, operation: Operation): NamedDeed | undefined => {
  const isUpdate = namesInPlaceOfPath(document, operation);
  if ((operation.method !== 'POST' && !isUpdate) || operation.path.includes('{')) return undefined;
  // What makes entries that can be listed or read makes something, whatever that is called (`POST /transfers`).
  const isCreation = partOf(document, operation)?.part === 'create';
  const byOption = offersRemoval(operation) ? 'changes' : undefined;
  const told = toldByPath(operation) ?? byOption ?? toldBy(wordsOfName(operation.id)) ?? 'open';
  const does = isCreation ? 'makes' : told;
  return { does: isUpdate && does !== 'removes' ? 'changes' : does, thing: thingOf(operation) };
});

/** True for an operation whose own name says that it makes something (`createFolders`): the method is no word of that. */
export function isNamedCreation({ id }: Operation): boolean {
  return toldBy(wordsOfName(id).filter((word) => word !== 'post')) === 'makes';
}

const REMOVAL = /^(?:delete|remove|destroy|erase|purge|wipe|truncate|drop|clear)$/;
/** What chooses among deeds: elsewhere a value by itself (`clear`) may be a state, and says nothing without what it is done to. */
const CHOOSES = /^(?:bulk)?(?:actions?|operations?|ops?|commands?|cmd|verb|deed|task)(?:id|name|type)?$/;

function isRemoval(name: string, value: unknown): boolean {
  const [verb = '', ...rest] = typeof value === 'string' ? wordsOfName(value) : [];
  return REMOVAL.test(verb) && (rest.length > 0 || CHOOSES.test(plainName(name)));
}

/** True for a call that may be told to take something away: one of the listed values of a member or of a parameter says so. */
export function offersRemoval(operation: Operation): boolean {
  if (operation.method !== 'POST') return false;
  const sent = sentSchemaOf(operation);
  const members = sent === undefined ? [] : [...schemaMembers(sent).properties];
  const named: readonly (readonly [string, Schema])[] = [
    ...operation.parameters.map(({ name, schema }) => [name, schema] as const),
    ...members.map(
      ([name, member]) => [name, sent === undefined ? member : subschema(sent, member)] as const,
    ),
  ];
  return named.some(([name, schema]) =>
    listOf(memberOf(mergedKeywords(schema), 'enum')).some((value) => isRemoval(name, value)),
  );
}

function toldByPath(operation: Operation): Does | undefined {
  return toldBy(wordsOfName(segmentsOf(operation).at(-1) ?? ''));
}

/** True for a call that makes something by the words at the end of its path. */
export function soundsLikeCreation(operation: Operation): boolean {
  return toldByPath(operation) === 'makes';
}

/** True for a call of whose deed the words at the end of its path say nothing (`POST /protection`). */
export function soundsLikeNothing(operation: Operation): boolean {
  return toldByPath(operation) === undefined;
}

/** True for a creation that by its words does something to what its body names (`POST /bans {userId}`). */
export function soundsLikeChange(operation: Operation): boolean {
  const told = toldByPath(operation);
  return told === 'changes' || told === 'removes';
}

/** Words for all that the calls of a document make. */
const thingsOf = onceFor(
  (document: Interface): ReadonlySet<string> =>
    new Set(
      document.operations.flatMap((operation) => {
        const deed = namedDeedOf(document, operation);
        return deed?.does === 'makes' ? [deed.thing] : [];
      }),
    ),
);

const IDENTITY = /^_?(?:id|uuid|guid)(s?)$/i;
const OF_SOMETHING = /^(.+?)(?:[-_.](?:id|uuid|guid|ID)|(?:Id|ID|Uuid|UUID))(s?)$/;

function namingMember(name: string, thing: string, things: ReadonlySet<string>): NamingMember | undefined {
  const plain = IDENTITY.exec(name);
  if (plain !== null) return { name, thing, isList: plain[1] === 's' };
  const of = OF_SOMETHING.exec(name);
  if (of !== null) return { name, thing: singularOf(plainName(of[1] ?? '')), isList: of[2] === 's' };
  const called = singularOf(plainName(name));
  return things.has(called) && called !== ''
    ? { name, thing: called, isList: called !== plainName(name) }
    : undefined;
}

/** The members of the body of a call that name what it is about, or something else that is there. */
export const namingMembersOf = onceForBoth(
  (document: Interface, operation: Operation): readonly NamingMember[] => {
    const deed = namedDeedOf(document, operation);
    const sent = deed === undefined ? undefined : sentSchemaOf(operation);
    if (deed === undefined || sent === undefined) return [];
    // What a creation calls its new entry is no name of another one.
    const found = partOf(document, operation);
    const own = found?.part === 'create' ? found.resource.identity : undefined;
    // A file that is uploaded names nothing, whatever it is called.
    const names = [...schemaMembers(sent).properties].flatMap(([name, member]) =>
      name === own || isSaidFile({ schema: member, root: sent }) ? [] : [name],
    );
    const naming = names.flatMap((name) => namingMember(name, deed.thing, thingsOf(document)) ?? []);
    // What else the body of an update names is no more than a value of the entry.
    return namesInPlaceOfPath(document, operation)
      ? naming.filter(({ thing, isList }) => thing === deed.thing && !isList)
      : naming;
  },
);

/** True for a call that by its words changes or removes what its body names. */
export function mayChangeNamed(document: Interface, operation: Operation): boolean {
  const does = namedDeedOf(document, operation)?.does;
  return (does === 'changes' || does === 'removes') && namingMembersOf(document, operation).length > 0;
}
