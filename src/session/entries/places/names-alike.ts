import { randomInt } from 'node:crypto';
import { farNumber } from './coined-places.ts';

/** Names of the form of one that is there, which nothing has. */

const SIGNS: readonly string[] = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Another sign of the same kind. */
function otherSign(sign: string, isHex: boolean): string {
  const kind = SIGNS.find((one) => one.includes(sign)) ?? sign;
  const signs = isHex ? kind.slice(0, kind.length === 26 ? 6 : 10) : kind;
  return signs.charAt(randomInt(signs.length));
}

/** A number from here on is longer than what services count to. */
const LONG_NUMBER = 10;

/** The number at the beginning of a name in words, by which alone many services know the entry (`1042-the-birds`). */
const LEADING_NUMBER = /^[0-9]+(?=[-_.~ ][^0-9])/;

/** A name of the same form that the path takes: a number that nobody has counted to, or else one of as many digits. */
export function nameLike(name: string, isTaken: (text: string) => boolean): string {
  const far = /^\d+$/.test(name) && name.length < LONG_NUMBER ? farNumber() : undefined;
  if (far !== undefined && isTaken(far)) return far;
  const other = alike(name);
  const isUuid = /^[\da-f]{8}-/i.test(name);
  return isUuid ? other : other.replace(LEADING_NUMBER, () => farNumber());
}

/** A name whose last signs are others, so that it begins and is divided as the one that is there. */
function alike(name: string): string {
  const isHex = /^[\da-f-]+$/i.test(name);
  const kept = Math.max(0, name.length - Math.max(6, Math.ceil(name.length / 3)));
  // The sign in front of a bar says of what kind a thing is.
  const begin = Math.max(kept, name.lastIndexOf('_') + 1);
  return name.slice(0, begin) + Array.from(name.slice(begin), (sign) => otherSign(sign, isHex)).join('');
}
