import type { Capabilities } from '../checks/check.ts';
import type { Interface } from '../interface/model.ts';
import { capabilitiesOf } from '../run/capabilities-of.ts';
import type { RunSettings } from '../run/record.ts';
import { openBaseline } from './baseline-file.ts';
import type { CliIo } from './cli-io.ts';
import { readEnvironment } from './environment.ts';
import { chosen } from './resolve-settings.ts';
import { keyOf, planOf } from './resolve-target.ts';
import type { TrafficFlags } from './options.ts';

/** What to judge by, as the flags say it. */
export type TrafficChoice = Pick<RunSettings, 'plan' | 'strict' | 'suites' | 'checks' | 'baseline'>;

/** Reads what `assay judge` and `assay proxy` are told about judging. Throws a `UsageFault` for what cannot be used. */
export async function trafficChoice(
  flags: TrafficFlags,
  document: Interface,
  io: CliIo,
): Promise<{ readonly choice: TrafficChoice; readonly key: string | undefined }> {
  const environment = await readEnvironment(io);
  const baseline = openBaseline({ ...flags, updateBaseline: false }, document, io.cwd)?.baseline;
  return {
    key: keyOf(flags, environment),
    choice: {
      plan: planOf(flags, { document, environment }),
      strict: flags.strict ?? false,
      suites: chosen('suites', flags.suite),
      checks: chosen('checks', flags.check),
      ...(baseline === undefined ? {} : { baseline }),
    },
  };
}

/** What is known of traffic of others: the plan at most. */
export function foreignCapabilities(choice: TrafficChoice, document: Interface): Capabilities {
  return capabilitiesOf({ plan: choice.plan, exclusive: false, exhaust: false, readOnly: false }, document);
}
