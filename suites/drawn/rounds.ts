import { SAFE_METHODS } from '../../src/http/exchange.ts';
import type { Operation } from '../../src/interface/model.ts';
import { partOf, type Resource, resourcesOf } from '../../src/interface/resources/resources.ts';
import { behindEntry, pathBelow } from '../../src/interface/resources/places/places.ts';
import { requestSchema, saysWhenRefused } from '../../src/oracle/contract.ts';
import type { Reading } from '../../src/oracle/reading.ts';
import { pick } from '../../src/schema/generate/mutations.ts';
import { allowedIn, makeEntry } from '../../src/session/entries/entry-requests.ts';
import { harmlessOperations, operationsWithAnyBody } from '../../src/session/in-reach.ts';
import {
  changesEntry,
  livingOf,
  ownershipOf,
  worksInsideEntry,
} from '../../src/session/entries/own-things.ts';
import { type ProbeContext, requestFor } from '../../src/session/probe.ts';
import type { SendSpec } from '../../src/session/pace/sending.ts';
import { createRandom, seedOf } from '../../src/system/random.ts';
import { type DrawnKind, drawnRequest, type Seed } from './requests.ts';

/**
 * Rounds of drawn requests, each of which begins with every operation once. What a round has depends on the seed of the run and on what
 * the answers of earlier rounds showed, and on nothing else: not on the budget, the time, or how many are sent side by side.
 */

/** One request of a round, to be drawn when it is sent: where its entry is is known by then. */
export type DrawnCase = {
  /** `drawn/3-17-broken-createThing`: round, place in it, kind and operation. */
  readonly name: string;
  readonly operation: Operation;
  readonly kind: DrawnKind;
  readonly nth: number;
  readonly near: Seed | undefined;
  /** Cases of one lane share their entries: those about entries of one family are in one. */
  readonly lane: number;
};

/** Cases of a round at least: each is judged at once. */
const LEAST_OF_ROUND = 96;
/** As many lanes there are. */
export const LANES = 16;
/** Behind the first of each operation, stretches of so many cases at least begin with those that may change something. */
const LEAST_OF_STRETCH = 32;

/** What services broke on most in the zoos comes most often. */
const KINDS: readonly DrawnKind[] = [
  'valid',
  'broken',
  'edge',
  'bytes',
  'odd-text',
  'near',
  'broken',
  'valid',
  'near',
  'odd-text',
  'edge',
  'near',
];

/** Operations that need an entry of the run's own: what is always there for all (`PATCH /settings`) has a life, and no drawn cases. */
function needsEntry({ session }: ProbeContext, operation: Operation): boolean {
  if (!operation.path.includes('{')) return false;
  return changesEntry(session, operation) || worksInsideEntry(session, operation);
}

/** Operations that cases are drawn for, in the order of the document. */
export function drawnOperations(context: ProbeContext): readonly Operation[] {
  const isAllowed = allowedIn(context);
  const takingBody = new Set(operationsWithAnyBody(context));
  const harmless = new Set(harmlessOperations(context));
  const mayTouch = !context.readOnly && !saysWhenRefused(context.document);
  return context.document.operations.filter((operation) => {
    if (!isAllowed(operation)) return false;
    if (harmless.has(operation)) return requestSchema(operation) === undefined || takingBody.has(operation);
    return mayTouch && needsEntry(context, operation) && context.baselines.isServed(operation);
  });
}

function familyOf({ path }: Operation): string {
  return path.split('/').find((segment) => segment !== '' && !segment.startsWith('{')) ?? '';
}

/** The cases of a round. `seeds`: requests of an operation that brought answers of new kinds, in earlier rounds. */
export function planRound(
  operations: readonly Operation[],
  options: {
    readonly seed: number;
    readonly round: number;
    readonly seedsOf: (operation: Operation) => readonly Seed[];
  },
): readonly DrawnCase[] {
  const { seed, round, seedsOf } = options;
  const random = createRandom(seedOf(seed, `round ${String(round)}`));
  const passes = Math.ceil(LEAST_OF_ROUND / Math.max(1, operations.length));
  const planned = Array.from({ length: passes }, (_, pass) =>
    operations.map((operation, place): DrawnCase => {
      const nth = round * passes + pass;
      const wanted = KINDS[(nth + place) % KINDS.length] ?? 'valid';
      const near = wanted === 'near' ? pick(random, seedsOf(operation)) : undefined;
      // Where nothing new was seen yet there is nothing to be near to.
      const kind = wanted === 'near' && near === undefined ? 'odd-text' : wanted;
      const at = pass * operations.length + place;
      const name = `drawn/${String(round)}-${String(at)}-${kind}-${operation.id}`;
      const isOfEntry = operation.path.includes('{');
      const lane = isOfEntry
        ? Math.abs(seedOf(0, familyOf(operation))) % LANES
        : Math.floor(random() * LANES);
      return { name, operation, kind, nth, near, lane };
    }),
  );
  return stretchesOf(planned).flatMap((stretch) => [
    ...stretch.filter((one) => !isLikelyQuiet(one)),
    ...stretch.filter(isLikelyQuiet),
  ]);
}

