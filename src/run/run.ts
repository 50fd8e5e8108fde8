import { randomInt } from 'node:crypto';
import { withOwnGate } from '../credential/gate.ts';
import type { HeaderLine } from '../exchange/exchange.ts';
import type { Interface } from '../interface/model.ts';
import type { Baseline } from './baseline.ts';
import { allowanceFor } from './budget.ts';
import type { Profile, RunRecord, RunSettings } from './record.ts';
import { runInProcess } from './run-in-process.ts';
import type { RunEvent } from './run-request.ts';
import { shardChecks } from './shard-checks.ts';
import { suites } from './suites.ts';

/** What `run` is told. Only the interface, where it came from and the address have to be given. */
export type RunOptions = {
  readonly interface: Interface;
  /** The document or its folder, as it was given to `loadInterface`; the record names it. */
  readonly specDirectory: string;
  /** Base address of the service, without a trailing slash. */
  readonly url: string;
  /** The only secret. It is in no event, no record and no report. */
  readonly key?: string;
  /** Id of the key's plan in the document. Default: any of its plans conforms. */
  readonly plan?: string;
  /** Default `standard`. */
  readonly profile?: Profile;
  /** Default: a random one; the record has it. */
  readonly seed?: number;
  /** Default: what the profile allows for the documented limits. */
  readonly maxRequests?: number;
  /** Default 300. */
  readonly maxDurationS?: number;
  /** For each request. Default 10,000. */
  readonly timeoutMs?: number;
  /** Consent to use the rate limit up on purpose. Default: none. */
  readonly exhaust?: boolean;
  /** Nobody else uses the key meanwhile. Default false. */
  readonly exclusive?: boolean;
  /** Send nothing that should create something. Default false. */
  readonly readOnly?: boolean;
  /** Warnings count as violations in the verdict. Default false. */
  readonly strict?: boolean;
  /** Names of suites. Default: every one. */
  readonly suites?: readonly string[];
  /** Ids of checks. Default: every one. */
  readonly checks?: readonly string[];
  /** Failures that the verdict excuses. Default: none. */
  readonly baseline?: Baseline;
  /** Which part of the run this is, counted from 1. All parts need the same seed. Default: the whole. */
  readonly shard?: { readonly index: number; readonly total: number };
  /** Sent with every request. */
  readonly headers?: readonly HeaderLine[];
  /** Accept any certificate, or trust one more authority (PEM). Default: neither. */
  readonly tls?: { readonly insecure: boolean; readonly ca: string | undefined };
  /** True when the target is assay's own mock: its clock is moved where a run would wait. Default false. */
  readonly ownMock?: boolean;
  /** File that receives the record as it grows. Default: none is kept. */
  readonly recordFile?: string;
  readonly onEvent?: (event: RunEvent) => void;
  /** Ends the run early; the record is still brought to its end. */
  readonly signal?: AbortSignal;
};

const MAX_SEED = 2 ** 31;
const DEFAULT_DURATION_S = 300;
const DEFAULT_TIMEOUT_MS = 10_000;

function settingsOf(options: RunOptions): RunSettings {
  const { plan, profile = 'standard', shard } = options;
  const settings: RunSettings = {
    url: options.url,
    plan,
    profile,
    seed: options.seed ?? randomInt(MAX_SEED),
    maxRequests: options.maxRequests ?? allowanceFor(profile, options.interface.rateLimits, plan).total,
    maxDurationS: options.maxDurationS ?? DEFAULT_DURATION_S,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    exhaust: options.exhaust ?? false,
    exclusive: options.exclusive ?? false,
    readOnly: options.readOnly ?? false,
    strict: options.strict ?? false,
    suites: options.suites ?? [],
    checks: options.checks ?? [],
    ...(options.baseline === undefined ? {} : { baseline: options.baseline }),
  };
  if (shard === undefined) return settings;
  const ids = shardChecks(settings, options.interface, suites, shard.total)[shard.index - 1];
  if (ids === undefined) throw new Error(`there is no shard ${shard.index} of ${shard.total}`);
  return { ...settings, shard: { ...shard, checks: ids } };
}

/**
 * Runs the suites against a service, in this process, and returns the record: `verdict` and the reports are made of it.
 * Findings about the service are in the record, an unreachable one too, and so is a fault of assay: the verdict then says
 * that nobody could tell. In a test of your own, `test` each entry of the record's `results` by its `outcome`.
 */
export async function run(options: RunOptions): Promise<RunRecord> {
  const request = {
    specDirectory: options.specDirectory,
    key: options.key,
    settings: settingsOf(options),
    headers: options.headers ?? [],
    tls: options.tls ?? { insecure: false, ca: undefined },
    proxy: {},
    ownMock: options.ownMock ?? false,
    recordFile: options.recordFile,
  };
  const hooks = {
    onEvent: options.onEvent ?? ((): void => undefined),
    signal: options.signal ?? new AbortController().signal,
  };
  return withOwnGate(() => runInProcess(request, options.interface, hooks));
}
