import { statusVerdict } from '../checks/statuses.ts';
import type { HeaderLine } from '../http/exchange.ts';
import { queryParameters, targetParts } from '../http/target.ts';
import type { Operation } from '../interface/model.ts';
import { isList, isObject, type Json } from '../json/value.ts';
import { type Contract, isCertainlyServed, saysWhenRefused, servesBy } from '../oracle/contract.ts';
import type { Reading } from '../oracle/reading.ts';
import type { SendSpec } from './pace/sending.ts';
import { wantedWhole } from './requests/values/whole-numbers.ts';

/**
 * The baseline of an operation: a request of it, all valid, that was served. What is particular about another request
 * (a bad key, a broken body) tells something only beside one: before it, and once more after it where something odd came.
 * Where statements beside the document promise that it is served, a valid request is its own baseline.
 */

/** True for a valid request with the valid key that was answered with a documented success. */
export function isBaseline({ answer, expectation, exchange }: Reading): boolean {
  const { operation, situation } = expectation;
  if (operation?.documentation !== 'full' || situation !== 'ordinary') return false;
  const { kind } = exchange.request.credential;
  if (kind !== 'valid' && operation.credential !== undefined) return false;
  return answer !== undefined && !answer.limited && servesBy(operation, answer.status);
}

/** True for a valid request that was served, with whatever success: its values are good for others, documented or not. */
export function isTaken(reading: Reading): boolean {
  const { answer, exchange } = reading;
  if (answer === undefined || answer.limited || exchange.request.credential.kind === 'other-key')
    return false;
  return isBaseline(reading) || (answer.status >= 200 && answer.status < 300);
}

/** True for a request whose answer tells nothing where its operation has no baseline. */
function isVariant({ expectation }: Reading): boolean {
  const { operation, situation } = expectation;
  return operation?.documentation === 'full' && situation !== 'ordinary';
}

/** True for an answer that no document allows, and for the refusal of the key where it was taken before. */
function isOdd(reading: Reading): boolean {
  if (isVariant(reading)) return statusVerdict(reading).kind === 'breaks';
  const { credential } = reading.exchange.request;
  const status = reading.answer?.status;
  return credential.kind === 'valid' && (status === 401 || status === 403);
}

/** What comes of what was served before, where it is there already: 500, too, where nobody thought of that. */
const TAKEN_ALREADY: ReadonlySet<number> = new Set([400, 409, 422, 500]);

/** True for a valid creation that is refused as one that is there already may be. */
function isTakenAlready({ answer, expectation, exchange }: Reading): boolean {
  if (answer === undefined || exchange.request.method !== 'POST') return false;
  return expectation.situation === 'ordinary' && TAKEN_ALREADY.has(answer.status);
}

function withoutBaseline(reading: Reading, because: string, isOddOne: boolean): Reading {
  const { expectation } = reading;
  const open = { conforming: [], tolerated: [], otherwise: 'open', hasNoBaseline: true, because } as const;
  const told = isOddOne ? { unconfirmed: expectation } : {};
  return { ...reading, expectation: { ...expectation, ...open, ...told } };
}

const opened = new WeakMap<Reading, Reading>();

/** The same object each time: what was judged of it stays judged. */
function openedOnce(reading: Reading, because: string, isOddOne = false): Reading {
  const known = opened.get(reading);
  if (known?.expectation.because === because) return known;
  const made = withoutBaseline(reading, because, isOddOne);
  opened.set(reading, made);
  return made;
}

/** Takes blame from what has no baseline: none before it, or none after it where something odd came. Pure. */
export function besideBaselines(contract: Contract, readings: readonly Reading[]): readonly Reading[] {
  if (saysWhenRefused(contract.interface)) return readings;
  const lastServed = new Map<string, number>();
  for (const [at, reading] of readings.entries()) {
    if (isBaseline(reading)) lastServed.set(reading.expectation.operation?.id ?? '', at);
  }
  const served = new Set<string>();
  return readings.map((reading, at) => {
    const id = reading.expectation.operation?.id ?? '';
    if (isBaseline(reading)) served.add(id);
    const { operation } = reading.expectation;
    if (operation === undefined || !isVariant(reading)) return reading;
    if (isCertainlyServed(contract.interface, operation)) return reading;
    if (!served.has(id)) return openedOnce(reading, 'no valid request of the operation was served before');
    if (!isOdd(reading) || (lastServed.get(id) ?? -1) > at) return reading;
    return openedOnce(reading, 'no valid request of the operation was served afterwards', true);
  });
}

/** What of a served request goes into others of its operation. */
export type BaselineParts = { readonly path: string; readonly headers: readonly HeaderLine[] };

/** A path with the query of one that was served before, where that has less: what chooses among entries is no part of an ordinary request. */
function withLeastQuery(path: string, known: string | undefined): string {
  if (known === undefined) return path;
  const [now, before] = [targetParts(path), targetParts(known)];
  const isMore = queryParameters(now.query).size > queryParameters(before.query).size;
  return isMore ? `${now.path}${before.query === '' ? '' : `?${before.query}`}` : path;
}

