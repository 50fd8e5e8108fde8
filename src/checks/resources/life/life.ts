import type { Operation } from '../../../interface/model.ts';
import { type Resource } from '../../../interface/resources/resources.ts';
import { namesShownBy, shownBy } from '../../../interface/resources/shown-entries.ts';
import { type JsonObject, type Json, memberOf } from '../../../json/value.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { Place } from '../../../schema/hidden-places.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { BAD_BODIES } from '../../check.ts';
import { isDoneOtherwise } from '../lists/asked-in-query.ts';
import type { Violation } from '../../outcome.ts';
import type { Done } from './states/actions.ts';
import type { InSpite } from './states/in-spite.ts';
import { type MemberPromise } from './members/entry-state.ts';
import { isEqual, isSameValue } from './members/shown-values.ts';
import type { Making } from './made/made.ts';
import { SteadyStates } from './states/steady-states.ts';

/** One life of an entry that a run made: what it was given, what was done to it, and whether it is there. */

/** What the model of states is asked for: each is a check of its own. */
export type LifeLaw =
  | 'update-stored'
  | 'change-keeps-rest'
  | 'replacement-is-whole'
  | 'update-is-whole'
  | 'others-unchanged'
  | 'refused-changes-nothing'
  | 'removed-is-gone'
  | 'identity-not-reused'
  | 'listed-as-read'
  | 'read-only-kept'
  | 'write-only-hidden'
  | 'children-follow'
  | 'action-stored'
  | 'made-as-asked'
  | 'replaced-not-made'
  | 'made-not-replaced';

/** Laws that no document states, and that services are wise to keep. */
export const WISE: ReadonlySet<LifeLaw> = new Set(['identity-not-reused', 'update-is-whole']);

/** What the model found of one law. */
export type LifeFindings = {
  readonly violations: readonly Violation[];
  /** Ids of operations whose answers kept the law, one for each answer. */
  readonly proofs: readonly string[];
};

/** A member whose value the run gave. */
export type Given = {
  value: Json;
  readonly by: Reading;
  readonly promise: MemberPromise;
  /** What was shown before it was given. */
  readonly before: Json | undefined;
  /** What a request had given it before, as a read showed, where nothing of that may be left. */
  readonly earlier: Json | undefined;
  isConfirmed: boolean;
  /** The answer to the request that gave it shows it. */
  isAnswered: boolean;
};

/** A request that may have changed an entry, since it was last looked at. */
export type Act = {
  readonly reading: Reading;
  readonly part: 'change' | 'replace' | 'remove' | 'action';
  readonly isServed: boolean;
  readonly values: ReadonlyMap<string, Json>;
};

/** A member that a replacement leaves out, or a merge patch takes away. */
export type Left = { readonly old: Json; readonly by: Reading; readonly taken?: MemberPromise };

export type Life = {
  readonly resource: Resource;
  readonly path: string;
  readonly place: string;
  readonly madeBy: Reading;
  /** What the creation asked for, where a POST made it and the document says what that means. */
  readonly making: Making | undefined;
  standing: 'there' | 'gone' | 'unknown';
  removedBy: Reading | undefined;
  /** It went with what it was inside of. */
  isOrphan: boolean;
  readonly given: Map<string, Given>;
  readonly dropped: Map<string, Left>;
  /** Values that were shown in another way than they were given, by their members: rounded, in a form of the service's own. */
  readonly reshaped: Map<string, Json>;
  /** Members that the run tried to give values: of the service, or set for good by the creation. */
  readonly claimed: Map<
    string,
    {
      readonly value: Json;
      readonly by: Reading;
      readonly isFixed?: true;
      /** Of what is inside of an object: the member that holds it, and its own name. */
      readonly within?: string;
      readonly name?: string;
    }
  >;
  /** Values of members that are never shown, by the names of their places in the entry. */
  readonly hidden: Map<
    string,
    {
      readonly place: Place;
      readonly values: readonly Json[];
      readonly by: Reading;
      /** The service gave it, and the answer to the creation alone shows it. */
      readonly isOfService?: true;
    }
  >;
  acts: Act[];
  shown: JsonObject | undefined;
  /** Nothing was done since that may have changed what was shown in a way that no request tells. */
  isAsShown: boolean;
  /** How many acts on other entries there were when it was last looked at. */
  looked: number;
  /** Reading it got 404 or 410 after it was removed. */
  isKnownGone: boolean;
  /** It is shown after it was removed, and tells so. */
  isKeptAsRemoved: boolean;
  /** What a read showed of it when it was removed. */
  shownAway: JsonObject | undefined;
  /** An action brought it back after its removal, and whether a read showed it since. `kept`: what clients had given it. */
  broughtBack:
    | { readonly by: Reading; readonly isShown: boolean; readonly kept: ReadonlyMap<string, Json> }
    | undefined;
  /** A change gave it another name, or what it is inside of: its place may be another one since. */
  mayBeElsewhere: boolean;
  changedMs: number;
  isRead: boolean;
  /** What is known of it is what the last answer about it showed. */
  isFresh: boolean;
  /** An action that no reading came after yet. */
  done: Done | undefined;
  /** A change that was served although the document refuses it in the state of the entry, and no reading came after yet. */
  inSpite: InSpite | undefined;
  /** Actions after which a reading showed another entry than before, by the ids of their operations. */
  readonly doneBy: Map<string, Reading>;
  /** The last request that was served and may have led it to another state, and what was shown of it before. */
  moved:
    | {
        readonly endMs: number;
        readonly from: JsonObject | undefined;
        /** The members that updates named; `undefined` for what may have done anything. */
        readonly names: ReadonlySet<string> | undefined;
      }
    | undefined;
  /** When the last reading of it was asked for, or it was made. */
  lookedMs: number;
  /** The last answer shows something else than what was done to it, so early that it may lag. */
  isUnsettled: boolean;
  /** Members in whose place its first reading showed others than its creation told. */
  replaced: ReadonlySet<string>;
  /** A law was broken in it. */
  isBlamed: boolean;
};

