import { partOf, resourcesOf } from '../../interface/resources/resources.ts';
import { type ToldSum, toldSumsOf } from '../../interface/resources/words/told-sums.ts';
import { isList, isObject, type JsonObject, memberOf } from '../../json/value.ts';
import type { Reading } from '../../oracle/reading.ts';
import type { Check, JudgedRun } from '../check.ts';
import { openTribunal, saysNothing } from '../judge-each.ts';
import type { Outcome } from '../outcome.ts';
import { entryIn, isSuccess } from './deeds.ts';

/** Whether a sum is the one of which the document says what it is of: one answer shows both. */

/** The sum of what an entry shows; `undefined` where it does not show all of it as numbers. */
function sumOf(
  entry: JsonObject,
  { list, factors }: ToldSum,
): { readonly sum: number; readonly count: number } | undefined {
  const items = memberOf(entry, list);
  if (!isList(items)) return undefined;
  const products = items.map((item) => {
    const values = factors.map((factor) => (isObject(item) ? memberOf(item, factor) : undefined));
    return values.reduce<number>(
      (product, value) => product * (typeof value === 'number' ? value : Number.NaN),
      1,
    );
  });
  const sum = products.reduce((all, one) => all + one, 0);
  return Number.isFinite(sum) && Math.abs(sum) <= Number.MAX_SAFE_INTEGER
    ? { sum, count: items.length }
    : undefined;
}

/** How far a sum may be off where parts of it are rounded: a hundredth for each. */
function slackOf(sum: number, total: number, count: number): number {
  return Number.isInteger(sum) && Number.isInteger(total) ? 0 : (count + 1) / 100;
}

function shownIn(
  { contract }: JudgedRun,
  reading: Reading,
): { readonly entry: JsonObject; readonly sums: readonly ToldSum[] } | undefined {
  const { operation } = reading.expectation;
  if (operation === undefined || !isSuccess(reading)) return undefined;
  const found = partOf(contract.interface, operation);
  // What lists show of an entry may be a part of it.
  if (found === undefined || found.part === 'list') return undefined;
  const sums = toldSumsOf(found.resource);
  const entry = sums.length === 0 ? undefined : entryIn(found.resource, reading);
  return entry === undefined ? undefined : { entry, sums };
}

export const sumChecks: readonly Check[] = [
  {
    id: 'resources.sums-hold',
    suite: 'resources',
    level: 'must',
    needs: ['ordinary'],
    title: 'sums are those of what they are said to be of',
    explanation:
      'Where the document says of a member in a whole sentence what it is the sum of (`The sum of price × count of all lines`): adds that up in each entry that is made, changed or read. A hundredth for each part is allowed for rounding where the numbers are not whole.',
    notApplicable: (document) =>
      resourcesOf(document).some((resource) => toldSumsOf(resource).length > 0)
        ? undefined
        : 'the document does not say of any member what it is the sum of',
    judge: (run): Outcome => {
      const tribunal = openTribunal('must');
      for (const reading of run.readings) {
        const { entry, sums = [] } = shownIn(run, reading) ?? {};
        for (const told of entry === undefined ? [] : sums) {
          const total = entry === undefined ? undefined : memberOf(entry, told.name);
          const found = entry === undefined ? undefined : sumOf(entry, told);
          if (typeof total !== 'number' || found === undefined) continue;
          const { sum, count } = found;
          if (Math.abs(sum - total) <= slackOf(sum, total, count) + 1e-9) {
            if (count > 0) tribunal.proves(reading.expectation.operation?.id);
            continue;
          }
          tribunal.breaks({
            exchanges: [reading.exchange.id],
            operation: reading.expectation.operation?.id,
            expected: `${told.name}: ${String(sum)}: ${told.words}`,
            actual: `${told.name}: ${String(total)}, with ${String(count)} of ${told.list}`,
            deviation: 'a sum is not the one of what it is said to be of',
          });
        }
      }
      return tribunal.outcome();
    },
    foreign: saysNothing('which members others may see is not known'),
    // Whether entries have such a list is theirs.
    sharpens: true,
  },
];
