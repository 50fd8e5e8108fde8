import { holds, LOGIN_NAMES, type NamesOfDeeds } from '../interface/resources/words/logins.ts';
import { TO_SEVERAL } from '../interface/resources/words/verbs.ts';
import {
  isDeedByGet,
  isDoneToAll,
  isNamedByQuery,
  isSwitch,
  setsWhatIsThere,
  withoutSetting,
} from './named-by-nothing.ts';
import { isOnKeptSessions } from './kept-sessions.ts';
import { SAFE_METHODS } from '../http/exchange.ts';
import { singularOf, wordsOfName } from '../interface/names.ts';
import { type Interface, type Operation, isUnnamed } from '../interface/model.ts';
import {
  mayChangeNamed,
  isNamedCreation,
  namedDeedOf,
  namingMembersOf,
  offersRemoval,
} from '../interface/resources/words/named-deeds.ts';
import { withActionApart } from '../interface/resources/places/places.ts';
import { partOf, resourcesOf } from '../interface/resources/resources.ts';
import { answeredBy } from '../interface/resources/shown-entries.ts';
import { isObject, memberOf } from '../json/value.ts';
import { requestSchema, saysWhenRefused } from '../oracle/contract.ts';
import { allowedTypes, type Schema } from '../schema/keywords.ts';
import { schemaMembers } from '../schema/members.ts';
import { mergedKeywords } from '../schema/merge.ts';
import { subschema } from '../schema/resolve.ts';
import { onceFor } from '../system/once-for.ts';

/**
 * Operations that could change the credential or the account of a run, or stop or empty the whole service: whoever sends
 * `POST /current/user/password` with the valid key goes on with a dead one, and whoever sends `POST /admin/shutdown` with no
 * service. They are sent only with --allow-writes, with whatever key. These are the lists.
 */

/** What ends or changes a session, a key or an account, as words of paths, ids and tags; also in a GET. */
const ENDS: readonly (readonly string[])[] = [
  ['logout'],
  ['log', 'out'],
  ['signout'],
  ['sign', 'out'],
  ['logoff'],
  ['reset', 'password'],
  ['password', 'reset'],
];

/** What ends an account, where that is none of a list in which the run makes its own: `DELETE /accounts/{id}` closes one of a ledger. */
const ENDS_OF_ACCOUNTS: readonly (readonly string[])[] = [
  ['close', 'account'],
  ['delete', 'account'],
  ['disable', 'account'],
];

/** The same, where it is not done to an entry that the run made: `POST /products/{id}/deactivate` is a deed like another. */
const ENDS_OF_OTHERS: readonly (readonly string[])[] = [
  ['deactivate'],
  ['unregister'],
  ['revoke'],
  ['rotate'],
  ['rotation'],
  ['regenerate'],
  ['invalidate'],
  ['suspend'],
  ['change', 'password'],
  ['password', 'change'],
  ['update', 'password'],
  ['password', 'update'],
  ['set', 'password'],
];

/** What is a credential or an account: another method than GET may change the one that the run uses. */
const HOLDS: readonly (readonly string[])[] = [
  ['password'],
  ['passwords'],
  ['passwd'],
  ['passphrase'],
  ['token'],
  ['tokens'],
  ['apikey'],
  ['apikeys'],
  ['api', 'key'],
  ['api', 'keys'],
  ['credential'],
  ['credentials'],
  ['mfa'],
  ['totp'],
  ['otp'],
  ['two', 'factor'],
  ['2fa'],
  ['tfa'],
  ['account', 'status'],
];

/** What may be a login, too. */
const HOLDS_A_LOGIN: readonly (readonly string[])[] = [...HOLDS, ['session'], ['sessions']];

/** Members of a body that change the account of whoever sends them, where the operation asks for a credential. */
const SECRETS =
  /^(?:(?:new|old|current|confirm|repeat)[-_]?)?(?:password|passwd|passphrase)s?(?:[-_]?(?:confirmation|confirm|again))?$/i;

/**
 * Members that can but change a password, whether the document asks for a credential there or not: one that says nothing of credentials
 * is given them as a field of every request.
 */
const NEW_SECRETS =
  /^(?:new|old|current)[-_]?(?:password|passwd|passphrase)(?:[-_]?(?:confirmation|confirm|again)|[-_]?[12])?$/i;

/** True for what the document marks as a password, whatever it is called. */
function isPassword(member: Schema, root: Schema): boolean {
  return memberOf(mergedKeywords(member, root), 'format') === 'password';
}

