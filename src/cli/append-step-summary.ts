import { statSync } from 'node:fs';
import { errnoText } from '../system/errno-text.ts';
import { appendWhole } from '../system/whole-file.ts';
import { quoted } from './quoted.ts';

/** GitHub drops the whole summary of a step that is longer. */
const MAX_SUMMARY_BYTES = 1024 * 1024;

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Appends to the summary of a step of GitHub Actions. Returns one line where it could not. */
export function appendStepSummary(file: string, markdown: string): string | undefined {
  const cannot = `cannot add the report to the job summary ${quoted(file)}`;
  try {
    if (sizeOf(file) + Buffer.byteLength(markdown) > MAX_SUMMARY_BYTES)
      return `${cannot}: it would be longer than the 1 MiB that GitHub takes`;
    appendWhole(file, markdown);
    return undefined;
  } catch (error) {
    return `${cannot} (${errnoText(error)})`;
  }
}