/** The life of an entry that an answer just told to have been made. */
export function begun(
  told: Pick<Life, 'resource' | 'path' | 'place' | 'making' | 'shown'>,
  madeBy: Reading,
  standing: Life['standing'] = 'there',
): Life {
  return {
    ...told,
    madeBy,
    standing,
    removedBy: undefined,
    isOrphan: false,
    given: new Map(),
    dropped: new Map(),
    reshaped: new Map(),
    claimed: new Map(),
    hidden: new Map(),
    acts: [],
    looked: 0,
    changedMs: madeBy.exchange.endMs,
    isRead: false,
    isKnownGone: false,
    isKeptAsRemoved: false,
    shownAway: undefined,
    isAsShown: false,
    broughtBack: undefined,
    mayBeElsewhere: false,
    isFresh: told.shown !== undefined || standing === 'unknown',
    done: undefined,
    inSpite: undefined,
    doneBy: new Map(),
    moved: undefined,
    lookedMs: madeBy.exchange.startMs,
    isUnsettled: false,
    replaced: new Set(),
    isBlamed: false,
  };
}

/** A request may have done anything to an entry: it is whatever the next answer shows. */
export function forget(
  life: Life,
  standing: Life['standing'] = life.standing === 'gone' ? 'gone' : 'unknown',
): void {
  life.standing = standing;
  life.given.clear();
  life.dropped.clear();
  life.acts = [];
  life.done = undefined;
  life.broughtBack = undefined;
  life.inSpite = undefined;
  life.moved = { endMs: Number.POSITIVE_INFINITY, from: undefined, names: undefined };
  life.isFresh = false;
  life.isAsShown = false;
}

/** A read showed an entry: what is known of it is of then. `looked`: how many acts on other entries there were. */
export function wasRead(life: Life, { exchange }: Reading, looked: number): void {
  life.isRead = true;
  life.isFresh = true;
  life.lookedMs = exchange.startMs;
  life.acts = [];
  life.looked = looked;
}

/** Ends a life: by the removal of the entry, or of what it was inside of. */
export function ended(life: Life, removedBy: Reading, isOrphan: boolean): void {
  life.standing = 'gone';
  life.isOrphan = isOrphan;
  life.broughtBack = undefined;
  life.removedBy = removedBy;
  life.changedMs = removedBy.exchange.endMs;
}

/** An act, and the entry that it was about. */
export type Elsewhere = { readonly life: Life; readonly act: Act };

export const GONE: readonly string[] = ['404', '410'];

/** True where the document says what comes for something that is not there. */
export function showsAbsence(operation: Operation | undefined): boolean {
  return (
    operation?.responses.some(({ status }) =>
      [...GONE, '4XX', 'default'].includes(status.toUpperCase().replace('DEFAULT', 'default')),
    ) === true
  );
}

/** What only clients know is often not marked as such. */
const NOT_FOR_SHOWING =
  /pass|secret|token|pin|cv[cv]|card|key|captcha|otp|code|signature|credential|confirm/i;

/** What clients say of a request itself: an entry has it only where the document describes entries apart from requests. */
const SAID_OF_REQUESTS = /reason|comment|message/i;

/**
 * True for a member that answers may leave out although a client gave it. `isApart`: the document describes entries apart from the
 * requests that make them, so that what stands in both is meant to be shown.
 */
export function isHidden(name: string, isApart = false): boolean {
  return NOT_FOR_SHOWING.test(name) || (!isApart && SAID_OF_REQUESTS.test(name));
}

