/**
 * The whole table of what assay costs, with what it may: processor time (user and system, children included), ratios of runs by turns,
 * medians. `npm run bench [-- --rounds N] [--most EXCHANGES] [--only REGEX] [--write]`, after `npm run prepare`; `--most 10000000`
 * judges ten million exchanges, too. `--write` puts it into `docs/performance.md`. Each part runs in a process of its own for a bounded
 * time: one that fails or takes too long is a row that says so, and the others are measured all the same.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { packageManifest } from '../../src/system/package.ts';
import { canLoad } from '../mock/load.ts';
import { withRegion } from '../with-region.ts';
import { drawnCases, drawnSideBySide, peakOfLastRunMb } from './cases.ts';
import { type Call, cpuMs, firstAnswerCpuMs, type Server } from './cpu-time.ts';
import { marginalOf, median, plotOf } from './figures.ts';
import { costOfOperations, judged } from './growth.ts';
import { type Growth, growthRow, type Row, rowOf } from './table.ts';

const root = join(import.meta.dirname, '../..');
const bin = join(root, 'bin/assay.js');
const page = join(root, 'docs/performance.md');

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    most: { type: 'string', default: '1000000' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    part: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const wanted = new RegExp(values.only);
const cwd = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const ms = (value: number): string => `${value.toFixed(0)} ms`;
const seconds = (value: number): string => `${(value / 1_000).toFixed(2)} s`;

/** Milliseconds of each call, by turns, after one that fills the caches. */
function byTurns(calls: readonly Call[]): readonly (readonly number[])[] {
  for (const call of calls) cpuMs(call);
  return Array.from({ length: rounds }, () => calls.map((call) => cpuMs(call)));
}

function column(measured: readonly (readonly number[])[], at: number): number {
  return median(measured.map((row) => row[at] ?? Number.NaN));
}

/** Commands that run nothing: at most twice what an empty Node takes, and 30 ms. */
function quickCommands(): readonly Row[] {
  const commands = [
    ['--help'],
    ['list'],
    ['explain', 'authentication.unknown-key'],
    ['explain', 'document'],
    ['mock', '--list-faults'],
  ];
  const calls = [['--eval', '0'], ...commands.map((argv) => [bin, ...argv])].map((argv) => ({ argv, cwd }));
  const measured = byTurns(calls);
  const most = 2 * column(measured, 0) + 30;
  return commands.map((argv, at) => {
    const own = column(measured, at + 1);
    return {
      what: `\`assay ${argv.join(' ')}\``,
      goal: `2 x \`node -e 0\` + 30 ms = ${ms(most)}`,
      figure: ms(own),
      isMet: own <= most,
    };
  });
}

const BARE = `
  import { createServer } from 'node:http';
  createServer((request, response) => response.end('{}')).listen(Number(process.argv[1]), '127.0.0.1');
`;

/** The mock until its first answer, as a ratio to a server of one line. */
async function firstAnswer(): Promise<readonly Row[]> {
  const bare: Server = { argv: (port) => ['--input-type=module', '--eval', BARE, String(port)], path: '/' };
  const mock: Server = {
    argv: (port) => [bin, 'mock', '--quiet', '--port', String(port)],
    path: '/v1/categories',
    headers: { authorization: 'Bearer free-plan-key' },
  };
  const [ratios, own]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const [base, taken] = [await firstAnswerCpuMs(bare), await firstAnswerCpuMs(mock)];
    if (base === undefined || taken === undefined || round === 0) continue;
    ratios.push(taken / base);
    own.push(taken);
  }
  const what = '`assay mock` until its first answer';
  const goal = '1.5 x bare `node:http`';
  if (ratios.length === 0) return [{ what, goal, figure: 'not told by this system' }];
  const ratio = median(ratios);
  return [{ what, goal, figure: `${ratio.toFixed(2)} x, ${ms(median(own))}`, isMet: ratio <= 1.5 }];
}

/** Of the run before the work on its cost: CPU seconds on the same kind of machine. */
const TEST_BEFORE_MS = 3_100;

