/** What a tool did with its budget at one service. */
export type BudgetRow = {
  readonly tool: string;
  readonly service: string;
  readonly isFaulty: boolean;
  readonly found: boolean;
  /** Requests until it showed for the first time, as far as the tool tells. */
  readonly first: number | undefined;
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

/** A table in Markdown with a row for each tool. What it costs is measured at the services without a fault. */
export function budgetTable(budget: number, rows: readonly BudgetRow[]): string {
  const tools = [...new Set(rows.map(({ tool }) => tool))];
  const foundBy = (tool: string): ReadonlySet<string> =>
    new Set(
      rows.filter((row) => row.tool === tool && row.isFaulty && row.found).map(({ service }) => service),
    );
  const lines = tools.map((tool) => {
    const own = rows.filter((row) => row.tool === tool);
    const [faulty, honest] = [
      own.filter(({ isFaulty }) => isFaulty),
      own.filter(({ isFaulty }) => !isFaulty),
    ];
    const requests = sum(honest.map((row) => row.requests));
    const first = median(faulty.flatMap((row) => row.first ?? []));
    const cells = [
      tool,
      `${String(foundBy(tool).size)} / ${String(faulty.length)}`,
      first === undefined ? 'not told' : String(first),
      (requests / sum(honest.map(({ seconds }) => seconds))).toFixed(0),
      ((1_000 * sum(honest.map(({ cpuSeconds }) => cpuSeconds))) / requests).toFixed(2),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `| tool, ${String(budget)} requests at most | faults found | requests to the first finding | requests a second | CPU ms a request |`,
    '| --- | --: | --: | --: | --: |',
    ...lines,
  ].join('\n');
}
