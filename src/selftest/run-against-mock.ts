import type { Interface } from '../interface/model.ts';
import type { Fault } from '../mock/faults/fault.ts';
import type { Freedom } from '../mock/freedoms/freedom.ts';
import { witnessed } from '../mock/witnessed.ts';
import { startMock } from '../mock/server/start-mock.ts';
import { sampleEntries } from '../mock/state/seed-entries.ts';
import type { CheckResult, Profile, RecordFooter, RunSettings } from '../record/record.ts';
import type { SettingsRequest } from '../record/settings.ts';
import { withOwnGate } from '../output/gate.ts';
import { runInProcess } from '../run/run-in-process.ts';
import { settle } from '../run/settle.ts';

/** Ten seconds after a full minute: a run is over long before an aligned window ends. */
const START_MS = 1_800_000_010_000;
/** Of the mock's clock, which is moved instead of waiting: a run that waits for a window or two is over long before. */
const MAX_DURATION_S = 400;

export type MockRunOptions = {
  readonly document: Interface;
  /** Where the document is, for the record of the run. */
  readonly specDirectory: string;
  readonly profile: Profile;
  readonly seed: number;
  readonly signal: AbortSignal;
};

export type MockRun = {
  readonly results: readonly CheckResult[];
  readonly footer: RecordFooter;
  /** Whether the mock did anything else than an honest one. */
  readonly shown: boolean;
  /** What the mock itself stumbled over. */
  readonly mockErrors: readonly unknown[];
};

function settingsOf(request: SettingsRequest, document: Interface): RunSettings {
  const settled = settle(request, document, () => 0);
  if (settled.kind === 'settled') return settled.settings;
  throw new Error(`the mock cannot be tested: ${settled.problem.setting}: ${settled.problem.advice}`);
}

/** How the mock of a run differs from the usual one. Nothing given: it does not. */
type Difference = { readonly fault?: Fault; readonly freedom?: Freedom };

/**
 * One run of all suites, in this process, against a mock of the document that is honest or has one fault, and takes one freedom or none.
 * The mock's clock moves instead of waiting.
 */
export async function runAgainstMock(
  { document, specDirectory, profile, seed, signal }: MockRunOptions,
  { fault, freedom }: Difference = {},
): Promise<MockRun> {
  const mockErrors: unknown[] = [];
  const openedMs = performance.now();
  const entriesOf = fault?.entriesOf ?? freedom?.entriesOf;
  // Entries of the start are no doing of a stage.
  const hasOwnStart = freedom?.entries !== undefined || freedom?.entriesOf !== undefined;
  let shown = hasOwnStart && document.collections.length > 0;
  const note = (): void => {
    shown = true;
  };
  await using mock = await startMock({
    interface: document,
    now: () => START_MS + Math.round(performance.now() - openedMs),
    faults: fault === undefined ? [] : [witnessed(fault, note)],
    ...(fault?.entriesOf === undefined ? {} : { entriesOf: fault.entriesOf }),
    freedoms: freedom === undefined ? [] : [witnessed(freedom, note)],
    ...(fault?.entries === undefined ? {} : { seed: sampleEntries(document, fault.entries) }),
    onError: (error) => mockErrors.push(error),
  });
  const own = mock.keys.find(({ plan }) => plan === fault?.plan) ?? mock.keys[0];
  const plan = document.rateLimits?.plans.find(({ id }) => id === own?.plan)?.id;
  const request = {
    specDirectory,
    key: own?.key,
    otherKey: entriesOf === undefined ? undefined : mock.keys.at(-1)?.key,
    settings: settingsOf(
      { url: mock.url, plan, profile, seed, maxDurationS: MAX_DURATION_S, exhaust: true },
      document,
    ),
    headers: [],
    tls: { insecure: false, ca: undefined },
    proxy: {},
    ownMock: true,
  };
  // Its key is nobody's: the next run need not look for it.
  const run = await withOwnGate(() => runInProcess(request, document, { onEvent: () => undefined, signal }));
  return { ...run, shown, mockErrors };
}
