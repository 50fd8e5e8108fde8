import { randomInt } from 'node:crypto';
import type { Client } from '../client/client.ts';
import { schemesOf } from '../credential/choose.ts';
import { namesOf, variableOf } from '../credential/key-ring.ts';
import { type Obtain, type Token, TokenSource } from '../credential/token-source.ts';
import type { Exchange } from '../http/exchange.ts';
import { basePathOf } from '../http/target.ts';
import type { CredentialScheme, Interface, Operation } from '../interface/model.ts';
import { saysForOwners } from '../interface/resources/words/told-owners.ts';
import { withSelection } from '../interface/selection.ts';
import { readExchange, type Reading } from '../oracle/reading.ts';
import { OTHER_KEY_MARKER } from '../output/find-secrets.ts';
import { gate } from '../output/gate.ts';
import type { RunRequest } from '../record/record.ts';
import { newSeed } from '../record/settings.ts';
import { readKey } from '../record/target-text.ts';
import { newRunId } from '../record/write.ts';
import { clientFor, type Destination } from '../session/identity.ts';
import {
  type CameIn,
  credentialOf,
  documentForStrangers,
  openWay,
  type WayIn,
  wayIn,
} from '../session/own-users.ts';
import { checkedSigner } from '../session/requests/request-signer.ts';
import { machineClock } from '../system/clock.ts';
import { Engine } from './engine.ts';
import { ownLines } from './replay/outgoing-again.ts';
import { settle } from './settle.ts';

/**
 * Users of the run's own, where the document says how somebody registers and logs in: one asks for what needs a credential where no key
 * is given, and another tries to get at what the first one makes, where the document says that nobody may.
 */

/** Where users are registered. */
export type Registry = Omit<Destination, 'key' | 'otherKey' | 'secrets' | 'seed' | 'concurrency' | 'sign'> &
  Pick<RunRequest, 'beforeRequest'>;

/** A client for somebody who has no credential yet. */
function clientWithoutKey(
  { beforeRequest, ...registry }: Registry,
  document: Interface,
  seed: number,
): Client {
  const sign = beforeRequest === undefined ? undefined : checkedSigner(beforeRequest, document);
  const keyless = { key: undefined, otherKey: undefined, secrets: undefined };
  return clientFor({ ...registry, ...keyless, sign, seed }, machineClock);
}

/** What came of it. */
export type RegisteredUsers = {
  /** A credential for each scheme that a user of the run has one for. */
  readonly tokens: ReadonlyMap<string, TokenSource>;
  /** The credential of another user. */
  readonly other: string | undefined;
  /** How they were registered, or why not; nothing where nobody was missing. */
  readonly note: string | undefined;
  /** What was asked and answered for it: the rest that it asks for holds for the run as well. */
  readonly heard: readonly Exchange[];
};

/** Enough for a registration that is refused for its values, and a login; they take no longer than this. */
const MOST_REQUESTS = 16;
const MOST_SECONDS = 30;

/** Refusals that another body would not change. */
const WHATEVER_THE_BODY: ReadonlySet<number> = new Set([401, 404, 405, 429]);

function isServed({ answer }: Reading): boolean {
  return answer !== undefined && answer.status >= 200 && answer.status < 300;
}

/** A place where users are registered, and what came of all that was asked there so far. */
type Heard = Registry & { readonly heard: Exchange[] };

/** Asks for what the document says of somebody who comes in, as a run asks for anything first, and for nothing else. */
async function comeIn(document: Interface, way: WayIn, registry: Heard): Promise<readonly Reading[]> {
  const chosen = documentForStrangers(document, way);
  const { url, timeoutMs } = registry;
  const asked = { url, timeoutMs, maxRequests: MOST_REQUESTS, maxDurationS: MOST_SECONDS, exhaust: false };
  const settled = settle(asked, chosen, () => newSeed(randomInt));
  if (settled.kind === 'unusable') return [];
  const { settings } = settled;
  const { seed } = settings;
  const client = clientWithoutKey(registry, document, seed);
  const readings: Reading[] = [];
  const engine = new Engine({
    document: chosen,
    client,
    key: undefined,
    settings,
    clock: machineClock,
    signal: new AbortController().signal,
    runId: newRunId(),
    onEvent: () => undefined,
    onExchange: (reading) => readings.push(reading),
    heard: registry.heard,
  });
  try {
    await engine.prepare();
  } finally {
    await client.close();
  }
  for (const { exchange } of readings)
    registry.heard.push({ ...exchange, id: `registration-${String(registry.heard.length + 1)}` });
  return readings;
}

