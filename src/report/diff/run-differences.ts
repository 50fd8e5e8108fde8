import type { RunRecord } from '../../run/record.ts';
import { nameOfSetting, settingsTold, valueText } from '../../run/setting-facts.ts';
import { partialNote } from '../partial-note.ts';

/** Something about how two runs were made that differs, so that their results may differ for that reason. */
export type RunDifference = { readonly name: string; readonly before: string; readonly now: string };

function traitsOf({ header }: RunRecord): readonly (readonly [name: string, value: string])[] {
  const { settings, interface: document } = header;
  const { shard } = settings;
  return [
    ['target', header.ownMock ? "assay's own mock" : settings.url],
    ['version of the interface', document.version],
    ['digest of the document', document.digest],
    ['version of assay', header.assayVersion],
    ...settingsTold(settings).flatMap(({ row, value }) =>
      row.compared === true ? [[nameOfSetting(row), valueText(value)] as const] : [],
    ),
    ['shard', shard === undefined ? 'none' : `${String(shard.index)} of ${String(shard.total)}`],
  ];
}

/** How two runs were made differently. The seed is left out: it is meant to change. */
export function runDifferences(before: RunRecord, now: RunRecord): readonly RunDifference[] {
  const olds = new Map(traitsOf(before));
  return traitsOf(now)
    .map(([name, value]) => ({ name, before: olds.get(name) ?? 'none', now: value }))
    .filter((difference) => difference.before !== difference.now);
}

function endNote(which: string, record: RunRecord): readonly string[] {
  const partial = partialNote(record);
  const stop = record.footer?.stop;
  switch (stop?.kind) {
    case 'interrupted':
      return [`The ${which} run was interrupted.`];
    case 'budget':
    case 'harness-error':
    case 'unusable-target':
      return [`The ${which} run ended early: ${stop.reason}`];
    case 'completed':
    case undefined:
      return partial === undefined ? [] : [`The ${which} run: ${partial}`];
  }
}

/** A sentence for each run that did not come to its end. */
export function endNotes(before: RunRecord, now: RunRecord): readonly string[] {
  return [...endNote('old', before), ...endNote('new', now)];
}
