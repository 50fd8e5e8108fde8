import { isObject, type Json } from '../json/value.ts';
import { wordsOfName } from './names.ts';

/** Members by which an entry tells that everybody may see it: `visibility: public`, `isPublic: true`, `private: false`. */

/** What says who may see something is called so. */
const ABOUT: ReadonlySet<string> = new Set('visibility visible privacy audience exposure sharing'.split(' '));

/** Words for what is shown to more than its owner, wherever they stand. */
const OPEN: ReadonlySet<string> = new Set(['public', 'publicly']);

/** The same as values of a member that says who may see something. */
const OPEN_VALUES: ReadonlySet<string> = new Set(
  'public internal unlisted everyone everybody anyone anybody all world open shared global'.split(' '),
);

const SHOWN: ReadonlySet<string> = new Set('public shared published listed discoverable'.split(' '));
const KEPT: ReadonlySet<string> = new Set('private secret hidden confidential unlisted'.split(' '));

/** True for a member that opens what it is in to other users. */
export function opensToAll(name: string, value: Json | undefined): boolean {
  const words = wordsOfName(name);
  if (typeof value === 'boolean') return words.some((word) => (value ? SHOWN : KEPT).has(word));
  if (typeof value !== 'string') return false;
  const open = words.some((word) => ABOUT.has(word)) ? OPEN_VALUES : OPEN;
  // A sentence may have any word in it.
  return !/\s/.test(value) && wordsOfName(value).some((word) => open.has(word));
}

/** Listed values of a state in which others see what was a draft before. */
const PUBLISHED: ReadonlySet<string> = new Set(['published', 'released', 'live', 'active']);

/** True for a value that shows others what was kept from them as long as it was a draft: `status: published`. */
export function showsToOthers(name: string, value: Json | undefined): boolean {
  return opensToAll(name, value) || (typeof value === 'string' && PUBLISHED.has(value.toLowerCase()));
}

/** Words beside "default" in a flag that says it of the entry itself: `set_as_default`, and not `uses_default_colours`. */
const BESIDE_DEFAULT: ReadonlySet<string> = new Set('is set make mark use as be by default'.split(' '));

/** True for a flag that makes an entry the one that everybody gets who names none: another one is no longer. */
export function takesDefault(name: string, value: Json | undefined): boolean {
  const words = wordsOfName(name);
  return value === true && words.includes('default') && words.every((word) => BESIDE_DEFAULT.has(word));
}

/** True for an entry that tells by a member of its own that everybody may see it. */
export function isOpenToAll(entry: Json | undefined): boolean {
  return isObject(entry) && Object.entries(entry).some(([name, value]) => opensToAll(name, value));
}
