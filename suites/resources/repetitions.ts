import { isFreeText } from '../../src/checks/resources/promises.ts';
import type { Operation } from '../../src/interface/model.ts';
import { keyParameterOf } from '../../src/interface/parameters/request-keys.ts';
import { resourcesOf } from '../../src/interface/resources/resources.ts';
import { toldRepetitionOf } from '../../src/interface/resources/words/told-repetitions.ts';
import { parseJson } from '../../src/json/lossless.ts';
import { isObject, type Json, memberOf } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { allowedTypes } from '../../src/schema/keywords.ts';
import { schemaMembers } from '../../src/schema/members.ts';
import { mergedKeywords } from '../../src/schema/merge.ts';
import { allowedIn, mayChange } from '../../src/session/entries/entry-requests.ts';
import { placeToMake } from '../../src/session/entries/own-things.ts';
import type { SendSpec } from '../../src/session/pace/sending.ts';
import { encode, makeWhatIsNamed, type ProbeContext, requestFor } from '../../src/session/probe.ts';
import { withParameter } from '../../src/session/requests/valid-request.ts';
import { onceText } from '../../src/session/requests/values/own-keys.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';
import { othersThan } from './bodies.ts';
import { sendRead } from './validators.ts';

/** Creations that are sent twice with one key. */

/** The body with another value for one member, which the document takes as well: a text of the run, another one of a few, or a number beside it. */
function changedIn(context: ProbeContext, create: Operation, body: Json): Json | undefined {
  const schema = requestSchema(create);
  if (schema === undefined || !isObject(body)) return undefined;
  for (const [name, member] of schemaMembers(schema).properties) {
    const keywords = mergedKeywords(member, schema);
    const isWords = allowedTypes(keywords).has('string') && isFreeText(schema, member);
    const there = memberOf(body, name);
    const others = isWords ? [context.marker()] : there === undefined ? [] : othersThan(there, keywords);
    const changed = others
      .map((other): Json => ({ ...body, [name]: other }))
      .find((one) => validatorOf(schema)(one).length === 0);
    if (changed !== undefined) return changed;
  }
  return undefined;
}

function textOf({ body }: SendSpec): string {
  return body === undefined ? '' : new TextDecoder().decode(body);
}

/** A request for the same creation with another body: what comes in its place, or the first one with another value. */
function withOtherBody(
  context: ProbeContext,
  create: Operation,
  { first, other }: { readonly first: SendSpec; readonly other: SendSpec | undefined },
): SendSpec | undefined {
  if (other !== undefined && textOf(other) !== textOf(first)) return other;
  const parsed = parseJson(first.body ?? encode(null));
  const changed = parsed.kind === 'json' ? changedIn(context, create, parsed.value) : undefined;
  return changed === undefined ? undefined : { ...first, body: encode(changed) };
}

async function repeat(context: ProbeContext, create: Operation, at: number): Promise<void> {
  const parameter = keyParameterOf(create);
  const key = parameter === undefined ? undefined : onceText(parameter.schema, context.marker);
  const path = create.path.includes('{') ? placeToMake(context.session, create) : undefined;
  if (parameter === undefined || key === undefined || (create.path.includes('{') && path === undefined))
    return;
  const label = `resources/repeated-${String(at + 1)}`;
  const where = path === undefined ? {} : { path };
  const fresh = async (probe: string): Promise<SendSpec | undefined> => {
    const particular = { probe, intent: 'ordinary', ...where } as const;
    await makeWhatIsNamed(context, create, particular);
    return requestFor(context, create, particular);
  };
  const spec = await fresh(label);
  if (spec === undefined) return;
  const keyed = { ...spec, ...withParameter(spec, parameter, key) };
  const first = await sendRead(context, keyed);
  if (first?.answer === undefined || first.answer.status >= 300) return;
  // Another one comes in between: whoever knows the last key alone knows this one no more.
  const other = await fresh(`${label}-other`);
  if (other !== undefined) await sendRead(context, other);
  await sendRead(context, { ...keyed, probe: `${label}-again` });
  const different = toldRepetitionOf(context.document, create).refusesOther
    ? withOtherBody(context, create, { first: spec, other })
    : undefined;
  if (different !== undefined)
    await sendRead(context, {
      ...different,
      ...withParameter(different, parameter, key),
      probe: `${label}-otherwise`,
    });
  const list = resourcesOf(context.document).find((one) => one.create === create)?.list;
  if (!allowedIn(context)(list)) return;
  const listing = requestFor(context, list, { probe: `${label}-list`, intent: 'ordinary', ...where });
  if (listing !== undefined) await sendRead(context, listing);
}

export const repetitions: Probe = {
  id: 'resources.repetitions',
  intends: ['repeated'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    if (!mayChange(context)) return;
    const isAllowed = allowedIn(context);
    const creations = resourcesOf(context.document).flatMap(({ create }) =>
      isAllowed(create) && keyParameterOf(create) !== undefined ? [create] : [],
    );
    for (const [at, create] of creations.entries()) await repeat(context, create, at);
  },
};
