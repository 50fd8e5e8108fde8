/** The self-test, for programs: which faults of a mock of the document do the suites notice? */
import type { Interface } from '../interface/model.ts';
import { nearestFault } from '../mock/faults/faults.ts';
import type { Profile } from '../record/record.ts';
import { settingsOf } from '../run/run.ts';
import { chooseFaults, type FaultChoice } from '../selftest/fault-choice.ts';
import type { FreedomTrial, Trial } from '../selftest/score.ts';
import { reportSelftest, type SelftestResult } from '../selftest/selftest.ts';
import { OptionFault } from '../system/option.ts';
import { documentOf, requireKnown } from './document.ts';

/** What `selftest` is told. Only the document has to be given. */
export type SelftestOptions = {
  /** A path of the document or of the folder that holds it, or what `loadInterface` gave. */
  readonly document: Interface | string;
  /** Default `standard`. */
  readonly profile?: Profile;
  /** Default 1. */
  readonly seed?: number;
  /**
   * Names of faults; a star at the end stands for all that begin so, and no freedom is tried. Default: every fault of the document, and
   * every freedom.
   */
  readonly faults?: readonly string[];
  /** Told what became of each fault. */
  readonly onTrial?: (trial: Trial) => void;
  /** Told of each freedom whether it is blamed. */
  readonly onFreedom?: (trial: FreedomTrial) => void;
  /** Ends the self-test early: the trials so far come back. */
  readonly signal?: AbortSignal;
};

const OPTIONS: { readonly [option in keyof SelftestOptions]-?: true } = {
  document: true,
  profile: true,
  seed: true,
  faults: true,
  onTrial: true,
  onFreedom: true,
  signal: true,
};

/** A run needs an address; the mock of the self-test has one of its own. */
const SOME_MOCK = 'http://127.0.0.1';

function chosen(document: Interface, names: readonly string[] | undefined): FaultChoice {
  const choice = chooseFaults(document, names);
  if (choice.kind === 'chosen') return choice;
  const advice = nearestFault(choice.name, document, '`faults` of a mock lists them all');
  throw new OptionFault('faults', choice.name, `there is no such fault; ${advice}`);
}

/**
 * Runs the suites against the mock of a document: once as it is, once with each freedom, then once with each fault. Rejects with an `OptionFault` or
 * a `DocumentFault` for what can't be used.
 */
export async function selftest(options: SelftestOptions): Promise<SelftestResult> {
  requireKnown('selftest', options, OPTIONS);
  const { onTrial, onFreedom, signal = new AbortController().signal } = options;
  const { document, directory } = await documentOf(options.document);
  const { profile = 'standard', seed = 1 } = options;
  settingsOf({ interface: document, specDirectory: directory, url: SOME_MOCK, profile, seed });
  return reportSelftest({
    document,
    specDirectory: directory,
    profile,
    seed,
    choice: chosen(document, options.faults),
    // Threads read the document from its file: one that is given loaded may be another by now.
    inThreads: typeof options.document === 'string',
    signal,
    onTrial: (trial) => onTrial?.(trial),
    onFreedom: (trial) => onFreedom?.(trial),
  });
}
