import { sentMarkers } from '../../src/checks/resources/creations/creations.ts';
import type { Operation, Parameter } from '../../src/interface/model.ts';
import { wordsOfName } from '../../src/interface/names.ts';
import { isOneText } from '../../src/interface/parameters/parameter-style.ts';
import { listModelOf } from '../../src/interface/resources/lists/pages.ts';
import type { Json } from '../../src/json/value.ts';
import { matchesStatus, refusalStatuses, saysWhenRefused } from '../../src/oracle/contract.ts';
import { CONDITIONS } from '../../src/oracle/conditions.ts';
import { expectation } from '../../src/oracle/expectation.ts';
import type { Reading } from '../../src/oracle/reading.ts';
import { boundaryValues, resized, sizeInside } from '../../src/schema/generate/boundaries.ts';
import type { Schema } from '../../src/schema/keywords.ts';
import { isBaseline } from '../../src/session/baseline.ts';
import { withFreshTag } from '../../src/session/entries/fresh-tags.ts';
import { ownershipOf } from '../../src/session/entries/own-things.ts';
import { harmlessOperations } from '../../src/session/in-reach.ts';
import { type Particular, type ProbeContext, requestFor, sendSpec } from '../../src/session/probe.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';
import { MOST_PER_PLACE } from './edges.ts';
import { firstValue, type RequestParts, withParameter } from '../../src/session/requests/valid-request.ts';

/**
 * Valid requests that differ from the ordinary one: optional parameters, and values at the edges of their schemas; bodies are
 * beside. Where
 * statements beside the document say what a request needs, nothing is to be found out this way.
 */

/** So many requests tell which optional parameters of an operation are served. */
const MOST_GROUPS = 24;
const MOST_PER_OPERATION = 16;
/** Kinds of entries that are searched for. */
const MOST_SEARCHED = 3;

/** Sends a request that the oracle reads as a valid one; anything else stays unsent. */
export async function sendValid(
  context: ProbeContext,
  operation: Operation,
  particular: Omit<Particular, 'intent'>,
): Promise<Reading | undefined> {
  // A long text at the edge of its schema is unusual: what it is meant to be follows from what the oracle reads.
  const spec = requestFor(context, operation, { ...particular, intent: 'unusual-text' });
  if (spec === undefined) return undefined;
  const { contract } = context.session;
  const said = expectation(contract, { ...spec, target: `${contract.basePath}${spec.path}` });
  if (said.situation !== 'ordinary' && said.situation !== 'unusual-text') return undefined;
  const { path } = particular;
  const headers =
    path === undefined ? spec.headers : withFreshTag(context.session, operation, path, spec.headers);
  return sendSpec(context, { ...spec, headers, intent: said.situation });
}

/** Operations whose ordinary request was served: only beside one of those another one tells something. */
function servedOperations(context: ProbeContext): readonly Operation[] {
  if (saysWhenRefused(context.document)) return [];
  return harmlessOperations(context).filter((operation) => context.baselines.isServed(operation));
}

/** A condition has to do with what is there, which no drawn value has. */
function isCondition({ in: place, name }: Parameter): boolean {
  return place === 'header' && CONDITIONS.includes(name.toLowerCase());
}

/** A text that names the page after another one comes from a service, and is nothing that a client makes up. */
function isTextOfService({ document }: ProbeContext, operation: Operation, parameter: Parameter): boolean {
  const pages = listModelOf(document, operation)?.pages;
  return parameter.in === 'query' && pages?.by === 'cursor' && pages.position?.name === parameter.name;
}

/** The parameters of an operation, outside of its path, that may get any value that their schema allows. */
export function freeParameters(context: ProbeContext, operation: Operation): readonly Parameter[] {
  return operation.parameters.filter(
    (parameter) =>
      parameter.in !== 'path' && !isCondition(parameter) && !isTextOfService(context, operation, parameter),
  );
}

function nameOf({ in: place, name }: Parameter): string {
  return `${place}-${name.replaceAll(/[^\w.-]/g, '_')}`;
}

type Parts = Omit<RequestParts, 'body'>;

