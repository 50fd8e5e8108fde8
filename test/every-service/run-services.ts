/**
 * Runs one profile, with whatever else a run may be told, over every service of the tests that has no limit, and lists what is wrong:
 * a service that conforms and is blamed or warned of, a part of assay that failed, a request astray, a fault that nobody tells.
 * `npm run zoo:every -- [--profile deep] [--seeds 1,2] [--requests 2000] [--settings '{"concurrency":8}'] [--faulty N] [--only REGEX] [--other]
 * [--slow MS] [--at-once N] [--done FILE]`. What stands in `--done` is not run again, so that a run that was ended goes on.
 */
import { appendFile, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sampleMembers } from '../../bench/rivals/sample-members.ts';
import { isObject } from '../../src/json/value.ts';
import { PROFILES } from '../../src/record/settings.ts';
import type { RunSettings } from '../../src/record/record.ts';
import { type Clock, machineClock } from '../../src/system/clock.ts';
import { watched } from '../lives/watched.ts';
import { faultsOfAssay, type MockRun } from '../other-interfaces/run-against-mock.ts';
import { OTHER_KEY, runAgainstService } from '../other-interfaces/run-against-service.ts';
import { everyService, type Service } from './services.ts';

const { values: told } = parseArgs({
  options: {
    profile: { type: 'string', default: 'deep' },
    seeds: { type: 'string', default: '1' },
    requests: { type: 'string', default: '2000' },
    settings: { type: 'string', default: '{}' },
    /** So many faulty services in place of the conforming ones. */
    faulty: { type: 'string' },
    only: { type: 'string', default: '' },
    /** With the key of another user where the service knows one. */
    other: { type: 'boolean', default: false },
    /** Each answer is kept back for up to so many milliseconds, so that requests overlap. */
    slow: { type: 'string' },
    'at-once': { type: 'string', default: '1' },
    done: { type: 'string' },
  },
});
const [profile] = PROFILES.filter((name) => name === told.profile);
if (profile === undefined) throw new Error(`cannot use --profile "${told.profile}"`);
const given: unknown = JSON.parse(told.settings);
const own: Partial<RunSettings> = isObject(given) ? given : {};

/** Whoever sleeps moves the time of this process, that of the services too: some tell when entries were changed. */
let skippedMs = 0;
const machineNow = Date.now;
Date.now = () => machineNow() + skippedMs;
const clock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => machineClock.monotonicMs() + skippedMs,
  sleep: (ms, signal) => {
    if (signal?.aborted !== true) skippedMs += ms;
    return machineClock.sleep(0, signal);
  },
};

type Job = { readonly service: Service; readonly seed: number };

/** What a run came to, as a line of `--done`. */
type Row = {
  readonly job: string;
  readonly word: string;
  readonly exitCode: number;
  readonly requests: number;
  readonly cases: number;
  readonly seconds: number;
  readonly told: readonly string[];
  readonly more: readonly unknown[];
};

function nameOf({ service: { family, name, finds }, seed }: Job): string {
  return [family, finds === undefined ? name : `${name} (${finds})`, `seed ${String(seed)}`].join(' | ');
}

/** The beginning of a body as text. */
function text(body: Uint8Array | undefined): string {
  return Buffer.from(body ?? [])
    .toString()
    .slice(0, 600);
}

function toldOf({ record }: MockRun): readonly (readonly [string, unknown])[] {
  return record.results.flatMap(({ id, outcome }): readonly (readonly [string, unknown])[] => {
    if (outcome.kind === 'harness-error') return [[`${outcome.kind} ${id}`, outcome]];
    if (outcome.kind !== 'fail' && outcome.kind !== 'warn') return [];
    const violations = outcome.violations.slice(0, 2).map((violation) => ({
      ...violation,
      exchanges: violation.exchanges.flatMap((one) => {
        const exchange = record.exchanges.get(one);
        if (exchange === undefined) return [];
        const { probe, request, result } = exchange;
        const reply =
          result.kind === 'answer'
            ? `${String(result.answer.status)} ${text(result.answer.body)}`
            : result.failure;
        return [[probe, `${request.method} ${request.target}`, text(request.body), reply]];
      }),
    }));
    return [[`${outcome.kind} ${id}`, violations]];
  });
}

