/** The rows of the table of costs, and what they say of growth. */
import { growthOf, marginalOf, type Point } from './figures.ts';

/** A row of the table. `isMet` is missing where nothing could be measured. */
export type Row = {
  readonly what: string;
  readonly goal: string;
  readonly figure: string;
  readonly isMet?: boolean | undefined;
};

/** A growth that is said in the table and drawn below it. */
export type Growth = { readonly rows: readonly Row[]; readonly plots: readonly string[] };

/** Twice the size may take a tenth more than twice as long. */
const LINEAR = Math.log2(2.2);

export function growthRow(what: string, points: readonly Point[]): Row {
  // Small sizes cost what a start costs: the larger half tells how it grows.
  const slope = growthOf(points.slice(-Math.max(2, Math.ceil(points.length / 2))));
  return {
    what: `${what}, growth`,
    goal: `linear (slope at most ${LINEAR.toFixed(2)})`,
    figure: `slope ${slope.toFixed(2)}, ${marginalOf(points).toPrecision(2)} ms each`,
    isMet: slope <= LINEAR,
  };
}

/** A row as Markdown. */
export function rowOf({ what, goal, figure, isMet }: Row): string {
  const open = goal === '–' ? '–' : 'not measured';
  const verdict = isMet === undefined ? open : isMet ? 'yes' : '**no**';
  return `| ${what} | ${goal} | ${figure} | ${verdict} |`;
}