/** What gives a credential to whoever proves who they are. */
const OPENS: NamesOfDeeds = [...LOGIN_NAMES, ['authentication'], ['auth']];

/** Members of a body by which a client that has no credential yet proves who it is. */
const PROOFS =
  /^(?:password|passwd|passphrase|client_?secret|refresh_?token|otp|totp|one_?time_?(?:code|password))$/i;

/** What stops a service, as the words of the end of a path. */
const STOPS: readonly string[] = [
  'shutdown',
  'shut down',
  'stop',
  'restart',
  'reboot',
  'poweroff',
  'power off',
  'halt',
  'quit',
  'kill',
  'terminate',
  'abort',
  'interrupt',
];

/** What takes away more than one entry that is named. */
const EMPTIES: readonly string[] = [
  'reset',
  'purge',
  'wipe',
  'flush',
  'truncate',
  'clear',
  'empty',
  'prune',
  'drop',
  'erase',
  'destroy',
  'delete',
  'remove',
  'factory reset',
  'cleanup',
  'clean up',
  'clean',
];

/** What puts the service back to a state that was kept, or takes in all of another one's. */
const RESTORES: readonly string[] = [
  'restore',
  'rollback',
  'load data',
  'loaddata',
  'load dump',
  'load backup',
  'load snapshot',
  'import data',
  'import dump',
  'import backup',
  'import snapshot',
  'restore data',
  'restore dump',
  'restore backup',
  'restore snapshot',
];

/** What is there once, for everybody who uses the service. */
const SETTINGS: readonly string[] = [
  'settings',
  'config',
  'configuration',
  'preferences',
  'global settings',
  'maintenance',
  'maintenance mode',
  'lockdown',
  'cors',
];

/** What is done to a service once, before anybody uses it: who does it is its first administrator. */
const SETS_UP: readonly string[] = ['setup', 'set up', 'bootstrap', 'onboarding', 'first run', 'startup'];

/** What a service keeps all of its entries in. */
const STORES: ReadonlySet<string> = new Set(['database', 'db', 'datasource', 'data source']);

/** What makes one of several the one that is in use. */
const TAKES_INTO_USE: readonly string[] = ['switch', 'activate', 'use', 'select', 'open', 'attach', 'mount'];

/** True for what makes everybody see what another store has (`POST /databases/{name}/switch`): one that the run made is empty. */
function switchesStore(concrete: readonly string[]): boolean {
  const [store = '', deed = ''] = concrete.slice(-2);
  const words = wordsOfName(store);
  const thing = [...words.slice(0, -1), singularOf(words.at(-1) ?? '')].join(' ');
  return STORES.has(thing) && isCalled(wordsOfName(deed), TAKES_INTO_USE);
}

/** True for what sets up a service (`/setup`, `/setup/admin`, `/setup_lakefs`), and not for entries that are called so (`/setups`, `/setup-intents`). */
function setsUp(document: Interface, operation: Operation): boolean {
  const segments = operation.path.split('/').map(wordsOfName);
  const whole = segments.map((words) => words.join(' '));
  const isCalledSo = SETS_UP.some(
    (deed) => whole.includes(deed) || whole.at(-1)?.startsWith(`${deed} `) === true,
  );
  return isCalledSo && partOf(document, operation)?.resource.kind !== 'collection';
}

function isPlural(name: string): boolean {
  const word = wordsOfName(name).at(-1) ?? '';
  return singularOf(word) !== word;
}

/**
 * True for the counterpart of what gives all there is (`POST /admin/import` beside `GET /admin/export`). What stands below things of one
 * kind (`POST /lamps/import`) takes in more of them.
 */
function takesAllBack({ operations }: Interface, { method, path }: Operation): boolean {
  const above = /^(.*)\/import$/.exec(path)?.[1];
  return (
    method === 'POST' &&
    above !== undefined &&
    operations.some((one) => one.method === 'GET' && one.path === `${above}/export`) &&
    !isPlural(above.slice(above.lastIndexOf('/') + 1))
  );
}

/**
 * True for a POST that sets what a GET on the same path shows, and that is there once (`POST /maintenance {enabled}`): each member of
 * its body is one of what is shown, and nothing is said to be made.
 */
