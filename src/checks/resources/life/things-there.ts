import { SAFE_METHODS, saysAbsent } from '../../../http/exchange.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { asksForWhole } from '../lists/asked-in-query.ts';
import { type Deed, entryIn, isSuccess } from '../deeds.ts';
import { TELLING_LAG_MS } from '../judges.ts';
import { isEqual } from './members/shown-values.ts';
import { begun, type Life, type LifeCourt, tellsOfEntry } from './life.ts';

/** A thing that was told to be removed, with what it showed before, which the run had given it. */
type Cleared = { readonly life: Life; readonly by: Reading; readonly shown: JsonObject };

/**
 * What a DELETE leaves of a thing: nothing, or what it was in the beginning. Nobody says which, and so only one is blamed that shows all
 * that the run gave it as if nothing had been done.
 */
class ClearedThings {
  readonly #cleared = new Map<string, Cleared>();

  /** Whatever else is done may give it values again. */
  note({ exchange, answer }: Reading): void {
    const status = answer?.status ?? 0;
    if (!SAFE_METHODS.has(exchange.request.method) && (status < 400 || status >= 500)) this.#cleared.clear();
  }

  removed(life: Life, by: Reading): void {
    const { resource, path, shown, given, acts } = life;
    const { exchange, expectation, answer } = by;
    const isWhole =
      expectation.operation?.requestBody === undefined && exchange.request.credential.kind === 'valid';
    const isDone = isSuccess(by) && answer?.status !== 202 && resource.kind === 'singleton';
    const isGiven = [...given.values()].some(({ isConfirmed }) => isConfirmed);
    if (isDone && isWhole && isGiven && shown !== undefined && acts.length === 0)
      this.#cleared.set(path, { life, by, shown });
  }

  read(court: LifeCourt, { path, resource }: Deed, reading: Reading): void {
    const cleared = this.#cleared.get(path);
    const { answer, exchange } = reading;
    if (cleared === undefined || answer === undefined || exchange.request.credential.kind !== 'valid') return;
    const { life, by } = cleared;
    if (saysAbsent(answer.status)) {
      court.proves('removed-is-gone', by);
      return;
    }
    const now = isSuccess(reading) && asksForWhole(reading) ? entryIn(resource, reading) : undefined;
    if (now === undefined) return;
    if (!isEqual(now, cleared.shown)) {
      court.proves('removed-is-gone', by);
      this.#cleared.delete(path);
      return;
    }
    if (exchange.startMs - by.exchange.endMs < TELLING_LAG_MS) return;
    court.breaks(
      'removed-is-gone',
      life,
      { telling: reading, others: [by] },
      {
        expected: '404, or what it was before the run gave it values',
        actual: 'all of these values',
        deviation: 'a thing that was removed is as it was',
      },
    );
    this.#cleared.delete(path);
  }
}

/**
 * Things that are always there (`/settings`, `/orders/{id}/address`): nobody makes them, and what a run knows of one begins with an
 * answer about it. It ends with any request that may have done something elsewhere: a thing may show what comes of other things.
 */
export class ThingsThere {
  readonly #lives: Map<string, Life>;
  readonly #paths = new Set<string>();
  readonly #cleared = new ClearedThings();

  /** `lives`: those of the whole run, by their paths. */
  constructor(lives: Map<string, Life>) {
    this.#lives = lives;
  }

  /** The life that begins with an answer; `undefined` where none does. `looked`: the acts on others that came before. */
  metBy({ resource, part, path }: Deed, reading: Reading, looked: number): Life | undefined {
    const { answer, exchange, expectation } = reading;
    const isMet = exchange.request.credential.kind === 'valid' && isSuccess(reading);
    if (resource.kind !== 'singleton' || !isMet || answer?.status === 202) return undefined;
    const shown = part === 'read' ? entryIn(resource, reading) : undefined;
    const isWhole = asksForWhole(reading) && tellsOfEntry(resource, expectation.operation);
    const isRead = shown !== undefined && isWhole;
    if (!isRead && part !== 'change' && part !== 'replace') return undefined;
    const life = begun({ resource, path, place: path, making: undefined, shown }, reading);
    Object.assign(life, { isRead: true, looked });
    this.#lives.set(path, life);
    this.#paths.add(path);
    return life;
  }

  /** Forgets what a request may have changed, apart from the thing that it names, and looks at what a removal left. */
  note(deed: Deed | undefined, reading: Reading, court: LifeCourt): void {
    const { exchange, answer } = reading;
    this.#cleared.note(reading);
    if (deed?.part === 'read') this.#cleared.read(court, deed, reading);
    const status = answer?.status ?? 0;
    if (SAFE_METHODS.has(exchange.request.method) || (status >= 400 && status < 500)) return;
    for (const path of this.#paths) if (path !== deed?.path) this.#forget(path);
  }

  /** True for a thing that is there again, or is not there, without anybody being wrong: forgets it. */
  isLeft(life: Life, part: 'read' | 'remove', reading: Reading): boolean {
    if (part === 'remove') this.#cleared.removed(life, reading);
    const isUpdated = part === 'read' && life.acts.some(({ isServed }) => isServed);
    if (life.resource.kind !== 'singleton' || isUpdated) return false;
    this.#forget(life.path);
    return true;
  }

  #forget(path: string): void {
    this.#lives.delete(path);
    this.#paths.delete(path);
  }
}
