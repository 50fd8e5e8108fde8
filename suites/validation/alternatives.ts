import {
  toldAlternativesOf,
  type ToldAlternatives,
} from '../../src/interface/parameters/told-alternatives.ts';
import type { Operation } from '../../src/interface/model.ts';
import { isObject, type Json, memberOf } from '../../src/json/value.ts';
import { requestSchema, saysWhenRefused, validatorOf } from '../../src/oracle/contract.ts';
import { partOf, resourcesOf } from '../../src/interface/resources/resources.ts';
import { sendToEntry } from '../../src/session/entries/entry-requests.ts';
import { makeForAction } from '../../src/session/entries/making/first-actions.ts';
import { placeInside } from '../../src/session/entries/places/place-inside.ts';
import { type ProbeContext, sendFor } from '../../src/session/probe.ts';
import { markedBody } from '../../src/session/requests/marked.ts';
import { namingAnything } from '../../src/session/requests/names/referenced.ts';
import { servedAndTold } from './told-order.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';

/** Bodies with none of the members of which the document wants one, and with two that exclude each other. */

function bodyWith(context: ProbeContext, operation: Operation, name: string): Json | undefined {
  const drawn = markedBody(context, operation, {
    optional: 'all',
    label: `alternative ${operation.id} ${name}`,
    through: `/${name}`,
  });
  return drawn === undefined ? undefined : namingAnything(context.session, operation, drawn);
}

/** A valid body with more than one of the members. */
function withSeveral(
  context: ProbeContext,
  operation: Operation,
  { names }: ToldAlternatives,
): Json | undefined {
  const bodies = names.map((name) => [name, bodyWith(context, operation, name)] as const);
  const [, first] = bodies[0] ?? [];
  const members = bodies.flatMap(([name, body]) => {
    const value = isObject(body) ? memberOf(body, name) : undefined;
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return isObject(first) && members.length > 1 ? { ...first, ...Object.fromEntries(members) } : undefined;
}

/** A valid body with none of the members. */
function withNone(
  context: ProbeContext,
  operation: Operation,
  { names }: ToldAlternatives,
): Json | undefined {
  const body = markedBody(context, operation, { optional: 'all', label: `no alternative ${operation.id}` });
  if (!isObject(body)) return undefined;
  const rest = Object.entries(body).filter(([name]) => !names.includes(name));
  return namingAnything(context.session, operation, Object.fromEntries(rest));
}

/** Where to make something inside of an entry to which nothing was done: the state of another one may be a reason to refuse it. */
async function placeAnew(
  context: ProbeContext,
  operation: Operation,
  probe: string,
): Promise<string | undefined> {
  const inner = partOf(context.document, operation)?.resource;
  const holder = resourcesOf(context.document).find(({ path }) => path === inner?.parent);
  if (holder === undefined || inner?.create !== operation) return undefined;
  const entry = await makeForAction(context, holder, probe, { before: undefined });
  return entry === undefined ? undefined : placeInside(context.session, entry, operation);
}

async function ask(context: ProbeContext, operation: Operation, told: ToldAlternatives): Promise<void> {
  const schema = requestSchema(operation) ?? true;
  const wrong = [
    ['none', told.isNeeded && operation.method === 'POST' ? withNone(context, operation, told) : undefined],
    ['several', told.isStrict ? withSeveral(context, operation, told) : undefined],
  ] as const;
  for (const [which, json] of wrong) {
    if (json === undefined || validatorOf(schema)(json).length > 0) continue;
    const probe = `validation/alternatives/${operation.id}-${told.names.join('-')}-${which}`;
    const particular = { probe, intent: 'ordinary', body: { json } } as const;
    const path = await placeAnew(context, operation, probe);
    if (path === undefined) await sendFor(context, operation, particular);
    else await sendToEntry(context, operation, path, particular);
  }
}

export const toldAlternatives: Probe = {
  id: 'validation.told-alternatives',
  intends: ['ordinary'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    if (saysWhenRefused(context.document)) return;
    const told = servedAndTold(context, (one) => toldAlternativesOf(one).length > 0);
    for (const operation of told)
      for (const one of toldAlternativesOf(operation)) await ask(context, operation, one);
  },
};
