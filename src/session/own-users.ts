import type { CredentialScheme, Interface, Operation } from '../interface/model.ts';
import { plainName, wordsOfName } from '../interface/names.ts';
import { passwordMembers } from '../interface/resources/words/members/passwords.ts';
import { logsIn, makesUsers, registers } from '../interface/resources/words/logins.ts';
import { withSelection } from '../interface/selection.ts';
import { secretOf, TOKEN_NAMES, tokenAmong } from '../interface/resources/words/members/tokens.ts';
import { fieldValues } from '../http/fields.ts';
import { isObject } from '../json/value.ts';
import { saysWhenRefused } from '../oracle/contract.ts';
import { type Reading, sentValue } from '../oracle/reading.ts';
import type { Schema } from '../schema/keywords.ts';
import { schemaMembers } from '../schema/members.ts';
import { mergedKeywords } from '../schema/merge.ts';
import { asksForProof, touchesAccount } from './account.ts';

/** Users that a run registers for itself, where the document says how, and the credentials that the service gives them. */

/** How a user comes in: by a registration, and by a login behind it where there is one. */
export type WayIn = { readonly registration: Operation; readonly login: Operation | undefined };

/** By what a user is known to whoever asks for a name and a password (RFC 7617). */
const NAMES: readonly string[] = ['username', 'login', 'user', 'email', 'mail'];

/** An operation as somebody sends it who has no credential yet. */
function asStranger(operation: Operation): Operation {
  const { alternatives: _alternatives, ...rest } = operation;
  return operation.credential === undefined ? operation : { ...rest, credential: undefined };
}

/**
 * How a run comes to a user of its own; `undefined` where the document does not say it. Of a registration and a login a document may
 * forget to say that they ask for no credential: they are what gives one.
 */
export function wayIn(document: Interface): WayIn | undefined {
  if (saysWhenRefused(document)) return undefined;
  const posts = document.operations.filter(
    ({ method, path, documentation }) => method === 'POST' && documentation === 'full' && !path.includes('{'),
  );
  const isOpen = (operation: Operation): boolean =>
    touchesAccount(document, operation) === undefined && passwordMembers(operation).size > 0;
  const strangers = posts.map(asStranger).filter(isOpen);
  const login = strangers.find((operation) => asksForProof(operation) && logsIn(operation));
  const others = strangers.filter((one) => one !== login && !logsIn(one));
  const registration =
    others.find((operation) => registers(operation)) ??
    others.find((operation) => posts.includes(operation) && makesUsers(operation));
  return registration === undefined ? undefined : { registration, login };
}

/** What keeps a user and what that user makes from others, and what does not, as words of flags. */
const HIDES: ReadonlySet<string> = new Set([
  'private',
  'hidden',
  'invisible',
  'locked',
  'disabled',
  'inactive',
]);
const SHOWS: ReadonlySet<string> = new Set(['public', 'visible', 'active', 'enabled']);

/** The schema of a flag that lets a user be seen by everybody; that of any other member as it is. */
function seenByAll(name: string, member: Schema, root: Schema): Schema {
  const isFlag = mergedKeywords(member, root).type === 'boolean';
  const words = isFlag ? wordsOfName(name) : [];
  if (words.some((word) => HIDES.has(word))) return { const: false };
  return words.some((word) => SHOWS.has(word)) ? { const: true } : member;
}

/**
 * What somebody is asked for who registers, and by what a login may know them; with `all` that there is. What a user makes who keeps to
 * themselves is in no list.
 */
function askedOf(schema: Schema, passwords: ReadonlySet<string>, all: boolean): Schema {
  const merged = mergedKeywords(schema);
  const { properties, required } = schemaMembers(schema);
  const isChoice = ['oneOf', 'anyOf', 'if'].some((keyword) => Object.hasOwn(merged, keyword));
  if (typeof schema === 'boolean' || isChoice || properties.size === 0) return schema;
  const isWhole = all || required.size === 0;
  const own = [...properties].filter(
    ([name]) => isWhole || required.has(name) || passwords.has(name) || NAMES.includes(plainName(name)),
  );
  const { $defs: definitions } = schema;
  return {
    ...merged,
    properties: Object.fromEntries(own.map(([name, member]) => [name, seenByAll(name, member, schema)])),
    ...(definitions === undefined ? {} : { $defs: definitions }),
  };
}

