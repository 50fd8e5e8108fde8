import type { Operation } from '../interface/model.ts';
import { documentedJson } from '../http/media-type.ts';
import { isObject, type Json, memberOf } from '../json/value.ts';
import { requestSchema, saysWhenRefused, validatorOf } from '../oracle/contract.ts';
import type { Reading } from '../oracle/reading.ts';
import { asksForProof } from './account.ts';
import { isBaseline } from './baseline.ts';
import { sendAgain, sendFirstLives } from './first-lives.ts';
import { harmlessOperations, writableCollections } from './in-reach.ts';
import { mark, type Particular, type ProbeContext, requestFor, sendSpec } from './probe.ts';

/**
 * The first requests of a run. Where a valid request is not certainly fine, they ask every operation in reach once, and those
 * that refuse again with other values: what was served is the baseline of all that comes later.
 */

/** Rounds over what was not served: a refusal with a documented 4xx may be owed to the values. */
const MOST_ROUNDS = 4;

/** Refusals that other values would not change. */
const WHATEVER_THE_VALUES: ReadonlySet<number> = new Set([401, 405, 429]);

/** What says whether the target can be tested at all: a list and a creation. */
function telling(context: ProbeContext): readonly Operation[] {
  const harmless = harmlessOperations(context);
  const read = harmless.find((o) => o.method === 'GET' && !o.path.includes('{'));
  const [collection] = writableCollections(context);
  const both = [read, collection?.create].flatMap((operation) => operation ?? []);
  return both.length > 0 ? both : harmless.slice(0, 1);
}

/** Lists and creations first: what they answer names what the others ask for. */
function inOrder(operations: readonly Operation[]): readonly Operation[] {
  return operations.toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
}

/** A body that the document gives as an example, where it is valid. */
function exampleBody(context: ProbeContext, operation: Operation, at: number): Json | undefined {
  const schema = requestSchema(operation);
  const shown = documentedJson(operation.requestBody?.representations ?? [])?.examples ?? [];
  const own = isObject(schema) ? memberOf(schema, 'example') : undefined;
  const bodies = [...shown.map(({ value }) => value), ...(own === undefined ? [] : [own])];
  const body = bodies[at];
  if (schema === undefined || body === undefined || validatorOf(schema)(body).length > 0) return undefined;
  const marked = mark(context, operation, body);
  return validatorOf(schema)(marked).length === 0 ? marked : body;
}

async function ask(context: ProbeContext, operation: Operation, round: number): Promise<void> {
  const example = round === 0 ? undefined : exampleBody(context, operation, round - 1);
  const suffix = round === 0 ? '' : `-again-${String(round)}`;
  const particular: Particular = {
    probe: `baseline/${operation.id}${suffix}`,
    intent: operation.documentation === 'named' ? 'named' : 'ordinary',
    ...(example === undefined ? {} : { body: { json: example } }),
    ...(round === 1 ? { asShown: true } : {}),
  };
  const spec = requestFor(context, operation, particular);
  if (spec !== undefined) await sendSpec(context, spec);
}

/** True where other valid values may be served: a 4xx came that may have to do with them. */
function mayDependOnValues(own: readonly Reading[]): boolean {
  const last = own.at(-1)?.answer;
  if (last === undefined || last.limited) return false;
  return last.status >= 400 && last.status < 500 && !WHATEVER_THE_VALUES.has(last.status);
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
  if (saysWhenRefused(context.document) || context.profile === 'quick') return;
  const others = harmlessOperations(context).filter((operation) => !first.includes(operation));
  for (const operation of inOrder(others)) await ask(context, operation, 0);
  await sendFirstLives(context);
  for (let round = 1; round < MOST_ROUNDS; round += 1) {
    for (const operation of [...first, ...inOrder(others)]) {
      const own = context.session.readings.filter(
        ({ expectation }) => expectation.operation?.id === operation.id,
      );
      if (!own.some(isBaseline) && mayDependOnValues(own) && !asksForProof(operation))
        await ask(context, operation, round);
    }
  }
}

/**
 * Asks once more, with a valid request, for what answered something odd since it was served. Returns why the run can't go on
 * where the key is not taken any more, by an operation that took it before.
 */
export async function confirmBaselines(context: ProbeContext, beyond: number): Promise<string | undefined> {
  if (saysWhenRefused(context.document)) return undefined;
  for (const operation of context.baselines.unconfirmed) {
    const probe = `baseline/${operation.id}-afterwards`;
    const reading = await sendAgain(context, operation, probe, { beyond });
    const status = reading?.answer?.status;
    if (reading === undefined || isBaseline(reading) || operation.credential === undefined) continue;
    if (status === 401 || status === 403)
      return `${operation.method} ${operation.path} was served before, and now answers ${String(status)} to the same key`;
  }
  return undefined;
}
