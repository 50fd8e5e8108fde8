import type { Operation } from '../../src/interface/model.ts';
import { canonicalJson } from '../../src/json/canonical.ts';
import { isObject, type Json, memberOf, setMember } from '../../src/json/value.ts';
import { requestSchema, saysWhenRefused, servesBy, validatorOf } from '../../src/oracle/contract.ts';
import type { Reading } from '../../src/oracle/reading.ts';
import { boundaryValues, sizeInside } from '../../src/schema/generate/boundaries.ts';
import type { Schema } from '../../src/schema/keywords.ts';
import { schemaMembers } from '../../src/schema/members.ts';
import { mergedKeywords } from '../../src/schema/merge.ts';
import { operationsWithBody } from '../../src/session/in-reach.ts';
import type { ProbeContext } from '../../src/session/probe.ts';
import { mark, markedBody } from '../../src/session/requests/marked.ts';
import { leastBody, mayDependOnValues } from '../../src/session/requests/other-bodies.ts';
import { keptBody, renewedBody } from '../../src/session/requests/renewed.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';
import { besideRefused, isRefused, MOST_PER_PLACE, sendValid } from './values.ts';

/** Valid bodies with one member at an edge of its schema, each beside the same body without it. */

/** A creation leaves something behind each time. */
const MOST_BODIES = 10;

function withMember(body: Json, name: string, value: Json): Json {
  if (!isObject(body)) return body;
  const changed: { [name: string]: Json } = { ...body };
  setMember(changed, name, value);
  return changed;
}

/** A body with one member at an edge of its schema. */
type EdgeBody = {
  readonly name: string;
  readonly member: string;
  readonly value: Json;
};

/** Values of each member, in an order in which each has its turn: null, the default and the bounds first, of which the document says most. */
function edgesOf(schema: Schema): readonly EdgeBody[] {
  const ofMembers = [...schemaMembers(schema).properties].map(([member, own]) => {
    const values = boundaryValues(own, schema);
    const fallback = JSON.stringify(memberOf(mergedKeywords(own, schema), 'default'));
    const weight = (value: Json): number => {
      if (value === null || JSON.stringify(value) === fallback) return 0;
      return sizeInside(own, value, schema) === undefined ? 2 : 1;
    };
    return values
      .toSorted((one, other) => weight(one) - weight(other))
      .slice(0, MOST_PER_PLACE)
      .map((value, at): EdgeBody => ({ name: `${member}-${String(at + 1)}`, member, value }));
  });
  return Array.from({ length: MOST_PER_PLACE }, (_, round) =>
    ofMembers.flatMap((own) => own.slice(round, round + 1)),
  ).flat();
}

/** Bodies to change one member of, the fullest first. */
function bodiesToChange(context: ProbeContext, operation: Operation): readonly Json[] {
  const label = `edges of ${operation.id}`;
  const whole =
    keptBody(context, operation, label) ?? markedBody(context, operation, { optional: 'all', label });
  return [whole, leastBody(context, operation)].filter((body) => body !== undefined);
}

/**
 * The body that edges are put into. Where it is taken once alone, since something in it has to be unique, each that was served is
 * followed by another one; one that was refused stays, so that what comes next differs from it in one member.
 */
class EdgeBase {
  readonly #draw: (label: string) => Json;
  #body: Json;
  #isRepeatable: boolean | undefined;
  #drawn = 0;

  constructor(body: Json, draw: (label: string) => Json) {
    this.#body = body;
    this.#draw = draw;
  }

  get body(): Json {
    return this.#body;
  }

  /** Whether the same is taken twice; `undefined` while nobody asked. */
  get isRepeatable(): boolean | undefined {
    return this.#isRepeatable;
  }

  noteRepeated(isTaken: boolean): void {
    this.#isRepeatable = isTaken;
    if (!isTaken) this.noteServed();
  }

  noteServed(): void {
    if (this.#isRepeatable !== false) return;
    this.#drawn += 1;
    this.#body = this.#draw(String(this.#drawn));
  }
}

function isServed(operation: Operation, reading: Reading | undefined): boolean {
  const status = reading?.answer?.status;
  return status !== undefined && servesBy(operation, status);
}

/** True for a refusal that may be owed to what was there before. */
function mayBeTaken(reading: Reading | undefined): boolean {
  const status = reading?.answer?.status ?? 0;
  return status >= 400 && status < 500 && reading !== undefined && mayDependOnValues([reading]);
}

/** Sends a body with each of its members at an edge in turn; returns whether all came through that the body itself is no reason against. */
async function sendEdges(context: ProbeContext, operation: Operation, body: Json): Promise<boolean> {
  const schema = requestSchema(operation) ?? true;
  const probe = `validation/boundary/${operation.id}`;
  const base = new EdgeBase(body, (at) =>
    renewedBody(context, operation, body, `edges of ${operation.id} ${canonicalJson(body)} ${at}`),
  );
  const send = async (name: string, member?: string, value?: Json): Promise<Reading | undefined> => {
    const json =
      member === undefined || value === undefined ? base.body : withMember(base.body, member, value);
    if (validatorOf(schema)(json).length > 0) return undefined;
    const reading = await sendValid(context, operation, {
      probe: `${probe}/${name.replaceAll(/[^\w.-]/g, '_')}`,
      body: { json: mark(context, operation, json, member) },
    });
    if (isServed(operation, reading)) base.noteServed();
    return reading;
  };
  const isTaken = async (name: string): Promise<boolean> => isServed(operation, await send(name));
  if (!(await isTaken('plain'))) return false;
  let [sent, isAnyRefused] = [0, false];
  const properties = schemaMembers(schema).properties;
  for (const { name, member, value } of edgesOf(schema)) {
    if (sent >= MOST_BODIES) break;
    let reading = await send(name, member, value);
    if (mayBeTaken(reading) && base.isRepeatable === undefined) {
      base.noteRepeated(await isTaken('plain-repeated'));
      if (base.isRepeatable === false) reading = await send(`${name}-renewed`, member, value);
    }
    if (reading !== undefined) sent += 1;
    if (!mayBeTaken(reading)) continue;
    const isBroken = isRefused(operation, reading);
    isAnyRefused ||= isBroken;
    const insides = isBroken ? besideRefused(properties.get(member) ?? true, value, schema) : [];
    let isAnyTaken = false;
    for (const beside of insides) {
      const once = await send(`${name}-${beside.name}`, member, beside.value);
      if (isRefused(operation, once)) continue;
      const again = await send(`${name}-${beside.name}-again`, member, beside.value);
      isAnyTaken ||= isServed(operation, once) || isServed(operation, again);
      break;
    }
    if (base.isRepeatable === false && !isAnyTaken && !(await isTaken(`${name}-without`))) return false;
  }
  if (isAnyRefused) await send('plain-again');
  return true;
}

/** Members of bodies at the edges of their schemas, each beside the same body without it. */
export const boundaryBodies: Probe = {
  id: 'statuses.boundary-bodies',
  intends: ['ordinary'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    if (saysWhenRefused(context.document)) return;
    for (const operation of operationsWithBody(context)) {
      if (!context.baselines.isServed(operation)) continue;
      for (const body of bodiesToChange(context, operation))
        if (await sendEdges(context, operation, body)) break;
    }
  },
};
