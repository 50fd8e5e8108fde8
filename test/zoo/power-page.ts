import type { Interface } from '../../src/interface/model.ts';
import type { Sighting } from './assay-member.ts';
import { zooRows, type Row } from './assay-table.ts';
import type { FuzzReport } from './fuzz-zoo.ts';
import { hidingRules } from './hiding-freedoms.ts';
import { allFaultyMembers, conformingMembers, thoroughMembers } from './members.ts';
import { checkFigures, clauseFigures, NEVER_ALONE, NOT_AT_WORK } from './power-figures.ts';
import { unreachableMembers } from './unreachable-members.ts';

export type PowerFigures = {
  readonly document: Interface;
  readonly sightings: readonly Sighting[];
  /** Thorough runs against the faults that need them. */
  readonly thorough: readonly Sighting[];
  readonly seconds: number;
  /** Fuzz runs over conforming services, and over faults amid freedoms. */
  readonly fuzz: readonly { readonly title: string; readonly seed: number; readonly report: FuzzReport }[];
};

const RIVALS = /<!-- rivals -->[\s\S]*<!-- \/(?:rivals|budget) -->/;
const APART = /<!-- apart -->[\s\S]*<!-- \/apart -->/;
const CENSUS = /^The zoo has .*$/m;
const UNCOVERED = '## What is not covered';
const NO_RIVALS = '<!-- rivals -->\n<!-- /rivals -->';
const NONE_APART = '<!-- apart -->\n<!-- /apart -->';

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(row))].join('\n');
}

/** What the zoo holds: the members, counted. In step with the data on every page. */
export function censusText(): string {
  const subtle = allFaultyMembers.filter((member) => member.subtle === true).length;
  return `The zoo has ${conformingMembers.length} conforming services, ${allFaultyMembers.length} with one fault each (${subtle} of them subtle), and ${unreachableMembers.length} whose fault no polite run can see.`;
}

/** What is not covered, from the data: faults that need a thorough run, unreachable faults, freedoms that hide faults, checks not at work. */
export function uncoveredText(): string {
  return [
    '### Faults that only `--profile thorough` finds',
    '',
    table(
      ['fault', 'what it does', 'why'],
      thoroughMembers.map(({ name, title, thoroughOnly = '' }) => [name, title, thoroughOnly]),
    ),
    '',
    '### Faults that no polite run can see',
    '',
    table(
      ['fault', 'what it does', 'why'],
      unreachableMembers.map(({ name, title, reason }) => [name, title, reason]),
    ),
    '',
    '### Freedoms that hide a fault',
    '',
    'The fuzzer does not draw these pairs: no client could see the fault, or none within its budget.',
    '',
    ...hidingRules().map((reason) => `- ${reason}`),
    '',
    '### Checks that the zoo does not set to work',
    '',
    ...Object.entries(NOT_AT_WORK).map(([id, reason]) => `- \`${id}\` ${reason}`),
    ...Object.entries(NEVER_ALONE).map(([id, reason]) => `- \`${id}\` finds nothing alone: ${reason}`),
    '- those for which the Pet Catalogue has no occasion: constraints, parameters, reading one by its id, further documented headers; `test/specs` has other documents for them',
  ].join('\n');
}

function figuresTable([head, ...rows]: readonly Row[]): string {
  return table(
    head ?? [],
    rows.map(([name, value]) => [name.trim(), value]),
  );
}

/** The page, with what stands between the markers of the rivals, and of services that stand apart, in `before` kept. */
export function powerPage(
  { document, sightings, thorough, seconds, fuzz }: PowerFigures,
  before: string,
): string {
  const rivals = RIVALS.exec(before)?.[0] ?? NO_RIVALS;
  const apart = APART.exec(before)?.[0] ?? NONE_APART;
  return `# What assay finds, and what it does not

Written by \`npm run zoo -- --write\`; change the zoo or the checks, not this page. [decisions/zoo.md](decisions/zoo.md) says
what the zoo is, [plain-services.md](plain-services.md) what services built on common frameworks get wrong by default, and
[mutants.md](mutants.md) how many faults are told that nobody thought of: those of services changed by standard rules.

${censusText()}

## Measured

One run of assay at the standard profile against each, on one core. Time is shared with the services, so that waiting for
a window costs nothing; the seconds depend on the machine.

${figuresTable(zooRows(sightings, seconds))}

A thorough run finds ${thorough.filter(({ found }) => found).length} of the ${thorough.length} faults that need one.

## Drawn services

Random combinations of freedoms must not be blamed; a fault amid random freedoms must still be found.
\`npm run zoo -- --fuzz N --seed S\` draws the same ones again, as long as the zoo has the same members.

${table(
  ['', 'first seed', 'runs', 'failures'],
  fuzz.map(({ title, seed, report }) => [
    title,
    String(seed),
    String(report.runs),
    String(report.failures.length),
  ]),
)}

## Services written apart

${apart}

## Statements of the document

Faults that contradict each statement of \`spec/pet-catalogue/clauses.yaml\`, and how many of them were found. A fault may
contradict several.

${table(
  ['statement', 'found / faults'],
  clauseFigures(document, sightings).map(({ id, found, faults }) => [`\`${id}\``, `${found} / ${faults}`]),
)}

## Checks

Faults that each check finds, and those among them that no other check finds.

${table(
  ['check', 'finds', 'finds alone', 'such as'],
  checkFigures(document, sightings).map(({ id, found, alone }) => [
    `\`${id}\``,
    String(found),
    String(alone.length),
    alone[0] ?? '',
  ]),
)}

## Other tools

${rivals}

${UNCOVERED}

${uncoveredText()}
`;
}

/** The page with what it says without measuring put in step with the data: the census, and what is not covered. */
export function withUnmeasured(page: string): string {
  const measured = page.slice(0, page.indexOf(UNCOVERED));
  return `${measured.replace(CENSUS, censusText())}${UNCOVERED}\n\n${uncoveredText()}\n`;
}
