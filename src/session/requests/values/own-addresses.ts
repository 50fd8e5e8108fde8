import { wordsOfName } from '../../../interface/names.ts';
import { withoutEndSlashes } from '../../../interface/resources/places/places.ts';
import { isObject, type Json, memberOf } from '../../../json/value.ts';

/**
 * Mail and web addresses of the run's own. A text that is called as one is has often to be one, whatever the schema says of it, and many
 * services take each of them once.
 */

const MAIL = /^[^\s@]+@[^\s@]+$/;
const WEB = /^https?:\/\/[^\s?#]+/i;

const CALLED_MAIL: readonly string[] = ['email', 'mail'];
const CALLED_WEB: readonly string[] = ['url', 'uri', 'link', 'href', 'website', 'homepage'];

export function isMail(value: Json): boolean {
  return typeof value === 'string' && MAIL.test(value);
}

/** True for an address of the web with its scheme (RFC 9110 §4.2). */
export function isWebAddress(value: Json): boolean {
  return typeof value === 'string' && WEB.test(value);
}

/** An address with the marker in it, for a member that is called as one; `undefined` for any other. */
export function addressFor(name: string, marker: string): string | undefined {
  const last = wordsOfName(name).at(-1) ?? '';
  if (CALLED_MAIL.includes(last)) return `${marker}@example.com`;
  return CALLED_WEB.includes(last) ? `https://example.com/${marker}` : undefined;
}

/** Another address of the same kind: of the web one on the same host, below the place of the other. */
function otherAddress(value: Json, marker: string): string | undefined {
  if (isMail(value)) return `${marker}@example.com`;
  const [address] = typeof value === 'string' ? (WEB.exec(value) ?? []) : [];
  return address === undefined ? undefined : `${withoutEndSlashes(address)}/${marker}`;
}

/** A drawn body with new addresses where another one has some and drawn texts are none. */
export function withAddresses(marker: () => string, body: Json, drawn: Json): Json {
  if (isObject(body) && isObject(drawn))
    return Object.fromEntries(
      Object.entries(drawn).map(([name, value]) => [
        name,
        withAddresses(marker, memberOf(body, name) ?? null, value),
      ]),
    );
  const isText = typeof drawn === 'string';
  const isAsked = (isMail(body) && !isMail(drawn)) || (isWebAddress(body) && !isWebAddress(drawn));
  return isText && isAsked ? (otherAddress(body, marker()) ?? drawn) : drawn;
}

/** A body with other addresses in place of those that it has. */
export function otherAddresses(marker: () => string, body: Json): Json {
  if (!isObject(body))
    return isMail(body) || isWebAddress(body) ? (otherAddress(body, marker()) ?? body) : body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, otherAddresses(marker, value)]),
  );
}
