import type { Sighting } from './assay-member.ts';

export type Row = readonly [name: string, value: string];

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function most(values: readonly number[]): string {
  return String(Math.max(0, ...values));
}

function familyRows(faulty: readonly Sighting[]): readonly Row[] {
  const families = Object.groupBy(faulty, ({ member }) => member.family);
  return Object.entries(families).map(([family, own = []]) => [
    family,
    `${own.filter(({ found }) => found).length} / ${own.length}`,
  ]);
}

/** The figures of a run over the zoo. `seconds` is what the whole took. */
export function zooRows(sightings: readonly Sighting[], seconds: number): readonly Row[] {
  const conforming = sightings.filter(({ member }) => member.kind === 'conforming');
  const faulty = sightings.filter(({ member }) => member.kind === 'faulty');
  const found = faulty.filter((sighting) => sighting.found);
  const sum = (of: (sighting: Sighting) => number): string =>
    String(sightings.reduce((total, sighting) => total + of(sighting), 0));
  const onSmallPlan = sightings.filter(({ member: { traits } }) => (traits.plan ?? 'free') === 'free');
  const totals = onSmallPlan.map(({ footer: { requests } }) => requests.withKey + requests.withoutKey);
  return [
    ['family', 'found / faults'],
    ...familyRows(faulty),
    ['all faults', `${found.length} / ${faulty.length}`],
    [
      'false alarms',
      `${conforming.filter(({ blamed }) => blamed.length > 0).length} / ${conforming.length} conforming`,
    ],
    ['requests per verdict', `median ${median(totals)}, at most ${most(totals)}`],
    ['  on the key, besides the limit', `at most ${most(onSmallPlan.map(({ onKey }) => onKey))}`],
    ['  without a valid key', `at most ${most(onSmallPlan.map(({ withoutKey }) => withoutKey))}`],
    ['early requests', sum(({ stats }) => stats.earlyRequests)],
    ['bans', sum(({ stats }) => stats.bans)],
    ['seconds', seconds.toFixed(1)],
  ];
}

/** The figures as lines of text. */
export function zooTable(sightings: readonly Sighting[], seconds: number): string {
  return zooRows(sightings, seconds)
    .map(([name, value]) => `${name.padEnd(32)} ${value}\n`)
    .join('');
}
