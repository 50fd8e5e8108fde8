import { fromPointer } from '../../../json/pointer.ts';
import { isList, type Json, objectsIn } from '../../../json/value.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { isChangeList } from './members/entry-state.ts';
import { isSameValue } from './members/shown-values.ts';
import type { Life, LifeCourt } from './life.ts';

/** Lists of changes (RFC 6902) that ask what an entry is: where it is not, none of them is made (section 5). */

/** The members whose value a list of changes asks for, and that have another one by then. */
function failedTests(reading: Reading, values: ReadonlyMap<string, Json>): readonly string[] {
  const steps = isChangeList(reading) ? sentValue(reading) : undefined;
  if (!isList(steps)) return [];
  const now = new Map(values);
  return objectsIn(steps).flatMap(({ op, path, value, from }) => {
    const [name, ...deeper] = typeof path === 'string' ? fromPointer(path) : [];
    if (op !== 'test') {
      const [source] = typeof from === 'string' ? fromPointer(from) : [];
      for (const one of [name, source]) if (one !== undefined) now.delete(one);
      const isGiven = op === 'replace' && deeper.length === 0 && typeof value === 'string';
      if (isGiven && name !== undefined && values.has(name)) now.set(name, value);
      return [];
    }
    const known = name === undefined || deeper.length > 0 ? undefined : now.get(name);
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
      expected: `a refusal: the list of changes asks for another ${name} than the entry has then (RFC 6902 section 5)`,
      actual: `${String(reading.answer?.status ?? 0)}: it is served`,
      deviation: 'a list of changes is served although its test fails',
    },
  );
  return true;
}
