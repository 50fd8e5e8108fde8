import type { CheckResult, Profile } from '../../src/record/record.ts';
import type { Sighting } from './assay-member.ts';
import type { ZooMember } from './member.ts';

/** The most requests of a standard run on the key, besides those that use the limit up. */
const MOST_ON_KEY = 58;
const MOST_WITHOUT_KEY = 20;

/** What is wrong with what assay said or did, member by member. All lists are empty where everything is right. */
export type ZooComplaints = {
  readonly falseAlarms: readonly string[];
  readonly unfinished: readonly string[];
  readonly missed: readonly string[];
  readonly faultsOfAssay: readonly string[];
  readonly impolite: readonly string[];
  readonly extravagant: readonly string[];
};

function blameText({ id, outcome }: CheckResult): string {
  switch (outcome.kind) {
    case 'fail':
    case 'warn':
      return `${id}: expected ${outcome.violations[0]?.expected}, actual ${outcome.violations[0]?.actual}`;
    case 'harness-error':
      return `${id}: ${outcome.reason}`;
    case 'pass':
    case 'observed':
    case 'not-applicable':
    case 'not-testable':
    case 'blocked':
    case 'inconclusive':
      return `${id}: ${outcome.kind}`;
  }
}

function texts(
  sightings: readonly Sighting[],
  complaint: (sighting: Sighting) => readonly string[],
): readonly string[] {
  return sightings.flatMap((sighting) =>
    complaint(sighting).map((text) => `${sighting.member.name}: ${text}`),
  );
}

/** A service that only breaks a standard does all that the document says. */
function isMeantToFail(member: ZooMember): boolean {
  return member.kind === 'faulty' && member.shows !== 'warning';
}

function falseAlarm({ member, blamed }: Sighting): readonly string[] {
  const unjust = blamed.filter(({ outcome }) => !isMeantToFail(member) || outcome.kind === 'harness-error');
  return unjust.map((result) => blameText(result));
}

/** Nodes that count for themselves serve more than the limit. Where nothing is refused a run says so, and proves no limit. */
const SERVES_MORE = /(?:^|\+)(?:nodes\(|two-nodes-counting)/;
const UNMET = / requests were served before the reset that was told, and none was refused/;

/**
 * Whoever lets few requests without a key in and shows another window than that has some of them refused: a run sends no more for it, since
 * services count them per address, and says what it could not show.
 */
const LETS_FEW_IN = /(?:^|\+)(?:tiny-allowance-without-key|allowance-without-key\([3-5]\))/;
const SHOWS_ANOTHER_WINDOW = /(?:^|\+)days\(/;
const SPENT = /the budget of requests without a valid key is spent/;

/** True where a conforming service leaves a run no way to show everything. */
function canNotShow({ member: { name }, ruling: { missing } }: Sighting): boolean {
  return (
    (SERVES_MORE.test(name) && missing.every(({ why }) => UNMET.test(why))) ||
    (LETS_FEW_IN.test(name) && SHOWS_ANOTHER_WINDOW.test(name) && missing.every(({ why }) => SPENT.test(why)))
  );
}

/** A standard run of a service that conforms is green; a thorough one may need more windows than it has time for. */
function unfinished(sighting: Sighting): readonly string[] {
  const { member, footer, ruling } = sighting;
  const { stop } = footer;
  if (member.kind !== 'conforming') return [];
  if (stop.kind !== 'completed') return [JSON.stringify(stop)];
  return ruling.exitCode === 0 || canNotShow(sighting)
    ? []
    : [ruling.text, ...ruling.missing.map(({ what, why }) => `${what}: ${why}`)];
}

function faultOfAssay({ footer: { faults = [] } }: Sighting): readonly string[] {
  return faults.map(({ part, reason }) => `${part}: ${reason}`);
}

function impolite({ stats: { earlyRequests, bans } }: Sighting): readonly string[] {
  return earlyRequests + bans > 0 ? [`${earlyRequests} early requests, ${bans} bans`] : [];
}

/** Larger plans have room for more; only the smallest one is scarce. */
function extravagant({ member: { traits }, onKey, withoutKey }: Sighting): readonly string[] {
  if (traits.plan !== undefined && traits.plan !== 'free') return [];
  return onKey > MOST_ON_KEY || withoutKey > MOST_WITHOUT_KEY
    ? [`${onKey} requests on the key, ${withoutKey} without a valid one`]
    : [];
}

/** Everything that a run over the zoo has got wrong. Only standard runs are held to the allowance of a small plan. */
export function zooComplaints(sightings: readonly Sighting[], profile: Profile): ZooComplaints {
  const faulty = sightings.filter(({ member }) => member.kind === 'faulty');
  return {
    falseAlarms: texts(sightings, falseAlarm),
    unfinished: texts(sightings, unfinished),
    missed: texts(faulty, ({ found, member }) => (found ? [] : [member.title])),
    faultsOfAssay: texts(sightings, faultOfAssay),
    impolite: texts(sightings, impolite),
    extravagant: profile === 'thorough' ? [] : texts(sightings, extravagant),
  };
}
