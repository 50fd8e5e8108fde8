import type { Interface } from '../../interface/model.ts';
import type { RunRecord } from '../../record/record.ts';
import { textBeside } from '../../system/package.ts';
import { verdict } from '../model/verdict.ts';
import { clauseGroups, clausesSection } from './clauses-section.ts';
import { coverageSection } from './coverage-section.ts';
import { gapsSection, observedSection } from './gaps-section.ts';
import type { HtmlContext, ReportSection } from './mark.ts';
import { html, type Markup } from './markup.ts';
import { htmlPage } from './page.ts';
import { knownFailuresSection, leftoversSection, runSection } from './run-section.ts';
import { verdictHeader } from './verdict-header.ts';
import { violationsSection } from './violations-section.ts';
import { windowSection } from './window-section.ts';

/** The style of the report alone, after that of every page. */
const reportStyles = textBeside(import.meta.dirname, 'report.css');

/**
 * What makes the report better where scripts run: filters, copy buttons, details that open for print and for links into
 * them. It reads the page and writes only text, so nothing in a report becomes code.
 */
const reportScript = textBeside(import.meta.dirname, 'report.js');

export type HtmlReportOptions = {
  /** Source of the clauses' texts and of what there is to cover; without it the report names clauses by id alone. */
  readonly document?: Interface | undefined;
  /** Where the record is, for the reader and for `assay replay`. */
  readonly recordFile?: string | undefined;
};

function sectionMarkup({ id, label, content }: ReportSection): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${label}</h2>
    ${content}
  </section>`;
}

/**
 * The report as one HTML file for people who are handed it: verdict, clauses by section, violations, what was observed and
 * not tested, the rate limit, coverage. It loads nothing, needs no script, and stays below 3 MB: what it leaves out it says.
 */
export function htmlReport(record: RunRecord, { document, recordFile }: HtmlReportOptions = {}): string {
  const ruling = verdict(record, document);
  const context: HtmlContext = { record, document, recordFile, ruling };
  const sections = [
    clausesSection(clauseGroups(context)),
    violationsSection(context),
    knownFailuresSection(context),
    observedSection(context),
    gapsSection(context),
    windowSection(context),
    coverageSection(context),
    leftoversSection(context),
    runSection(context),
  ].filter((section) => section !== undefined);
  return htmlPage({
    title: `${ruling.text}: ${record.header.interface.title}, ${record.header.settings.url}`,
    header: verdictHeader(context),
    contents: sections.map(({ id, label, note }) => ({ href: `#${id}`, label, note })),
    main: html`${sections.map(sectionMarkup)}`,
    styles: reportStyles,
    script: reportScript,
  });
}
