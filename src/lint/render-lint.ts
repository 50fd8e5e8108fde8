import { lintGithub, lintGitlab, lintJson, lintJunit, lintSarif } from './data-reports.ts';
import type { LintReport } from './lint.ts';
import type { LintFormat } from './rules.ts';
import { lintHtml, lintMarkdown, lintTerminal, type TerminalLayout } from './text-reports.ts';

/** What lint found, in one of the formats. `layout` is for the terminal. */
export function renderLint(
  format: LintFormat,
  report: LintReport,
  { maxWarnings, ...layout }: TerminalLayout & { readonly maxWarnings: number | undefined },
): string {
  switch (format) {
    case 'terminal':
      return lintTerminal(report, layout);
    case 'json':
      return lintJson(report, maxWarnings);
    case 'sarif':
      return lintSarif(report);
    case 'github':
      return lintGithub(report);
    case 'gitlab':
      return lintGitlab(report);
    case 'junit':
      return lintJunit(report);
    case 'markdown':
      return lintMarkdown(report);
    case 'html':
      return lintHtml(report);
  }
}
