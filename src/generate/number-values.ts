import fc from 'fast-check';
import { numberOf, textOf, type Keywords } from './keywords.ts';
import { guarded, unsupported, type Supply } from './supply.ts';

const SPAN = 10_000;

/** Where a number may lie. Open ends are themselves not allowed. */
type Bounds = {
  readonly low: number;
  readonly high: number;
  readonly lowOpen: boolean;
  readonly highOpen: boolean;
};

/** The bounds that `minimum`, `maximum`, their exclusive forms and `int32` set; infinite where there is none. */
function boundsOf(keywords: Keywords): Bounds {
  const least = Math.max(
    numberOf(keywords, 'minimum') ?? -Infinity,
    textOf(keywords, 'format') === 'int32' ? -(2 ** 31) : -Infinity,
  );
  const most = Math.min(
    numberOf(keywords, 'maximum') ?? Infinity,
    textOf(keywords, 'format') === 'int32' ? 2 ** 31 - 1 : Infinity,
  );
  const above = numberOf(keywords, 'exclusiveMinimum') ?? -Infinity;
  const below = numberOf(keywords, 'exclusiveMaximum') ?? Infinity;
  return {
    low: Math.max(least, above),
    high: Math.min(most, below),
    lowOpen: above >= least,
    highOpen: below <= most,
  };
}

/** The multiple of the step, free of the noise of binary fractions. */
export function multiple(count: number, step: number): number {
  const decimals = /e-(\d+)$/.exec(step.toExponential())?.[1] ?? '0';
  const digits = (step.toExponential().split('e')[0] ?? '').length;
  return Number((count * step).toFixed(Math.min(100, Number(decimals) + digits))) + 0;
}

function stepped(bounds: Bounds, step: number): fc.Arbitrary<number> | undefined {
  const from = Math.ceil(bounds.low / step) + (bounds.lowOpen && Number.isInteger(bounds.low / step) ? 1 : 0);
  const to =
    Math.floor(bounds.high / step) - (bounds.highOpen && Number.isInteger(bounds.high / step) ? 1 : 0);
  const limit = Math.floor(Number.MAX_SAFE_INTEGER / Math.max(1, step));
  const min = Math.max(from, to < 0 ? to - SPAN : 0, -limit);
  const max = Math.min(to, min + SPAN, limit);
  return min > max ? undefined : fc.integer({ min, max }).map((count) => multiple(count, step));
}

/**
 * Ordinary numbers: within the bounds, multiples of `multipleOf`, else whole for `integer` and with at most two decimals
 * for `number`. They start at the lower bound, or at 0 where that is allowed, and span at most 10,000 steps.
 */
export function numberValues(keywords: Keywords, type: 'integer' | 'number'): Supply<number> {
  const bounds = boundsOf(keywords);
  const factor = numberOf(keywords, 'multipleOf');
  const fits = (value: number): boolean =>
    (bounds.lowOpen ? value > bounds.low : value >= bounds.low) &&
    (bounds.highOpen ? value < bounds.high : value <= bounds.high) &&
    (type === 'number' || Number.isInteger(value));
  const source = stepped(bounds, factor ?? (type === 'integer' ? 1 : 0.01));
  const supply = source === undefined ? unsupported('') : guarded(source, fits, '');
  if (supply.kind === 'values') return supply;
  if (type === 'integer' || factor !== undefined || bounds.low > bounds.high)
    return unsupported(`no ${type} lies within the bounds`);
  const double = fc.double({
    min: Math.max(bounds.low, -Number.MAX_VALUE),
    max: Math.min(bounds.high, Number.MAX_VALUE),
    noNaN: true,
  });
  return guarded(
    double.map((value) => value + 0),
    fits,
    'no number lies within the bounds',
  );
}
