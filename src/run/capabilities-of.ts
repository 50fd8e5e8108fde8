import type { Capabilities } from '../checks/check.ts';
import type { Interface } from '../interface/model.ts';
import type { RunSettings } from './record.ts';

/** What a run was told about its target and allowed to do, with its plan from the document. */
export function capabilitiesOf(
  settings: Pick<RunSettings, 'plan' | 'exclusive' | 'exhaust' | 'readOnly'>,
  document: Interface,
): Capabilities {
  const plan = document.rateLimits?.plans.find(({ id }) => id === settings.plan);
  return { plan, exclusive: settings.exclusive, exhaust: settings.exhaust, readOnly: settings.readOnly };
}
