/** What lint found, for people: rule by rule, the errors first. */
import { escapeTerminal, markdownCell, markdownCode, markdownProse } from '../report/escape.ts';
import { html, type Markup } from '../report/page/markup.ts';
import { htmlPage } from '../report/page/page.ts';
import { wrapText } from '../report/text/context.ts';
import { createInk, type Ink } from '../report/text/ink.ts';
import { lintCounts } from './data-reports.ts';
import { countOf, type LintReport } from './lint.ts';
import { type LintFinding, type LintLevel, lintRules } from './rules.ts';

type Group = (typeof lintRules)[number] & { readonly found: readonly LintFinding[] };

const ORDER: readonly LintLevel[] = ['error', 'warning', 'note'];

function groupsOf({ findings }: LintReport): readonly Group[] {
  const byRule = Map.groupBy(findings, ({ rule }) => rule);
  const groups = lintRules.flatMap((rule): readonly Group[] => {
    const found = byRule.get(rule.id);
    return found === undefined ? [] : [{ ...rule, found }];
  });
  return groups.toSorted((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
}

export type TerminalLayout = { readonly colour: boolean; readonly width: number; readonly verbose: boolean };

const MOST_OF_A_RULE = 5;
const SIGNS: { readonly [level in LintLevel]: string } = { error: '✖', warning: '!', note: '·' };
const WIDEST = 100;

function paragraph(text: string, width: number, indent: string): readonly string[] {
  return wrapText(escapeTerminal(text, 600), width - indent.length).map((line) => indent + line);
}

function groupLines(
  { id, level, title, repair, found }: Group,
  ink: Ink,
  layout: TerminalLayout,
): readonly string[] {
  const pens = { error: ink.bad, warning: ink.doubtful, note: ink.faint };
  const width = Math.min(WIDEST, layout.width);
  const shown = layout.verbose ? found : found.slice(0, MOST_OF_A_RULE);
  const hidden = found.length - shown.length;
  const own = (finding: LintFinding): readonly string[] =>
    finding.repair === repair ? [] : paragraph(finding.repair, width, '     ').map((line) => ink.faint(line));
  return [
    `${pens[level](SIGNS[level])} ${ink.strong(id)}  ${ink.plain(title)} ${ink.faint(`(${String(found.length)})`)}`,
    ...shown.flatMap((finding) => [
      ...paragraph(`${finding.file}:${String(finding.line)}: ${finding.message}`, width, '   ').map((line) =>
        ink.plain(line),
      ),
      ...(finding.pointer === '' ? [] : [ink.faint(`     #${escapeTerminal(finding.pointer, 300)}`)]),
      ...own(finding),
    ]),
    ...(hidden === 0 ? [] : [ink.faint(`   and ${String(hidden)} more (see --verbose)`)]),
    ...(found.every((finding) => finding.repair !== repair) ? [] : paragraph(repair, width, '   → ')),
    '',
  ];
}

function verdictPen(report: LintReport, ink: Ink): (text: string) => string {
  if (countOf(report, 'error') > 0) return ink.bad;
  return countOf(report, 'warning') > 0 ? ink.doubtful : ink.good;
}

/** The report for a terminal. */
export function lintTerminal(report: LintReport, layout: TerminalLayout): string {
  const ink = createInk(layout.colour);
  return `${[
    `${ink.strong(report.title)}  ${ink.faint(report.file)}`,
    '',
    ...groupsOf(report).flatMap((group) => groupLines(group, ink, layout)),
    verdictPen(report, ink)(lintCounts(report)),
  ].join('\n')}\n`;
}

const MOST_ROWS = 100;

/** The report as Markdown: a table for each rule. */
export function lintMarkdown(report: LintReport): string {
  const groups = groupsOf(report).flatMap(({ id, level, title, why, repair, found }) => [
    `## ${level}: ${id} (${String(found.length)})`,
    '',
    `${title}. ${why} ${repair}`,
    '',
    '| place | finding |',
    '| --- | --- |',
    ...found
      .slice(0, MOST_ROWS)
      .map(
        ({ file, line, message }) =>
          `| ${markdownCell(`${file}:${String(line)}`)} | ${markdownCell(message, 400)} |`,
      ),
    ...(found.length > MOST_ROWS ? ['', `And ${String(found.length - MOST_ROWS)} more.`] : []),
    '',
  ]);
  return [
    `# Lint of ${markdownProse(report.title)}`,
    '',
    `${markdownCode(report.file)}: ${lintCounts(report)}`,
    '',
    ...groups,
  ].join('\n');
}

const MOST_ITEMS = 500;

function groupMarkup({ id, level, title, why, repair, found }: Group): Markup {
  const items = found
    .slice(0, MOST_ITEMS)
    .map(
      ({ file, line, message, pointer }) =>
        html`<li><code>${file}:${line}</code> ${message} <span class="note">#${pointer}</span></li> `,
    );
  const more = found.length - items.length;
  return html`<section id="${id}">
    <h2>${level}: ${title} <span class="note">${found.length}</span></h2>
    <p class="soft"><code>${id}</code> ${why} ${repair}</p>
    <ul>
      ${items}
    </ul>
    ${more === 0 ? undefined : html`<p class="soft">And ${more} more.</p>`}
  </section> `;
}

/** The report as one page in a file. */
export function lintHtml(report: LintReport): string {
  const groups = groupsOf(report);
  return htmlPage({
    title: `Lint of ${report.title}`,
    header: html`<h1>Lint of ${report.title}</h1>
      <p class="soft"><code>${report.file}</code> ${lintCounts(report)}</p>`,
    contents: groups.map(({ id, found }) => ({ href: `#${id}`, label: id, note: String(found.length) })),
    main: html`${groups.length === 0 ? html`<p>Nothing was found.</p>` : groups.map(groupMarkup)}`,
  });
}
