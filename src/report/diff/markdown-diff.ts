import { markdownCode, markdownProse } from '../escape.ts';
import { diffedRunText, diffHeadline, type DiffSection, diffSections } from './diff-sections.ts';
import type { RunDiff } from './run-diff.ts';

const MAX_TEXT = 400;
/** Bytes of all sections together: comments and job summaries of forges take little more than 60 kB. */
const MOST_BYTES = 50_000;

function sectionLines({ title, items }: DiffSection, share: number): readonly string[] {
  const lines: string[] = [];
  let left = share;
  let shown = 0;
  for (const { name, text } of items) {
    const line = `- ${markdownCode(name, MAX_TEXT)}: ${markdownProse(text, MAX_TEXT)}`;
    left -= Buffer.byteLength(line) + 1;
    if (left < 0) break;
    lines.push(line);
    shown += 1;
  }
  const hidden = items.length - shown;
  const rest = hidden === 0 ? [] : ['', `_${String(hidden)} more left out here, to keep the report short._`];
  return ['', `### ${title} (${String(items.length)})`, '', ...lines, ...rest];
}

/** What changed between two runs, as Markdown for a comment or a job summary. Less than 60 kB. Ends with a line feed. */
export function markdownDiff(diff: RunDiff): string {
  const sections = diffSections(diff);
  const share = MOST_BYTES / Math.max(1, sections.length);
  return `${[
    `## ${diff.worse ? '❌' : '✅'} ${markdownProse(diff.title, 200)}: ${markdownProse(diffHeadline(diff))}`,
    '',
    `- old: ${markdownProse(diffedRunText(diff.before))}`,
    `- new: ${markdownProse(diffedRunText(diff.now))}`,
    ...diff.notes.map((note) => `- ${markdownProse(note)}`),
    ...sections.flatMap((section) => sectionLines(section, share)),
  ].join('\n')}\n`;
}
