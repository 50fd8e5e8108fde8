import type { Act, Elsewhere, Life } from './life.ts';

/** What was done to other entries since one was last looked at: it may be what took that one, or gave it other values. */

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

  /** What may be the reason why an entry is missing. `isInside`: whether it is inside of another one. */
  whyMissing(life: Life, isInside: (holder: Life) => boolean): WhyMissing {
    const since = this.#since(life);
    return {
      other: this.onFellows(life).findLast(isRemoval)?.act,
      above: since.findLast(({ life: holder, act }) => act.part !== 'action' && isInside(holder))?.act,
      isBeside: since.some((each) => isRemoval(each) && each.life.resource !== life.resource),
    };
  }

  #since({ looked }: Life): readonly Elsewhere[] {
    return this.#all.slice(looked);
  }
}
