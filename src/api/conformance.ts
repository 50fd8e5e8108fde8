/** A run whose outcomes are told as tests of somebody else's test runner: what it is told, and the run itself. */
import { shownPath } from '../document/files.ts';
import { isLoopback } from '../http/target.ts';
import type { Interface } from '../interface/model.ts';
import { faultsOf, nearestFault } from '../mock/faults/faults.ts';
import type { MockOptions } from '../mock/mock-options.ts';
import { KEY_MARKER } from '../output/find-secrets.ts';
import { gate, type Gate } from '../output/gate.ts';
import { secretsOfField } from '../output/mask.ts';
import { recordPlace, storeRecord } from '../record/record-place.ts';
import type { RunSettings } from '../record/record.ts';
import type { TerminalContext } from '../report/text/context.ts';
import { createInk } from '../report/text/ink.ts';
import { RunBroken } from '../run/run-in-process.ts';
import { run, settingsOf } from '../run/run.ts';
import { openOwnMock, type OpenTarget } from '../selftest/own-mock.ts';
import { OptionFault } from '../system/option.ts';
import { documentOf, type GivenDocument, requireKnown } from './document.ts';
import { RUN_OPTIONS, type RunOptions } from './run.ts';

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

/** A violation of the document, or why assay could not tell. Its message is all there is to say. */
export class ConformanceError extends Error {
  constructor(text: string) {
    super(text);
    this.name = 'ConformanceError';
    // Frames would be those of assay. Without them Vitest tells several tests with one text as one.
    this.stack = `${this.name}: ${text}`;
  }
}

const WIDTH = 100;

/** A run that came to its end, as the tests see it. */
export type Ran = {
  readonly shown: TerminalContext;
  readonly recordFile: string;
  /** Takes the key out of whatever is told, as the last line of defence: the record is free of it. */
  readonly output: Gate['output'];
};

/** Everything that is settled before anything is sent. */
export type Planned = GivenDocument & {
  readonly options: ConformanceOptions;
  readonly settings: RunSettings;
};

const NO_TARGET =
  'without it there is nothing to test: give the base address of the service (is its variable set?), or "mock: true"';

function requireTarget({ url, mock }: ConformanceOptions, document: Interface): void {
  if (mock === undefined) {
    if (url === undefined || url === '') throw new OptionFault('url', url, NO_TARGET);
    return;
  }
  if (url !== undefined)
    throw new OptionFault('mock', undefined, 'there is an "url" as well; leave one of them out');
  const fault = mock === true ? undefined : mock.fault;
  if (fault !== undefined && !faultsOf(document).some(({ name }) => name === fault))
    throw new OptionFault(
      'mock.fault',
      fault,
      nearestFault(fault, document, '`faults` of a mock lists them all'),
    );
}

/** A mock has its address when it is started: until then it stands for any. */
const SOME_MOCK = 'http://127.0.0.1';

/** Settles everything, before anything is sent. Rejects with an `OptionFault` or a `DocumentFault`. */
export async function planned(options: ConformanceOptions): Promise<Planned> {
  requireKnown('conformance', options, { ...RUN_OPTIONS, name: true, mock: true });
  const loaded = await documentOf(options.document);
  const { document, directory } = loaded;
  requireTarget(options, document);
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
export async function ranOf(
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