async function rowOf(job: Job): Promise<Row> {
  const { service, seed } = job;
  const startedMs = performance.now();
  const watch = service.base === undefined ? undefined : watched(service.serve, service.base);
  const slowMs = told.slow === undefined ? undefined : Number(told.slow);
  const settings = {
    ...service.settings,
    ...(profile === undefined ? {} : { profile }),
    seed,
    maxRequests: Number(told.requests),
    maxDurationS: 3_600,
    ...own,
  };
  const delayMs = slowMs === undefined ? undefined : (): number => Math.random() * slowMs;
  const surroundings = {
    clock,
    ...(delayMs === undefined ? {} : { delayMs }),
  };
  const run = await runAgainstService(
    service.document,
    watch?.serve ?? service.serve,
    settings,
    service.hasOther || told.other ? OTHER_KEY : undefined,
    surroundings,
  );
  const found = toldOf(run);
  const { withKey = 0, withoutKey = 0 } = run.record.footer?.requests ?? {};
  const faults = [...faultsOfAssay(run), ...(watch?.astray ?? []).map((request) => ({ astray: request }))];
  const words = found.map(([id]) => id);
  const wanted = service.finds?.split('|') ?? [];
  const isFound = words.some((id) => wanted.some((one) => id.includes(one)));
  const isBlamed = words.some((id) => !id.startsWith('warn '));
  const word =
    faults.length > 0
      ? 'FAULT'
      : service.finds !== undefined
        ? isFound
          ? 'found'
          : 'MISSED'
        : isBlamed
          ? 'ALARM'
          : words.length > 0
            ? 'warned'
            : run.verdict.exitCode === 0
              ? 'ok'
              : 'not green';
  return {
    job: nameOf(job),
    word,
    exitCode: run.verdict.exitCode,
    requests: withKey + withoutKey,
    cases: run.record.footer?.drawn?.cases ?? 0,
    seconds: Math.round((performance.now() - startedMs) / 100) / 10,
    told: words,
    more: [
      ...faults,
      ...(word === 'ok' || word === 'found'
        ? []
        : [...run.verdict.missing, run.record.footer?.stop, ...found]),
    ],
  };
}

async function rowsBefore(): Promise<readonly string[]> {
  if (told.done === undefined) return [];
  const lines = await readFile(told.done, 'utf8').catch(() => '');
  return lines.split('\n').filter((line) => line !== '');
}

function jobOf(line: string): unknown {
  const row: unknown = JSON.parse(line);
  return isObject(row) ? row['job'] : undefined;
}

const all = await everyService();
const only = new RegExp(told.only);
const chosen =
  told.faulty === undefined
    ? all.filter(({ finds }) => finds === undefined)
    : sampleMembers(
        all.filter(({ finds }) => finds !== undefined),
        Number(told.faulty),
      );
const before = new Set((await rowsBefore()).map(jobOf));
const jobs = told.seeds
  .split(',')
  .flatMap((seed) => chosen.map((service): Job => ({ service, seed: Number(seed) })))
  .filter((job) => only.test(nameOf(job)) && !before.has(nameOf(job)));
const queue = jobs.values();
let wrong = 0;
await Promise.all(
  Array.from({ length: Number(told['at-once']) }, async () => {
    for (const job of queue) {
      const row = await rowOf(job);
      if (/^[A-Z]/.test(row.word)) wrong += 1;
      const { word, requests, cases, seconds, exitCode, told: words } = row;
      process.stdout.write(
        `${word} ${row.job}: ${String(requests)} requests, ${String(cases)} drawn, ${String(seconds)} s, exit ${String(exitCode)} [${words.join(', ')}]\n`,
      );
      if (told.done !== undefined) await appendFile(told.done, `${JSON.stringify(row)}\n`);
      await sleep(0);
    }
  }),
);
process.stdout.write(`${String(jobs.length)} runs, ${String(wrong)} wrong\n`);
process.exitCode = wrong > 0 ? 1 : 0;
