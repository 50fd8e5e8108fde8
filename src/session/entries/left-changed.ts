import { deedOf, isSuccess } from '../../checks/resources/deeds.ts';
import { SAFE_METHODS } from '../../http/exchange.ts';
import type { Contract } from '../../oracle/contract.ts';
import type { Reading } from '../../oracle/reading.ts';

/** The probes that put back what the run changed of others. */
export const PUT_BACK = 'put-back';

function isPuttingBack({ exchange }: Reading): boolean {
  return exchange.probe.startsWith(`${PUT_BACK}/`);
}

/** True for a request that may have changed something. */
export function isWrite({ exchange, answer }: Reading): boolean {
  const status = answer?.status ?? 0;
  return !SAFE_METHODS.has(exchange.request.method) && (status < 400 || status >= 500);
}

/** The last requests that changed things of others, for each thing that was not put back since. */
export function leftChanged(contract: Contract, readings: readonly Reading[]): readonly Reading[] {
  const last = new Map<string, Reading>();
  for (const reading of readings) {
    if (!isWrite(reading)) continue;
    const deed = deedOf(contract, reading);
    if (deed?.resource.kind === 'singleton' && deed.values.length === 0) last.set(deed.path, reading);
  }
  return [...last.values()].filter((reading) => !isSuccess(reading) || !isPuttingBack(reading));
}