function setsWhatIsShown(document: Interface, operation: Operation): boolean {
  const { method, path, responses } = operation;
  if (method !== 'POST' || responses.some(({ status }) => status === '201' || status === '202')) return false;
  const isShower = (one: Operation): boolean =>
    one.method === 'GET' && one.path === path && one.namedBy === undefined;
  const shown = answeredBy(document.operations.find(isShower));
  const sent = requestSchema(operation);
  if (shown === undefined || sent === undefined) return false;
  // Several entries are made with the members that their list is shown with (`{"data": [{…}, {…}]}`).
  const ofOne = document.operations.filter((one) => one.path.startsWith(`${path}/{`));
  // What is changed or removed one by one is made so, whatever language its operations are called in.
  const isManaged =
    isPlural(path.slice(path.lastIndexOf('/') + 1)) && ofOne.some((one) => !SAFE_METHODS.has(one.method));
  if (ofOne.length > 0 && (isManaged || isNamedCreation(operation))) return false;
  const names = [...schemaMembers(sent).properties.keys()];
  const known = schemaMembers(shown).properties;
  return names.length > 0 && names.every((name) => known.has(name));
}

/** Behind such a word, what says that many are meant; any other noun makes it the name of something (`/restart-policies`). */
const MANY: ReadonlySet<string> = new Set(['all', 'by', 'everything', 'many', 'now', 'bulk', 'batch']);

function isCalled(all: readonly string[], deeds: readonly string[]): boolean {
  const words = all.slice(TO_SEVERAL.has(all[0] ?? '') ? 1 : 0);
  return deeds.some((deed) => {
    const own = deed.split(' ');
    const next = words[own.length];
    return own.every((word, at) => words[at] === word) && (next === undefined || MANY.has(next));
  });
}

/** True for a call whose body has to name what it is about: the run names what it made there, and nothing else. */
function namesWhatItIsAbout(document: Interface, operation: Operation): boolean {
  const schema = requestSchema(operation);
  if (schema === undefined || !mayChangeNamed(document, operation)) return false;
  const { required } = schemaMembers(schema);
  return namingMembersOf(document, operation).some(({ name }) => required.has(name));
}

/** The last words of members that say how the entries which a call is about are found. */
const CHOOSING: ReadonlySet<string> = new Set(['query', 'filter', 'filters', 'criteria', 'selector']);

/**
 * True for a call that does something to all that a query in its body finds (`POST /jobs/retries {jobIds, jobQuery}`): nothing keeps
 * that to what the run made. What is found may as well only be shown: where no word says more, a list of names beside the query does.
 */
function isAboutWhatIsFound(document: Interface, operation: Operation): boolean {
  const root = requestSchema(operation);
  const does = namedDeedOf(document, operation)?.does;
  if (root === undefined || does === undefined || does === 'reads' || does === 'makes') return false;
  const members = [...schemaMembers(root).properties].map(([name, schema]) => ({
    last: wordsOfName(name).at(-1) ?? '',
    types: allowedTypes(mergedKeywords(subschema(root, schema))),
    items: memberOf(mergedKeywords(subschema(root, schema)), 'items'),
  }));
  const isChosen = members.some(({ last, types }) => CHOOSING.has(last) && types.has('object'));
  const isNamed = members.some(
    ({ types, items }) => types.has('array') && isObject(items) && memberOf(items, 'type') === 'string',
  );
  return isChosen && (does !== 'open' || isNamed);
}

/** True for a call that one of its options makes one of removing, whatever that is about. */
function mayRemoveByOption(document: Interface, operation: Operation): boolean {
  return offersRemoval(operation) && namedDeedOf(document, operation)?.does === 'changes';
}

/** What an operation that names no entry could do to the whole service, told by the end of its path. */
function touchesService(document: Interface, operation: Operation): string | undefined {
  const { method, path } = operation;
  const last =
    withActionApart(path)
      .split('/')
      .findLast((segment) => segment !== '') ?? '';
  if (path.includes('{') || namesWhatItIsAbout(document, operation)) return undefined;
  const words = wordsOfName(last);
  if (isDeedByGet(operation, words)) return 'it could change what everybody uses, although it is a GET';
  // It goes to what the run made, and to nothing else.
  if (operation.namedBy?.in === 'query') return undefined;
  if (isCalled(words, STOPS)) return 'it could stop the service, or what others started there';
  if (SAFE_METHODS.has(method)) return undefined;
  if (isDoneToAll(operation, words, STOPS)) return 'it could stop the service, or what others started there';
  if (isCalled(words, EMPTIES) || mayRemoveByOption(document, operation))
    return 'it could take away what others made';
  if (isDoneToAll(operation, words, EMPTIES)) return 'it could take away what others made';
  if (method === 'POST' && isNamedByQuery(document, operation, words))
    return 'it could change what others made, which a parameter names';
  if (method === 'POST' && isAboutWhatIsFound(document, operation))
    return 'it could change what others made, of which its body says how it is found';
  if (isCalled(words, RESTORES) || takesAllBack(document, operation))
    return 'it could put something else in the place of what others made';
  if (setsUp(document, operation)) return 'it could set up the service, for whoever does it first';
  const isShared =
    isCalled(withoutSetting(words), SETTINGS) ||
    isSwitch(operation, words) ||
    (method === 'POST' && setsWhatIsThere(document, operation, words)) ||
    setsWhatIsShown(document, operation);
  return isShared ? 'it could change what everybody uses' : undefined;
}

