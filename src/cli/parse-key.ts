import { gate } from '../credential/gate.ts';
import { KEY_MARKER } from '../credential/find-secrets.ts';
import { readKey } from '../run/target-text.ts';
import { UsageFault } from './usage-fault.ts';

/**
 * Returns the key when a header field can carry it. Throws a `UsageFault` otherwise, which never shows the key. From now on
 * the gate knows it.
 */
export function parseKey(key: string, source: string): string {
  gate().add(key, KEY_MARKER);
  const read = readKey(key);
  if (read.kind === 'value') return read.value;
  throw new UsageFault(`cannot use the key from ${source}: ${read.advice}`);
}
