import type { Creation } from './creations.ts';
import type { Tribunal } from './judge-each.ts';

/** Records a violation that a creation shows, with further exchanges that prove it. */
export function blame(
  tribunal: Tribunal,
  creation: Creation,
  expected: string,
  actual: string,
  others: readonly string[] = [],
  deviation?: string,
): void {
  const { exchange, expectation } = creation.reading;
  tribunal.breaks({
    exchanges: [exchange.id, ...others],
    operation: expectation.operation?.id,
    expected,
    actual,
    ...(deviation === undefined ? {} : { deviation }),
  });
}
