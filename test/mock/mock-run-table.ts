import type { MockRun } from './assay-mock.ts';

const COLUMNS = [
  'limiter',
  'per',
  'fault',
  'exit',
  'requests',
  'refused',
  'bans',
  'moved s',
  'seconds',
  'blamed',
];

function row({ setup, verdict, blamed, footer, refused, bans, movedS, seconds }: MockRun): readonly string[] {
  const { withKey, withoutKey } = footer.requests;
  const checks = [...new Set(blamed.map(({ id }) => id))].join(', ');
  return [
    setup.limiter,
    setup.limitPer,
    setup.fault?.name ?? '-',
    String(verdict.exitCode),
    `${withKey} + ${withoutKey}`,
    String(refused),
    String(bans),
    movedS.toFixed(1),
    seconds.toFixed(2),
    checks === '' ? '-' : checks,
  ];
}

/** The runs as lines of text; requests are those on the key and those without a valid one. */
export function mockRunTable(runs: readonly MockRun[]): string {
  const rows = [COLUMNS, ...runs.map(row)];
  const widths = COLUMNS.map((_name, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  return rows
    .map(
      (cells) =>
        `${cells
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