/** Actions on entries of which the run makes its own: it sends them to those alone. Not so where statements let it name any. */
const ownActions: (document: Interface) => ReadonlySet<Operation> = onceFor(
  (document: Interface): ReadonlySet<Operation> =>
    new Set(
      saysWhenRefused(document)
        ? []
        : resourcesOf(document).flatMap(({ create, actions }) => (create === undefined ? [] : actions)),
    ),
);

/** What removes entries of a list in which the run makes its own: it removes those alone. */
const ownRemovals: (document: Interface) => ReadonlySet<Operation> = onceFor(
  (document: Interface): ReadonlySet<Operation> =>
    new Set(
      saysWhenRefused(document)
        ? []
        : resourcesOf(document).flatMap(({ create, elsewhere, remove }) =>
            create === undefined || elsewhere !== undefined || remove === undefined ? [] : [remove],
          ),
    ),
);

/** What makes, replaces or changes entries of the run itself: a password that it sets is that of such an entry. */
const ownWrites: (document: Interface) => ReadonlySet<Operation> = onceFor(
  (document: Interface): ReadonlySet<Operation> =>
    new Set(
      saysWhenRefused(document)
        ? []
        : resourcesOf(document).flatMap(({ create, makeAt, replace, change, elsewhere }) =>
            // What is made at another place may be the run's own account, which the request changes.
            elsewhere !== undefined || (create === undefined && makeAt === undefined)
              ? []
              : [create, makeAt, replace, change].flatMap((one) => one ?? []),
          ),
    ),
);

/** Why an operation may only be sent where the caller allows it; `undefined` where nothing speaks against it. */
export function touchesAccount(document: Interface, operation: Operation): string | undefined {
  const isCreation = document.collections.some((one) => one.create.id === operation.id && !isUnnamed(one));
  const concrete = withActionApart(operation.path)
    .split('/')
    .filter((segment) => !segment.includes('{'));
  const names = [...concrete, operation.id, ...operation.tags].map(wordsOfName);
  const told = 'it could change the credential or the account of the run';
  const isRemoval = ownRemovals(document).has(operation);
  const isOfOwn = isRemoval || ownActions(document).has(operation) || namesWhatItIsAbout(document, operation);
  const ends = [...ENDS, ...(isRemoval ? [] : ENDS_OF_ACCOUNTS), ...(isOfOwn ? [] : ENDS_OF_OTHERS)];
  if (names.some((words) => holds(words, ends))) return told;
  const service = isCreation ? undefined : touchesService(document, operation);
  if (service !== undefined) return service;
  if (SAFE_METHODS.has(operation.method)) return undefined;
  if (switchesStore(concrete)) return 'it could show everybody other things than before';
  const held = isOnKeptSessions(document, operation) ? HOLDS : HOLDS_A_LOGIN;
  if (names.some((words) => holds(words, held)) && operation.credential !== undefined) return told;
  const schema = requestSchema(operation);
  if (schema === undefined || isCreation || ownWrites(document).has(operation)) return undefined;
  const members = [...schemaMembers(schema).properties];
  const isSecret = ([name, member]: readonly [string, Schema]): boolean =>
    NEW_SECRETS.test(name) ||
    (operation.credential !== undefined && (SECRETS.test(name) || isPassword(member, schema)));
  return members.some(isSecret) ? told : undefined;
}

/**
 * True for an operation that anybody may send and that serves who knows a password (`POST /login`): the run knows none. It is asked
 * once, and nothing more while it is not served: services count wrong passwords.
 */
export function asksForProof(operation: Operation): boolean {
  const { method, credential, path, id, responses } = operation;
  const schema = method === 'GET' || credential !== undefined ? undefined : requestSchema(operation);
  if (schema === undefined) return false;
  const refuses = responses.some(({ status }) => status === '401' || status === '403');
  const isNamed = [...path.split('/'), id].map(wordsOfName).some((words) => holds(words, OPENS));
  return (
    (refuses || isNamed) && [...schemaMembers(schema).properties.keys()].some((name) => PROOFS.test(name))
  );
}
