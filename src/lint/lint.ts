/** What in a document makes its service untestable, or its clients unhappy. */
import { InterfaceFault } from '../document/cursor.ts';
import { interfaceOf } from '../interface/load-interface.ts';
import { type LoadOptions, openDocument, type PlacedDocument } from '../interface/reading/open-document.ts';
import { lintOperations } from './operation-rules.ts';
import { lintPaths } from './path-rules.ts';
import type { LintFinding, LintLevel, LintRule } from './rules.ts';
import { lintSchemas } from './schema-rules.ts';
import { Findings } from './site.ts';

/** What was found in a document, by file and line. */
export type LintReport = {
  readonly title: string;
  /** The document, as messages name it. */
  readonly file: string;
  readonly operations: number;
  readonly findings: readonly LintFinding[];
  /** How many more there are. */
  readonly more: number;
};

export type LintOptions = Omit<LoadOptions, 'strictness' | 'extent'> & {
  /** Rules to leave out. */
  readonly ignored?: readonly LintRule[] | undefined;
};

/**
 * Looks through a document. One that can't be read as an interface at all has that as its one finding. Each place is found once by a
 * rule. Throws only for files beside it that can't be read because the caller named them wrongly.
 */
export async function lintDocument(
  placed: PlacedDocument,
  { ignored = [], ...options }: LintOptions = {},
): Promise<LintReport> {
  const found = new Findings();
  let title = placed.source.file;
  let operations = 0;
  try {
    const opened = await openDocument(placed, options, found.lose);
    const document = await interfaceOf(opened, 'operations');
    ({ title } = document);
    operations = document.operations.length;
    const site = { library: opened.library, find: found.find };
    lintPaths(site);
    lintOperations(site, document);
    lintSchemas(site);
  } catch (error) {
    if (!(error instanceof InterfaceFault)) throw error;
    found.lose(error, 'nothing of the document can be read');
  }
  const { findings, more } = found.list();
  const kept = findings.filter(({ rule }) => !ignored.includes(rule));
  return { title, file: placed.source.file, operations, findings: kept, more };
}

/** How many findings of a level there are. */
export function countOf({ findings }: Pick<LintReport, 'findings'>, level: LintLevel): number {
  return findings.filter((finding) => finding.level === level).length;
}

/**
 * 1 for a document with an error, or with more warnings than are allowed; 0 otherwise. Notes never count.
 */
export function lintExitCode(report: LintReport, maxWarnings: number | undefined): 0 | 1 {
  if (countOf(report, 'error') > 0) return 1;
  return maxWarnings !== undefined && countOf(report, 'warning') > maxWarnings ? 1 : 0;
}
