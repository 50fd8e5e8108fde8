import type { RunRecord } from '../../run/record.ts';

/** A value that another one was seen for, where the document is silent. `undefined`: that run did not see any. */
export type ObservedChange = {
  readonly check: string;
  readonly name: string;
  readonly before: string | undefined;
  readonly now: string | undefined;
};

/** Observed values are several ones joined, in the order in which a run met them. */
const BETWEEN_VALUES = '; ';

type Values = ReadonlyMap<string, string>;

function valuesOf(record: RunRecord): ReadonlyMap<string, Values> {
  return new Map(
    record.results.flatMap(({ id, outcome }) =>
      outcome.kind === 'observed'
        ? [[id, new Map(outcome.observations.map(({ name, value }) => [name, value]))] as const]
        : [],
    ),
  );
}

/** What stands in brackets at the end of a value is an example of it, such as the seconds of a Retry-After. */
const EXAMPLE = / \([^()]*\)$/;

function comparable(value: string | undefined): string | undefined {
  const values = value?.split(BETWEEN_VALUES).map((one) => one.replace(EXAMPLE, ''));
  return values === undefined ? undefined : [...new Set(values)].toSorted().join(BETWEEN_VALUES);
}

/** Observed values that differ between two runs, by check and name. The order of the values of one name is free. */
export function observedChanges(before: RunRecord, now: RunRecord): readonly ObservedChange[] {
  const [olds, news] = [valuesOf(before), valuesOf(now)];
  return [...new Set([...news.keys(), ...olds.keys()])].flatMap((check) => {
    const [old, fresh] = [olds.get(check), news.get(check)];
    const names = [...new Set([...(fresh?.keys() ?? []), ...(old?.keys() ?? [])])];
    return names
      .map((name): ObservedChange => ({ check, name, before: old?.get(name), now: fresh?.get(name) }))
      .filter((change) => comparable(change.before) !== comparable(change.now));
  });
}
