import { SAFE_METHODS } from '../../../http/exchange.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import { plainText } from '../../../json/lossless.ts';
import { isName, isObject, memberOf } from '../../../json/value.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import type { Contract } from '../../../oracle/contract.ts';
import { placeAskedBy } from '../creations/creations.ts';
import { type Deed, entriesIn, isSuccess, pathOfEntry } from '../deeds.ts';
import { forget, type Life, type LifeCourt } from './life.ts';
import { showsAll } from './list-looks.ts';
import { judgeUnseen } from './made/made.ts';

/** Entries that are shown by what holds them; where that is one thing which is always there (the cart), whatever is done elsewhere may take them. */

/** True for entries that are inside of no other one, and that answers show in what holds them. */
function isHeldInThing({ inHolder, parent }: Resource): boolean {
  return inHolder !== undefined && parent === undefined;
}

/** True for a creation about what an entry goes by: a product that is put into the cart once more is added to its line. */
function isAbout({ path, resource: { identity = '' } }: Life, reading: Reading): boolean {
  const sent = sentValue(reading);
  const name = isObject(sent) ? memberOf(sent, identity) : undefined;
  return isName(name) && encodeURIComponent(plainText(name)) === path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Takes leave of what is known of such entries behind a request that is served of anything else, since the cart is empty when it is
 * ordered, and behind one that puts the same in once more.
 */
export function forgetInThings(lives: readonly Life[], deed: Deed | undefined, reading: Reading): void {
  if (!isSuccess(reading) || SAFE_METHODS.has(reading.exchange.request.method)) return;
  for (const life of lives) {
    if (!isHeldInThing(life.resource)) continue;
    const isSame = deed?.resource === life.resource;
    if (isSame ? deed.part === 'create' && isAbout(life, reading) : life.standing === 'there')
      forget(life, 'unknown');
  }
}

/** Where a holder was read, with what it was asked for. */
export type WholeReading = Pick<Deed, 'path' | 'query' | 'values'>;

/** The reading of one thing that is always there, without any choice. */
export function wholeReading(contract: Contract, reading: Reading): WholeReading | undefined {
  const path = placeAskedBy(contract, reading);
  const isWhole = !reading.exchange.request.target.includes('?');
  return path !== undefined && isWhole ? { path, query: '', values: [] } : undefined;
}

/** Judges what a reading of a holder that shows all does not show. */
export function judgeAllHeld(
  court: LifeCourt,
  contract: Contract,
  lives: readonly Life[],
  { deed, reading }: { readonly deed: Deed; readonly reading: Reading },
): void {
  const { resource, values, path } = deed;
  const shown = entriesIn(resource, reading);
  if (shown === undefined || !showsAll(contract, deed, reading, shown.length)) return;
  const paths = shown.map((entry) => pathOfEntry(resource, values, entry));
  for (const life of lives)
    if (life.resource === resource && life.path.startsWith(`${path}/`) && !paths.includes(life.path))
      judgeUnseen(court, life, reading);
}
