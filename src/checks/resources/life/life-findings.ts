import { onceFor } from '../../../system/once-for.ts';
import type { JudgedRun } from '../../check.ts';
import { CountedNumbers } from './made/counted.ts';
import type { LifeFindings, LifeLaw } from './life.ts';
import { LifeBook } from './lives.ts';

/** What the lives of all entries of a run come to. */

const bookOf = onceFor((run: JudgedRun): LifeBook => {
  const counted = new CountedNumbers(run.contract);
  for (const reading of run.readings) counted.note(reading);
  const book = new LifeBook(run, counted);
  for (const reading of run.readings) book.note(reading);
  book.close();
  return book;
});

/** What the model of states says of a run about one law. */
export function findingsOf(run: JudgedRun, law: LifeLaw): LifeFindings {
  const { violations, proofs } = bookOf(run).court;
  return { violations: violations.get(law) ?? [], proofs: proofs.get(law) ?? [] };
}
