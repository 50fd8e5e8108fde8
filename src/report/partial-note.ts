import { unlistedCount } from '../checks/outcome.ts';
import type { RunRecord } from '../run/record.ts';
import { damageText } from './damage-text.ts';
import { cutText } from './exchange-excerpt.ts';
import { counted } from './run-counts.ts';

const MAX_NOTE = 2_000;

function damageNote(record: RunRecord): string | undefined {
  const damage = damageText(record);
  const told = damage === undefined ? '' : ` ${damage.charAt(0).toUpperCase()}${damage.slice(1)}.`;
  if (record.footer === undefined)
    return `The record is partial: it has no end, as the run was cut off.${told} The report holds what it saw until then.`;
  if (record.partial) return `The record is partial.${told} The report holds what the others say.`;
  return undefined;
}

function sourceText({ header }: RunRecord): string {
  const { kind = 'record', files = [] } = header.source ?? {};
  switch (kind) {
    case 'har':
    case 'record':
      return `It was read from ${files.length > 3 ? `${String(files.length)} files` : files.join(', ')}.`;
    case 'proxy':
      return 'It passed through "assay proxy".';
  }
}

/** What a reader has to know of traffic that assay did not send. */
function trafficNotes(record: RunRecord): readonly string[] {
  const { header, footer, results } = record;
  if (header.source === undefined) return [];
  const own = footer?.traffic === undefined;
  const unlisted = results.reduce((sum, { outcome }) => sum + unlistedCount(outcome), 0);
  const skipped = (footer?.traffic?.skipped ?? [])
    .map(({ reason, count }) => `${String(count)} because ${reason}`)
    .join('; ');
  return [
    own
      ? 'This is a run of assay that was judged again.'
      : `Assay sent none of this traffic. ${sourceText(record)}`,
    ...(skipped === '' ? [] : [`Not judged: ${skipped}.`]),
    ...(unlisted === 0 ? [] : [`${counted(unlisted, 'further violation')} are counted and not listed.`]),
    ...(footer?.traffic?.notes ?? []).map((note) => `Note: ${note}.`),
  ];
}

/**
 * What every report says of a record that is not whole, or of traffic that assay did not send; `undefined` for a whole run
 * of its own.
 */
export function partialNote(record: RunRecord): string | undefined {
  const notes = [damageNote(record), ...trafficNotes(record)].filter((note) => note !== undefined);
  return notes.length === 0 ? undefined : cutText(notes.join(' '), MAX_NOTE);
}
