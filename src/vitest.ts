/** `assay/vitest`: a run as tests in the Vitest of whoever calls it. The run is that of the command line; nothing here sends or judges. */
import { beforeAll, describe, type RunnerTask, type RunnerTestCase, test, type TestContext } from 'vitest';
import { suites } from '../suites/suites.ts';
import { documentOf, type GivenDocument, requireKnown } from './api/document.ts';
import { RUN_OPTIONS, type RunOptions } from './api/run.ts';
import type { Check } from './checks/check.ts';
import { shownPath } from './document/files.ts';
import { recordPlace, storeRecord } from './record/record-place.ts';
import { openOwnMock, type OpenTarget } from './selftest/own-mock.ts';
import { isLoopback } from './http/target.ts';
import type { Interface, Level, Operation } from './interface/model.ts';
import { faults } from './mock/faults/faults.ts';
import type { MockOptions } from './mock/mock-options.ts';
import { KEY_MARKER } from './output/find-secrets.ts';
import { gate, type Gate, withOwnGate } from './output/gate.ts';
import { secretsOfField } from './output/mask.ts';
import type { RunSettings } from './record/record.ts';
import {
  checkResult,
  operationResult,
  resultAlone,
  runResult,
  type TestResult,
} from './report/test-results.ts';
import type { TerminalContext } from './report/text/context.ts';
import { createInk } from './report/text/ink.ts';
import { selectedChecks } from './run/plan.ts';
import { RunBroken } from './run/run-in-process.ts';
import { run, settingsOf } from './run/run.ts';
import { bound } from './system/bounds.ts';
import { suggestion } from './system/nearest-name.ts';
import { OptionFault } from './system/option.ts';

/** A mock that is started for the run. */
export type ConformanceMock = Omit<MockOptions, 'interface'> & {
  /** Name of the fault that it has. Default: none. */
  readonly fault?: string;
};

/** What a run is told besides its target; see `RunOptions`. */
type Told = Omit<RunOptions, 'url' | 'key' | 'ownMock' | 'signal'> & {
  /** Name of the `describe` around all tests. Default `assay`. */
  readonly name?: string;
};

/** The service that is tested: one that runs somewhere, or a mock that is started for the run. */
type Target =
  | {
      /** Base address of the service. There is no default: a run without one would test something else. */
      readonly url: string | undefined;
      /** The only secret. It is in no test, no message and no record. */
      readonly key?: string | undefined;
      readonly mock?: never;
    }
  | { readonly mock: true | ConformanceMock; readonly url?: never; readonly key?: never };

/** What `conformance` is told. */
export type ConformanceOptions = Told & Target;

/** What the tests tell reporters, in `meta().assay`. */
export type TestMeta = {
  readonly kind: 'check' | 'operation' | 'run';
  /** Id of the check or of the operation; `run`. */
  readonly id: string;
  readonly level?: Level;
  /** Ids of the clauses that the check proves. */
  readonly clauses?: readonly string[];
};

declare module 'vitest' {
  interface TaskMeta {
    assay?: TestMeta;
  }
}

/** A violation of the document, or why assay could not tell. Its message is all there is to say. */
class ConformanceError extends Error {
  constructor(text: string) {
    super(text);
    this.name = 'ConformanceError';
    // Frames would be those of assay. Without them Vitest tells several tests with one text as one.
    this.stack = `${this.name}: ${text}`;
  }
}

const LEVELS: { readonly [level in Level]: string } = {
  must: 'what the document demands',
  http: 'what the standards of HTTP demand',
  should: 'what is recommended',
  observe: 'what is noted where the document is silent',
};

/** The tags of the tests, for `test.tags` of your configuration: levels, names of suites, and `operation`. */
export const tags: readonly { readonly name: string; readonly description: string }[] = [
  ...Object.entries(LEVELS).map(([name, description]) => ({ name, description })),
  ...suites.map(({ name, title }) => ({ name, description: title })),
  { name: 'operation', description: 'what the answers of one operation break' },
];

/** The time for the end of a run, which `maxDurationS` does not limit. */
const ENDING_MS = 60_000;
const WIDTH = 100;

/** A run that came to its end, as the tests see it. */
type Ran = {
  readonly shown: TerminalContext;
  readonly recordFile: string;
  /** Takes the key out of whatever is told, as the last line of defence: the record is free of it. */
  readonly output: Gate['output'];
};

