/**
 * What a caller says of a target, read once for the command line and the library: its base address, the key and the header
 * lines of every request. What can't be used comes back as a text that says what would be right and never shows a secret.
 */
import { schemesOf } from '../credential/choose.ts';
import type { HeaderLine } from '../http/exchange.ts';
import { withoutEndSlashes } from '../http/target.ts';
import type { Interface } from '../interface/model.ts';
import { suggestion } from '../system/nearest-name.ts';
import { type Read, unusable } from '../system/option.ts';

const EXAMPLE_URL = 'https://api.example.com/v1';

/** Reads a base address: http or https, without credentials, query and fragment. The value has no slashes at the end. */
export function readBaseUrl(given: string): Read<string> {
  const text = given.trim();
  if (/^[a-z][a-z0-9+.-]*:\/*[^/?#]*@/i.test(text))
    return unusable(undefined, 'the address holds credentials; leave them out, and give the key by itself');
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const guess = /^[^/?#@:\s]+(:\d+)?(\/|$)/.test(text) ? URL.parse(`http://${text}`) : null;
    const advice =
      guess === null ? `give the base address, for example ${EXAMPLE_URL}` : `did you mean "http://${text}"?`;
    return unusable(text, `it is no http or https address; ${advice}`);
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text))
    return unusable(
      text,
      `a base address has no query and no fragment; give ${JSON.stringify(url.origin + url.pathname)}`,
    );
  return { kind: 'value', value: withoutEndSlashes(url.origin + url.pathname) };
}

/** Reads the name of a plan: without regard to letter case, as the document writes it. */
export function readPlan(name: string, document: Interface): Read<string> {
  const ids = (document.rateLimits?.plans ?? []).map(({ id }) => id);
  const found = ids.find((id) => id.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return { kind: 'value', value: found };
  return unusable(
    name,
    ids.length === 0 ? 'the document names no plans; leave it out' : suggestion(name, ids),
  );
}

/** Reads a key that a header field can carry (RFC 9110, section 5.5). */
export function readKey(key: string): Read<string> {
  if (key === '') return unusable(undefined, 'it is empty; give the key that the service issued');
  if (key.trim() !== key)
    return unusable(undefined, 'it has white space or a line end around it; give the key alone');
  const at = key.search(/[^\u0020-\u007e\u00a1-\u00ff]/);
  if (at >= 0)
    return unusable(
      undefined,
      `character ${String(at + 1)} cannot stand in a header; give the key as it was issued`,
    );
  return { kind: 'value', value: key };
}

const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const FIELD_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/** Fields that probes set themselves, or that decide where a message ends. */
const RESERVED: ReadonlySet<string> = new Set([
  'accept',
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

/** The fields besides `Authorization` that carry the key of some operation, in lower case. */
export function credentialFields(document: Interface): readonly string[] {
  return schemesOf(document).flatMap((scheme) =>
    scheme.kind === 'api-key' && scheme.in === 'header' ? [scheme.name.toLowerCase()] : [],
  );
}

/** Reads a line that goes with every request; probes need some fields for themselves. */
export function readHeaderLine([name, given]: HeaderLine, keyFields: readonly string[]): Read<HeaderLine> {
  const value = given.trim();
  const lower = name.toLowerCase();
  if (!FIELD_NAME.test(name)) return unusable(name, 'it is no field name; give a name and a value');
  if (lower === 'authorization' || keyFields.includes(lower))
    return unusable(name, 'it carries the key; give the key by itself');
  if (RESERVED.has(lower)) return unusable(name, 'probes set this field themselves; leave it out');
  if (!FIELD_VALUE.test(value))
    return unusable(name, 'its value has a character that no header can carry; leave it out');
  return { kind: 'value', value: [name, value] };
}

/** Whom a run may register where the document says how. */
export const REGISTERED = ['nobody', 'one', 'two'] as const;
export type Registered = (typeof REGISTERED)[number];
