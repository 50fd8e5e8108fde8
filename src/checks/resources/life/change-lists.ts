import { fromPointer } from '../../../json/pointer.ts';
import { isList, isObject, type Json, objectsIn } from '../../../json/value.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { isChangeList } from './members/entry-state.ts';
import { isSameValue } from './members/shown-values.ts';
import type { Life, LifeCourt } from './life.ts';

/** Lists of changes (RFC 6902) that ask first what an entry is: where it is not, none of them is made (section 5). */

/** The members whose value a list of changes asks for before it changes anything, and that have another one. */
function failedTests(reading: Reading, values: ReadonlyMap<string, Json>): readonly string[] {
  const steps = isChangeList(reading) ? sentValue(reading) : undefined;
  if (!isList(steps)) return [];
  const firstChange = steps.findIndex((step) => !isObject(step) || step['op'] !== 'test');
  const tests = objectsIn(firstChange < 0 ? steps : steps.slice(0, firstChange));
  return tests.flatMap(({ path, value }) => {
    const [name, ...deeper] = typeof path === 'string' ? fromPointer(path) : [];
    const known = name === undefined || deeper.length > 0 ? undefined : values.get(name);
    const isFailed = known !== undefined && value !== undefined && !isSameValue(value, known);
    return name !== undefined && isFailed ? [name] : [];
  });
}

/**
 * Judges a list of changes that is served although it asks first for a value that the entry has not: a text in the client's own words,
 * which nobody else gives it. Returns whether it was one.
 */
export function judgeTested(court: LifeCourt, life: Life, reading: Reading): boolean {
  const texts = [...life.given].flatMap(([name, { value, promise, isConfirmed }]) =>
    isConfirmed && promise.isFreeText && typeof value === 'string' ? [[name, value] as const] : [],
  );
  const [name] = failedTests(reading, new Map(texts));
  if (name === undefined) return false;
  court.breaks(
    'refused-changes-nothing',
    life,
    { telling: reading, others: [] },
    {
      expected: `a refusal: the list of changes asks for another ${name} than the entry has (RFC 6902 section 5)`,
      actual: `${String(reading.answer?.status ?? 0)}: it is served`,
      deviation: 'a list of changes is served although its test fails',
    },
  );
  return true;
}