function lastOf(readings: readonly Reading[], operation: Operation | undefined): Reading | undefined {
  const own = readings.filter(({ expectation }) => expectation.operation?.id === operation?.id);
  return operation === undefined ? undefined : (own.findLast(isServed) ?? own.at(-1));
}

/** `isFinal`: another body would change nothing. */
type User = { readonly cameIn: CameIn } | { readonly problem: string; readonly isFinal: boolean };

function sentenceOf({ expectation: { operation }, answer, exchange: { result } }: Reading): string {
  const what = `${operation?.method ?? ''} ${operation?.path ?? ''}`;
  if (answer !== undefined) return `${what} answered ${String(answer.status)}`;
  return `${what} got no answer${result.kind === 'failure' ? ` (${result.failure.detail})` : ''}`;
}

/** Registers somebody with no more than is asked for; where that is refused, with all that the document knows. */
async function newUser(document: Interface, way: WayIn, registry: Heard): Promise<User> {
  const user = await userBy(document, openWay(way, 'least'), registry);
  return 'cameIn' in user || user.isFinal ? user : userBy(document, openWay(way, 'all'), registry);
}

async function userBy(document: Interface, way: WayIn, registry: Heard): Promise<User> {
  const readings = await comeIn(document, way, registry);
  const registered = lastOf(readings, way.registration);
  if (registered === undefined)
    return { problem: `${way.registration.path} could not be asked`, isFinal: false };
  const { answer } = registered;
  const isFinal = answer === undefined || WHATEVER_THE_BODY.has(answer.status);
  if (!isServed(registered)) return { problem: sentenceOf(registered), isFinal };
  const loggedIn = lastOf(readings, way.login);
  if (way.login === undefined) return { cameIn: { ...way, registered, loggedIn: undefined } };
  if (loggedIn === undefined)
    return { problem: `${way.login.path} takes something else than what was registered`, isFinal: false };
  return isServed(loggedIn)
    ? { cameIn: { ...way, registered, loggedIn } }
    : { problem: sentenceOf(loggedIn), isFinal: true };
}

/** Logs in once more: a token runs out. */
function again(document: Interface, scheme: CredentialScheme, cameIn: CameIn, registry: Registry): Obtain {
  return async () => {
    const { loggedIn } = cameIn;
    if (loggedIn === undefined) throw new Error('nothing gives another token');
    const { request, probe } = loggedIn.exchange;
    const contract = { interface: document, basePath: basePathOf(registry.url) };
    const client = clientWithoutKey(registry, document, 0);
    try {
      const { sent, result, ...times } = await client.send({
        method: request.method,
        path: request.target.slice(contract.basePath.length),
        headers: ownLines(request, { headers: [], query: [] }, { extraHeaders: registry.headers }),
        body: request.body,
        credential: { kind: 'valid' },
        scheme: undefined,
        transport: 'pool',
      });
      const exchange = { id: 'login', probe, request: sent, result, ...times, repeats: undefined };
      const text = credentialOf(scheme, { ...cameIn, loggedIn: readExchange(contract, exchange) });
      if (text === undefined) throw new Error('the login gives no token any more');
      return { text, lastsS: undefined };
    } finally {
      await client.close();
    }
  };
}

/** The schemes of what is for whoever made the entry: only there another user tells anything. */
function schemesForOwners({ operations }: Interface): readonly CredentialScheme[] {
  return operations.flatMap((operation) =>
    operation.credential !== undefined && saysForOwners(operation) ? [operation.credential] : [],
  );
}

function howIn({ registration, login }: WayIn): string {
  const first = `${registration.method} ${registration.path}`;
  return login === undefined ? first : `${first}, then ${login.method} ${login.path}`;
}