function registrationOf(operation: Operation, all: boolean): Operation {
  const { requestBody } = operation;
  if (requestBody === undefined) return operation;
  const passwords = passwordMembers(operation);
  const representations = requestBody.representations.map((one) => ({
    ...one,
    schema: askedOf(one.schema, passwords, all),
    ...(all ? {} : { examples: [] }),
  }));
  return { ...operation, requestBody: { ...requestBody, representations } };
}

/** The same way in for somebody who gives no more than is asked for, or all that there is, and hides from nobody. */
export function openWay({ registration, login }: WayIn, gives: 'least' | 'all'): WayIn {
  return { registration: registrationOf(registration, gives === 'all'), login };
}

/** The document as somebody reads it who comes in: the way is open, and nothing else is asked for. */
export function documentForStrangers(document: Interface, { registration, login }: WayIn): Interface {
  const own = [registration, ...(login === undefined ? [] : [login])];
  const chosen = withSelection(document, { include: own.map(({ id }) => `id:${id}`) });
  const operations = chosen.operations.map((one) => own.find(({ id }) => id === one.id) ?? one);
  return { ...chosen, operations, collections: [] };
}

const WHOLE = /^[A-Za-z0-9+/=._~-]{12,4096}$/;

function fieldIn({ answer }: Reading, names: readonly string[]): string | undefined {
  return names.map((name) => secretOf(answer?.header(name)[0])).find((secret) => secret !== undefined);
}

/** Fields by which answers give a token beside their bodies. */
const FIELDS: readonly string[] = ['Authorization', 'X-Auth-Token', 'X-Access-Token', 'X-Token'];

function tokenIn(reading: Reading, names: readonly string[]): string | undefined {
  const { answer } = reading;
  const body = answer?.json.kind === 'json' ? answer.json.value : undefined;
  const told = isObject(body)
    ? tokenAmong(body, names)?.text
    : typeof body === 'string' && WHOLE.test(body)
      ? body
      : undefined;
  return told ?? fieldIn(reading, FIELDS);
}

function cookieIn({ exchange: { result } }: Reading, name: string): string | undefined {
  const lines = result.kind === 'answer' ? fieldValues(result.answer.headers, 'set-cookie') : [];
  const pairs = lines.map((line) => (line.split(';', 1)[0] ?? '').trim());
  return pairs.flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : [])).at(-1);
}

function pairIn(registered: Reading, registration: Operation): string | undefined {
  const sent = sentValue(registered);
  if (!isObject(sent)) return undefined;
  const [member] = passwordMembers(registration);
  const password = Object.entries(sent).find(([name]) => name === member)?.[1];
  const name = NAMES.map((known) => Object.entries(sent).find(([own]) => plainName(own) === known)?.[1]).find(
    (value) => typeof value === 'string',
  );
  return typeof password === 'string' && typeof name === 'string' && !name.includes(':')
    ? `${name}:${password}`
    : undefined;
}

/** What came of a registration and of the login behind it. */
export type CameIn = WayIn & { readonly registered: Reading; readonly loggedIn: Reading | undefined };

/** What is for others than whoever registers: administrators, services, what renews a token. */
const OF_OTHERS = new Set([
  'admin',
  'administrator',
  'bot',
  'internal',
  'master',
  'partner',
  'refresh',
  'reset',
  'root',
  'service',
  'superuser',
  'webhook',
]);

/** The secret that a scheme takes of a user who came in so; `undefined` where no answer has one. */
export function credentialOf(
  scheme: CredentialScheme,
  { registration, registered, loggedIn }: CameIn,
): string | undefined {
  if (wordsOfName(scheme.id).some((word) => OF_OTHERS.has(word))) return undefined;
  const told = loggedIn ?? registered;
  switch (scheme.kind) {
    case 'http-basic':
      return pairIn(registered, registration);
    case 'http-bearer':
      return tokenIn(told, TOKEN_NAMES);
    case 'api-key':
      return scheme.in === 'cookie'
        ? cookieIn(told, scheme.name)
        : (fieldIn(told, [scheme.name]) ?? tokenIn(told, [plainName(scheme.name), 'apikey', ...TOKEN_NAMES]));
  }
}
