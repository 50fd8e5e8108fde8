import type { HeaderLine } from '../exchange/exchange.ts';
import { readHeaderLine } from '../run/target-text.ts';
import { quoted } from './quoted.ts';
import { UsageFault } from './usage-fault.ts';

const EXAMPLE = "for example --header 'X-Environment: staging'";

/**
 * Reads `Name: value`. Throws a `UsageFault` for a broken line, and for a field that probes need for themselves
 * (`keyFields` are those that carry a key, in lower case). A value is never shown: it may be a secret.
 */
export function parseHeaderOption(line: string, keyFields: readonly string[] = []): HeaderLine {
  const colon = line.indexOf(':');
  if (colon < 0)
    throw new UsageFault(`cannot use --header: there is no colon in it; write Name: value, ${EXAMPLE}`);
  const read = readHeaderLine([line.slice(0, colon), line.slice(colon + 1)], keyFields);
  if (read.kind === 'value') return read.value;
  const shown = read.shown === undefined ? '' : ` ${quoted(read.shown)}`;
  throw new UsageFault(`cannot use --header${shown}: ${read.advice}, ${EXAMPLE}`);
}
