import { gapSize, gapsOf, gapText } from '../model/gaps.ts';
import { hasStatements } from '../../interface/clauses.ts';
import type { Interface } from '../../interface/model.ts';
import type { RunRecord } from '../../record/record.ts';
import { markdownCell, markdownCode, markdownProse } from '../escape.ts';
import { answersIn, findingsText } from '../model/finding-words.ts';
import { type Finding, findingsOf } from '../model/findings.ts';
import { partialNote, runProblem } from '../model/run-problem.ts';
import { clauseStandings, runCounts, runFacts } from '../model/standings.ts';
import { verdict, type Verdict } from '../model/verdict.ts';
import { markdownFinding, markdownFindingRow } from './markdown-finding.ts';

/** A section of the report: it shows blocks until its share of the bytes is used up, and says how many it left out. */
type Section = {
  /** With how many there are. */
  readonly title: string;
  readonly bytes: number;
  /** What stands before the blocks, such as the head of a table. */
  readonly opening: readonly string[];
  readonly blocks: readonly (() => readonly string[])[];
};

/** A comment on a pull request is read, not searched: shorter than this whatever the run came to. */
const MOST_BYTES = 19_500;

/** Bytes for what stands beside the details of violations: they get what is left. */
const SHARES = {
  violations: 2_600,
  warnings: 1_200,
  warningDetails: 1_500,
  excused: 1_500,
  observed: 1_500,
  gaps: 1_800,
  clauses: 1_500,
  leftovers: 700,
};
const MAX_NOTE = 500;

const SIGNS: { readonly [kind in Verdict['kind']]: string } = {
  conforms: '✅',
  'does-not-conform': '❌',
  'could-not-tell': '❔',
  interrupted: '❔',
};

/** Blocks are made one by one, as far as they are shown: a hostile record may hold any number of them. */
function sectionLines({ title, bytes, opening, blocks }: Section): readonly string[] {
  if (blocks.length === 0) return [];
  const lines: string[] = [];
  let left = bytes;
  let shown = 0;
  for (const block of blocks) {
    const made = block();
    left -= Buffer.byteLength(`${made.join('\n')}\n`);
    if (left < 0) break;
    lines.push(...made);
    shown += 1;
  }
  const hidden = blocks.length - shown;
  const rest = hidden === 0 ? [] : ['', `_${String(hidden)} more left out here, to keep the report short._`];
  const head = title === '' ? [] : ['', `### ${title}`];
  return [...head, '', ...opening, ...lines, ...rest];
}

const TABLE = ['| check | what it asks for | not so for | where |', '| --- | --- | --- | --- |'];

/** All findings in a table, in the order of the record. */
function findingTable(
  findings: readonly Finding[],
  { title, noun, bytes }: { readonly title: string; readonly noun: string; readonly bytes: number },
): Section {
  return {
    title: `${title} (${findingsText(findings.length, noun, answersIn(findings))})`,
    bytes,
    opening: TABLE,
    blocks: findings.map((finding) => () => [markdownFindingRow(finding)]),
  };
}

type Source = { readonly record: RunRecord; readonly recordFile: string | undefined };

function findingDetails(
  { record, recordFile }: Source,
  findings: readonly Finding[],
  bytes: number,
): Section {
  return {
    title: '',
    bytes,
    opening: [],
    blocks: findings.map((finding) => () => markdownFinding(record, finding, recordFile)),
  };
}

function excusedSection(source: Source, findings: readonly Finding[]): Section {
  const details = findingDetails(source, findings, SHARES.excused);
  return {
    ...details,
    title: `Known failures (${findingsText(findings.length, 'finding', answersIn(findings))})`,
  };
}

function observedSection({ results }: RunRecord): Section {
  const seen = results.flatMap(({ outcome }) => (outcome.kind === 'observed' ? outcome.observations : []));
  return {
    title: `Observed, where the document is silent (${String(seen.length)})`,
    bytes: SHARES.observed,
    opening: ['| what | value |', '| --- | --- |'],
    blocks: seen.map(({ name, value }) => () => [`| ${markdownCell(name)} | ${markdownCell(value)} |`]),
  };
}

function gapSection(record: RunRecord): Section {
  const gaps = gapsOf(record);
  return {
    title: `Not tested (${String(gaps.length)})`,
    bytes: SHARES.gaps,
    opening: [],
    blocks: gaps.map((gap) => () => {
      const few = gap.names.slice(0, 8).map((name) => markdownCode(name, 100));
      const more = gap.names.length > 8 ? `, and ${String(gap.names.length - 8)} more` : '';
      return [`- ${gapSize(gap)}: ${markdownProse(gapText(gap), 300)}: ${few.join(', ')}${more}`];
    }),
  };
}

function leftoverSection({ footer }: RunRecord): Section {
  const leftovers = footer?.leftovers ?? [];
  return {
    title: `Left behind at the service (${String(leftovers.length)})`,
    bytes: SHARES.leftovers,
    opening: [],
    blocks: leftovers.map(({ operation, name, identity }) => () => [
      `- ${markdownCode([operation, name, identity].filter((part) => part !== '').join(' '), 160)}`,
    ]),
  };
}

