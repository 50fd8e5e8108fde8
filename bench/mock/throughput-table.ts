import type { Act, Burst } from './contender.ts';

/** One burst of one contender. */
export type Sample = {
  readonly name: string;
  readonly act: Act;
  readonly burst: Burst;
  /** The burst of the server that it is compared with, right before. */
  readonly beside: Burst;
};

type Pair = Pick<Sample, 'burst' | 'beside'>;

export const ACTS: readonly Act[] = ['list', 'create'];

/** The middle value, the upper of two; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

type Row = {
  readonly rate: number;
  readonly rateRatio: number;
  readonly p99: number;
  readonly p99Ratio: number;
  readonly failed: number;
};

const rateOf = ({ requestsPerSecond }: Burst): number => requestsPerSecond;
const p99Of = ({ p99Ms }: Burst): number => p99Ms;

function rowOf(pairs: readonly Pair[]): Row {
  const medianOf = (figure: (burst: Burst) => number): number =>
    median(pairs.map(({ burst }) => figure(burst)));
  const ratioOf = (figure: (burst: Burst) => number): number =>
    median(pairs.map(({ burst, beside }) => figure(burst) / figure(beside)));
  return {
    rate: medianOf(rateOf),
    rateRatio: ratioOf(rateOf),
    p99: medianOf(p99Of),
    p99Ratio: ratioOf(p99Of),
    failed: pairs.reduce((sum, { burst }) => sum + burst.failed, 0),
  };
}

function cells({ rate, rateRatio, p99, p99Ratio, failed }: Row): readonly string[] {
  const note = failed === 0 ? '' : ` (${failed} not 2xx)`;
  return [
    `${Math.round(rate)}${note}`,
    `${(rateRatio * 100).toFixed(0)} %`,
    p99.toFixed(1),
    `${p99Ratio.toFixed(1)} x`,
  ];
}

function line(name: string, pairsOf: (act: Act) => readonly Pair[]): string {
  return `| ${[name, ...ACTS.flatMap((act) => cells(rowOf(pairsOf(act))))].join(' | ')} |`;
}

/**
 * A Markdown table: rates and the 99th percentile of the latency in ms, each with the median of its ratios to the server that
 * it is compared with, `base`, whose own row comes first.
 */
export function throughputTable(samples: readonly Sample[], base: string): string {
  const names = [...new Set(samples.map(({ name }) => name))];
  const head = [
    '| server | list r/s | of bare | p99 ms | of bare | create r/s | of bare | p99 ms | of bare |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: |',
  ];
  const beside = line(base, (act) =>
    samples.filter((each) => each.act === act).map((each) => ({ burst: each.beside, beside: each.beside })),
  );
  const rows = names.map((name) =>
    line(name, (act) => samples.filter((each) => each.name === name && each.act === act)),
  );
  return `${[...head, beside, ...rows].join('\n')}\n`;
}
