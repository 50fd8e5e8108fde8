import { checks } from '../../checks/catalogue.ts';
import { type Capabilities, type Check, suiteTraits } from '../../checks/check.ts';
import { isBroken, type Outcome } from '../../checks/outcome.ts';
import { pathSegment } from '../../interface/resources/names/resource-names.ts';
import { creationsOf } from '../../checks/resources/creations/creations.ts';
import type { Client } from '../../client/client.ts';
import type { Exchange, HeaderLine } from '../../http/exchange.ts';
import { basePathOf } from '../../http/target.ts';
import type { Interface, Operation } from '../../interface/model.ts';
import { withSlashOf } from '../../interface/path-matching.ts';
import { pathAt } from '../../interface/resources/places/places.ts';
import { isOfWhoAsks } from '../../interface/resources/words/own-account.ts';
import type { Contract } from '../../oracle/contract.ts';
import { readExchange, type Reading } from '../../oracle/reading.ts';
import { KEY_MARKER, OTHER_KEY_MARKER } from '../../output/find-secrets.ts';
import { gate } from '../../output/gate.ts';
import { secretsOfField } from '../../output/mask.ts';
import type { RunRequest, RunSettings } from '../../record/record.ts';
import { newRunId } from '../../record/write.ts';
import { clientFor } from '../../session/identity.ts';
import { checkedSigner } from '../../session/requests/request-signer.ts';
import { judgedRun, outcomeOf } from '../../session/judge-run.ts';
import { hasFailed } from '../../session/session.ts';
import { type Clock, machineClock } from '../../system/clock.ts';
import { needsTag } from '../../oracle/conditions.ts';
import { type AgainOptions, namesOfRun, outgoingAgain } from './outgoing-again.ts';
import { Retelling, withMakers } from './retelling.ts';
import { isOfSequences, pauseBefore } from './shortest-sequences.ts';

/** Recorded requests to send again, and the check that is to judge the answers. `key` is the only secret in it. */
type ReplayRequest = Pick<
  RunRequest,
  'key' | 'otherKey' | 'secrets' | 'headers' | 'tls' | 'proxy' | 'beforeRequest' | 'accountIsOwn'
> & {
  readonly document: Interface;
  readonly url: string;
  readonly timeoutMs: number;
  /** The exchanges that prove the violation, as recorded: the shortest sequence, where one request alone shows nothing. */
  readonly exchanges: readonly Exchange[];
  /** All exchanges of the record: what made what the others name is among them. Default: `exchanges`. */
  readonly recorded?: readonly Exchange[];
  /** Id of the one that tells most. */
  readonly telling: string;
  /** What the recorded run was told. */
  readonly settings: RunSettings;
  readonly checkId: string;
  readonly signal: AbortSignal;
};

/** What came back this time, and what the check says about it. Redacted. */
export type Replayed = {
  /** The counterpart of the telling exchange; `undefined` when it was not sent. */
  readonly exchange: Exchange | undefined;
  readonly outcome: Outcome;
};

/** Entries that a replay takes away again. */
const MOST_REMOVED = 20;

/** A list may lag: it is read once more after this pause before anything is blamed on it. */
const LAG_MS = 2_000;

function contractAt(request: ReplayRequest, url: string): Contract {
  return { interface: request.document, basePath: basePathOf(url) };
}

function capabilitiesOf({ document, settings }: ReplayRequest): Capabilities {
  const { exclusive, exhaust, readOnly, shared, plan: id } = settings;
  const plan = document.rateLimits?.plans.find((candidate) => candidate.id === id);
  return { plan, exclusive, exhaust, readOnly, shared };
}

/** The recorded exchanges in the order of sending; those that went out at the same time stand together. */
function waves(exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const ids = new Set(exchanges.map(({ id }) => id));
  const firsts = exchanges.filter(({ repeats }) => repeats === undefined || !ids.has(repeats));
  const groups: Exchange[][] = [];
  for (const exchange of firsts.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = groups.at(-1);
    if (last?.some(({ endMs }) => exchange.startMs < endMs) === true) last.push(exchange);
    else groups.push([exchange]);
  }
  return groups;
}

/** Sends recorded requests again and keeps what came back. */
class Replay {
  readonly readings: Reading[] = [];
  readonly #request: ReplayRequest;
  readonly #client: Client;
  readonly #now: Contract;
  readonly #then: Contract;
  readonly #runId = newRunId();
  readonly #segments = new Map<string, string>();
  readonly #retelling: Retelling;
  /** Requests that would have changed or removed what was not made this time, and were not sent. */
  readonly astray: string[] = [];