type Counts = { readonly proven: number; readonly broken: number; readonly open: number };

/** Sections with what is broken or missing first where the document says it by itself; else in its order. */
function countedSections(
  record: RunRecord,
  document: Interface | undefined,
): readonly (readonly [section: string, counts: Counts])[] {
  const standings = clauseStandings(record, document);
  const rows = Map.groupBy(document?.clauses ?? [], ({ section }) => section);
  const sections = [...rows].map(([number, clauses]): readonly [string, Counts] => {
    const kinds = clauses.flatMap(({ id }) => standings.get(id) ?? []);
    const count = (...wanted: readonly string[]): number =>
      kinds.filter((kind) => wanted.includes(kind)).length;
    return [
      number,
      { proven: count('proven'), broken: count('violated', 'warned'), open: count('partly', 'open') },
    ];
  });
  if (document === undefined || hasStatements(document)) return sections;
  return sections.toSorted(([, a], [, b]) => b.broken - a.broken || b.open - a.open);
}

function clauseSection(record: RunRecord, document: Interface | undefined): Section {
  const sections = countedSections(record, document);
  const titles = new Map(document?.sections.map(({ number, title }) => [number, title]));
  const isDerived = document !== undefined && !hasStatements(document);
  const title = isDerived ? 'What the document says, by operation' : 'Sections of the document';
  const whole = sections.filter(([, { broken, open }]) => isDerived && broken === 0 && open === 0);
  const listed = isDerived ? sections.filter((section) => !whole.includes(section)) : sections;
  const rest = whole.reduce((sum, [, { proven }]) => sum + proven, 0);
  const folded =
    whole.length === 0
      ? []
      : [() => [`| nothing missing in ${String(whole.length)} | ${String(rest)} | 0 | 0 |`]];
  return {
    title: `${title} (${String(sections.length)})`,
    bytes: SHARES.clauses,
    opening: ['| section | proven | broken | open |', '| --- | --- | --- | --- |'],
    blocks: [
      ...folded,
      ...listed.map(([number, { proven, broken, open }]) => () => {
        const own = titles.get(number);
        const name = own === undefined ? number : `${number} ${own}`;
        return [`| ${markdownCell(name)} | ${String(proven)} | ${String(broken)} | ${String(open)} |`];
      }),
    ],
  };
}

function headLines(record: RunRecord, ruling: Verdict): readonly string[] {
  const { header } = record;
  const { settings } = header;
  const facts = [
    markdownCode(`${header.interface.title} ${header.interface.version}`, 200),
    markdownCode(`${settings.url}${header.ownMock ? " (assay's own mock)" : ''}`, 200),
    ...(settings.plan === undefined ? [] : [`plan ${markdownCode(settings.plan, 100)}`]),
    ...runFacts(record),
  ];
  const problem = runProblem(record);
  const note = partialNote(record);
  return [
    `## ${SIGNS[ruling.kind]} ${ruling.text} – ${runCounts(record, ruling)}`,
    '',
    facts.join(' · '),
    ...(problem === undefined ? [] : ['', `> ${markdownProse(problem.message, 300)}`]),
    ...(note === undefined ? [] : ['', `> ${markdownProse(note, MAX_NOTE)}`]),
  ];
}

function bytesOf(lines: readonly string[]): number {
  return Buffer.byteLength(`${lines.join('\n')}\n`);
}

/**
 * The report as GitHub Flavored Markdown, for comments on pull requests and for job summaries: a table of the findings
 * first, their details folded. Less than 20 kB whatever the record holds, and it says what is left out. Nothing that a
 * service sent is mark-up, a link or a mention.
 */
export function markdownReport(record: RunRecord, document?: Interface, recordFile?: string): string {
  const source = { record, recordFile };
  const ruling = verdict(record, document);
  const findings = findingsOf(record, document);
  const of = (kind: Finding['kind']): readonly Finding[] =>
    findings.filter((finding) => finding.kind === kind);
  const [violations, warnings] = [of('violation'), of('warning')];
  const { violations: bytes } = SHARES;
  const before = [
    ...headLines(record, ruling),
    ...sectionLines(findingTable(violations, { title: 'Violations', noun: 'finding', bytes })),
  ];
  const after = [
    ...sectionLines(findingTable(warnings, { title: 'Warnings', noun: 'warning', bytes: SHARES.warnings })),
    ...sectionLines(findingDetails(source, warnings, SHARES.warningDetails)),
    ...[
      excusedSection(source, of('excused')),
      observedSection(record),
      gapSection(record),
      leftoverSection(record),
      clauseSection(record, document),
    ].flatMap(sectionLines),
  ];
  const left = MOST_BYTES - bytesOf(before) - bytesOf(after);
  const details = sectionLines(findingDetails(source, violations, left));
  return `${[...before, ...details, ...after].join('\n').trimEnd()}\n`;
}
