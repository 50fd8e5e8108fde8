export type Bed = 'zoo' | 'mutants' | 'real services';

/** What a tool did with its budget at one service. */
export type BudgetRow = {
  readonly bed: Bed;
  readonly tool: string;
  readonly service: string;
  readonly isFaulty: boolean;
  readonly found: boolean;
  /** Requests until it showed for the first time, as far as the tool tells. */
  readonly first: number | undefined;
  /** What is wrong by the tool, each once. */
  readonly findings: number;
  /** Operations that answered with 2xx, where they were counted. */
  readonly served: number | undefined;
  readonly requests: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
};

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** What a request cost: how many went to a service, how many a second, and processor time of a thousand. */
type Cost = { readonly each: number; readonly perSecond: number; readonly cpuSeconds: number };

function costOf(rows: readonly BudgetRow[]): Cost {
  const requests = sum(rows.map((one) => one.requests));
  return {
    each: requests / rows.length,
    perSecond: requests / sum(rows.map(({ seconds }) => seconds)),
    cpuSeconds: (1_000 * sum(rows.map(({ cpuSeconds }) => cpuSeconds))) / requests,
  };
}

function times(one: number, other: number): string {
  return `${(one / other).toFixed(1)} ×`;
}

/** Each cost, and behind it how much that is of what the first tool has. */
function costCells({ each, perSecond, cpuSeconds }: Cost, first: Cost): readonly string[] {
  return [
    each.toFixed(0),
    `${perSecond.toFixed(0)} (${times(perSecond, first.perSecond)})`,
    `${cpuSeconds.toFixed(2)} s (${times(cpuSeconds, first.cpuSeconds)})`,
  ];
}

function toldOr(value: number | undefined): string {
  return value === undefined ? 'not told' : String(value);
}

function tableOf(
  head: readonly string[],
  groups: readonly (readonly BudgetRow[])[],
  cellsOf: (rows: readonly BudgetRow[]) => readonly string[],
): string {
  const lines = groups.flatMap((rows) => {
    const byTool = [...Map.groupBy(rows, ({ tool }) => tool)]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([, own]) => own);
    // What it costs is measured at the services without a fault.
    const costs = byTool.map((own) => costOf(own.filter(({ isFaulty }) => !isFaulty)));
    return byTool.map((own, at) => {
      const [cost, first] = [costs[at], costs[0]];
      return row([
        ...cellsOf(own),
        ...(cost === undefined || first === undefined ? [] : costCells(cost, first)),
      ]);
    });
  });
  const heads = [...head, 'requests sent', 'requests a second', 'CPU of 1,000 requests'];
  const rule = heads.map((_, at) => (at < 2 ? '---' : '--:'));
  return [row(heads), row(rule), ...lines].join('\n');
}

/** Tables in Markdown: of the faults that each tool found in each bed, and of the services that have none that anybody knows. */
export function budgetTables(budget: number, rows: readonly BudgetRow[]): string {
  const most = `tool, ${String(budget)} requests at most`;
  const planted = rows.filter(({ bed }) => bed !== 'real services');
  const real = rows.filter(({ bed }) => bed === 'real services');
  const faults = tableOf(
    ['bed', most, 'faults found', 'requests to the first finding'],
    [...Map.groupBy(planted, ({ bed }) => bed).values()],
    (own) => {
      const faulty = own.filter(({ isFaulty }) => isFaulty);
      const found = faulty.filter((one) => one.found);
      const [{ bed, tool } = { bed: '', tool: '' }] = own;
      return [
        bed,
        tool,
        `${String(found.length)} / ${String(faulty.length)}`,
        toldOr(median(faulty.flatMap(({ first }) => first ?? []))),
      ];
    },
  );
  const strangers = tableOf(
    ['service', most, 'operations with 2xx', 'findings', 'requests to the first'],
    [...Map.groupBy(real, ({ service }) => service).values()],
    (own) =>
      own.flatMap(({ service, tool, served, findings, first }) => [
        service,
        tool,
        toldOr(served),
        String(findings),
        toldOr(first),
      ]),
  );
  return [...(planted.length === 0 ? [] : [faults]), ...(real.length === 0 ? [] : [strangers])].join('\n\n');
}