/** Everything that is settled before anything is sent. */
type Planned = GivenDocument & {
  readonly options: ConformanceOptions;
  readonly settings: RunSettings;
};

const NO_TARGET =
  'without it there is nothing to test: give the base address of the service (is its variable set?), or "mock: true"';

function requireTarget({ url, mock }: ConformanceOptions): void {
  if (mock === undefined) {
    if (url === undefined || url === '') throw new OptionFault('url', url, NO_TARGET);
    return;
  }
  if (url !== undefined)
    throw new OptionFault('mock', undefined, 'there is an "url" as well; leave one of them out');
  const names = faults.map(({ name }) => name);
  if (mock !== true && mock.fault !== undefined && !names.includes(mock.fault))
    throw new OptionFault('mock.fault', mock.fault, suggestion(mock.fault, names));
}

/** A mock has its address when it is started: until then it stands for any. */
const SOME_MOCK = 'http://127.0.0.1';

async function planned(options: ConformanceOptions): Promise<Planned> {
  requireKnown('conformance', options, { ...RUN_OPTIONS, name: true, mock: true });
  requireTarget(options);
  const loaded = await documentOf(options.document);
  const { document, directory } = loaded;
  const url = options.url ?? SOME_MOCK;
  const own = { ...options, exhaust: options.exhaust ?? isLoopback(url) };
  return {
    ...loaded,
    options: own,
    settings: settingsOf({ ...own, interface: document, specDirectory: directory, url }),
  };
}

function nothingToClose(): Promise<void> {
  return Promise.resolve();
}

async function targetOf({ options, document, settings }: Planned): Promise<OpenTarget> {
  const { url, key, mock } = options;
  if (mock !== undefined) {
    const own = await openOwnMock(document, settings.plan, mock === true ? {} : mock);
    if (own === undefined) throw new OptionFault('plan', settings.plan, 'the mock has no key of that plan');
    return own;
  }
  return {
    url: url ?? '',
    key: key === '' ? undefined : key,
    plan: settings.plan,
    ownMock: false,
    close: nothingToClose,
  };
}

