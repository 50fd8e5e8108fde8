/** The page of the second zoo, of what its runs came to. */

/** What one run found. */
export type Found = {
  readonly checks: readonly string[];
  /** No exchange shows the fault by itself: every violation names several. */
  readonly isOfSequence: boolean;
  readonly requests: number;
  readonly exitCode: number;
  readonly faults: readonly string[];
};

/** One service, and what the runs over it found, each with a seed of its own. */
export type Row = {
  readonly house: string;
  readonly name: string;
  /** The checks that have to tell, or how their names begin, with bars between them; `undefined` for one that conforms. */
  readonly finds: string | undefined;
  readonly seeds: readonly number[];
  readonly found: readonly Found[];
};

/** What a run has to come to that can't tell: of a service that never does what nobody can blame it for. */
export const UNTOLD = 'exit code 2';

/** True where one run came to what it has to: nothing told of a service that conforms, the right check for a faulty one. */
export function isKept({ finds, found }: Row, at: number): boolean {
  const own = found[at];
  if (own === undefined || own.faults.length > 0) return false;
  if (finds === undefined) return own.checks.length === 0 && own.exitCode === 0;
  const wanted = finds.split('|');
  if (own.exitCode === 2 && wanted.includes(UNTOLD)) return true;
  return own.checks.some((id) => wanted.some((one) => id.includes(one)));
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`);
}

function range(numbers: readonly number[]): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? String(least) : `${String(least)}–${String(most)}`;
}

function kept(row: Row): string {
  const missed = row.seeds.filter((_seed, at) => !isKept(row, at));
  const all = String(row.seeds.length);
  if (row.seeds.length === 1)
    return missed.length === 0 ? String(row.seeds[0]) : `not with ${missed.join(', ')}`;
  return missed.length === 0 ? `${all} of ${all}` : `not with ${missed.join(', ')}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

function requests({ found }: Row): string {
  return range(found.map((one) => one.requests));
}

function checksOf({ found }: Row): string {
  const ids = [...new Set(found.flatMap(({ checks }) => checks))].toSorted((a, b) => (a < b ? -1 : 1));
  const isUntold = ids.length === 0 && found.every(({ exitCode }) => exitCode === 2);
  return isUntold ? UNTOLD : ids.map((id) => `\`${id}\``).join(', ');
}

function isOfSequence({ found }: Row): boolean {
  return found.every((one) => one.isOfSequence);
}

function sections(rows: readonly Row[]): string {
  return [...Map.groupBy(rows, ({ house }) => house)]
    .map(([house, own]) => {
      const free = own.filter(({ finds }) => finds === undefined);
      const broken = own.filter(({ finds }) => finds !== undefined);
      return `## ${house}

### Conforming

${table(
  ['service', 'requests', 'no alarm with seeds'],
  free.map((row) => [row.name, requests(row), kept(row)]),
)}
### With one fault

${table(
  ['fault', 'in sequences alone', 'found by', 'requests', 'found with seeds'],
  broken.map((row) => [row.name, isOfSequence(row) ? 'yes' : '', checksOf(row), requests(row), kept(row)]),
)}`;
    })
    .join('\n');
}

/** The page: a summary, and a table for each interface. */
export function pageOfZoo(rows: readonly Row[]): string {
  const free = rows.filter(({ finds }) => finds === undefined);
  const broken = rows.filter(({ finds }) => finds !== undefined);
  const whole = (own: readonly Row[]): number =>
    own.filter((row) => row.seeds.every((_seed, at) => isKept(row, at))).length;
  return `# A zoo of services with entries

<!-- Written by npm run zoo:crud -- --write -->

Services of ${String(new Set(rows.map(({ house }) => house)).size)} interfaces of our own, with entries that are made, read, listed in pages, changed, replaced and removed, inside of
one another, of one user or two ([resources.md](resources.md)). Each conforming one uses one freedom that its document leaves; each
faulty one has one fault of a kind that developers make. All runs are at \`standard\`.

- ${String(whole(free))} of ${String(free.length)} conforming services get no failure and no warning, and exit code 0.
- ${String(whole(broken))} of ${String(broken.length)} faults are found. ${String(broken.filter(isOfSequence).length)} of them no exchange shows by itself: what was asked before decides.

\`npm run zoo:crud -- --only 'list of orders' --seed 7\` runs some of them.

${sections(rows)}`;
}
