import fc from 'fast-check';
import { allowedTypes, numberOf, textOf, type Keywords } from './keywords.ts';
import { multiple } from './number-values.ts';

type BrokenNumber = { readonly keyword: string; readonly arbitrary: fc.Arbitrary<number> };

const INT32_OUTSIDE = [2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1];
/** A double can't come closer to the bounds of int64 from the outside and be told apart from them. */
const INT64_OUTSIDE = [2 ** 64, -(2 ** 64), 1e300];

function away(from: number, step: number, direction: 1 | -1, open: boolean): fc.Arbitrary<number> {
  const nearest = direction === 1 ? Math.ceil(from / step) : Math.floor(from / step);
  const beyond = nearest * step === from && !open ? nearest + direction : nearest;
  return fc.nat({ max: 999 }).map((more) => multiple(beyond + direction * more, step));
}

function beyondBounds(keywords: Keywords, step: number): readonly BrokenNumber[] {
  const broken: BrokenNumber[] = [];
  const sides = [
    ['minimum', -1, false],
    ['exclusiveMinimum', -1, true],
    ['maximum', 1, false],
    ['exclusiveMaximum', 1, true],
  ] as const;
  for (const [keyword, direction, open] of sides) {
    const bound = numberOf(keywords, keyword);
    if (bound !== undefined) broken.push({ keyword, arbitrary: away(bound, step, direction, open) });
  }
  return broken;
}

function offTheStep(keywords: Keywords, whole: boolean): readonly BrokenNumber[] {
  const step = numberOf(keywords, 'multipleOf');
  if (step === undefined) return [];
  const counts = fc.nat({ max: 999 });
  const low = Math.ceil((numberOf(keywords, 'minimum') ?? 0) / step);
  const shift = whole ? 1 : step / 2;
  return [{ keyword: 'multipleOf', arbitrary: counts.map((count) => multiple(low + count, step) + shift) }];
}

/**
 * Numbers that break a bound, `multipleOf`, `int32`, `int64` or, with a fraction, `integer` (keyword `type`), as far as
 * the keywords are there. `typical` are values that the keywords allow.
 */
export function brokenNumbers(
  keywords: Keywords,
  typical: fc.Arbitrary<number> | undefined,
): readonly BrokenNumber[] {
  const types = allowedTypes(keywords);
  if (!types.has('integer') && !types.has('number')) return [];
  const whole = !types.has('number');
  const step = numberOf(keywords, 'multipleOf') ?? (whole ? 1 : 0.5);
  const format = textOf(keywords, 'format');
  const outside = format === 'int32' ? INT32_OUTSIDE : format === 'int64' ? INT64_OUTSIDE : undefined;
  return [
    ...beyondBounds(keywords, step),
    ...offTheStep(keywords, whole),
    ...(outside === undefined ? [] : [{ keyword: 'format', arbitrary: fc.constantFrom(...outside) }]),
    ...(whole && typical !== undefined
      ? [{ keyword: 'type', arbitrary: typical.map((value) => value + 0.5) }]
      : []),
  ];
}
