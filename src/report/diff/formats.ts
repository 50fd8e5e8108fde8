import type { RunDiff } from './run-diff.ts';
import type { TerminalDiffOptions } from './terminal-diff.ts';

/** The formats of a comparison, by the names that the command line takes. */
export const DIFF_FORMATS = ['terminal', 'markdown', 'html', 'json'] as const;

type DiffFormat = (typeof DIFF_FORMATS)[number];

/** A comparison as text. A format's code is loaded when it is asked for. */
export async function renderDiff(
  format: DiffFormat,
  diff: RunDiff,
  options: TerminalDiffOptions,
): Promise<string> {
  switch (format) {
    case 'terminal':
      return (await import('./terminal-diff.ts')).terminalDiff(diff, options);
    case 'markdown':
      return (await import('./markdown-diff.ts')).markdownDiff(diff);
    case 'html':
      return (await import('./html-diff.ts')).htmlDiff(diff);
    case 'json':
      return (await import('./json-diff.ts')).jsonDiff(diff);
  }
}
