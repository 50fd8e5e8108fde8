import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRecord } from '../../../src/record/read.ts';
import { installPython } from '../install.ts';
import type { Command } from '../rival.ts';
import { SCHEMATHESIS } from '../schemathesis.ts';
import { failuresIn } from './schemathesis-events.ts';
import type { Waiting } from './service.ts';

const root = join(import.meta.dirname, '../../..');

/** A tool that is shown services one by one. */
export type Tool = {
  readonly name: string;
  readonly command: (waiting: Waiting, told: Told) => Command;
  /** What it said, after its process ended. */
  readonly said: (told: Told) => Promise<Said>;
};
/** `known`: what the tool says of the service without a fault. `folder`: for what the tool writes. */
type Told = {
  readonly budget: number;
  readonly mostSeconds: number;
  readonly folder: string;
  readonly known: readonly string[];
};
/** Each finding with its operation, and the number of the request that showed the first one that is not known, as far as the tool tells. */
type Said = { readonly findings: readonly string[]; readonly first: number | undefined };

/** Findings with the numbers of the requests that showed them, as they are said. */
function saidOf(
  all: readonly { readonly name: string; readonly at: number }[],
  known: readonly string[],
): Said {
  const own = all.filter(({ name }) => !known.includes(name)).map(({ at }) => at);
  return {
    findings: [...new Set(all.map(({ name }) => name))],
    first: own.length === 0 ? undefined : Math.min(...own),
  };
}

const assay: Tool = {
  name: 'assay, deep, 8 side by side',
  command: ({ url, document, flags }, { budget, mostSeconds, folder }) => ({
    program: process.execPath,
    args: [
      join(root, 'bin/assay.js'),
      'test',
      `--url=${url}`,
      `--spec=${document}`,
      ...flags.assay,
      '--profile=deep',
      '--concurrency=8',
      '--seed=1',
      '--no-exhaust',
      `--max-requests=${String(budget)}`,
      `--max-duration=${String(mostSeconds)}`,
      `--report=record=${join(folder, 'record.ndjson')}`,
    ],
  }),
  said: async ({ folder, known }) => {
    const read = await readRecord(join(folder, 'record.ndjson'));
    if (read.kind === 'no-record') return { findings: [], first: undefined };
    const all = read.record.results.flatMap(({ id, outcome }) =>
      outcome.kind === 'fail'
        ? outcome.violations.map(({ operation = '', exchanges }) => ({
            name: `${id} ${operation}`,
            at: Math.max(...exchanges.map((one) => Number(one.slice(1)))),
          }))
        : [],
    );
    return saidOf(all, known);
  },
};

/** What Schemathesis is told: `run` with a time goes over all of its phases again and again; `fuzz` sends sequences without end. */
const WAYS = [
  { name: 'run, all phases', command: 'run' },
  { name: 'fuzz', command: 'fuzz' },
] as const;

function schemathesis(program: string, way: (typeof WAYS)[number]): Tool {
  return {
    name: `Schemathesis ${SCHEMATHESIS}, ${way.name}`,
    command: ({ url, document, flags }, { folder, mostSeconds }) => ({
      program,
      args: [
        way.command,
        document,
        `--max-time=${String(mostSeconds)}`,
        `--url=${url}`,
        ...flags.schemathesis,
        '--no-color',
        '--seed=1',
        '--checks=all',
        '--report=ndjson',
        `--report-ndjson-path=${join(folder, 'events.ndjson')}`,
        '--continue-on-failure',
      ],
    }),
    said: async ({ folder, known, budget }) => {
      const text = await readFile(join(folder, 'events.ndjson'), 'utf8').catch(() => '');
      // A tool that could not tell what it saw is no tool that saw nothing.
      if (text === '') throw new Error('Schemathesis ended without a report: nothing can be compared');
      return saidOf(
        failuresIn(text).filter(({ at }) => at <= budget),
        known,
      );
    },
  };
}

/** The tools whose names match; Schemathesis is installed unless it is. */
export async function tools(names: RegExp, cacheFolder: string): Promise<readonly Tool[]> {
  const installed = await installPython(cacheFolder, `schemathesis==${SCHEMATHESIS}`, 'st');
  if (installed.kind === 'failed') process.stderr.write(`no Schemathesis: ${installed.reason}\n`);
  const rivals =
    installed.kind === 'installed' ? WAYS.map((way) => schemathesis(installed.program, way)) : [];
  return [assay, ...rivals].filter(({ name }) => names.test(name));
}
