import type { Sighting } from './sight-member.ts';

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2;
}

function blames({ verdict }: Sighting): boolean {
  return verdict === 'faulty';
}

function found(sightings: readonly Sighting[]): string {
  return `${sightings.filter(blames).length} / ${sightings.length}`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function figures(own: readonly Sighting[], families: readonly string[]): readonly string[] {
  const faulty = own.filter(({ member }) => member.kind === 'faulty');
  const conforming = own.filter(({ member }) => member.kind === 'conforming');
  const sum = (of: (sighting: Sighting) => number): string =>
    String(own.reduce((total, sighting) => total + of(sighting), 0));
  return [
    ...families.map((family) => found(faulty.filter(({ member }) => member.family === family))),
    found(faulty),
    found(conforming),
    sum(({ verdict }) => (verdict === 'none' ? 1 : 0)),
    String(Math.round(median(own.map(({ stats }) => stats.requests)))),
    median(own.map(({ seconds }) => seconds)).toFixed(1),
    sum(({ stats }) => stats.earlyRequests),
    sum(({ stats }) => stats.bans),
  ];
}

/** A table in Markdown with a row for every set-up, in the order in which they are first seen. */
export function rivalsTable(sightings: readonly Sighting[]): string {
  const setUps = [...new Set(sightings.map(({ setUp }) => setUp))];
  const families = [
    ...new Set(sightings.flatMap(({ member }) => (member.kind === 'faulty' ? [member.family] : []))),
  ];
  const columns = [
    'tool',
    ...families,
    'all faults',
    'false alarms',
    'no verdict',
    'requests',
    'seconds',
    'early requests',
    'bans',
  ];
  const rows = setUps.map((setUp) => [
    `${setUp.name} (${setUp.version})`,
    ...figures(
      sightings.filter((sighting) => sighting.setUp === setUp),
      families,
    ),
  ]);
  const ruler = columns.map((_, index) => (index === 0 ? '---' : '--:'));
  return [line(columns), line(ruler), ...rows.map((row) => line(row))].join('\n');
}

/** What the tables cannot tell: who was blamed wrongly by which tool, and what others found and the first set-up did not. */
export function remarks(sightings: readonly Sighting[]): readonly string[] {
  const first = sightings[0]?.setUp;
  const missedByFirst = new Set(
    sightings
      .filter((sighting) => sighting.setUp === first && !blames(sighting))
      .map(({ member }) => member.name),
  );
  return sightings.flatMap((sighting) => {
    const { member, setUp } = sighting;
    if (sighting.verdict === 'none') return [`${setUp.name}: no verdict on ${member.name}`];
    if (member.kind === 'conforming' && blames(sighting))
      return [`${setUp.name}: false alarm at ${member.name}`];
    if (member.kind === 'faulty' && setUp === first && !blames(sighting))
      return [`${setUp.name}: misses ${member.name} (${member.title})`];
    return blames(sighting) && missedByFirst.has(member.name)
      ? [`${setUp.name}: finds ${member.name}, which ${first?.name} misses`]
      : [];
  });
}
