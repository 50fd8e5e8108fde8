import { SAFE_METHODS } from '../../../../http/exchange.ts';
import { printJson } from '../../../../json/lossless.ts';
import { type Reading, sentValue } from '../../../../oracle/reading.ts';
import { markersIn } from '../../creations/creations.ts';
import { isSuccess } from '../../deeds.ts';
import { namedInBody } from '../../creations/named-in-body.ts';
import { isBelow } from '../../ownership/own-entries.ts';
import type { Ownership } from '../../ownership/ownership.ts';
import { type Act, type Elsewhere, forget, type Life } from '../life.ts';

/** What was done to other entries since one was last looked at: it may be what took that one, or gave it other values. */

/** What tells whether an entry is inside of another one. */
type Whereabouts = Pick<Ownership, 'isInside'>;

/** Takes leave of what a service may work out anew: amounts, moments and states. Nobody changes a client's own words so. */
function loosen(life: Life): void {
  for (const [name, { promise }] of life.given) if (!promise.isFreeText) life.given.delete(name);
  if (!life.isRead) life.isFresh = false;
}

/**
 * Takes leave of the amounts and states of entries that a request names which is about others, or of which those that it is about, and what
 * is inside of them, were made: stock falls when an order is paid.
 */
export function loosenNamed(
  lives: readonly Life[],
  reading: Reading,
  path: string,
  ownership: Whereabouts,
): void {
  const isAbout = (life: Life): boolean => life.path === path || ownership.isInside(life, path);
  if (!isSuccess(reading) || SAFE_METHODS.has(reading.exchange.request.method)) return;
  const makers = lives.filter(isAbout).map(({ madeBy }) => madeBy);
  for (const life of [reading, ...makers].flatMap((one) => namedInBody(lives, one))) {
    if (!isAbout(life)) loosen(life);
  }
}

/**
 * Takes leave of the amounts and states of what holds the entry that a request makes, changes or removes: an adjustment of the stock is
 * added to the quantity of its item, and a payment closes its invoice.
 */
function loosenHolders(lives: readonly Life[], reading: Reading, path: string, ownership: Whereabouts): void {
  const own = lives.find((life) => life.path === path);
  for (const life of lives)
    if (
      life.path !== path &&
      (isBelow(life, path) || (own !== undefined && ownership.isInside(own, life.path)))
    )
      loosen(life);
}

/** Takes leave of what a request that is served may change of others than those that it is about. */
export function loosenOthers(
  lives: readonly Life[],
  reading: Reading,
  path: string,
  ownership: Whereabouts,
): void {
  if (!isSuccess(reading) || SAFE_METHODS.has(reading.exchange.request.method)) return;
  loosenNamed(lives, reading, path, ownership);
  loosenHolders(lives, reading, path, ownership);
}

/**
 * Takes leave of what is known of entries that were removed, where a request may have made others under their identities: it acts on the
 * list that they were in (`POST /notes/batch`), or carries a text that they were made with. `place`: what it acts on, where that is no
 * entry.
 */
export function forgetMadeAnew(lives: readonly Life[], reading: Reading, place: string | undefined): void {
  const gone = isSuccess(reading) ? lives.filter(({ standing }) => standing === 'gone') : [];
  if (gone.length === 0) return;
  const sent = printJson(sentValue(reading) ?? null);
  for (const life of gone) {
    const own = markersIn(printJson(sentValue(life.madeBy) ?? null));
    const isOfList = place?.startsWith(`${life.place}/`) === true;
    if (isOfList || own.some((marker) => sent.includes(marker))) forget(life, 'unknown');
  }
}

type WhyMissing = {
  /** The last removal of an entry of the same kind. */
  readonly other: Act | undefined;
  /** What was done last to what it is inside of. */
  readonly above: Act | undefined;
  /** Something of another kind was removed. */
  readonly isBeside: boolean;
};

function isRemoval({ act }: Elsewhere): boolean {
  return act.part === 'remove';
}

export class ActsElsewhere {
  readonly #all: Elsewhere[] = [];

  get count(): number {
    return this.#all.length;
  }

  add(each: Elsewhere): void {
    this.#all.push(each);
  }

  /** What was done to other entries of the same kind. */
  onFellows(life: Life): readonly Elsewhere[] {
    return this.#since(life).filter((each) => each.life !== life && each.life.resource === life.resource);
  }

  /** What may be the reason why an entry is missing. */
  whyMissing(life: Life, ownership: Whereabouts): WhyMissing {
    const since = this.#since(life);
    return {
      other: this.onFellows(life).findLast(isRemoval)?.act,
      above: since.findLast(
        ({ life: holder, act }) => act.part !== 'action' && ownership.isInside(life, holder.path),
      )?.act,
      isBeside: since.some((each) => isRemoval(each) && each.life.resource !== life.resource),
    };
  }

  #since({ looked }: Life): readonly Elsewhere[] {
    return this.#all.slice(looked);
  }
}