/** The baselines of a run as far as it has come. */
export class Baselines {
  readonly #parts = new Map<string, BaselineParts>();
  readonly #unconfirmed = new Map<string, Operation>();
  readonly #served = new Map<string, Uint8Array>();
  readonly #kept = new Map<string, Json>();
  readonly #spent = new Map<string, number>();
  readonly #prepared = new Map<
    string,
    {
      readonly things: ReturnType<Baselines['preparedFor']>;
      readonly names: ReadonlyMap<Json, Json>;
      readonly anew: Parameters<Baselines['keepPrepared']>[2];
    }
  >();
  readonly #whole = new Set<string>();
  readonly #wantsWhole = new Set<string>();

  /** Takes note of an answer, and of the request that it belongs to. */
  note({ path, headers, body }: Pick<SendSpec, 'path' | 'headers' | 'body'>, reading: Reading): void {
    const { operation } = reading.expectation;
    if (operation === undefined) return;
    if (isBaseline(reading)) {
      if (body !== undefined) this.#served.set(operation.id, body);
      if (this.isSpentAgain(operation)) this.#spent.set(operation.id, Number.POSITIVE_INFINITY);
      const own = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
      const known = this.#parts.get(operation.id)?.path;
      this.#parts.set(operation.id, { path: withLeastQuery(path, known), headers: own });
      this.#unconfirmed.delete(operation.id);
      return;
    }
    if (this.#parts.has(operation.id) && isOdd(reading)) this.#unconfirmed.set(operation.id, operation);
    const isKept = this.#kept.has(operation.id) && !this.#prepared.has(operation.id);
    if (isKept && isTakenAlready(reading))
      this.#spent.set(operation.id, (this.#spent.get(operation.id) ?? 0) + 1);
    for (const name of wantedWhole(body, reading)) {
      this.#whole.add(name);
      this.#wantsWhole.add(operation.id);
    }
  }

  /** True for a member whose numbers have to be whole, as a refusal said. */
  readonly isWhole = (name: string): boolean => this.#whole.has(name);

  /** True where the operation refused a number for its fraction. */
  wantsWhole(operation: Operation): boolean {
    return this.#wantsWhole.has(operation.id);
  }

  /** Path and fields of the last request of the operation that was served; `undefined` where none was. */
  partsOf(operation: Operation): BaselineParts | undefined {
    return this.#parts.get(operation.id);
  }

  /** The body of the last request of the operation that was served, as it was sent. */
  servedBody(operation: Operation): Uint8Array | undefined {
    return this.#served.get(operation.id);
  }

  /** Keeps a body that was served where drawn ones were not: valid requests of the operation are made of it from now on. */
  keepBody(operation: Operation, body: Json): void {
    this.#kept.set(operation.id, body);
  }

  keptBody(operation: Operation): Json | undefined {
    const kept = this.#kept.get(operation.id);
    return kept === undefined ? undefined : this.asPrepared(operation, kept);
  }

  /** Keeps what was prepared for valid requests of the operation, and what prepares something new in its place where that is needed. */
  keepPrepared(
    operation: Operation,
    things: readonly { readonly place: string; readonly value: Json }[],
    anew: () => Promise<readonly { readonly place: string; readonly value: Json }[] | undefined>,
  ): void {
    this.#prepared.set(operation.id, { things, names: new Map(), anew });
  }

  /** Prepares something new for the operation, where that is needed. */
  async prepare(operation: Operation): Promise<void> {
    const known = this.#prepared.get(operation.id);
    if (known === undefined) return;
    // What prepares it may ask for the operation itself.
    this.#prepared.delete(operation.id);
    const things = (await known.anew()) ?? known.things;
    const nowOf = (old: Json): Json => {
      const { place } = known.things.find(({ value }) => value === old) ?? {};
      const now = things.find((one) => one.place === place && typeof one.value === typeof old);
      return now?.value ?? old;
    };
    const olds = [...known.names.keys(), ...known.things.map(({ value }) => value)];
    const names = new Map(olds.map((old) => [old, nowOf(known.names.get(old) ?? old)]));
    this.#prepared.set(operation.id, { things, names, anew: known.anew });
  }

  /** What is prepared for the operation to name. */
  preparedFor(operation: Operation): readonly { readonly place: string; readonly value: Json }[] {
    return this.#prepared.get(operation.id)?.things ?? [];
  }

  /** A body of the operation that names what is prepared by now, where it names what was prepared before. */
  asPrepared(operation: Operation, body: Json): Json {
    const { names } = this.#prepared.get(operation.id) ?? {};
    if (names === undefined || names.size === 0) return body;
    if (isList(body)) return body.map((item) => this.asPrepared(operation, item));
    if (!isObject(body)) return names.get(body) ?? body;
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, this.asPrepared(operation, value)]),
    );
  }

  /** True where the kept body was refused since: something in it may have to be unique. */
  isSpent(operation: Operation): boolean {
    return this.#spent.has(operation.id);
  }

  /**
   * The same where it was refused with other drawn values as well: every second time, since it may be owed to what is tried then, and for
   * good once that was served.
   */
  isSpentAgain(operation: Operation): boolean {
    const times = this.#spent.get(operation.id) ?? 0;
    return times > 0 && (times === Number.POSITIVE_INFINITY || times % 2 === 0);
  }

  isServed(operation: Operation): boolean {
    return this.#parts.has(operation.id);
  }

  /** Operations that were served, and answered something odd since. */
  get unconfirmed(): readonly Operation[] {
    return [...this.#unconfirmed.values()];
  }
}
