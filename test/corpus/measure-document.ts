/**
 * A process of its own for one document of the corpus: `serve FILE` stands in for its service and prints where, `run FILE
 * URL KEY PLAN SECONDS FAULTS` runs assay against that and prints what came of it as JSON.
 */
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { allowanceOf } from '../../src/record/allowance.ts';
import { verdict } from '../../src/report/model/verdict.ts';
import { runApart } from '../run/run-apart.ts';
import { chooseFaults } from '../../src/selftest/fault-choice.ts';
import { selftest } from '../../src/selftest/selftest.ts';
import { runRequestFor } from '../run/run-request-for.ts';
import type { Measured, Score } from './measured.ts';

async function load(file: string): Promise<Interface> {
  const loaded = await loadInterface(file);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

async function serve(file: string): Promise<void> {
  const document = await load(file);
  const mock = await startMock({ interface: document });
  const [own] = mock.keys;
  print({ url: mock.url, key: own?.key ?? '', plan: own?.plan ?? '' });
}

/** Of so many faults that a mock of the document may show, evenly chosen, how many are noticed where they show. */
async function scoreOf(document: Interface, file: string, most: number): Promise<Score | undefined> {
  const choice = most === 0 ? undefined : chooseFaults(document, undefined);
  if (choice?.kind !== 'chosen') return undefined;
  const every = Math.max(1, Math.floor(choice.applicable.length / most));
  const faults = choice.applicable.filter((_fault, at) => at % every === 0).slice(0, most);
  const tried = await selftest({
    document,
    specDirectory: file,
    profile: 'standard',
    seed: 1,
    faults,
    freedoms: [],
    threads: 0,
    signal: new AbortController().signal,
    onTrial: () => undefined,
    onFreedom: () => undefined,
  });
  if (tried.kind === 'not-clean') return undefined;
  const kinds = tried.trials.map(({ outcome }) => outcome.kind);
  const noticed = kinds.filter(
    (kind) => kind === 'noticed' || kind === 'unusable' || kind === 'warned',
  ).length;
  return { noticed, shown: noticed + kinds.filter((kind) => kind === 'survived').length };
}

type Aim = {
  readonly file: string;
  readonly url: string;
  readonly key: string;
  readonly plan: string;
  readonly seconds: number;
  readonly faults: number;
};

/** What is not shown is told for so many statements at most. */
const MOST_MISSING = 200;
/** A mock on a busy machine takes its time for the first answer of a kind. */
const TIMEOUT_MS = 20_000;
/** Of the mock's own clock, which is moved where a run waits for a window. */
const SECONDS_WITH_WINDOWS = 400;

async function run({ file, url, key, plan: own, seconds, faults }: Aim): Promise<Measured> {
  const startedMs = performance.now();
  const document = await load(file);
  const loadCpuS = cpuSeconds();
  const loadS = (performance.now() - startedMs) / 1000;
  const plan = document.rateLimits?.plans.find(({ id }) => id === own)?.id;
  const request = runRequestFor({
    url,
    key: key === '' ? undefined : key,
    recordFile: undefined,
    settings: {
      plan,
      profile: 'standard',
      maxRequests: allowanceOf(document, 'standard', plan).total,
      maxDurationS: document.rateLimits === undefined ? seconds : SECONDS_WITH_WINDOWS,
      timeoutMs: TIMEOUT_MS,
      exhaust: true,
    },
  });
  let requests = 0;
  const beganMs = performance.now();
  const record = await runApart({ ...request, ownMock: true }, document, {
    onEvent: ({ kind }) => {
      if (kind === 'exchange') requests += 1;
    },
    signal: new AbortController().signal,
  });
  const runS = (performance.now() - beganMs) / 1000;
  const { kind, exitCode, missing } = verdict(record, document);
  const operations = record.footer.coverage?.operations ?? [];
  const measured = {
    operations: operations.length,
    inReach: operations.filter(({ outOfReach }) => outOfReach === undefined).length,
    asked: operations.filter(({ asked }) => asked > 0).length,
    served: operations.filter(({ served }) => served > 0).length,
    verdict: kind,
    exitCode,
    violations: record.results.flatMap(({ id, outcome }) => (outcome.kind === 'fail' ? [id] : [])),
    missing: missing.slice(0, MOST_MISSING).map(({ what, why }) => ({ what, why })),
    faults: (record.footer.faults ?? []).map(({ part, reason }) => `${part}: ${reason}`),
    requests,
    loadS,
    loadCpuS,
    runS,
    cpuS: cpuSeconds(),
    memoryMib: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  const score = await scoreOf(document, file, faults);
  return { kind: 'measured', ...measured, ...(score === undefined ? {} : { score }) };
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const [mode = '', file = '', url = '', key = '', plan = '', seconds = '60', faults = '0'] =
  process.argv.slice(2);
try {
  if (mode === 'serve') await serve(file);
  else {
    print(await run({ file, url, key, plan, seconds: Number(seconds), faults: Number(faults) }));
    process.exit(0);
  }
} catch (error) {
  const refused: Measured = {
    kind: 'refused',
    reason: error instanceof Error ? error.message : String(error),
  };
  print(refused);
  process.exit(0);
}