/** A standard run against the own mock, beside a Vitest run of one empty test. */
function wholeRun(): readonly Row[] {
  writeFileSync(join(cwd, 'empty.test.mjs'), `test('nothing', () => {});\n`);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const alike = ['--pool', 'threads', '--no-isolate', '--maxWorkers', '1'];
  const measured = byTurns([
    { argv: [vitest, 'run', '--globals', ...alike], cwd },
    { argv: [bin, 'test', '--seed', '1'], cwd },
  ]);
  const own = column(measured, 1);
  const ratio = median(measured.map(([empty = 0, test = 0]) => test / empty));
  const peak = peakOfLastRunMb(cwd);
  const what = '`assay test`, own mock';
  return [
    {
      what: `${what}, processor time`,
      goal: `0.4 x ${seconds(TEST_BEFORE_MS)} = ${seconds(0.4 * TEST_BEFORE_MS)}`,
      figure: seconds(own),
      isMet: own <= 0.4 * TEST_BEFORE_MS,
    },
    {
      what: `${what}, beside an empty Vitest run`,
      goal: '1.3 x',
      figure: `${ratio.toFixed(2)} x`,
      isMet: ratio <= 1.3,
    },
    { what: `${what}, most memory`, goal: '150 MB', figure: `${peak.toFixed(0)} MB`, isMet: peak <= 150 },
  ];
}

/** The mock under load, as `npm run bench:mock` measures it. */
function throughput(): readonly Row[] {
  const [what, goal] = ['`assay mock` under load, of bare `node:http`', 'list 80 %, create 75 %'];
  if (!canLoad()) return [{ what, goal, figure: '`wrk` is not there' }];
  const argv = [join(root, 'bench/mock/run-throughput.ts'), '--rounds', '2', '--only', '^assay mock$'];
  const { stdout } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  const [, row = ''] = /\| assay mock +\|(.*)/.exec(stdout) ?? [];
  const [list = Number.NaN, create = Number.NaN] = [...row.matchAll(/(\d+) %/g)].map(([, share]) =>
    Number(share),
  );
  return [
    {
      what,
      goal,
      figure: `list ${String(list)} %, create ${String(create)} %`,
      isMet: list >= 80 && create >= 75,
    },
  ];
}

function exchanges(): Growth {
  const counts = [1_000, 10_000, 100_000, 1_000_000, 10_000_000].filter(
    (count) => count <= Number(values.most),
  );
  const all = judged(counts);
  const points = all.map(({ exchanges: size, perSecond }) => ({ size, cost: (size / perSecond) * 1_000 }));
  const last = all.at(-1);
  const rate = 1_000 / marginalOf(points);
  const grown = (last?.peakMb ?? 0) - (all.at(-2)?.peakMb ?? 0);
  return {
    rows: [
      {
        what: 'judging of a HAR file',
        goal: '40,000 exchanges a second and core',
        figure: `${Math.round(rate).toLocaleString('en')} a second`,
        isMet: rate >= 40_000,
      },
      {
        what: 'judging, memory from the second largest file to the largest',
        goal: 'at most 100 MB more',
        figure: `${grown.toFixed(0)} MB more, ${String(last?.peakMb ?? 0)} MB in all`,
        isMet: grown <= 100,
      },
      growthRow('exchanges judged', points),
    ],
    plots: [plotOf('Judging a HAR file, by its exchanges', points, 'ms')],
  };
}

function checks(): Growth {
  const few = Math.min(10_000, Number(values.most));
  const points = [1, 5, 20, 60].map((size) => {
    const [done] = judged([few], size);
    return { size, cost: (few / (done?.perSecond ?? Number.NaN)) * 1_000 };
  });
  return {
    rows: [growthRow(`checks over ${few.toLocaleString('en')} exchanges`, points)],
    plots: [plotOf(`Judging ${few.toLocaleString('en')} exchanges, by the checks`, points, 'ms')],
  };
}

function operations(): Growth {
  const few = Math.min(3, rounds);
  const load = costOfOperations(
    [1, 10, 100, 1_000, 5_000],
    (file) => ['explain', 'document', '--spec', file],
    {
      cwd,
      rounds: few,
    },
  );
  const run = costOfOperations(
    [1, 10, 100, 1_000, 5_000],
    (file) => ['test', '--quiet', '--profile', 'quick', '--seed', '1', '--spec', file],
    { cwd, rounds: few },
  );
  return {
    rows: [growthRow('operations loaded', load), growthRow('operations in a quick run', run)],
    plots: [
      plotOf('`assay explain document`, by the operations', load, 'ms'),
      plotOf('`assay test --profile quick` against the own mock, by the operations', run, 'ms'),
    ],
  };
}

