import fc from 'fast-check';
import type { Reading } from '../oracle/reading.ts';
import type { Counterexample } from '../record/record.ts';
import { seedOf } from '../system/random.ts';
import { Halt } from './pace/budget.ts';

/** A property: every value of the arbitrary, sent as a request, gets an answer that breaks no clause. */
export type Property<T> = {
  /** Name of the probe; with the seed of the run it fixes the values. */
  readonly label: string;
  readonly arbitrary: fc.Arbitrary<T>;
  readonly runs: number;
  /** A value to begin with, before the drawn ones. */
  readonly example?: T | undefined;
  /** Sends a value; `undefined` when no request can be made of it. */
  readonly send: (value: T) => Promise<Reading | undefined>;
};

type Pending = { readonly label: string; readonly shrink: () => Promise<void> };

/**
 * Runs properties and shrinks what fails. A failure is only noted at first, so that shrinking never takes requests
 * away from other probes; `shrinkAll` spends what is left at the end.
 */
export class Counterexamples {
  readonly found: Counterexample[] = [];
  readonly #seed: number;
  readonly #breaks: (reading: Reading) => boolean;
  readonly #mostShrinkRequests: number;
  readonly #pending: Pending[] = [];

  constructor(options: {
    readonly seed: number;
    readonly breaks: (reading: Reading) => boolean;
    readonly mostShrinkRequests: number;
  }) {
    this.#seed = options.seed;
    this.#breaks = options.breaks;
    this.#mostShrinkRequests = options.mostShrinkRequests;
  }

  /** Sends values of a property until one breaks a clause. Throws `Halt` when the session can't go on. */
  async check<T>(property: Property<T>): Promise<void> {
    const seed = seedOf(this.#seed, property.label);
    const { details, halt } = await this.#run(
      property,
      { seed, numRuns: property.runs, endOnFailure: true },
      Infinity,
    );
    if (details.failed && details.counterexamplePath !== null) {
      const path = details.counterexamplePath;
      this.#pending.push({ label: property.label, shrink: () => this.#shrink(property, seed, path) });
    }
    if (halt !== undefined) throw halt;
  }

  /** Shrinks the failures noted so far, each with a bounded number of requests. */
  async shrinkAll(): Promise<void> {
    for (const { shrink } of this.#pending.splice(0)) await shrink();
  }

  async #shrink<T>(property: Property<T>, seed: number, path: string): Promise<void> {
    const parameters = { seed, path, numRuns: property.runs };
    const { details, last, halt } = await this.#run(property, parameters, this.#mostShrinkRequests);
    if (details.failed && details.counterexample !== null && last !== undefined) {
      this.found.push({
        seed,
        path: details.counterexamplePath ?? path,
        shrinks: details.numShrinks,
        value: fc.stringify(details.counterexample[0]).slice(0, 2_000),
        exchange: last.exchange.id,
      });
    }
    if (halt !== undefined) throw halt;
  }

  async #run<T>(
    property: Property<T>,
    parameters: fc.Parameters<[T]>,
    mostRequests: number,
  ): Promise<{ details: fc.RunDetails<[T]>; last: Reading | undefined; halt: Halt | undefined }> {
    let last: Reading | undefined;
    let halt: Halt | undefined;
    let bug: { readonly error: unknown } | undefined;
    let requests = 0;
    const predicate = async (value: T): Promise<void> => {
      fc.pre(halt === undefined && bug === undefined && requests < mostRequests);
      requests += 1;
      const reading = await property.send(value).catch((error: unknown) => {
        if (error instanceof Halt) halt = error;
        else bug = { error };
        return undefined;
      });
      fc.pre(reading !== undefined);
      if (reading === undefined || !this.#breaks(reading)) return;
      last = reading;
      throw new Error(reading.exchange.id);
    };
    const examples: [T][] = property.example === undefined ? [] : [[property.example]];
    const details = await fc.check(fc.asyncProperty(property.arbitrary, predicate), {
      ...parameters,
      examples,
      maxSkipsPerRun: 0,
    });
    if (bug !== undefined) throw bug.error;
    return { details, last, halt };
  }
}
