import { childOf, type Cursor, rootOf } from '../document/cursor.ts';
import { isList, isObject } from '../json/value.ts';
import type { Interface, Operation } from '../interface/model.ts';
import { logsIn, registers } from '../interface/resources/words/logins.ts';
import { passwordMembers } from '../interface/resources/words/members/passwords.ts';
import { entriesOf, itemsIn, membersIn, reached, type Site } from './site.ts';

const METHODS: ReadonlySet<string> = new Set([
  'get',
  'put',
  'post',
  'delete',
  'patch',
  'head',
  'options',
  'trace',
  'query',
]);

/** An operation as it stands in the document. */
export type Place = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly item: Cursor;
  readonly cursor: Cursor;
};

/** The operations under `paths`, references followed. */
export function placesOf({ library }: Site): readonly Place[] {
  return entriesOf(library, rootOf(library.root), 'paths').flatMap(({ name: path, cursor: item }) =>
    membersIn(item).flatMap(({ name, cursor: written }) => {
      const cursor = METHODS.has(name) ? reached(library, written) : undefined;
      const method = name.toUpperCase();
      return cursor === undefined ? [] : [{ name: `${method} ${path}`, method, path, item, cursor }];
    }),
  );
}

/** The parameters of an operation, those of its path too. */
export function parametersOf({ library }: Site, { item, cursor }: Place): readonly Cursor[] {
  return [item, cursor].flatMap((owner) =>
    itemsIn(childOf(owner, 'parameters')).flatMap((parameter) => reached(library, parameter) ?? []),
  );
}

/** True where a request without a credential has to be refused. */
function needsCredential({ library }: Site, { cursor }: Place): boolean {
  const security = (childOf(cursor, 'security') ?? childOf(rootOf(library.root), 'security'))?.value;
  if (!isList(security) || security.length === 0) return false;
  return security.every((alternative) => isObject(alternative) && Object.keys(alternative).length > 0);
}

function hasStatus(statuses: readonly string[], wanted: RegExp): boolean {
  return statuses.some((status) => wanted.test(status) || status === 'default');
}

function lintBody({ library, find }: Site, place: Place, status: string, response: Cursor): void {
  const isError = /^[45]/.test(status) || status === 'default';
  const content = entriesOf(library, response, 'content');
  const bare = content.find(({ cursor }) => childOf(cursor, 'schema') === undefined && !isBytes(cursor));
  if (isError && content.length === 0)
    find('responses.error-body', response, `the response ${status} has no body that the document describes`);
  else if (isError && bare !== undefined)
    find('responses.error-body', bare.cursor, `the ${bare.name} of the response ${status} has no schema`);
  else if (!isError && status.startsWith('2') && bare !== undefined)
    find('responses.success-body', bare.cursor, `the ${bare.name} of the response ${status} has no schema`);
  else if (status === '200' && place.method === 'GET' && content.length === 0)
    find('responses.success-body', response, `the response 200 has no body that the document describes`);
}

/** Bytes are described by their media type alone. */
function isBytes({ location }: Cursor): boolean {
  const mediaType = location.at(-1) ?? '';
  return /^(?:image|audio|video|font)\/|octet-stream|pdf|zip/i.test(mediaType);
}

function lintResponses(site: Site, place: Place): void {
  const { library, find } = site;
  const { name, method, cursor } = place;
  const responses = entriesOf(library, cursor, 'responses').filter((each) => !each.name.startsWith('x-'));
  if (membersIn(childOf(cursor, 'responses')).length === 0) {
    find('operations.responses', cursor, `${name} has no responses`);
    return;
  }
  const statuses = responses.map((response) => response.name);
  if (!hasStatus(statuses, /^[123]/))
    find('operations.success', cursor, `${name} has no response of a success`);
  if (needsCredential(site, place) && !hasStatus(statuses, /^4(?:01|XX)$/i))
    find('operations.unauthenticated', cursor, `${name} needs a credential and has no response 401`);
  const takesBody = childOf(cursor, 'requestBody') !== undefined;
  if (takesBody && !hasStatus(statuses, /^4(?!0[13]$|29$)/))
    find('operations.invalid-input', cursor, `${name} takes a body and has no response to an invalid one`);
  if (method === 'HEAD') return;
  for (const response of responses) lintBody(site, place, response.name, response.cursor);
}

/** Whether something says which values of the parameters in a path exist. */
function isSupplied({ collections }: Interface, operation: Operation): boolean {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  return (
    operation.outOfReach !== undefined ||
    collections.some(({ read }) => read?.id === operation.id) ||
    inPath.every(({ examples, schema }) => {
      const named = typeof schema === 'object' && ['enum', 'const', 'example', 'default', 'examples'];
      return (
        examples.length > 0 || (named !== false && named.some((keyword) => Object.hasOwn(schema, keyword)))
      );
    })
  );
}

/** True for a login or a registration with a password. */
function givesCredential(operation: Operation): boolean {
  const isWayIn = logsIn(operation) || registers(operation);
  return operation.method === 'POST' && isWayIn && passwordMembers(operation).size > 0;
}

/** What an operation says of its answers, and whether a test can ask for it. */
export function lintOperations(site: Site, document: Interface): void {
  const operations = new Map(document.operations.map((each) => [`${each.method} ${each.path}`, each]));
  for (const place of placesOf(site)) {
    const { name, cursor } = place;
    if (childOf(cursor, 'operationId') === undefined)
      site.find('operations.id', cursor, `${name} has no operationId`);
    lintResponses(site, place);
    const operation = operations.get(name);
    if (operation !== undefined && needsCredential(site, place) && givesCredential(operation))
      site.find('operations.login', cursor, `${name} gives a credential, and needs one`);
    if (operation !== undefined && !isSupplied(document, operation))
      site.find('operations.unknown-entry', cursor, `of ${name}, no value in its path is known to exist`);
  }
}
