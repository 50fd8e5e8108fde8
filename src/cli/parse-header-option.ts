import type { HeaderLine } from '../exchange/exchange.ts';
import { quoted } from './quoted.ts';
import { UsageFault } from './usage-fault.ts';

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;
const EXAMPLE = "for example --header 'X-Environment: staging'";

/** Fields that probes set themselves, or that decide where a message ends. */
const RESERVED: ReadonlySet<string> = new Set([
  'accept',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Reads `Name: value`. Throws a `UsageFault` for a broken line, and for a field that probes need for themselves
 * (`credentialNames` are those that carry a key, in lower case). A value is never shown: it may be a secret.
 */
export function parseHeaderOption(line: string, credentialNames: readonly string[] = []): HeaderLine {
  const colon = line.indexOf(':');
  if (colon < 0)
    throw new UsageFault(`cannot use --header: there is no colon in it; write Name: value, ${EXAMPLE}`);
  const name = line.slice(0, colon);
  const value = line.slice(colon + 1).trim();
  if (!NAME.test(name)) {
    throw new UsageFault(
      `cannot use --header: ${quoted(name)} is no field name; write Name: value, ${EXAMPLE}`,
    );
  }
  const lower = name.toLowerCase();
  if (lower === 'authorization' || credentialNames.includes(lower)) {
    throw new UsageFault(
      `cannot use --header ${quoted(name)}: it carries the key; give the key with --key-env`,
    );
  }
  if (RESERVED.has(lower)) {
    throw new UsageFault(
      `cannot use --header ${quoted(name)}: probes set this field themselves; leave it out`,
    );
  }
  if (!VALUE.test(value)) {
    throw new UsageFault(
      `cannot use --header ${quoted(name)}: its value has a character that no header can carry; leave it out`,
    );
  }
  return [name, value];
}
