/** `assay/vitest`: a run as tests in the Vitest of whoever calls it. The run is that of the command line; nothing here sends or judges. */
import { beforeAll, describe, type RunnerTask, type RunnerTestCase, test, type TestContext } from 'vitest';
import { suites } from '../suites/suites.ts';
import {
  ConformanceError,
  type ConformanceOptions,
  type Planned,
  planned,
  type Ran,
  ranOf,
} from './api/conformance.ts';
import type { Check } from './checks/check.ts';
import { clausesOf } from './interface/clauses.ts';
import type { Interface, Level, Operation } from './interface/model.ts';
import { withOwnGate } from './output/gate.ts';
import {
  checkResult,
  operationResult,
  resultAlone,
  runResult,
  type TestResult,
} from './report/test-results.ts';
import type { TerminalContext } from './report/text/context.ts';
import { selectedChecks } from './run/plan.ts';
import { bound } from './system/bounds.ts';

export type { ConformanceMock, ConformanceOptions } from './api/conformance.ts';

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
  return {
    title: `${id}: ${title}`,
    tags: [level, suite],
    meta: { kind: 'check', id, level, clauses: clausesOf(document, id) },
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
