import type { ConformingMember, FaultyMember } from './member.ts';
import type { Traits } from './traits.ts';

type HidingRule = {
  readonly fault: (fault: FaultyMember) => boolean;
  readonly freedom: (freedom: ConformingMember) => boolean;
  readonly reason: string;
};

const named =
  (...names: readonly (string | RegExp)[]) =>
  ({ name }: { readonly name: string }): boolean =>
    names.some((one) => (typeof one === 'string' ? one === name : one.test(name)));
const using =
  (...traits: readonly (keyof Traits)[]) =>
  (member: { readonly traits: Partial<Traits> }): boolean =>
    traits.some((trait) => Object.hasOwn(member.traits, trait));

/** Faults that show only where an unusual text is accepted. */
const TEXT_FAULTS =
  /^(text|crash-on|drop-on|hang-on|emoji|raw|latin|(list|created)-html|(list|name|description)-cut|(list|description)-uri|description-empty|long-description|list-hides-(empty|equal))-/;

/** Faults that show only above a number of entries or of creations. */
const LATE_FAULTS =
  /^(first-(page|twenty|hundred)|newest-page|keeps-eight|stores-|loses-descriptions|crash-after-ten|long-list|id-wraps)/;

/** Faults by one request or one field of a window, which only an exact counter shows. */
const EXACT_FAULTS =
  /^(accepts-one-too-many|remaining-one-on-429|limit-of-day-on-429|reset-(soon|late)-on-429|window(s|-of|-ends|-longer)-|banned-at-once)/;

const SHOWS_THE_DAY = named(/^days\(/, /^minute-and-day-(day|refusing)-shown$/);

/** Where a freedom takes away what a fault needs to show, so that no client could see the fault. */
const rules: readonly HidingRule[] = [
  {
    fault: named('twice-the-limit'),
    freedom: using('refunds', 'counts'),
    reason: 'where what a run sends is given back it never comes to twice the limit',
  },
  {
    fault: ({ family }) => family === 'rate-limit-enforcement',
    freedom: named(/^nodes\(/, 'two-nodes-counting'),
    reason: 'several nodes that count for themselves let more through than a run sends: nothing is refused',
  },
  {
    fault: named(/never-refused$/, 'twice-the-limit', 'unavailable-over-limit'),
    freedom: SHOWS_THE_DAY,
    reason: 'while the fields speak of the day, no answer says that the minute is used up',
  },
  {
    fault: named(EXACT_FAULTS),
    freedom: named(
      /node|gcra|token-?bucket|stepped|sliding|^days|-day|late-count|shared|others|noisy|neighbour/i,
    ),
    reason:
      'single steps are judged only of a counter that counts each request, gives nothing back and is used by nobody else',
  },
  {
    fault: named(EXACT_FAULTS),
    freedom: using('refunds', 'counts', 'sendsDate', 'clockOffsetMs', 'meter'),
    reason: 'what is not counted, or said without a Date, leaves open whether a counter is exact',
  },
  {
    fault: named(/^refuses-all-/),
    freedom: using('retryAfter', 'refunds', 'counts'),
    reason: 'whether the wait of a refusal is over can be told only where it is said when it is',
  },
  {
    fault: named('reset-local-time'),
    freedom: SHOWS_THE_DAY,
    reason: 'nothing tells a client when the day of a service ends',
  },
  {
    fault: named('refuses-early', 'refuses-at-times'),
    freedom: using('retryAfter'),
    reason: 'a Retry-After far from the Reset may be of a window that the fields do not show',
  },
  {
    fault: named('remaining-counts-up'),
    freedom: named(/^late-count/),
    reason: 'a counter that lags may rise by as many as it was behind',
  },
  {
    fault: named('retry-after-milliseconds'),
    freedom: named(/node|gcra|token-?bucket|stepped|sliding|^days|-day|late-count|shared|others|noisy/i),
    reason:
      'the wait is compared with the reset only where the answer before said, of the same window, that nothing is left',
  },
  {
    fault: named(/^retry-after-(zero|half|too-short|past-date)$/),
    freedom: named(/gcra|token-?bucket|stepped|sliding/i),
    reason: 'where requests come back one by one, the first is there before any client has waited too short',
  },
  {
    fault: named(
      /^retry-after-(zero|half|too-short|past-date)$/,
      'never-recovers',
      'recovers-after-two-windows',
    ),
    freedom: named(/^late-count/),
    reason:
      'a counter that lags falls by several at once, as where someone else uses the key: no refusal after the wait is blamed then',
  },
  {
    fault: named('list-on-one-node'),
    freedom: named(/^nodes\(/, 'two-nodes-counting'),
    reason:
      'where nothing is refused, no list comes late enough to tell a node that never hears from one that lags',
  },
  {
    fault: named(LATE_FAULTS),
    freedom: using('textProblem', 'uniqueNames', 'unknownMembers', 'assignedId', 'wrongMediaType', 'seed'),
    reason:
      'a service that refuses more, or holds less at the start, does not come to as many entries as the fault needs',
  },
  {
    fault: named('remaining-counts-up'),
    freedom: using('counts', 'refunds'),
    reason:
      'what is not counted breaks the even rise that tells a count of used requests from a window that empties',
  },
  {
    fault: named('breaks-off-at-times', 'headers-missing-on-reused-connection'),
    freedom: using('transport'),
    reason: 'where each answer ends its connection, none is the second of one',
  },
  {
    fault: named(
      'empty-body-accepted',
      /^name-missing-accepted/,
      'name-empty-object-accepted',
      'empty-object-accepted',
    ),
    freedom: using('textProblem'),
    reason: 'what is taken for an empty text is refused as one',
  },
  {
    fault: named(/^crash-/),
    freedom: using('uniqueNames'),
    reason:
      'a crash after the entry was stored is not confirmed: the repetition is refused, since the name is taken',
  },
  {
    fault: named(TEXT_FAULTS),
    freedom: using('textProblem'),
    reason:
      'texts go out in packs: a service that refuses one of them refuses those that would show the fault, too',
  },
  {
    fault: named('crash-on-unknown-member'),
    freedom: named(/^reading\(.*"unknownMembers":"refuse"/, 'unknown-members-refused'),
    reason: 'a member that is refused does not get as far as the fault',
  },
];

/** Why the fault does not show in a service that uses this freedom; `undefined` where it does. */
export function hidingReason(fault: FaultyMember, freedom: ConformingMember): string | undefined {
  return rules.find((rule) => rule.fault(fault) && rule.freedom(freedom))?.reason;
}

/** The reasons of all rules. */
export function hidingRules(): readonly string[] {
  return rules.map(({ reason }) => reason);
}