/** Members by which a service may tell that an entry was removed, although it still shows it, or this alone. */
const REMOVED =
  /^(?:is[-_]?)?(?:deleted?|deletion|archived?|removed?|removal|active|enabled|status|state|inactive|disabled|lifecycle)(?:[-_]?(?:at|on|date|time|timestamp|by))?$/i;

export function tellsOfRemoval(
  resource: Resource,
  operation: Operation | undefined,
  before: JsonObject | undefined,
  now: JsonObject | undefined,
): boolean {
  if (now === undefined) return false;
  const documented = namesShownBy(operation, resource);
  return Object.keys(now).some(
    (name) =>
      REMOVED.test(name) &&
      (documented.has(name) || documented.size === 0) &&
      name !== resource.identity &&
      !isEqual(memberOf(now, name), before === undefined ? undefined : memberOf(before, name)),
  );
}

/**
 * The members that the answer of an operation describes: the one to a change may show how it went, and little of the entry.
 * `undefined` where it describes no answer.
 */
export function describedMembers(
  resource: Resource,
  operation: Operation | undefined,
): ReadonlySet<string> | undefined {
  const schema = shownBy(operation, resource);
  return schema === undefined ? undefined : new Set(schemaMembers(schema).properties.keys());
}

/** True where the answer of an operation is an entry as the document has it. */
export function tellsOfEntry(resource: Resource, operation: Operation | undefined): boolean {
  return (
    shownBy(operation, resource) !== undefined &&
    (resource.read === undefined || shownBy(resource.read, resource) !== undefined)
  );
}

/**
 * True for a body that the document has no reading of, for its media type or its values: what a service makes of one that it takes
 * is nobody's promise, and that it takes one that breaks the schema is found elsewhere. So is a request that may be done otherwise.
 */
export function asksNothingCertain(reading: Reading): boolean {
  const { situation } = reading.expectation;
  return situation === 'doubtful' || BAD_BODIES.includes(situation) || isDoneOtherwise(reading);
}

/** Takes note of laws that were kept and broken. */
export class LifeCourt {
  readonly violations = new Map<LifeLaw, Violation[]>();
  readonly proofs = new Map<LifeLaw, string[]>();
  readonly states = new SteadyStates();
  readonly #kept = new Map<string, readonly Json[]>();

  /** Notes a violation: the telling exchange, those that brought it about, and the one that made the entry. */
  breaks(
    law: LifeLaw,
    life: Life,
    exchanges: { readonly telling: Reading; readonly others: readonly Reading[] },
    words: Pick<Violation, 'expected' | 'actual' | 'deviation'>,
  ): void {
    const { telling, others } = exchanges;
    // After a warning it is still asked for what no look was sure of.
    if (!WISE.has(law)) life.isBlamed = true;
    const operation = others[0]?.expectation.operation?.id ?? telling.expectation.operation?.id;
    this.#note(law, operation, [telling, ...others, life.madeBy], words);
  }

  /** Notes a violation of the first of some exchanges, which says nothing of what the entry holds. */
  tells(
    law: LifeLaw,
    exchanges: readonly [Reading, ...Reading[]],
    words: Pick<Violation, 'expected' | 'actual' | 'deviation'>,
  ): void {
    this.#note(law, exchanges[0].expectation.operation?.id, exchanges, words);
  }

  #note(
    law: LifeLaw,
    operation: string | undefined,
    exchanges: readonly Reading[],
    words: Pick<Violation, 'expected' | 'actual' | 'deviation'>,
  ): void {
    const ids = exchanges.map(({ exchange }) => exchange.id);
    const list = this.violations.get(law) ?? [];
    this.violations.set(law, list);
    list.push({ exchanges: [...new Set(ids)], operation, ...words });
  }

  /** Notes a value that a replacement left out, and that is shown still. Returns whether another one was kept so, too. */
  keepsAnother({ expectation }: Reading, name: string, value: Json): boolean {
    const key = `${expectation.operation?.id ?? ''} ${name}`;
    const kept = [...(this.#kept.get(key) ?? []), value];
    this.#kept.set(key, kept);
    return kept.some((other) => !isEqual(other, value));
  }

  proves(law: LifeLaw, { expectation }: Reading): void {
    const list = this.proofs.get(law) ?? [];
    this.proofs.set(law, list);
    list.push(expectation.operation?.id ?? '*');
  }
}

/** True for an entry that a creation made under the name that the client gave it, as the answer shows. */
export function isNamedByClient({
  resource: { create, identity = '' },
  making,
}: Pick<Life, 'resource' | 'making'>): boolean {
  if (making?.shown === undefined || making.operation !== create) return false;
  const given = making.values.get(identity);
  return given !== undefined && isSameValue(given, memberOf(making.shown, identity));
}
