import type { Operation } from '../../src/interface/model.ts';
import { requestSchema } from '../../src/oracle/contract.ts';
import type { BreakageKind } from '../../src/schema/breakage.ts';
import { type InvalidCase, invalidValues } from '../../src/schema/generate/invalid.ts';
import { MOST_ORDINARY_PARTS } from '../../src/schema/generate/sample.ts';
import type { Schema } from '../../src/schema/keywords.ts';
import type { ProbeContext } from '../../src/session/probe.ts';

/** Bodies that break their schemas: which there are, which of them are kept, and in which order they are sent. */

/**
 * Cases of one schema and kind, as far as they were asked for, and those that come after; `onWork` is of whoever asks for
 * the next one.
 */
type Cases = {
  readonly made: InvalidCase[];
  readonly more: Iterator<InvalidCase, undefined>;
  readonly asker: { onWork: () => void };
};

function casesFrom(schema: Schema, kind: BreakageKind): Cases {
  const asker = { onWork: (): void => {} };
  const onWork = (): void => asker.onWork();
  const options = { direction: 'request', kind, mostParts: MOST_ORDINARY_PARTS, onWork } as const;
  return { made: [], more: invalidValues(schema, options), asker };
}

/** Operations share schemas. */
let known = new WeakMap<object & Schema, Map<BreakageKind, Cases>>();
let keptParts = 0;

/** The values of all cases together have so many parts; with more, all are forgotten, and those that come again are made again. */
const MOST_PARTS_KEPT = 500_000;

function keep(cases: Cases, one: InvalidCase): void {
  cases.made.push(one);
  keptParts += one.parts;
  if (keptParts <= MOST_PARTS_KEPT) return;
  known = new WeakMap();
  keptParts = 0;
}

/** The cases, each made when a probe comes to it. Throws `Halt` when the time is over. */
export function* casesOf(
  { session }: ProbeContext,
  operation: Operation,
  kind: BreakageKind,
): Generator<InvalidCase, undefined> {
  const schema = requestSchema(operation);
  // Without keywords all values are valid, or none.
  if (typeof schema !== 'object') return;
  const ofSchema = known.get(schema) ?? new Map<BreakageKind, Cases>();
  known.set(schema, ofSchema);
  const cases = ofSchema.get(kind) ?? casesFrom(schema, kind);
  ofSchema.set(kind, cases);
  for (let at = 0; ; at += 1) {
    const [one] = cases.made.slice(at, at + 1);
    if (one !== undefined) {
      yield one;
      continue;
    }
    cases.asker.onWork = (): void => {
      // What is broken off here begins anew where it is asked for again.
      ofSchema.delete(kind);
      session.requireTime();
      ofSchema.set(kind, cases);
    };
    const next = cases.more.next();
    if (next.done === true) return;
    keep(cases, next.value);
    yield next.value;
  }
}

/** The place that is broken, of a member that is added to it too. */
function placeOf({ place }: InvalidCase): string {
  return place.replace(/\/undocumented$/, '');
}

/** The cases of one place after the other: those that come in a row, and those of a member that is added there. */
function* byPlace(cases: Iterable<InvalidCase>): Generator<readonly InvalidCase[], undefined> {
  let ofPlace: InvalidCase[] = [];
  for (const one of cases) {
    const [first] = ofPlace;
    if (first !== undefined && placeOf(first) !== placeOf(one)) {
      yield ofPlace;
      ofPlace = [];
    }
    ofPlace.push(one);
  }
  yield ofPlace;
}

const MOST_PER_OPERATION = 200;

/** The cases until so many are none of the further ways: those of one text must not take the turn of places behind it. */
function* firstOf(cases: Iterable<InvalidCase>, most: number): Generator<InvalidCase, undefined> {
  let count = 0;
  for (const one of cases) {
    if (one.isVariant !== true) count += 1;
    if (count > most) return;
    yield one;
  }
}

/** Each place in one way, in all others, or both. */
export type Turns = 'first' | 'further' | 'all';

/**
 * Each place of a body in one way, before one of them in another way; the ways change from place to place. Further ways to break what
 * was broken already come last.
 */
export function* spread(
  cases: IteratorObject<InvalidCase>,
  turns: Turns = 'all',
): Generator<InvalidCase, undefined> {
  const places: (readonly InvalidCase[])[] = [];
  const variants: (readonly InvalidCase[])[] = [];
  for (const ofPlace of byPlace(firstOf(cases, MOST_PER_OPERATION)))
    for (const all of Map.groupBy(ofPlace, ({ place }) => place).values()) {
      const ways = all.filter(({ isVariant }) => isVariant !== true);
      if (turns !== 'further') yield* ways.slice(places.length % Math.max(1, ways.length)).slice(0, 1);
      places.push(ways);
      variants.push(all.filter(({ isVariant }) => isVariant === true));
    }
  if (turns === 'first') return;
  yield* inRounds(places, 1);
  yield* inRounds(variants, 0);
}

/** One way of each place after the other, from a round on. */
function* inRounds(
  places: readonly (readonly InvalidCase[])[],
  first: number,
): Generator<InvalidCase, undefined> {
  const most = Math.max(0, ...places.map(({ length }) => length));
  for (let round = first; round < most; round += 1)
    for (const [at, ways] of places.entries()) {
      const [way] = round < ways.length ? ways.slice((round + at) % ways.length) : [];
      if (way !== undefined) yield way;
    }
}

/**
 * Operations whose broken bodies are kept until each place had its turn: of more, that is memory without a bound. Of those each has one
 * request of a kind before one has two.
 */
const MOST_SPREAD = 60;

/** True where a run can't send to each operation whatever it has of a kind. */
export function areMany(operations: readonly Operation[]): boolean {
  return operations.length > MOST_SPREAD;
}

/** An operation and its cases, from the first on whenever they are asked for. */
export type Chosen = {
  readonly operation: Operation;
  readonly cases: () => IteratorObject<InvalidCase, undefined>;
};

/** One case of each operation after the other, so that none takes what others need of the budget. */
export function* inTurn(chosen: readonly Chosen[]): Generator<readonly [Operation, InvalidCase], undefined> {
  let open = chosen.map(({ operation, cases }) => ({ operation, cases: cases() }));
  while (open.length > 0) {
    const left: typeof open = [];
    for (const each of open) {
      const next = each.cases.next();
      if (next.done === true) continue;
      yield [each.operation, next.value];
      left.push(each);
    }
    open = left;
  }
}

/**
 * One case of each operation, then two more, then four, and so on. Between its turns nothing of an operation is held: it begins
 * anew, and each round takes as long as all before it.
 */
export function* inGrowingTurns(
  chosen: readonly Chosen[],
): Generator<readonly [Operation, InvalidCase], undefined> {
  let open = chosen;
  for (let [done, turn] = [0, 1]; open.length > 0; [done, turn] = [done + turn, 2 * turn]) {
    const left: Chosen[] = [];
    for (const each of open) {
      let taken = 0;
      for (const one of each.cases().drop(done).take(turn)) {
        taken += 1;
        yield [each.operation, one];
      }
      if (taken === turn) left.push(each);
    }
    open = left;
  }
}
