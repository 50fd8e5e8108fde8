/** What operations, checks and exchanges cost, from few to many. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuMs } from './cpu-time.ts';
import { type Point, median } from './figures.ts';

const root = join(import.meta.dirname, '../..');
const bin = join(root, 'bin/assay.js');

function item(at: number): object {
  return {
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { type: 'integer', format: 'int64' },
      name: { type: 'string', minLength: 1, maxLength: 40 },
      [`part${String(at)}`]: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    },
  };
}

/** A document of so many operations, which share a few schemas as those of large documents do. */
function documentOf(operations: number): string {
  const paths = Array.from({ length: operations }, (_path, at) => [
    `/rooms${String(at)}`,
    {
      get: {
        operationId: `list${String(at)}`,
        parameters: [{ name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } }],
        responses: {
          200: {
            description: 'All.',
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: `#/components/schemas/Item${String(at % 50)}` } },
              },
            },
          },
        },
      },
    },
  ]);
  const schemas = Array.from({ length: Math.min(50, operations) }, (_schema, at) => [
    `Item${String(at)}`,
    item(at),
  ]);
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Rooms', version: '1' },
    paths: Object.fromEntries(paths) as object,
    components: { schemas: Object.fromEntries(schemas) as object },
  });
}

/** Milliseconds of processor time that a command takes for documents of so many operations. */
export function costOfOperations(
  counts: readonly number[],
  argv: (document: string) => readonly string[],
  { cwd, rounds }: { readonly cwd: string; readonly rounds: number },
): readonly Point[] {
  return counts.map((size) => {
    const document = join(cwd, `rooms-${String(size)}.json`);
    writeFileSync(document, documentOf(size));
    const call = { argv: [bin, ...argv(document)], cwd, exits: [0, 1, 2] };
    return { size, cost: median(Array.from({ length: rounds }, () => cpuMs(call))) };
  });
}

/** What judging came to: exchanges a second of the processor, and the most memory in MB. */
export type Judged = { readonly exchanges: number; readonly perSecond: number; readonly peakMb: number };

/** Judges HAR files of so many exchanges with `bench/judge.ts`, each in a process of its own; `checks`: so many alone, 0 for all. */
export function judged(counts: readonly number[], checks = 0, shape = 'mixed'): readonly Judged[] {
  const options = ['--checks', String(checks), '--shape', shape];
  const argv = [join(root, 'bench/judge.ts'), ...counts.map(String), ...options];
  const run = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  const rows = run.stdout.split('\n').filter((line) => /^\d/.test(line));
  if (rows.length !== counts.length) throw new Error(`bench/judge.ts: ${run.stderr.slice(0, 2_000)}`);
  return rows.map((row) => {
    const [exchanges = 0, , , , perSecond = 0, peakMb = 0] = row.trim().split(/\s+/).map(Number);
    return { exchanges, perSecond, peakMb };
  });
}
