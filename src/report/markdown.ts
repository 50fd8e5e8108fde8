import type { Interface } from '../interface/model.ts';
import type { RunRecord } from '../run/record.ts';
import { clauseStandings } from './clause-standings.ts';
import { markdownCell, markdownCode, markdownProse } from './escape-markdown.ts';
import { findingsOf, groupFindings, type Finding } from './findings.ts';
import { markdownFinding } from './markdown-finding.ts';
import { partialNote } from './partial-note.ts';
import { runCounts, runFacts } from './run-counts.ts';
import { runProblem } from './run-problem.ts';
import { verdict, type Verdict } from './verdict.ts';

/** A section of the report: it shows blocks until its share of the bytes is used up, and says how many it left out. */
type Section = {
  readonly title: string;
  readonly bytes: number;
  /** What stands before the blocks, such as the head of a table. */
  readonly opening: readonly string[];
  readonly blocks: readonly (() => readonly string[])[];
};

/** Bytes: together with what stands around them less than 60 kB. */
const SHARES = {
  violations: 22_000,
  warnings: 8000,
  excused: 4000,
  observed: 5000,
  gaps: 5000,
  clauses: 4000,
  leftovers: 2000,
};

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
  return ['', `### ${title} (${String(blocks.length)})`, '', ...opening, ...lines, ...rest];
}

/** One of each kind goes first: many that are alike hide no other. */
function findingSection(
  record: RunRecord,
  findings: readonly Finding[],
  section: Pick<Section, 'title' | 'bytes'>,
): Section {
  const groups = groupFindings(findings);
  const telling = [...groups.map(({ first }) => first), ...groups.flatMap(({ others }) => others)];
  const blocks = telling.map((finding) => () => [...markdownFinding(record, finding), '']);
  return { ...section, opening: [], blocks };
}

function observedSection({ results }: RunRecord): Section {
  const seen = results.flatMap(({ outcome }) => (outcome.kind === 'observed' ? outcome.observations : []));
  return {
    title: 'Observed, where the document is silent',
    bytes: SHARES.observed,
    opening: ['| what | value |', '| --- | --- |'],
    blocks: seen.map(({ name, value }) => () => [`| ${markdownCell(name)} | ${markdownCell(value)} |`]),
  };
}

function gapSection({ results, footer }: RunRecord): Section {
  const checks = results.flatMap(({ id, outcome }) => {
    switch (outcome.kind) {
      case 'not-testable':
        return [{ id, reason: `${outcome.reason} (allow it with ${outcome.option})` }];
      case 'blocked':
      case 'inconclusive':
        return [{ id, reason: outcome.reason }];
      case 'harness-error':
        return [{ id, reason: `assay itself failed: ${outcome.reason}` }];
      case 'pass':
      case 'fail':
      case 'warn':
      case 'observed':
      case 'not-applicable':
        return [];
    }
  });
  const probes = (footer?.leftOut ?? []).map(({ probe, reason }) => ({ id: probe, reason }));
  return {
    title: 'Not tested',
    bytes: SHARES.gaps,
    opening: [],
    blocks: [...Map.groupBy([...checks, ...probes], ({ reason }) => reason)].map(([reason, list]) => () => {
      const few = list.slice(0, 8).map(({ id }) => markdownCode(id, 100));
      const more = list.length > 8 ? `, and ${String(list.length - 8)} more` : '';
      return [`- ${markdownProse(reason, 300)}: ${few.join(', ')}${more}`];
    }),
  };
}

function leftoverSection({ footer }: RunRecord): Section {
  return {
    title: 'Left behind at the service',
    bytes: SHARES.leftovers,
    opening: [],
    blocks: (footer?.leftovers ?? []).map(({ operation, name, identity }) => () => [
      `- ${markdownCode([operation, name, identity].filter((part) => part !== '').join(' '), 160)}`,
    ]),
  };
}

function clauseSection(record: RunRecord, document: Interface | undefined): Section {
  const standings = clauseStandings(record, document);
  const sections = document?.sections ?? [];
  const rows = Map.groupBy(document?.clauses ?? [], ({ section }) => section);
  return {
    title: 'Sections of the document',
    bytes: SHARES.clauses,
    opening: ['| section | proven | broken | open |', '| --- | --- | --- | --- |'],
    blocks: [...rows].map(([number, clauses]) => () => {
      const title = sections.find((section) => section.number === number)?.title;
      const name = title === undefined ? number : `${number} ${title}`;
      const kinds = clauses.flatMap(({ id }) => standings.get(id) ?? []);
      const count = (...wanted: readonly string[]): string =>
        String(kinds.filter((kind) => wanted.includes(kind)).length);
      return [
        `| ${markdownCell(name)} | ${count('proven')} | ${count('violated', 'warned')} | ${count('partly', 'open')} |`,
      ];
    }),
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
    ...(note === undefined ? [] : ['', `> ${markdownProse(note, 2_000)}`]),
  ];
}

/**
 * The report as GitHub Flavored Markdown, for comments on pull requests and for job summaries: less than 60 kB whatever
 * the record holds, and it says what is left out. Nothing that a service sent is mark-up, a link or a mention.
 */
export function markdownReport(record: RunRecord, document?: Interface): string {
  const ruling = verdict(record, document);
  const findings = findingsOf(record, document);
  const of = (kind: Finding['kind']): readonly Finding[] =>
    findings.filter((finding) => finding.kind === kind);
  const sections = [
    findingSection(record, of('violation'), { title: 'Violations', bytes: SHARES.violations }),
    findingSection(record, of('warning'), { title: 'Warnings', bytes: SHARES.warnings }),
    findingSection(record, of('excused'), { title: 'Known failures', bytes: SHARES.excused }),
    observedSection(record),
    gapSection(record),
    leftoverSection(record),
    clauseSection(record, document),
  ];
  return `${[...headLines(record, ruling), ...sections.flatMap(sectionLines)].join('\n').trimEnd()}\n`;
}