/** Judging of traffic of one kind: what one exchange more costs, by two files of different length. */
function shapes(): Growth {
  const kinds = [
    ['reads', 'small lists', 10_000],
    ['creations', 'creations with bodies', 10_000],
    ['long', 'lists of 64 kB', 500],
  ] as const;
  const rows = kinds.map(([shape, what, count]): Row => {
    const done = judged([count, 3 * count], 0, shape);
    const rate =
      1_000 /
      marginalOf(done.map(({ exchanges: size, perSecond }) => ({ size, cost: (size / perSecond) * 1_000 })));
    return {
      what: `judging of ${what}`,
      goal: '–',
      figure: `${Math.round(rate).toLocaleString('en')} a second`,
    };
  });
  return { rows, plots: [] };
}

type Part = {
  readonly name: string;
  readonly measure: () => Growth | Promise<Growth>;
  /** All of them come to less than twenty-five minutes. */
  readonly mostS: number;
};

const PARTS: readonly Part[] = [
  { name: 'commands', measure: () => ({ rows: quickCommands(), plots: [] }), mostS: 60 },
  { name: 'first answer', measure: async () => ({ rows: await firstAnswer(), plots: [] }), mostS: 60 },
  { name: 'test', measure: () => ({ rows: wholeRun(), plots: [] }), mostS: 120 },
  { name: 'throughput', measure: () => ({ rows: throughput(), plots: [] }), mostS: 120 },
  { name: 'exchanges', measure: exchanges, mostS: Number(values.most) > 1_000_000 ? 1_800 : 180 },
  { name: 'shapes', measure: shapes, mostS: 90 },
  { name: 'checks', measure: checks, mostS: 60 },
  { name: 'operations', measure: operations, mostS: 200 },
  { name: 'cases', measure: () => drawnCases(cwd, Number(values.most)), mostS: 400 },
  { name: 'side by side', measure: () => drawnSideBySide(cwd), mostS: 200 },
];

/** What a part came to in a process of its own, which is ended with all that it started when its time is over. */
async function inOwnProcess({ name, mostS }: Part): Promise<Growth> {
  const argv = [import.meta.filename, '--part', name, '--rounds', values.rounds, '--most', values.most];
  const child = spawn(process.execPath, argv, {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    // What it leaves behind when it is ended goes with the folder.
    env: { ...process.env, TMPDIR: cwd },
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, mostS * 1_000);
  const said = await text(child.stdout);
  clearTimeout(timer);
  try {
    return JSON.parse(said) as Growth;
  } catch {
    const figure = isLate ? `takes more than ${String(mostS)} s` : 'fails';
    return {
      rows: [{ what: `the part \`${name}\` of the measurement`, goal: 'ends', figure, isMet: false }],
      plots: [],
    };
  }
}

async function wholeTable(): Promise<string> {
  const [rows, plots]: [Row[], string[]] = [[], []];
  for (const part of PARTS.filter(({ name }) => wanted.test(name))) {
    process.stderr.write(`${part.name}\n`);
    const measured = await inOwnProcess(part);
    rows.push(...measured.rows);
    plots.push(...measured.plots);
  }
  const day = new Date().toISOString().slice(0, 10);
  const [processor] = cpus();
  return [
    `assay ${packageManifest().version}, Node ${process.versions.node}, ${String(cpus().length)} x ${processor?.model ?? 'processor'}, ${day}, ${String(rounds)} rounds.`,
    '',
    '| What | Goal | Figure | Met |',
    '| --- | --- | --- | --- |',
    ...rows.map(rowOf),
    '',
    ...plots.flatMap((plot) => ['```text', plot, '```', '']),
  ].join('\n');
}

const own = PARTS.find(({ name }) => name === values.part);
try {
  if (own !== undefined) process.stdout.write(JSON.stringify(await own.measure()));
  else {
    const table = await wholeTable();
    process.stdout.write(table);
    if (values.write) writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'figures', table));
  }
} finally {
  rmSync(cwd, { recursive: true, force: true, maxRetries: 3 });
}
