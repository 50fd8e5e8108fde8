import { entriesOf } from '../../../interface/resources/read-collections.ts';
import { partOf, resourcesOf } from '../../../interface/resources/resources.ts';
import {
  amountIn,
  type Calculation,
  calculationsOf,
  holdersOf,
  resultIn,
} from '../../../interface/resources/words/members/told-calculations.ts';
import { type ToldSum, toldSumsOf } from '../../../interface/resources/words/members/told-sums.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { isList, isObject, type JsonObject, memberOf, objectsIn } from '../../../json/value.ts';
import { validatorOf } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { Check, JudgedRun } from '../../check.ts';
import { openTribunal, saysNothing } from '../../judge-each.ts';
import type { Outcome } from '../../outcome.ts';
import { entryIn, isSuccess } from '../deeds.ts';
import { judgeCounts, tellsCounts } from '../lists/told-counts.ts';

/** Whether a sum is the one of which the document says what it is of: one answer shows both. */

/** The sum of what an entry shows; `undefined` where it does not show all of it as numbers. */
function sumOf(
  entry: JsonObject,
  { list, factors }: ToldSum,
): { readonly sum: number; readonly count: number } | undefined {
  const items = memberOf(entry, list);
  if (!isList(items)) return undefined;
  const products = items.map((item) => {
    const values = factors.map((factor) => (isObject(item) ? amountIn(item, factor) : undefined));
    return values.reduce<number>((product, value) => product * (value ?? Number.NaN), 1);
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

type Shown = {
  readonly entries: readonly JsonObject[];
  /** Nothing of a list: what it shows of an entry may be a part of it. */
  readonly sums: readonly ToldSum[];
  readonly calculations: readonly Calculation[];
};

function shownIn({ contract }: JudgedRun, reading: Reading): Shown | undefined {
  const { operation } = reading.expectation;
  if (operation === undefined || !isSuccess(reading)) return undefined;
  const found = partOf(contract.interface, operation);
  if (found === undefined) return undefined;
  const { part, resource } = found;
  const calculations = calculationsOf(resource);
  const sums = part === 'list' ? [] : toldSumsOf(resource);
  if (sums.length === 0 && calculations.length === 0) return undefined;
  if (part !== 'list') {
    const entry = entryIn(resource, reading);
    return entry === undefined ? undefined : { entries: [entry], sums, calculations };
  }
  const { pointer } = entriesOf(operation) ?? {};
  const json = reading.answer?.json;
  if (pointer === undefined || json?.kind !== 'json') return undefined;
  return { entries: objectsIn(valueAt(json.value, fromPointer(pointer))), sums, calculations };
}

/** A result that is not the one of its two numbers. What its own schema refuses is no result: a service stops at its bounds. */
function wrongIn({
  entries,
  calculations,
}: Shown): { readonly told: Calculation; readonly shown: number; readonly right: number } | undefined {
  for (const told of calculations) {
    for (const holder of entries.flatMap((entry) => holdersOf(told, entry))) {
      const { shown = 0, right = 0 } = resultIn(told, holder) ?? {};
      // A discount of more than there is to pay leaves nothing to pay.
      if (right < 0 && shown === 0) continue;
      const isWithin =
        typeof memberOf(holder, told.name) === 'string' ||
        validatorOf(told.schema)(Math.round(right * 100) / 100).length === 0;
      if (isWithin && Math.abs(shown - right) > slackOf(right, shown, 0) + 1e-9)
        return { told, shown, right };
    }
  }
  return undefined;
}

function isCalculated({ entries, calculations }: Shown): boolean {
  return calculations.some((told) =>
    entries
      .flatMap((entry) => holdersOf(told, entry))
      .some((holder) => (resultIn(told, holder)?.right ?? 0) !== 0),
  );
}

export const sumChecks: readonly Check[] = [
  {
    id: 'resources.sums-hold',
    suite: 'resources',
    level: 'must',
    needs: ['ordinary', 'life'],
    title: 'sums and counts are those of what they are said to be of',
    explanation:
      'Where the document says of a member in a whole sentence what it is the sum of (`The sum of price × count of all lines`): adds that up in each entry that is made, changed or read. The same for what comes from two members beside it and is in no body (`subtotal less discount`, `price times quantity`), also in lists. A hundredth for each part is allowed for rounding where the numbers are not whole. Where it says that a member counts a list of the entry, or what is inside of the entry by its path or its body (`Number of books on the shelf`), or sums that up (`The sum of pages of all books`): a list is as long as the number says where the request gave all of it; what is inside makes the number grow when the run puts it there, and fall when it is gone. A number that follows a few seconds later is fine.',
    notApplicable: (document) =>
      resourcesOf(document).some(
        (resource) => toldSumsOf(resource).length > 0 || calculationsOf(resource).length > 0,
      ) || tellsCounts(document)
        ? undefined
        : 'the document does not say of any member what it counts, is the sum of, or comes from',
    judge: (run): Outcome => {
      const tribunal = openTribunal('must');
      judgeCounts(run, tribunal);
      for (const reading of run.readings) {
        const found = shownIn(run, reading);
        if (found === undefined) continue;
        const operation = reading.expectation.operation?.id;
        const wrong = wrongIn(found);
        if (wrong !== undefined)
          tribunal.breaks({
            exchanges: [reading.exchange.id],
            operation,
            expected: `${wrong.told.name}: ${String(wrong.right)}: ${wrong.told.words}`,
            actual: `${wrong.told.name}: ${String(wrong.shown)}`,
            deviation: 'a number is not what it is said to come from',
          });
        else if (isCalculated(found)) tribunal.proves(operation);
        const [entry] = found.entries;
        for (const told of entry === undefined ? [] : found.sums) {
          const total = entry === undefined ? undefined : amountIn(entry, told.name);
          const added = entry === undefined ? undefined : sumOf(entry, told);
          if (total === undefined || added === undefined) continue;
          const { sum, count } = added;
          if (Math.abs(sum - total) <= slackOf(sum, total, count) + 1e-9) {
            if (count > 0) tribunal.proves(operation);
            continue;
          }
          tribunal.breaks({
            exchanges: [reading.exchange.id],
            operation,
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