/** A secret for each of these schemes that a user who came in has one for. */
function secretsOf(
  schemes: readonly CredentialScheme[],
  cameIn: CameIn,
): readonly { readonly scheme: CredentialScheme; readonly text: string }[] {
  const had = schemes.flatMap((scheme) => {
    const text = credentialOf(scheme, cameIn);
    return text === undefined || readKey(text).kind !== 'value' ? [] : [{ scheme, text }];
  });
  // What comes by a cookie may want another token with each request that changes something.
  const beside = had.filter(({ scheme }) => scheme.kind !== 'api-key' || scheme.in !== 'cookie');
  return beside.length > 0 ? beside : had;
}

/** The secret of another user, whose scheme is one of these; `undefined` where none is to be had. */
async function otherSecret(
  document: Interface,
  way: WayIn,
  registry: Heard,
  schemes: readonly CredentialScheme[],
): Promise<string | undefined> {
  if (schemes.length === 0) return undefined;
  const user = await newUser(document, way, registry);
  const text = 'cameIn' in user ? secretsOf(schemes, user.cameIn)[0]?.text : undefined;
  gate().add(text, OTHER_KEY_MARKER);
  return text;
}

/** Tells the gate of the moment every token of a scheme, those that come later too. */
function knownToGate(scheme: CredentialScheme): (token: Token) => Token {
  const gateway = gate();
  return (token) => {
    gateway.add(token.text, `$${variableOf(scheme.id)}`);
    return token;
  };
}

/** What the run has already, and whether another user is wanted. */
export type Wanted = {
  /** The names of the schemes that there is a secret for. */
  readonly given: ReadonlySet<string>;
  /** One secret is for every scheme: nobody else is missing. */
  readonly isKeyGiven: boolean;
  readonly other: boolean;
  /** What may not be asked, as `--exclude` names it. */
  readonly exclude: readonly string[] | undefined;
};

/**
 * Registers a user for the schemes of a document that the run has no secret for, and another one where that is wanted and the document
 * says what is kept from others; `undefined` where the document knows of no way in. The gate of the moment knows each token.
 */
export async function registerUsers(
  document: Interface,
  registry: Registry,
  { given, isKeyGiven, other, exclude }: Wanted,
): Promise<RegisteredUsers | undefined> {
  const way = wayIn(withSelection(document, { exclude }));
  if (way === undefined) return undefined;
  const heard: Exchange[] = [];
  const at: Heard = { ...registry, heard };
  const nobody = (note: string | undefined): RegisteredUsers => ({
    tokens: new Map(),
    other: undefined,
    note,
    heard,
  });
  const wanting = isKeyGiven
    ? []
    : schemesOf(document).filter((scheme) => !namesOf(scheme).some((name) => given.has(name)));
  const forOthers = other ? schemesForOwners(document) : [];
  if (wanting.length === 0) {
    const text = await otherSecret(document, way, at, forOthers);
    const note = text === undefined ? undefined : `another user was registered for the run (${howIn(way)})`;
    return { ...nobody(note), other: text };
  }
  const cannot = 'no key was given, and no user could be registered for the run';
  const user = await newUser(document, way, at);
  if ('problem' in user) return nobody(`${cannot}: ${user.problem}`);
  const { cameIn } = user;
  const usable = secretsOf(wanting, cameIn);
  const [first] = usable;
  if (first === undefined) return nobody(`${cannot}: ${howIn(way)} shows none that is known as one`);
  const tokens = new Map<string, TokenSource>();
  for (const { scheme, text } of usable) {
    const known = knownToGate(scheme);
    const obtain = again(document, scheme, cameIn, registry);
    tokens.set(
      scheme.id,
      new TokenSource(known({ text, lastsS: undefined }), async () => known(await obtain()), machineClock),
    );
  }
  const text = forOthers.length === 0 ? undefined : await otherSecret(document, way, at, [first.scheme]);
  const isOther = text !== undefined && text !== first.text;
  const who = isOther ? 'two users were' : 'a user was';
  return {
    tokens,
    other: isOther ? text : undefined,
    note: `no key was given: ${who} registered for the run (${howIn(way)})`,
    heard,
  };
}
