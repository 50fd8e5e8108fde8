import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type CorpusDocument, placeOf } from './corpus.ts';

/** Of the faults that were tried and showed, how many were noticed. */
export type Score = { readonly noticed: number; readonly shown: number };

/** What came of one document: CPU and memory are those of the run alone, its mock is another process. */
export type Measured =
  | {
      readonly kind: 'measured';
      readonly operations: number;
      readonly inReach: number;
      readonly asked: number;
      readonly served: number;
      readonly verdict: string;
      readonly exitCode: number;
      /** Ids of the checks that failed. */
      readonly violations: readonly string[];
      /** What is not shown, and why: the first of it. */
      readonly missing: readonly { readonly what: string; readonly why: string }[];
      /** Faults of assay itself. */
      readonly faults: readonly string[];
      readonly requests: number;
      readonly loadS: number;
      readonly loadCpuS: number;
      readonly runS: number;
      readonly cpuS: number;
      readonly memoryMib: number;
      readonly score?: Score;
    }
  /** The document does not load, or something broke. */
  | { readonly kind: 'refused'; readonly reason: string };

const SCRIPT = join(import.meta.dirname, 'measure-document.ts');
/** Beyond the time of a run: loading, judging, and starting on a busy machine. */
const SPARE_MS = 240_000;

function start(parameters: readonly string[]): ChildProcess {
  return spawn(process.execPath, [SCRIPT, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) return '';
  for await (const line of createInterface({ input: child.stdout })) return line;
  return '';
}

function parsed(line: string): { readonly [name: string]: unknown } {
  const value: unknown = line === '' ? {} : JSON.parse(line);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Runs assay against the mock of a document, for so many seconds at most, and tries so many faults after it. */
export async function measureDocument(
  document: CorpusDocument,
  options: { readonly seconds: number; readonly faults: number },
): Promise<Measured> {
  const file = await placeOf(document);
  const server = start(['serve', file]);
  try {
    const { url, key, plan, reason } = parsed(await firstLine(server));
    if (typeof url !== 'string' || typeof key !== 'string' || typeof plan !== 'string')
      return { kind: 'refused', reason: typeof reason === 'string' ? reason : 'the mock did not start' };
    const child = start(['run', file, url, key, plan, String(options.seconds), String(options.faults)]);
    const timer = setTimeout(() => child.kill(), options.seconds * 1000 + SPARE_MS + options.faults * 60_000);
    try {
      const line = await firstLine(child);
      if (line === '') return { kind: 'refused', reason: 'the run came to no end' };
      return JSON.parse(line) as Measured;
    } finally {
      clearTimeout(timer);
    }
  } finally {
    server.kill();
  }
}
