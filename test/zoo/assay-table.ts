import type { Sighting } from './assay-member.ts';

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function most(values: readonly number[]): string {
  return String(Math.max(0, ...values));
}

function familyRows(faulty: readonly Sighting[]): readonly (readonly [string, string])[] {
  const families = Object.groupBy(faulty, ({ member }) => member.family);
  return Object.entries(families).map(([family, own = []]) => [
    family,
    `${own.filter(({ blamed }) => blamed.length > 0).length} / ${own.length}`,
  ]);
}

/** The figures of a run over the zoo, as lines of text. `seconds` is what the whole took. */
export function zooTable(sightings: readonly Sighting[], seconds: number): string {
  const conforming = sightings.filter(({ member }) => member.kind === 'conforming');
  const faulty = sightings.filter(({ member }) => member.kind === 'faulty');
  const found = faulty.filter(({ blamed }) => blamed.length > 0);
  const totals = sightings.map(({ footer: { requests } }) => requests.withKey + requests.withoutKey);
  const sum = (of: (sighting: Sighting) => number): string =>
    String(sightings.reduce((total, sighting) => total + of(sighting), 0));
  const rows: readonly (readonly [string, string])[] = [
    ['family', 'found / faults'],
    ...familyRows(faulty),
    ['all faults', `${found.length} / ${faulty.length}`],
    [
      'false alarms',
      `${conforming.filter(({ blamed }) => blamed.length > 0).length} / ${conforming.length} conforming`,
    ],
    ['requests per verdict', `median ${median(totals)}, at most ${most(totals)}`],
    ['  on the key, besides the limit', `at most ${most(sightings.map(({ onKey }) => onKey))}`],
    ['  without a valid key', `at most ${most(sightings.map(({ withoutKey }) => withoutKey))}`],
    ['early requests', sum(({ stats }) => stats.earlyRequests)],
    ['bans', sum(({ stats }) => stats.bans)],
    ['seconds', seconds.toFixed(1)],
  ];
  return rows.map(([name, value]) => `${name.padEnd(32)} ${value}\n`).join('');
}
