import { readMarkdownPage } from '../docs/markdown-page.ts';

type DocumentedFaults = {
  readonly framework: string;
  /** Ids of the checks that fail, or warn, with the service as the manual has it. */
  readonly fails: readonly string[];
  readonly warns: readonly string[];
  /** Each clause that a row names, with the checks of that row. */
  readonly clauses: readonly { readonly clause: string; readonly checks: readonly string[] }[];
};

const CODE = /`([^`]+)`/g;
const WARNING = /`([^`]+)` \(warning\)/g;

const codes = (text: string, form: RegExp = CODE): readonly string[] =>
  [...text.matchAll(form)].map(([, code = '']) => code);

function faultsOf(section: string): DocumentedFaults {
  const rows = section
    .split('\n')
    .filter((line) => /^\| (?!what |-)/.test(line))
    .map((line) => line.split(' | '));
  const cells = rows.map(([, checks = '', clauses = '']) => ({ checks, clauses }));
  const warns = cells.flatMap(({ checks }) => codes(checks, WARNING));
  const all = new Set(cells.flatMap(({ checks }) => codes(checks)));
  return {
    framework: section.slice(0, section.indexOf('\n')),
    fails: [...all].filter((id) => !warns.includes(id)),
    warns,
    clauses: cells.flatMap((cell) =>
      codes(cell.clauses).map((clause) => ({ clause, checks: codes(cell.checks) })),
    ),
  };
}

/** The tables of docs/plain-services.md, one for each framework. */
export const documentedFaults: readonly DocumentedFaults[] = readMarkdownPage('docs/plain-services.md')
  .text.split(/^## /m)
  .slice(1)
  .map(faultsOf);