/** Runs the checks, or those that a filter leaves, and keeps the record where it was asked for, or where the command line does. */
async function ranOf(
  plan: Planned,
  narrowed: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Ran> {
  const { options, document, directory, settings } = plan;
  const gateway = gate();
  gateway.add(options.key, KEY_MARKER);
  for (const secret of (options.headers ?? []).flatMap(secretsOfField)) gateway.add(secret);
  const place = recordPlace(process.cwd());
  const own = options.recordFile ?? place.own;
  const target = await targetOf(plan);
  let grown: 'written' | 'in memory' = 'written';
  try {
    const record = await run({
      ...options,
      interface: document,
      specDirectory: directory,
      url: target.url,
      key: target.key,
      plan: target.plan,
      ownMock: target.ownMock,
      seed: settings.seed,
      recordFile: own,
      signal,
      ...(narrowed === undefined ? {} : { checks: narrowed }),
      onEvent: (event) => {
        if (event.kind === 'record-lost') grown = 'in memory';
        options.onEvent?.(event);
      },
    });
    const file = options.recordFile === undefined ? storeRecord(record, place, grown).file : own;
    const recordFile = shownPath(file, process.cwd());
    const shown = {
      record,
      document,
      recordFile,
      ink: createInk(false),
      width: WIDTH,
      verbose: false,
      whole: recordFile,
    };
    return { shown, recordFile: file, output: gateway.output };
  } catch (error) {
    if (!(error instanceof RunBroken)) throw error;
    const text = `assay itself failed, which says nothing about the service: ${error.message}`;
    throw new ConformanceError(gateway.output(text));
  } finally {
    await target.close();
  }
}

/** What the tests of one `conformance` share: the run, which the first of them begins. */
class SharedRun {
  readonly #plan: Planned;
  #ran: Promise<Ran> | undefined;
  /** Ids of the checks that the filters of Vitest leave; `undefined` where they leave a test that needs all of them. */
  #narrowed: readonly string[] | undefined;
  #tellsRun = true;

  constructor(plan: Planned) {
    this.#plan = plan;
  }

  /** Looks at which of the tests are to run: what nobody wants to know is not asked of the service. */
  choose(tests: readonly RunnerTestCase[]): void {
    const chosen = tests.filter(({ mode }) => mode === 'run' || mode === 'queued');
    const { shard } = this.#plan.settings;
    const isNarrow =
      shard === undefined &&
      chosen.length < tests.length &&
      chosen.every(({ meta }) => meta.assay?.kind === 'check');
    this.#narrowed = isNarrow ? chosen.flatMap(({ meta }) => meta.assay?.id ?? []) : undefined;
    this.#tellsRun = chosen.some(({ meta }) => meta.assay?.kind === 'run');
    this.#ran = undefined;
  }

  /** Passes, fails or skips a test. Whoever cancels the first test ends the run. */
  async settle(context: TestContext, result: (run: TerminalContext) => TestResult): Promise<void> {
    this.#ran ??= withOwnGate(() => ranOf(this.#plan, this.#narrowed, context.signal));
    const { shown, recordFile, output } = await this.#ran;
    if (context.task.meta.assay?.kind === 'run')
      await context.annotate('the record of the run', 'notice', {
        path: recordFile,
        contentType: 'application/x-ndjson',
      });
    const own = result(shown);
    const told = this.#tellsRun ? own : resultAlone(shown.record, own);
    switch (told.kind) {
      case 'skipped':
        return context.skip(output(told.reason));
      case 'failed':
        throw new ConformanceError(output(told.text));
      case 'passed':
        for (const { kind, text } of told.notes) await context.annotate(output(text), kind);
        // Where each test has to assert something, this one does.
        context.expect(told.kind).toBe('passed');
    }
  }
}

function testsIn(task: RunnerTask): readonly RunnerTestCase[] {
  return task.type === 'suite' ? task.tasks.flatMap(testsIn) : [task];
}

type Declared = {
  readonly title: string;
  readonly tags: readonly string[];
  readonly meta: TestMeta;
  readonly result: (context: TerminalContext) => TestResult;
};

function checkTest({ id, title, suite, level }: Check, document: Interface): Declared {
  const clauses = document.clauses.filter((clause) => clause.checks.some(({ check }) => check === id));
  return {
    title: `${id}: ${title}`,
    tags: [level, suite],
    meta: { kind: 'check', id, level, clauses: clauses.map((clause) => clause.id) },
    result: (context) => checkResult(context, id),
  };
}

function operationTest({ id, method, path }: Operation): Declared {
  const name = `${method} ${path}`;
  return {
    title: id === name ? name : `${name} (${id})`,
    tags: ['operation'],
    meta: { kind: 'operation', id },
    result: (context) => operationResult(context, id),
  };
}

const runTest: Declared = {
  title: 'the run did its job',
  tags: [],
  meta: { kind: 'run', id: 'run' },
  result: runResult,
};

/** The suites with the tests of their checks, then the operations. */
function groupsOf({
  document,
  settings,
}: Planned): readonly (readonly [title: string, tests: readonly Declared[]])[] {
  const selected = selectedChecks(settings);
  const ofSuites = suites.map(({ name, title }) => {
    const own = selected.filter(({ suite }) => suite === name);
    return [title, own.map((check) => checkTest(check, document))] as const;
  });
  const operations = ['Operations', document.operations.map(operationTest)] as const;
  return [...ofSuites, operations].filter(([, tests]) => tests.length > 0);
}

function declare({ title, tags: own, meta, result }: Declared, shared: SharedRun, timeout: number): void {
  const options = { timeout, meta: { assay: meta } };
  const body = (context: TestContext): Promise<void> => shared.settle(context, result);
  try {
    test(title, { ...options, tags: [...own] }, body);
  } catch {
    // Vitest refuses a test with a tag that the configuration does not name.
    test(title, options, body);
  }
}

/**
 * Declares the tests of a run: one for each check, one for each operation, and one for the run itself. Call it in a file of
 * tests, once for each service. Nothing is sent before the first of the tests begins; the tests that a filter leaves out
 * are not asked for either. A document or an option that can't be used makes the file fail.
 */
export function conformance(options: ConformanceOptions): void {
  describe(options.name ?? 'assay', async () => {
    const plan = await planned(options);
    const shared = new SharedRun(plan);
    const timeout = plan.settings.maxDurationS * 1000 + bound('judgingMs') + ENDING_MS;
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the fixtures that a hook wants off its first parameter.
    beforeAll(({}, own) => shared.choose(testsIn(own)));
    for (const [title, tests] of groupsOf(plan))
      describe(title, () => {
        for (const one of tests) declare(one, shared, timeout);
      });
    declare(runTest, shared, timeout);
  });
}
