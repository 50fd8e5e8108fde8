/** Runs for programs. */
import type { Interface } from '../interface/model.ts';
import type { RunRecord } from '../record/record.ts';
import { SETTING_ROWS, type SettingName } from '../record/settings.ts';
import { type RunOptions as OptionsOfRun, run as runSuites } from '../run/run.ts';
import { documentOf, requireKnown } from './document.ts';

/** What `run` is told. Only the document and the address have to be given. */
export type RunOptions = Omit<OptionsOfRun, 'interface' | 'specDirectory'> & {
  /** A path of the document or of the folder that holds it, or what `loadInterface` gave. */
  readonly document: Interface | string;
};

const OTHER_OPTIONS: { readonly [option in Exclude<keyof RunOptions, SettingName>]-?: true } = {
  document: true,
  key: true,
  otherKey: true,
  register: true,
  auth: true,
  oauthClient: true,
  ownChecks: true,
  ownSuites: true,
  headers: true,
  beforeRequest: true,
  tls: true,
  ownMock: true,
  recordFile: true,
  onEvent: true,
  signal: true,
};

/** Names of the options: there are no others. */
export const RUN_OPTIONS: { readonly [option: string]: true } = {
  ...Object.fromEntries(SETTING_ROWS.map(([name]) => [name, true as const])),
  ...OTHER_OPTIONS,
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
