import type { Resource } from '../../../interface/resources/resources.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { Violation } from '../../outcome.ts';
import { statusText } from '../../statuses.ts';

/** An answer that showed the other user an entry of the first, and what made that. */
type Sight = { readonly reading: Reading; readonly madeBy: Reading };

/** What the other user saw of the entries of a resource. */
type Sights = {
  readonly read: Sight[];
  readonly listed: Sight[];
  isKeptOut: boolean;
  isReadRefused: boolean;
};

/** What another user saw of the entries of the first, by their resource. */
export class SightsOfOther {
  readonly #all = new Map<Resource, Sights>();

  of(resource: Resource): Sights {
    const sights = this.#all.get(resource) ?? {
      read: [],
      listed: [],
      isKeptOut: false,
      isReadRefused: false,
    };
    this.#all.set(resource, sights);
    return sights;
  }

  /** True where the other user may not read the entries of a resource, and is shown none. */
  isKeptOut(resource: Resource): boolean {
    const { isReadRefused, read, listed } = this.of(resource);
    return isReadRefused && read.length === 0 && listed.length === 0;
  }

  /** Warnings where a service openly shows its entries to every user, in the list and one by one. */
  seen(law: 'read' | 'listed'): {
    readonly violations: readonly Violation[];
    readonly warnings: readonly Violation[];
  } {
    const violations: Violation[] = [];
    const warnings: Violation[] = [];
    for (const [resource, sights] of this.#all) {
      const isOpen =
        sights.read.length > 0 &&
        sights.listed.length > 0 &&
        !sights.isKeptOut &&
        resource.read?.sharing !== 'private';
      for (const { reading, madeBy } of law === 'read' ? sights.read : sights.listed) {
        const to = isOpen ? warnings : violations;
        to.push({
          exchanges: [reading.exchange.id, madeBy.exchange.id],
          operation: reading.expectation.operation?.id,
          expected:
            law === 'read'
              ? '403 or 404: the entry was made with the key of another user'
              : 'a list without the entry, which was made with the key of another user',
          actual: `${reading.answer === undefined ? '' : statusText(reading.answer)}, with the entry${isOpen ? ': where users share these, --shared says so' : ''}`,
          deviation:
            law === 'read' ? 'another user reads the entry' : 'another user sees the entry in the list',
        });
      }
    }
    return { violations, warnings };
  }
}
