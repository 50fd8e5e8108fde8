import { isDeepStrictEqual } from 'node:util';
import type { Stages } from './answers/stages/stages.ts';
import type { Variation } from './variation.ts';

/** Stages that may be asked again to see what an honest mock would have said. */
const PURE = new Set<keyof Stages>([
  'admits',
  'identify',
  'limit',
  'guard',
  'parse',
  'validate',
  'update',
  'entries',
  'find',
  'tag',
  'unmet',
  'earlier',
  'mayTouch',
  'refuse',
  'decorate',
  'render',
]);

type Stage = (...given: readonly unknown[]) => unknown;

/** One call of an honest stage from inside of the spoilt one. */
type Call = { readonly given: readonly unknown[]; readonly result: unknown };

function sameArguments(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at] || isDeepStrictEqual(value, b[at]));
}

/**
 * The fault or freedom, with a witness: `onShown` is called whenever a stage does or answers something else than the honest one would
 * have with the same arguments. Without such a call the mock did all the time what an honest one does.
 *
 * Stages that change the mock's state can't be asked twice. Of those, the calls that the spoilt stage makes to the honest
 * one are compared: one, with the same arguments and the same result, is what none looks like.
 */
export function witnessed<Own extends Variation>(variation: Own, onShown: () => void): Own {
  return {
    ...variation,
    apply(stages, context) {
      const calls = new Map<keyof Stages, Call[]>();
      const names = Object.keys(stages) as (keyof Stages)[];
      const each = (wrap: (name: keyof Stages) => Stage): Stages =>
        Object.fromEntries(names.map((name) => [name, wrap(name)])) as unknown as Stages;
      const honest = (kind: keyof Stages): Stage => stages[kind] as unknown as Stage;

      const watched = each((name) => (...given) => {
        const result = honest(name)(...given);
        const open = calls.get(name);
        if (open !== undefined) open.push({ given, result });
        else if (!PURE.has(name)) onShown();
        return result;
      });
      const spoilt = variation.apply(watched, context);
      return each((kind) => (...given) => {
        const stage = spoilt[kind] as unknown as Stage;
        const outer = calls.get(kind);
        const own: Call[] = [];
        calls.set(kind, own);
        try {
          const result = stage(...given);
          const [only, ...more] = own;
          const asHonest = PURE.has(kind)
            ? isDeepStrictEqual(result, honest(kind)(...given))
            : more.length === 0 &&
              only !== undefined &&
              sameArguments(only.given, given) &&
              isDeepStrictEqual(result, only.result);
          if (!asHonest) onShown();
          return result;
        } finally {
          if (outer === undefined) calls.delete(kind);
          else calls.set(kind, outer);
        }
      });
    },
  };
}
