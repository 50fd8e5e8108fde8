import type { Operation } from '../../src/interface/model.ts';
import { resourcesOf } from '../../src/interface/resources/resources.ts';
import { canonicalJson } from '../../src/json/canonical.ts';
import { putAt, toPointer, valueAt } from '../../src/json/pointer.ts';
import { isObject, type Json, listOf, memberOf } from '../../src/json/value.ts';
import { requestSchema, saysWhenRefused, servesBy, validatorOf } from '../../src/oracle/contract.ts';
import type { Reading } from '../../src/oracle/reading.ts';
import type { Schema } from '../../src/schema/keywords.ts';
import { isChangedByList } from '../../src/session/entries/entry-requests.ts';
import { operationsWithAnyBody } from '../../src/session/in-reach.ts';
import type { ProbeContext } from '../../src/session/probe.ts';
import { freeTexts } from '../../src/session/requests/values/free-text.ts';
import { mark, markedBody } from '../../src/session/requests/marked.ts';
import { leastBody, mayDependOnValues } from '../../src/session/requests/other-bodies.ts';
import { keptBody, renewedBody } from '../../src/session/requests/renewed.ts';
import { takesFromOthers } from '../../src/session/requests/values/kept-to-oneself.ts';
import { validBodies } from '../../src/session/requests/valid-request.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';
import { sampleOne } from '../../src/system/seeded.ts';
import { type Edge, edgesOf, innerPlaces, together, withEdges } from './edges.ts';
import { placeForAction } from './fitting-entries.ts';
import { besideRefused, isRefused, sendValid } from './values.ts';

/** Valid bodies at the edges of their schemas, each beside the same body without them. */

/** A creation leaves something behind each time. */
const MOST_ALONE = 10;
/** Bodies with several edges, also those that a refused one is taken apart into. */
const MOST_TOGETHER = 12;

/** The body with what it lacks of the objects and lists that the document has in it, as far as it is valid so. */
function filled(context: ProbeContext, operation: Operation, body: Json): Json {
  const schema = requestSchema(operation);
  if (schema === undefined) return body;
  let full: Json = body;
  for (const place of innerPlaces(schema)) {
    const [name = ''] = place;
    if (valueAt(full, place) !== undefined || (valueAt(full, place.slice(0, -1)) ?? null) !== null) continue;
    const supply = validBodies(operation, 'all', toPointer(place));
    if (supply?.kind !== 'values') continue;
    const drawn = sampleOne(supply.arbitrary, context.seed, `${toPointer(place)} of ${operation.id}`);
    const inner = isObject(drawn) ? memberOf(drawn, name) : undefined;
    if (inner === undefined) continue;
    const more: Json = isObject(full) ? putAt(full, [name], inner) : drawn;
    if (validatorOf(schema)(more).length === 0) full = more;
  }
  return full;
}

/** So many bodies are drawn for the items of a list. */
const MOST_DRAWN = 12;

/** Items that are drawn at a place of a body. */
function drawnItems({ seed }: ProbeContext, operation: Operation, path: readonly string[]): readonly Json[] {
  const supply = validBodies(operation, 'all', toPointer([...path, '0']));
  if (supply?.kind !== 'values') return [];
  return Array.from({ length: MOST_DRAWN }, (_, at) =>
    listOf(
      valueAt(sampleOne(supply.arbitrary, seed, `items of ${operation.id} ${toPointer(path)} ${at}`), path),
    ),
  ).flat();
}

/** Bodies to put edges into, the fullest first. */
function bodiesToChange(context: ProbeContext, operation: Operation): readonly Json[] {
  const label = `edges of ${operation.id}`;
  const whole =
    keptBody(context, operation, label) ?? markedBody(context, operation, { optional: 'all', label });
  const full = whole === undefined ? undefined : filled(context, operation, whole);
  const bodies = [full, whole, leastBody(context, operation)].filter((body) => body !== undefined);
  return [...new Map(bodies.map((body) => [canonicalJson(body), body])).values()];
}

/** What edges are put into; `path`: where it is sent to, where that is not the same place each time. */
type Ground = { readonly body: Json; readonly path?: string };

