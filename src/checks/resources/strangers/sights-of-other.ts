import type { Resource } from '../../../interface/resources/resources.ts';
import { saysOfAll } from '../../../interface/resources/words/told-shared.ts';
import { opened } from '../../../interface/resources/lists/member-places.ts';
import { listedStates } from '../../../interface/resources/words/states/told-states.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { type JsonObject, memberOf } from '../../../json/value.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { Violation } from '../../outcome.ts';
import { statusText } from '../../statuses.ts';
import { markersOf, sentMarkers } from '../creations/creations.ts';
import { isEqual } from '../life/members/shown-values.ts';

/** The values of an entry that have a list of them in the document, as far as an answer shows them. */
type States = ReadonlyMap<string, string>;

/** An answer that showed the other user an entry of the first, what made that, and in which state it was (`stateOf`). */
type Sight = { readonly reading: Reading; readonly madeBy: Reading; readonly state: States };

/** What the other user saw of the entries of a resource. */
type Sights = {
  readonly read: Sight[];
  readonly listed: Sight[];
  isKeptOut: boolean;
  isReadRefused: boolean;
  /** The states in which entries were when the other user was refused to read them, as far as the first one had seen them. */
  readonly refused: States[];
  /** It was told of an entry of the first that there is none: of what lists alone show, nothing else says whose it is. */
  isDenied: boolean;
};

/** True for entries that by the document everybody reads, without any credential: a list that shows them tells nothing more. */
export function isReadByAll({ read }: Resource): boolean {
  return read !== undefined && read.credential === undefined && read.sharing !== 'private';
}

/**
 * The values of an entry that have a list of them in the document. By those it may be shown to more users than its own: a draft is for
 * its author, and what was published is for everybody.
 */
export function statesIn(resource: Resource, entry: JsonObject): States {
  const told = opened(entry);
  return new Map(
    [...listedStates(resource)].flatMap(([member, listed]) => {
      const value = memberOf(told, member);
      return listed.length === 0 || value === undefined ? [] : [[member, canonicalJson(value)] as const];
    }),
  );
}

/** True where an entry was shown in a state in which one was refused: of any other the refusal tells nothing. */
function isOfRefused({ refused }: Sights, { state }: Sight): boolean {
  const agrees = (one: States): boolean =>
    [...state].every(([member, value]) => (one.get(member) ?? value) === value);
  return refused.length === 0 || refused.some(agrees);
}

/** What another user saw of the entries of the first, by their resource. */
export class SightsOfOther {
  readonly #all = new Map<Resource, Sights>();

  of(resource: Resource): Sights {
    const sights = this.#all.get(resource) ?? {
      read: [],
      listed: [],
      isKeptOut: false,
      isReadRefused: false,
      refused: [],
      isDenied: false,
    };
    this.#all.set(resource, sights);
    return sights;
  }

  /** True where the other user is shown entries of a resource, one by one or in a list. */
  isShown(resource: Resource): boolean {
    const { read, listed } = this.of(resource);
    return read.length > 0 || listed.length > 0;
  }

  /** True where the other user may not read the entries of a resource, and is shown none. */
  isKeptOut(resource: Resource): boolean {
    return this.of(resource).isReadRefused && !this.isShown(resource);
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
      if (resource.read === undefined && !sights.isDenied) continue;
      if (isReadByAll(resource)) continue;
      if (isOpen && resource.list !== undefined && saysOfAll(resource.list)) continue;
      const told = (law === 'read' ? sights.read : sights.listed).filter((one) => isOfRefused(sights, one));
      // One entry of a list tells all.
      for (const { reading, madeBy } of new Map(told.map((one) => [one.reading, one])).values()) {
        // Who removes may look among its own alone, where everybody sees them.
        const to = isOpen || resource.read === undefined ? warnings : violations;
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

/** True for an entry as the first user has it; another one may have the same identity, in a place of the other user's own. */
export function isSame(entry: JsonObject, madeBy: Reading, shown: JsonObject | undefined): boolean {
  const told = shown === undefined ? undefined : markersOf(shown);
  const own = new Set([...sentMarkers(madeBy), ...(told ?? [])]);
  // Of what was sent no answer may show the text (a secret).
  if (own.size > 0 && told?.length !== 0) return markersOf(entry).some((marker) => own.has(marker));
  return shown !== undefined && isEqual(entry, shown);
}
