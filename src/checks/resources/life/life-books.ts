import { onceFor } from '../../../system/once-for.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import type { Contract } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { JudgedRun } from '../../check.ts';
import { CountedNumbers } from './made/counted.ts';
import type { Life, LifeFindings, LifeLaw } from './life.ts';
import { LifeBook } from './lives.ts';

/** The lives of all entries of a run: of one that is over, for what they come to, and of one that goes on. */

/** A request and, before it, what it repeats: that failed, and may have been done all the same. */
function withRepeated({ superseded }: JudgedRun, reading: Reading): readonly Reading[] {
  const sent = [reading];
  for (let { repeats } = reading.exchange; repeats !== undefined;) {
    const failed = superseded.find(({ exchange }) => exchange.id === repeats);
    if (failed !== undefined) sent.unshift(failed);
    repeats = failed?.exchange.repeats;
  }
  return sent;
}

const bookOf = onceFor((run: JudgedRun): LifeBook => {
  const counted = new CountedNumbers(run.contract);
  for (const reading of run.readings) counted.note(reading);
  const book = new LifeBook(run, counted);
  for (const reading of run.readings) for (const one of withRepeated(run, reading)) book.note(one);
  book.close();
  return book;
});

/** What the model of states says of a run about one law. */
export function findingsOf(run: JudgedRun, law: LifeLaw): LifeFindings {
  const { violations, proofs } = bookOf(run).court;
  return { violations: violations.get(law) ?? [], proofs: proofs.get(law) ?? [] };
}

/** The book of a run that goes on: what came since the last look is added to it. */
class GrowingBook {
  readonly #counted: CountedNumbers;
  readonly book: LifeBook;
  #last: Reading | undefined;
  #noted = 0;

  constructor(run: JudgedRun) {
    this.#counted = new CountedNumbers(run.contract);
    this.book = new LifeBook(run, this.#counted);
  }

  /** False where a reading that was noted counts no more. */
  isOf({ readings }: JudgedRun): boolean {
    return readings[this.#noted - 1] === this.#last;
  }

  add(run: JudgedRun): void {
    const { readings } = run;
    for (const reading of readings.slice(this.#noted)) {
      this.#counted.note(reading);
      for (const one of withRepeated(run, reading)) this.book.note(one);
    }
    this.#noted = readings.length;
    this.#last = readings.at(-1);
  }
}

const growing = new WeakMap<Contract, GrowingBook>();

/** The lives so far. To begin anew at each look would cost the more the longer a run is. */
function livesSoFar(run: JudgedRun): readonly Life[] {
  const known = growing.get(run.contract);
  const grown = known?.isOf(run) === true ? known : new GrowingBook(run);
  growing.set(run.contract, grown);
  grown.add(run);
  return grown.book.lives;
}

/**
 * True while a list shows something odd of an entry of a resource, so early that it may lag: it has to be asked again, unless the
 * resource was found out before. `run` goes on.
 */
export function isUnsettled(run: JudgedRun, resource: Resource): boolean {
  const lives = livesSoFar(run).filter((life) => life.resource === resource);
  return lives.some((life) => life.isUnsettled) && !lives.some((life) => life.isBlamed);
}