/** All optional parameters at once; what is not served is tried in halves, since one of them may not be taken, or not beside another. */
async function sendOptional(context: ProbeContext, operation: Operation, parts: Parts): Promise<void> {
  const optional = freeParameters(context, operation).flatMap((parameter) => {
    if (parameter.required) return [];
    const value = firstValue(parameter, context.seed);
    return value === undefined ? [] : [{ parameter, value }];
  });
  const groups = optional.length === 0 ? [] : [optional];
  for (const [at, group] of groups.entries()) {
    if (at >= MOST_GROUPS) return;
    const [alone] = group.length === 1 ? group : [];
    const name = alone === undefined ? `some-${String(at)}` : nameOf(alone.parameter);
    const reading = await sendValid(context, operation, {
      probe: `validation/optional/${operation.id}/${at === 0 ? 'all' : name}`,
      parts: group.reduce((made, { parameter, value }) => withParameter(made, parameter, value), parts),
    });
    if (alone !== undefined || (reading !== undefined && isBaseline(reading))) continue;
    const half = Math.ceil(group.length / 2);
    groups.push(group.slice(0, half), group.slice(half));
  }
}

/** True for an answer that refuses a request as a broken one: it may be the value that is not taken. */
export function isRefused(operation: Operation, reading: Reading | undefined): boolean {
  const status = reading?.answer?.status;
  return status !== undefined && matchesStatus(refusalStatuses(operation), status);
}

/** What to send beside a value that was refused, until it is served: the one a step inside of the bound that it is at, and half of a text. */
export function besideRefused(
  schema: Schema,
  value: Json,
  root: Schema = schema,
): readonly { readonly name: string; readonly value: Json }[] {
  const size = sizeInside(schema, value, root);
  if (size === undefined) return [];
  const inside = { name: 'inside', value: resized(value, size) };
  const isLong = typeof value === 'string' && size < value.length && size > 1;
  return isLong ? [inside, { name: 'half', value: resized(value, Math.ceil(size / 2)) }] : [inside];
}

async function sendBoundaries(context: ProbeContext, operation: Operation, parts: Parts): Promise<void> {
  let sent = 0;
  let isAnyRefused = false;
  for (const parameter of freeParameters(context, operation)) {
    const values = boundaryValues(parameter.schema)
      .filter((value) => value !== null && value !== '')
      .slice(0, MOST_PER_PLACE);
    for (const [at, value] of values.entries()) {
      if (sent >= MOST_PER_OPERATION) return;
      const probe = `validation/boundary/${operation.id}/${nameOf(parameter)}-${String(at + 1)}`;
      const send = (chosen: Json, suffix = ''): Promise<Reading | undefined> =>
        sendValid(context, operation, {
          probe: `${probe}${suffix}`,
          parts: withParameter(parts, parameter, chosen),
        });
      const reading = await send(value);
      if (reading !== undefined) sent += 1;
      if (!isRefused(operation, reading)) continue;
      isAnyRefused = true;
      for (const beside of besideRefused(parameter.schema, value))
        if (!isRefused(operation, await send(beside.value, `-${beside.name}`))) break;
    }
  }
  if (isAnyRefused)
    await sendValid(context, operation, { probe: `validation/boundary/${operation.id}/plain`, parts });
}

/** Words in the names of parameters that search in texts. */
const SEARCHING: ReadonlySet<string> = new Set(
  'q query search term terms text keyword keywords phrase'.split(' '),
);

/** Texts in entries of the run that are there, one of each kind: a search finds those of the kind that it looks into. */
function ownTexts({ session }: ProbeContext): readonly string[] {
  const there = ownershipOf(session).entries.filter(({ standing }) => standing === 'there');
  return [...Map.groupBy(there, ({ resource }) => resource).values()]
    .flatMap((same) => same.flatMap(({ madeBy }) => sentMarkers(madeBy)).slice(-1))
    .slice(0, MOST_SEARCHED);
}

/** Searches for texts of the run: what nobody finds shows nothing of how it is shown. */
async function sendSearches(context: ProbeContext, operation: Operation, parts: Parts): Promise<void> {
  const parameters = freeParameters(context, operation).filter(
    (parameter) => isOneText(parameter) && wordsOfName(parameter.name).some((word) => SEARCHING.has(word)),
  );
  for (const parameter of parameters)
    for (const [at, text] of ownTexts(context).entries())
      await sendValid(context, operation, {
        probe: `validation/search/${operation.id}/${nameOf(parameter)}-${String(at + 1)}`,
        parts: withParameter(parts, parameter, text),
      });
}

/** Optional parameters of what reads: all of them, each alone where that was too much, and values at their edges. */
export const optionalParameters: Probe = {
  id: 'statuses.optional-parameters',
  intends: ['ordinary'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const reading = servedOperations(context).filter(({ method }) => method === 'GET');
    for (const send of [sendOptional, sendSearches, sendBoundaries])
      for (const operation of reading) {
        const parts = context.baselines.partsOf(operation);
        if (parts !== undefined) await send(context, operation, parts);
      }
  },
};
