/** Runs for programs. */
import type { Interface } from '../interface/model.ts';
import type { RunRecord } from '../record/record.ts';
import { type RunOptions as OptionsOfRun, run as runSuites } from '../run/run.ts';
import { documentOf, requireKnown } from './document.ts';

/** What `run` is told. Only the document and the address have to be given. */
export type RunOptions = Omit<OptionsOfRun, 'interface' | 'specDirectory'> & {
  /** A path of the document or of the folder that holds it, or what `loadInterface` gave. */
  readonly document: Interface | string;
};

/** Names of the options: there are no others. */
export const RUN_OPTIONS: { readonly [option in keyof RunOptions]-?: true } = {
  document: true,
  url: true,
  key: true,
  plan: true,
  profile: true,
  seed: true,
  maxRequests: true,
  maxDurationS: true,
  timeoutMs: true,
  exhaust: true,
  exclusive: true,
  readOnly: true,
  strict: true,
  allowIncomplete: true,
  suites: true,
  checks: true,
  ownChecks: true,
  ownSuites: true,
  baseline: true,
  shard: true,
  headers: true,
  tls: true,
  ownMock: true,
  recordFile: true,
  onEvent: true,
  signal: true,
};

/**
 * Runs the suites against a service, in this process, and returns the record: `verdict` and the reports are made of it.
 * Findings about the service are in the record, an unreachable one too, and so is a fault of assay: the verdict then says
 * that nobody could tell. Rejects with an `OptionFault` or a `DocumentFault`, before anything is sent, where an option or the
 * document can't be used. In a test of your own, `test` each entry of the record's `results` by its `outcome`.
 */
export async function run(options: RunOptions): Promise<RunRecord> {
  requireKnown('run', options, RUN_OPTIONS);
  const { document: given, ...told } = options;
  const { document, directory } = await documentOf(given);
  return runSuites({ ...told, interface: document, specDirectory: directory });
}
