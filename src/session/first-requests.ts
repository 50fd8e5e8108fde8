import type { Interface, Operation } from '../interface/model.ts';
import { type NamedDeed, namedDeedOf, namingMembersOf } from '../interface/resources/words/named-deeds.ts';
import { parseRetryAfter } from '../http/date.ts';
import { resourcesOf } from '../interface/resources/resources.ts';
import { saysWhenRefused } from '../oracle/contract.ts';
import type { Reading } from '../oracle/reading.ts';
import { isAskedInQuickRuns } from '../record/allowance.ts';
import { asksForProof } from './account.ts';
import { isBaseline, isTaken } from './baseline.ts';
import { sendAgain, sendFirstLives } from './entries/making/first-lives.ts';
import { makeWhatIsNamed } from './entries/making/made-of-prepared.ts';
import { harmlessOperations, writableCollections } from './in-reach.ts';
import { mayDependOnValues, otherBody, roundsFor } from './requests/other-bodies.ts';
import { knownPath, linkedFor } from './entries/own-things.ts';
import { type ProbeContext, sendFor } from './probe.ts';

/**
 * The first requests of a run. Where a valid request is not certainly fine, they ask every operation in reach once, and those
 * that refuse again with other values: what was served is the baseline of all that comes later.
 */

/** What says whether the target can be tested at all: a list and a creation. */
function telling(context: ProbeContext): readonly Operation[] {
  const harmless = harmlessOperations(context);
  const read = harmless.find((o) => o.method === 'GET' && !o.path.includes('{'));
  const [collection] = writableCollections(context);
  const both = [read, collection?.create].flatMap((operation) => operation ?? []);
  return both.length > 0 ? both : harmless.slice(0, 1);
}

/** Calls in the order in which what one makes is there for the next. */
const CALLS: readonly NamedDeed['does'][] = ['makes', 'open', 'reads', 'changes', 'removes'];

/** Lists and creations first: what they answer names what the others ask for. */
function inOrder(document: Interface, operations: readonly Operation[]): readonly Operation[] {
  const rank = (operation: Operation): number => {
    const deed = namedDeedOf(document, operation);
    const isCall = deed !== undefined && namingMembersOf(document, operation).length > 0;
    return (operation.path.includes('{') ? CALLS.length : 0) + (isCall ? CALLS.indexOf(deed.does) : 0);
  };
  return operations.toSorted((a, b) => rank(a) - rank(b));
}

async function ask(context: ProbeContext, operation: Operation, round: number): Promise<void> {
  const suffix = round === 0 ? '' : `-again-${String(round)}`;
  // What a link says of the body is more than any other values.
  const isTold = linkedFor(context.session, operation)?.body !== undefined;
  const other = round === 0 || isTold ? undefined : otherBody(context, operation, round);
  const reading = await sendFor(context, operation, {
    probe: `baseline/${operation.id}${suffix}`,
    intent: operation.documentation === 'named' ? 'named' : 'ordinary',
    ...(round === 1 ? { asShown: true } : {}),
    ...(round > 1 ? { namesAll: true } : {}),
    ...(other === undefined ? {} : { body: { json: other } }),
  });
  if (other !== undefined && reading !== undefined && isTaken(reading))
    context.baselines.keepBody(operation, other);
}

/** Asks again, with other values, for those that were asked and not served. */
async function askAgain(context: ProbeContext, operations: readonly Operation[]): Promise<void> {
  const isOpen = (operation: Operation): boolean => {
    const own = context.session.readings.filter(
      ({ expectation }) => expectation.operation?.id === operation.id,
    );
    const isRefused = asksForProof(operation) && own.at(-1)?.answer?.limited === false;
    return !own.some(isBaseline) && (isRefused || mayDependOnValues(own));
  };
  const open = operations
    .filter(isOpen)
    .map((operation) => ({ operation, rounds: roundsFor(context, operation) }));
  const most = Math.max(0, ...open.map(({ rounds }) => rounds.length));
  for (let round = 1; round <= most; round += 1)
    for (const { operation, rounds } of open)
      if (rounds.includes(round) && isOpen(operation)) await ask(context, operation, round);
  // A user whom the run registered meanwhile may log in.
  for (const { operation, rounds } of open)
    if (rounds.length === 0)
      for (const round of roundsFor(context, operation)) await ask(context, operation, round);
}

/**
 * Asks once for each operation that a quick run asks whatever comes and has not asked yet, and again for those that were refused: it
 * sends little else that could be served.
 */
export async function askEachOnce(context: ProbeContext): Promise<void> {
  const { document, session } = context;
  const isFirst = (one: Operation): boolean =>
    !session.readings.some(({ expectation }) => expectation.operation?.id === one.id);
  const isKnown = (one: Operation): boolean =>
    !one.path.includes('{') || knownPath(session, one) !== undefined;
  const own = harmlessOperations(context).filter((one) => isAskedInQuickRuns(document, one));
  for (const operation of inOrder(document, own))
    if (isFirst(operation) && isKnown(operation)) {
      await makeWhatIsNamed(context, operation);
      await ask(context, operation, 0);
    }
  await askAgain(context, own);
}

