import type { Act, Burst } from './contender.ts';

/** One burst of one contender in one round; `undefined` where it did not answer. */
export type Sample = {
  readonly name: string;
  readonly act: Act;
  readonly round: number;
  readonly burst: Burst;
};

/** The middle value, the upper of two; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

type Row = { readonly rate: number; readonly ratio: number; readonly p99: number; readonly failed: number };

function rowOf(samples: readonly Sample[], name: string, base: string, act: Act): Row {
  const own = samples.filter((sample) => sample.name === name && sample.act === act);
  const ratios = own.flatMap(({ round, burst }) => {
    const beside = samples.find(
      (sample) => sample.name === base && sample.act === act && sample.round === round,
    );
    return beside === undefined ? [] : [burst.requestsPerSecond / beside.burst.requestsPerSecond];
  });
  return {
    rate: median(own.map(({ burst }) => burst.requestsPerSecond)),
    ratio: median(ratios),
    p99: median(own.map(({ burst }) => burst.p99Ms)),
    failed: own.reduce((sum, { burst }) => sum + burst.failed, 0),
  };
}

function cells({ rate, ratio, p99, failed }: Row): readonly string[] {
  const note = failed === 0 ? '' : ` (${failed} not 2xx)`;
  return [`${Math.round(rate)}${note}`, `${(ratio * 100).toFixed(0)} %`, p99.toFixed(1)];
}

/** A Markdown table: rates, medians of the ratios to `base` round by round, and the 99th percentile of the latency in ms. */
export function throughputTable(samples: readonly Sample[], base: string): string {
  const names = [...new Set(samples.map(({ name }) => name))];
  const head = [
    '| server | list r/s | of bare | p99 ms | create r/s | of bare | p99 ms |',
    '| --- | --: | --: | --: | --: | --: | --: |',
  ];
  const rows = names.map((name) => {
    const acts: readonly Act[] = ['list', 'create'];
    return `| ${[name, ...acts.flatMap((act) => cells(rowOf(samples, name, base, act)))].join(' | ')} |`;
  });
  return `${[...head, ...rows].join('\n')}\n`;
}
