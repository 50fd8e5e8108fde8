import { SAFE_METHODS } from '../../../http/exchange.ts';
import { percentDecoded } from '../../../http/target.ts';
import { callsIn, isCalled, type Named, thingAt } from '../../../interface/resources/called.ts';
import { plainText } from '../../../json/lossless.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { onceFor } from '../../../system/once-for.ts';
import { isSuccess } from '../deeds.ts';
import type { Ownership } from '../ownership/ownership.ts';
import type { Act, Elsewhere, Life } from './life.ts';

/** What was done to other entries since one was last looked at: it may be what took that one, or gave it other values. */

/** What tells whether an entry is inside of another one. */
type Whereabouts = Pick<Ownership, 'isInside'>;

/** Longer texts name nothing that stands in a path. */
const LONGEST_NAME = 500;

/** What a request names in its body, by the text that a path would have of it. A long body is read once as well, and left then. */
const namesIn = onceFor((reading: Reading): ReadonlyMap<string, readonly (readonly string[])[]> => {
  const sent = sentValue(reading);
  const named = sent === undefined ? [] : [...callsIn(sent)];
  const texts = named.map(({ calls, value }) => ({ calls, text: plainText(value) }));
  const short = texts.filter(({ text }) => text.length <= LONGEST_NAME);
  const byText = Map.groupBy(short, ({ text }) => text);
  return new Map([...byText].map(([text, all]) => [text, all.map(({ calls }) => calls)]));
});

/** What an entry is called by bodies that name it. */
const nameOf = onceFor(({ path, resource }: Life): Named & { readonly value: string } => {
  const segment = path.slice(path.lastIndexOf('/') + 1);
  const value = percentDecoded(segment) ?? segment;
  return { thing: thingAt(resource.path), identity: 'id', value, place: resource.path };
});

/** The entries that the body of a request names by the identities in their paths (`product_id`, `lines: [{ product }]`). */
function namedInBody(lives: readonly Life[], reading: Reading): readonly Life[] {
  const names = namesIn(reading);
  if (names.size === 0) return [];
  return lives.filter((life) => {
    const named = nameOf(life);
    const calls = names.get(named.value) ?? [];
    return calls.some((own) => own.some((call) => isCalled(call, named)));
  });
}

/**
 * Takes leave of the amounts and states of entries that a request names which is about others, or of which those that it is about, and what
 * is inside of them, were made: stock falls when an order is paid. Nobody changes a client's own words so.
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
    if (isAbout(life)) continue;
    for (const [name, { promise }] of life.given) if (!promise.isFreeText) life.given.delete(name);
    if (!life.isRead) life.isFresh = false;
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