/** What a 202 began may be done after these times, together; then a read that was refused for it is asked for again. */
const DONE_LATER_MS: readonly number[] = [1_600, 3_600];
/** What takes longer is not waited for. */
const LONGEST_MS = 60_000;
const NOT_YET: ReadonlySet<number> = new Set([404, 409, 425]);

/** How long an answer says that it takes until what it began is done, in ms (`Retry-After` beside a 202, or beside a read that came too early). */
function waitToldMs({ answer }: Reading): number {
  const isOfWork = answer !== undefined && (answer.status === 202 || NOT_YET.has(answer.status));
  const [value] = isOfWork ? answer.header('Retry-After') : [];
  const told = value === undefined ? undefined : parseRetryAfter(value.trim(), answer?.dateMs);
  if (told === undefined || told.kind === 'invalid') return 0;
  return told.kind === 'seconds' ? told.seconds * 1_000 : (told.waitMs ?? 0);
}

/** Asks later for what a creation began and had not done when it was asked for: the file of an export. */
async function askLater(context: ProbeContext, operations: readonly Operation[]): Promise<void> {
  const { session, baselines, signal } = context;
  const begun = session.readings.flatMap(({ answer, expectation: { operation } }) =>
    answer?.status === 202 && operation?.method === 'POST' ? [`${operation.path}/{`] : [],
  );
  const isLate = ({ id, method, path }: Operation): boolean => {
    const last = session.readings.findLast(({ expectation: { operation } }) => operation?.id === id);
    const isBelow = method === 'GET' && begun.some((start) => path.startsWith(start));
    return isBelow && NOT_YET.has(last?.answer?.status ?? 0);
  };
  for (const [at, usualMs] of DONE_LATER_MS.entries()) {
    const late = operations.filter((one) => isLate(one) && !baselines.isServed(one));
    const pauseMs = session.readings.reduce((most, one) => Math.max(most, waitToldMs(one)), usualMs);
    if (late.length === 0 || session.timeLeftMs <= pauseMs || pauseMs > LONGEST_MS) return;
    await session.clock.sleep(pauseMs, signal);
    for (const operation of late)
      await sendFor(context, operation, {
        probe: `baseline/${operation.id}-later-${String(at + 1)}`,
        intent: 'ordinary',
      });
  }
}

/** Sends the first valid requests, which say whether the target can be tested at all, and what of it. */
export async function sendFirstRequests(context: ProbeContext): Promise<void> {
  const first = telling(context);
  const { capabilities, session, profile, document } = context;
  const beginsWindow = capabilities.exhaust && profile !== 'quick' && document.rateLimits !== undefined;
  if (beginsWindow) await session.restToMidSecond();
  for (const operation of first) {
    await ask(context, operation, 0);
    if (!capabilities.exhaust) continue;
    const rested = await session.restAtWindowEnd();
    if (rested && beginsWindow) await session.restToMidSecond();
  }
  if (saysWhenRefused(context.document)) return;
  if (context.profile === 'quick') {
    await askAgain(context, first);
    return;
  }
  const others = harmlessOperations(context).filter((operation) => !first.includes(operation));
  for (const operation of inOrder(context.document, others)) await ask(context, operation, 0);
  const all = [...first, ...inOrder(context.document, others)];
  const creations = new Set(resourcesOf(context.document).flatMap(({ create }) => create ?? []));
  // What lives are made of comes first.
  await askAgain(
    context,
    all.filter((operation) => creations.has(operation)),
  );
  await sendFirstLives(context);
  await askAgain(
    context,
    all.filter((operation) => !creations.has(operation)),
  );
  await askLater(context, all);
}

/** After a wrong password many services take none of that user for some seconds. */
const LOCKED_MS: readonly number[] = [5_000, 15_000];

/** Sends a valid request, and once more after a while where a user and a password are refused. */
async function sendUnlocked(
  context: ProbeContext,
  operation: Operation,
  probe: string,
  beyond: number,
): Promise<Reading | undefined> {
  let reading = await sendAgain(context, operation, probe, { beyond });
  for (const pauseMs of operation.credential?.kind === 'http-basic' ? LOCKED_MS : []) {
    if (reading?.answer?.status !== 401 || context.session.timeLeftMs <= pauseMs) break;
    await context.session.clock.sleep(pauseMs, context.signal);
    reading = await sendAgain(context, operation, probe, { beyond });
  }
  return reading;
}

/**
 * Asks once more, with a valid request, for what answered something odd since it was served. Returns why the run can't go on
 * where the key is not taken any more, by an operation that took it before.
 */
export async function confirmBaselines(context: ProbeContext, beyond: number): Promise<string | undefined> {
  if (saysWhenRefused(context.document)) return undefined;
  for (const operation of context.baselines.unconfirmed) {
    const probe = `baseline/${operation.id}-afterwards`;
    const reading = await sendUnlocked(context, operation, probe, beyond);
    const status = reading?.answer?.status;
    if (reading === undefined || isBaseline(reading) || operation.credential === undefined) continue;
    if (status === 401 || status === 403)
      return `${operation.method} ${operation.path} was served before, and now answers ${String(status)} to the same key`;
  }
  return undefined;
}