/** True for a case that will hardly change anything: what is sure shows when it is drawn. */
function isLikelyQuiet({ operation, kind }: DrawnCase): boolean {
  return SAFE_METHODS.has(operation.method) || kind === 'broken' || kind === 'bytes';
}

/** Passes over all operations: the first by itself, then as many together as make a stretch. */
function stretchesOf([
  first = [],
  ...passes
]: readonly (readonly DrawnCase[])[]): readonly (readonly DrawnCase[])[] {
  const together = Math.max(1, Math.ceil(LEAST_OF_STRETCH / Math.max(1, first.length)));
  const later = Array.from({ length: Math.ceil(passes.length / together) }, (_, at) =>
    passes.slice(at * together, (at + 1) * together).flat(),
  );
  return [first, ...later];
}

/** How requests of a round go out. */
export type Sends = (spec: SendSpec) => Promise<Reading | undefined>;

/** The entries of one lane, made where a case needs one. */
export class LaneEntries {
  readonly #context: ProbeContext;
  readonly #send: Sends;
  readonly #entries = new Map<string, string>();
  /** Resources of which none could be made in this round. */
  readonly #barren = new Set<string>();

  constructor(context: ProbeContext, send: Sends) {
    this.#context = context;
    this.#send = send;
  }

  /** A path for an operation that names an entry of the lane; `undefined` where none can be made. */
  async pathFor(operation: Operation, probe: string): Promise<string | undefined> {
    const resource = this.#supplier(operation);
    if (resource === undefined) return undefined;
    const entry = await this.#entryOf(resource, probe);
    return entry === undefined ? undefined : pathBelow(entry, operation.path);
  }

  /** The resource whose entries stand last in the path of an operation, with nothing left open behind them. */
  #supplier({ path }: Operation): Resource | undefined {
    return resourcesOf(this.#context.document)
      .filter(
        ({ itemPath }) => itemPath !== undefined && behindEntry(itemPath, path)?.includes('{') === false,
      )
      .toSorted((a, b) => (b.itemPath ?? '').length - (a.itemPath ?? '').length)[0];
  }

  async #entryOf(resource: Resource, probe: string): Promise<string | undefined> {
    const known = this.#entries.get(resource.path);
    const owned = ownershipOf(this.#context.session);
    if (known !== undefined && owned.at(known)?.standing === 'there') return known;
    if (this.#barren.has(resource.path)) return undefined;
    const made = await this.#make(resource, `${probe}/entry`);
    if (made === undefined) this.#barren.add(resource.path);
    else this.#entries.set(resource.path, made);
    return made;
  }

  async #make(resource: Resource, probe: string): Promise<string | undefined> {
    const context = this.#context;
    const { create } = resource;
    if (!allowedIn(context)(create)) return makeEntry(context, resource, probe);
    const place = create.path.includes('{') ? await this.pathFor(create, probe) : create.path;
    if (place === undefined) return undefined;
    const where = create.path.includes('{') ? ({ path: place, withQuery: true } as const) : {};
    const spec = requestFor(context, create, { probe, intent: 'ordinary', ...where });
    const reading = spec === undefined ? undefined : await this.#send(spec);
    return livingOf(context.session, resource).find(({ madeBy }) => madeBy === reading)?.path;
  }
}

/** A case with its request, and what later ones may be near to. */
export type ReadyCase = {
  readonly one: DrawnCase;
  readonly spec: SendSpec;
  readonly seed: Seed;
  /** It changes nothing by the document. */
  readonly isQuiet: boolean;
};

/** One that was sent, with what came. */
export type SentCase = ReadyCase & { readonly reading: Reading };

/** Makes the request of a case; `undefined` where the document gives nothing to draw, or no entry can be had. */
export async function readyCase(
  context: ProbeContext,
  one: DrawnCase,
  entries: LaneEntries,
): Promise<ReadyCase | undefined> {
  const { operation, kind, nth, near, name } = one;
  const isTemplated = operation.path.includes('{');
  const isMade = isTemplated && !saysWhenRefused(context.document) && !context.readOnly;
  const own = isMade ? await entries.pathFor(operation, name) : undefined;
  // What reads may ask for anything; what changes something needs an entry of the run's own.
  if (isTemplated && own === undefined && operation.method !== 'GET') return undefined;
  // What removes an entry has nothing that could be broken.
  const isRemoval = partOf(context.document, operation)?.part === 'remove';
  const random = createRandom(seedOf(context.seed, name));
  const draw = { operation, nth, near, label: name, random, path: own };
  const wanted = isRemoval ? undefined : drawnRequest(context, { ...draw, kind });
  const drawn = wanted ?? drawnRequest(context, { ...draw, kind: 'valid' });
  return drawn === undefined ? undefined : { one, ...drawn, spec: { ...drawn.spec, probe: name } };
}