  constructor(request: ReplayRequest, client: Client) {
    this.#request = request;
    this.#client = client;
    this.#now = contractAt(request, request.url);
    this.#then = contractAt(request, request.settings.url);
    this.#retelling = new Retelling({
      recorded: this.#then,
      current: this.#now,
      renamed: namesOfRun(this.#runId),
    });
  }

  /** The exchanges to send, with those in front that made what they name, in groups of what went out at the same time. */
  get waves(): readonly (readonly Exchange[])[] {
    const { exchanges, recorded = exchanges } = this.#request;
    const read = recorded.map((exchange) => readExchange(this.#then, exchange));
    const ids = exchanges.map(({ id }) => id);
    return waves(withMakers(this.#then, read, ids).map(({ exchange }) => exchange));
  }

  /** True once the target has asked to be left alone, or the caller has. */
  get isOver(): boolean {
    return this.#request.signal.aborted || this.readings.some(({ answer }) => answer?.limited === true);
  }

  async #sendOnce(recorded: Reading, id: string, repeats: string | undefined): Promise<Reading> {
    const options: AgainOptions = {
      document: this.#request.document,
      recordedBasePath: this.#then.basePath,
      extraHeaders: this.#request.headers,
      runId: this.#runId,
      segments: this.#segments,
      retelling: this.#retelling,
    };
    const { signal } = this.#request;
    const freshConnection = repeats !== undefined;
    const outgoing = outgoingAgain(recorded, options);
    const { sent, result, ...times } = await this.#client.send(outgoing, { signal, freshConnection });
    const { probe } = recorded.exchange;
    const reading = readExchange(this.#now, { id, probe, request: sent, result, ...times, repeats });
    this.readings.push(reading);
    this.#retelling.note(recorded, reading);
    return reading;
  }

  /** Sends a recorded request again; twice when the answer is a 5xx or missing, as a run does. */
  async send(exchange: Exchange): Promise<void> {
    const recorded = readExchange(this.#then, exchange);
    const { accountIsOwn, document, settings } = this.#request;
    const { operation } = recorded.expectation;
    const isOfAccount = accountIsOwn === true && operation !== undefined && isOfWhoAsks(operation, document);
    if (settings.allowWrites !== true && !isOfAccount && !this.#retelling.isOwn(recorded)) {
      this.astray.push(`${exchange.request.method} ${exchange.request.target}`);
      return;
    }
    let reading = await this.#sendOnce(recorded, exchange.id, undefined);
    if (!this.isOver && (reading.answer === undefined || hasFailed(reading))) {
      reading = await this.#sendOnce(recorded, `${exchange.id}-again`, exchange.id);
    }
    const [before, after] = [this.#identity(this.#then, recorded), this.#identity(this.#now, reading)];
    if (before !== undefined && after !== undefined) this.#segments.set(before, after);
  }

  #identity(contract: Contract, reading: Reading): string | undefined {
    const capabilities = capabilitiesOf(this.#request);
    const [creation] = creationsOf(judgedRun(contract, capabilities, [reading]));
    return creation?.identity === undefined ? undefined : pathSegment(creation.collection, creation.identity);
  }

  /** Reads a list again that may lag. */
  async listAgain(exchange: Exchange): Promise<void> {
    await this.#sendOnce(readExchange(this.#then, exchange), `${exchange.id}-later`, undefined);
  }

  async #ask(operation: Operation, path: string, headers: readonly HeaderLine[] = []): Promise<void> {
    const { signal } = this.#request;
    const { method, credential: scheme } = operation;
    const credential = { kind: 'valid' } as const;
    const outgoing = {
      method,
      path: withSlashOf(operation.path, pathAt(operation, path)),
      headers,
      body: undefined,
      credential,
      scheme,
      transport: 'pool',
    } as const;
    const { sent, result, ...times } = await this.#client.send(outgoing, { signal, freshConnection: false });
    const id = `own-${String(this.readings.length + 1)}`;
    const exchange = { id, probe: 'replay', request: sent, result, ...times, repeats: undefined };
    this.readings.push(readExchange(this.#now, exchange));
  }

  /** Reads what was made this time: what became of a request shows there, where its answer says nothing wrong. */
  async look(): Promise<void> {
    for (const { path, resource } of this.#retelling.left.slice(0, MOST_REMOVED))
      if (resource.read !== undefined && !this.isOver) await this.#ask(resource.read, path);
  }

  /** Takes away what was made this time, as far as the document has a way and the service lets it. */
  async cleanUp(): Promise<void> {
    for (const { path, resource } of this.#retelling.left.slice(0, MOST_REMOVED)) {
      const { remove } = resource;
      const tag = this.#retelling.tagOf(path);
      if (remove !== undefined && !this.isOver)
        await this.#ask(remove, path, tag !== undefined && needsTag(remove) ? [['If-Match', tag]] : []);
    }
  }

  isList(exchange: Exchange): boolean {
    const operation = readExchange(this.#then, exchange).expectation.operation?.id;
    return this.#request.document.collections.some(({ list }) => list.id === operation);
  }

  judge(check: Check): Outcome {
    return outcomeOf(check, judgedRun(this.#now, capabilitiesOf(this.#request), this.readings));
  }
}

type Obstacle = Extract<Outcome, { readonly kind: 'not-testable' }>;

/** The check that is to judge, or why single requests cannot show what it is about. */
function judgeOf(request: ReplayRequest): Check | Obstacle {
  const check = checks.find(({ id }) => id === request.checkId);
  const option = `--check ${request.checkId}`;
  if (check === undefined) {
    const reason = `this version of assay has no check "${request.checkId}"`;
    return { kind: 'not-testable', reason, option };
  }
  if (suiteTraits(check.suite).usesWindowUp === true) {
    const reason = `the limit shows only when a window is used up, not in single requests; run "assay test ${option}"`;
    return { kind: 'not-testable', reason, option };
  }
  if (request.exchanges.some((exchange) => exchange.request.credential.kind === 'undetermined')) {
    return { kind: 'not-testable', reason: 'nobody knows which credential the request carried', option };
  }
  const isOfOther = request.exchanges.some(({ request: sent }) => sent.credential.kind === 'other-key');
  if (isOfOther && request.otherKey === undefined) {
    const reason = 'a request of it was sent with the key of another user';
    return { kind: 'not-testable', reason, option: '--other-key' };
  }
  return check;
}

/** An outcome of too few exchanges says what would give more. */
function explained(outcome: Outcome, replay: Replay, request: ReplayRequest): Outcome {
  const [astray] = replay.astray;
  if (astray !== undefined && !isBroken(outcome))
    return {
      kind: 'inconclusive',
      reason: `${astray} was not sent: what it names was not made this time, and may be somebody else's`,
    };
  if (outcome.kind !== 'inconclusive' && outcome.kind !== 'not-applicable') return outcome;
  const more = `"assay test --check ${request.checkId}" sends everything that the check needs`;
  const reason = replay.isOver
    ? 'the target refused the request over its limit; wait, then try again'
    : `${outcome.reason}; ${more}`;
  return { kind: 'inconclusive', reason };
}

async function sendAll(replay: Replay, request: ReplayRequest, check: Check, clock: Clock): Promise<Outcome> {
  let before: Exchange | undefined;
  for (const wave of replay.waves) {
    if (replay.isOver) break;
    const [first] = wave;
    const pauseMs = first === undefined || !isOfSequences(check) ? 0 : pauseBefore(first, before);
    if (pauseMs > 0) await clock.sleep(pauseMs, request.signal);
    before = wave.at(-1);
    await Promise.all(wave.map((exchange) => replay.send(exchange)));
  }
  let outcome = replay.judge(check);
  if (isOfSequences(check) && !isBroken(outcome) && replay.astray.length === 0) {
    await replay.look();
    outcome = replay.judge(check);
  }
  const list = request.exchanges.findLast((exchange) => replay.isList(exchange));
  const mayLag = request.exchanges.length > 1 && list !== undefined;
  if (outcome.kind === 'pass' || !mayLag || replay.isOver) return outcome;
  await clock.sleep(LAG_MS, request.signal);
  if (!request.signal.aborted) await replay.listAgain(list);
  return replay.judge(check);
}

/**
 * Sends the requests of one violation again, in their original order and with new names, and judges the answers by the
 * violated check alone. What cannot be shown by single requests comes back as `not-testable`, and nothing is sent.
 */
export async function replayExchange(request: ReplayRequest, clock: Clock = machineClock): Promise<Replayed> {
  const check = judgeOf(request);
  if ('kind' in check) return { exchange: undefined, outcome: check };
  const { beforeRequest, document } = request;
  const sign = beforeRequest === undefined ? undefined : checkedSigner(beforeRequest, document);
  const client = clientFor({ ...request, seed: request.settings.seed, sign }, clock);
  gate().add(request.key, KEY_MARKER);
  gate().add(request.otherKey, OTHER_KEY_MARKER);
  for (const secret of request.headers.flatMap(secretsOfField)) gate().add(secret);
  try {
    const replay = new Replay(request, client);
    const outcome = explained(await sendAll(replay, request, check, clock), replay, request);
    await replay.cleanUp();
    const telling = replay.readings.find(({ exchange }) => exchange.id === request.telling);
    const shown = telling ?? replay.readings.at(-1);
    return gate().value({ exchange: shown?.exchange, outcome });
  } finally {
    await client.close();
  }
}
