import { gate } from '../credential/gate.ts';
import { KEY_MARKER } from '../credential/mask-text.ts';
import { UsageFault } from './usage-fault.ts';

/**
 * Returns the key when a header field can carry it (RFC 9110, section 5.5). Throws a `UsageFault` otherwise, whose
 * text says where the fault is and never shows the key. From now on the gate knows it.
 */
export function parseKey(key: string, source: string): string {
  gate().add(key, KEY_MARKER);
  const wrong = (what: string, right: string): UsageFault =>
    new UsageFault(`cannot use the key from ${source}: ${what}; ${right}`);
  if (key === '') throw wrong('it is empty', 'give the key that the service issued');
  if (key.trim() !== key) {
    throw wrong('it has white space or a line end around it', 'give the key alone');
  }
  const at = key.search(/[^\u0020-\u007e\u00a1-\u00ff]/);
  if (at >= 0) {
    throw wrong(`character ${String(at + 1)} cannot stand in a header`, 'give the key as it was issued');
  }
  return key;
}
