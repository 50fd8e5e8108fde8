import { type ToldPair, toldPairsOf } from '../../src/interface/parameters/told-pairs.ts';
import { type ToldPast, toldPastOf } from '../../src/interface/parameters/told-past.ts';
import type { Operation } from '../../src/interface/model.ts';
import { isObject, type Json, memberOf } from '../../src/json/value.ts';
import { requestSchema, saysWhenRefused, validatorOf } from '../../src/oracle/contract.ts';
import { harmlessOperations, operationsWithAnyBody } from '../../src/session/in-reach.ts';
import { type ProbeContext, requestFor, sendFor, sendSpec } from '../../src/session/probe.ts';
import { markedBody } from '../../src/session/requests/marked.ts';
import { bodyIn, withBody } from '../../src/session/requests/spec-bodies.ts';
import { withParameter } from '../../src/session/requests/valid-request.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';

/** Two values the other way round than the document says that they have to be, the same one twice, and what is still to come where it has to have been. */

/** So many operations are asked. */
const MOST_ASKED = 8;
const WEEK_MS = 7 * 86_400_000;
const SOME_TIME = Date.UTC(2024, 4, 8, 10);

type Values = readonly (readonly [less: Json, more: Json])[];

/** The same value for both: the one of what is to be less, or another one where that is none for the other. */
function same(pair: ToldPair, less: Json | undefined): Values {
  return turned(pair, less).flatMap(([one, other]): Values => [
    [one, one],
    [other, other],
  ]);
}

/** A value for what is to be less, and one before it for what is to be more. */
function turned({ kind }: ToldPair, less: Json | undefined): Values {
  if (kind === 'number') {
    const own = typeof less === 'number' ? less : 20;
    return [own - 1, Math.floor(own / 2), 0].filter((one) => one < own).map((more) => [own, more]);
  }
  const given = typeof less === 'string' ? Date.parse(less) : Number.NaN;
  const atMs = Number.isNaN(given) ? SOME_TIME : given;
  const written = (ms: number): string => {
    const text = new Date(ms).toISOString().replace('.000Z', 'Z');
    return kind === 'date' ? text.slice(0, 10) : text;
  };
  return [[written(atMs), written(atMs - WEEK_MS)]];
}

type Asked = {
  readonly operation: Operation;
  readonly pair: ToldPair;
  readonly probe: string;
  readonly valuesOf: typeof turned;
};

async function askInBody(context: ProbeContext, { operation, pair, probe, valuesOf }: Asked): Promise<void> {
  const schema = requestSchema(operation);
  const body = markedBody(context, operation, { optional: 'all', label: probe });
  if (schema === undefined || !isObject(body)) return;
  const bodies = valuesOf(pair, memberOf(body, pair.less)).map(([less, more]) => ({
    ...body,
    [pair.less]: less,
    [pair.more]: more,
  }));
  const json = bodies.find((one) => validatorOf(schema)(one).length === 0);
  if (json !== undefined) await sendFor(context, operation, { probe, intent: 'ordinary', body: { json } });
}

async function askInQuery(context: ProbeContext, { operation, pair, probe, valuesOf }: Asked): Promise<void> {
  const spec = requestFor(context, operation, { probe, intent: 'ordinary' });
  const [less, more] = [pair.less, pair.more].map((name) =>
    operation.parameters.find((one) => one.in === 'query' && one.name === name),
  );
  if (spec === undefined || less === undefined || more === undefined) return;
  const fits = valuesOf(pair, undefined).find(
    ([one, other]) =>
      validatorOf(less.schema)(one).length === 0 && validatorOf(more.schema)(other).length === 0,
  );
  if (fits === undefined) return;
  const parts = withParameter(withParameter(spec, less, fits[0]), more, fits[1]);
  await sendSpec(context, { ...spec, ...parts });
}

const TO_COME = '2099-01-15';

async function askToCome(
  context: ProbeContext,
  operation: Operation,
  { name, kind }: ToldPast,
): Promise<void> {
  const schema = requestSchema(operation);
  const probe = `validation/past/${operation.id}-${name}`;
  // What else may be given may be wrong for another reason.
  const least = markedBody(context, operation, { optional: 'none', label: probe });
  const spec =
    least === undefined
      ? undefined
      : requestFor(context, operation, { probe, intent: 'ordinary', body: { json: least } });
  const body = spec === undefined ? undefined : bodyIn(operation, spec);
  if (schema === undefined || spec === undefined || !isObject(body)) return;
  const json = { ...body, [name]: kind === 'date' ? TO_COME : `${TO_COME}T10:00:00Z` };
  const sent = validatorOf(schema)(json).length === 0 ? withBody(operation, spec, json) : undefined;
  if (sent !== undefined) await sendSpec(context, sent);
}

/**
 * Operations that were served and of which the document tells something, so many at most: those that change nothing of others. What is made
 * inside of an entry of the run is as harmless.
 */
export function servedAndTold(
  context: ProbeContext,
  isTold: (operation: Operation) => boolean,
): readonly Operation[] {
  const inside = operationsWithAnyBody(context).filter(({ method }) => method === 'POST');
  const all = new Set([...harmlessOperations(context), ...inside]);
  return [...all]
    .filter((operation) => isTold(operation) && context.baselines.isServed(operation))
    .slice(0, MOST_ASKED);
}

export const toldOrders: Probe = {
  id: 'validation.told-orders',
  intends: ['ordinary'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    if (saysWhenRefused(context.document)) return;
    const told = servedAndTold(context, (one) => toldPairsOf(one).length > 0 || toldPastOf(one).length > 0);
    for (const operation of told) {
      for (const past of toldPastOf(operation)) await askToCome(context, operation, past);
      for (const pair of toldPairsOf(operation)) {
        const probe = `validation/order/${operation.id}-${pair.less}`;
        const ask = pair.place === 'query' ? askInQuery : askInBody;
        await ask(context, { operation, pair, probe, valuesOf: turned });
        if (pair.isStrict) await ask(context, { operation, pair, probe: `${probe}-same`, valuesOf: same });
      }
    }
  },
};