/**
 * The ground of edges. Where it is taken once alone, since something in the body has to be unique, or an action is done to an entry
 * once, each that was served is followed by another one; one that was refused stays, so that what comes next differs from it in one
 * member.
 */
class Grounds {
  readonly #draw: (label: string) => Promise<Ground | undefined>;
  #ground: Ground | undefined;
  #isRepeatable: boolean | undefined;
  #isSpent = false;
  #drawn = 0;

  constructor(body: Json, draw: (label: string) => Promise<Ground | undefined>) {
    this.#ground = { body };
    this.#draw = draw;
  }

  /** What the next one is put into; `undefined` where nothing can be made. */
  async next(): Promise<Ground | undefined> {
    if (!this.#isSpent) return this.#ground;
    this.#isSpent = false;
    this.#drawn += 1;
    this.#ground = await this.#draw(String(this.#drawn));
    return this.#ground;
  }

  /** Whether the same is taken twice; `undefined` while nobody asked. */
  get isRepeatable(): boolean | undefined {
    return this.#isRepeatable;
  }

  noteRepeated(isTaken: boolean): void {
    this.#isRepeatable = isTaken;
    if (!isTaken) this.#isSpent = true;
  }

  noteServed(): void {
    if (this.#isRepeatable === false) this.#isSpent = true;
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

/** Sends one body after the other, with edges in it or as it is. */
class EdgeSender {
  readonly #context: ProbeContext;
  readonly #operation: Operation;
  readonly #schema: Schema;
  readonly #grounds: Grounds;
  isAnyRefused = false;

  constructor(context: ProbeContext, operation: Operation, grounds: Grounds) {
    this.#context = context;
    this.#operation = operation;
    this.#schema = requestSchema(operation) ?? true;
    this.#grounds = grounds;
  }

  async #send(name: string, edges: readonly Edge[] = []): Promise<Reading | undefined> {
    const ground = await this.#grounds.next();
    const json = ground === undefined ? undefined : withEdges(ground.body, edges);
    if (ground === undefined || json === undefined) return undefined;
    if (validatorOf(this.#schema)(json).length > 0) return undefined;
    const places = edges.map(({ path }) => path);
    const reading = await sendValid(this.#context, this.#operation, {
      probe: `validation/boundary/${this.#operation.id}/${name.replaceAll(/[^\w.-]/g, '_')}`,
      body: { json: mark(this.#context, this.#operation, json, places) },
      ...(ground.path === undefined ? {} : { path: ground.path, withQuery: true as const }),
    });
    if (isServed(this.#operation, reading)) this.#grounds.noteServed();
    return reading;
  }

  /** Sends the body as it is; returns whether it was served. */
  async isTaken(name: string): Promise<boolean> {
    return isServed(this.#operation, await this.#send(name));
  }

  /** The same for a ground of which nothing is known: an action may have been done to the entry already. */
  async isTakenAtAll(isAction: boolean): Promise<boolean> {
    if (await this.isTaken('plain')) return true;
    if (!isAction) return false;
    this.#grounds.noteRepeated(false);
    return this.isTaken('plain-renewed');
  }

  /**
   * Sends edges in one body. `isOver`: nothing more can be told, since the body itself is no longer served without them. `isRefused`:
   * it was refused for what is in it.
   */
  async sendEdges(
    name: string,
    edges: readonly Edge[],
  ): Promise<{ readonly isSent: boolean; readonly isRefused: boolean; readonly isOver: boolean }> {
    const grounds = this.#grounds;
    let reading = await this.#send(name, edges);
    if (mayBeTaken(reading) && grounds.isRepeatable === undefined) {
      grounds.noteRepeated(await this.isTaken('plain-repeated'));
      if (grounds.isRepeatable === false) reading = await this.#send(`${name}-renewed`, edges);
    }
    if (!mayBeTaken(reading)) return { isSent: reading !== undefined, isRefused: false, isOver: false };
    const [only, ...others] = edges;
    const isAlone = only !== undefined && others.length === 0;
    const isBroken = isRefused(this.#operation, reading);
    this.isAnyRefused ||= isBroken;
    const isBesideTaken = isAlone && isBroken && (await this.#isInsideTaken(name, only));
    const isOver =
      grounds.isRepeatable === false && !isBesideTaken && !(await this.isTaken(`${name}-without`));
    return { isSent: true, isRefused: true, isOver };
  }

  /** Sends what is inside of a bound at which a value was refused, twice: a new entry may have it as another one does. */
  async #isInsideTaken(name: string, edge: Edge): Promise<boolean> {
    for (const beside of besideRefused(edge.schema, edge.value, this.#schema)) {
      const inside = [{ ...edge, value: beside.value }];
      const once = await this.#send(`${name}-${beside.name}`, inside);
      if (isRefused(this.#operation, once)) continue;
      const again = await this.#send(`${name}-${beside.name}-again`, inside);
      return isServed(this.#operation, once) || isServed(this.#operation, again);
    }
    return false;
  }
}

/** Edges of the body's own members, each in a body of its own; returns those that had no turn, or nothing where none can be told any more. */
async function sendAlone(sender: EdgeSender, edges: readonly Edge[]): Promise<readonly Edge[] | undefined> {
  let sent = 0;
  for (const [at, edge] of edges.entries()) {
    if (sent >= MOST_ALONE) return edges.slice(at);
    const { isSent, isOver } = await sender.sendEdges(edge.name, [edge]);
    if (isSent) sent += 1;
    if (isOver) return undefined;
  }
  return [];
}

/** Edges in common; a body that is refused is taken apart, until it is one value that is. */
async function sendTogether(sender: EdgeSender, groups: readonly (readonly Edge[])[]): Promise<void> {
  const open = groups.map((edges, at) => ({ name: `together-${String(at + 1)}`, edges }));
  let sent = 0;
  for (const { name, edges } of open) {
    if (sent >= MOST_TOGETHER) return;
    const [only] = edges.length === 1 ? edges : [];
    const { isSent, isRefused: isBroken, isOver } = await sender.sendEdges(only?.name ?? name, edges);
    if (isSent) sent += 1;
    if (isOver) return;
    if (edges.length === 1 || (isSent && !isBroken)) continue;
    const half = Math.ceil(edges.length / 2);
    open.push(
      { name: `${name}a`, edges: edges.slice(0, half) },
      { name: `${name}b`, edges: edges.slice(half) },
    );
  }
}

/** Sends a body with its edges in turn; returns whether the body itself was served, so that they tell something. */
async function sendEdgesOf(context: ProbeContext, operation: Operation, body: Json): Promise<boolean> {
  const schema = requestSchema(operation) ?? true;
  const isAction = resourcesOf(context.document).some(({ actions }) => actions.includes(operation));
  const grounds = new Grounds(body, async (at) => {
    const probe = `validation/boundary/${operation.id}/for-${at}`;
    const path = isAction ? await placeForAction(context, operation, probe) : undefined;
    if (isAction) return path === undefined ? undefined : { body, path };
    const label = `edges of ${operation.id} ${canonicalJson(body)} ${at}`;
    return { body: renewedBody(context, operation, body, label) };
  });
  const sender = new EdgeSender(context, operation, grounds);
  if (!(await sender.isTakenAtAll(isAction))) return false;
  const edges = edgesOf(schema, body, (path) => drawnItems(context, operation, path));
  const [outer = [], inner = []] = [edges.outer, edges.inner].map((own) =>
    own.filter(({ path, value }) => !takesFromOthers(operation, path.at(-1) ?? '', value)),
  );
  // What is done to an entry once takes a new one each time.
  const left = isAction ? outer : await sendAlone(sender, outer);
  const [marked] = freeTexts(schema);
  if (left !== undefined) await sendTogether(sender, together([...left, ...inner], marked?.path));
  if (sender.isAnyRefused) await sender.isTaken('plain-again');
  return true;
}

/** Members of bodies at the edges of their schemas, also inside of objects and lists, beside the same body without them. */
export const boundaryBodies: Probe = {
  id: 'statuses.boundary-bodies',
  intends: ['ordinary'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    if (saysWhenRefused(context.document)) return;
    for (const operation of operationsWithAnyBody(context)) {
      // What a list of changes does is not told by the values that it may have.
      if (!context.baselines.isServed(operation) || isChangedByList(operation)) continue;
      for (const body of bodiesToChange(context, operation))
        if (await sendEdgesOf(context, operation, body)) break;
    }
  },
};
