import type { Interface } from '../interface/model.ts';
import { plainJson } from '../run/plain-json.ts';
import type { RunRecord } from '../run/record.ts';
import { badgeLabel, type BadgeLabel } from './badge-label.ts';

const COLOURS: { readonly [colour in BadgeLabel['colour']]: string } = {
  good: 'brightgreen',
  bad: 'red',
  unknown: 'lightgrey',
};

/** The verdict as the JSON that shields.io's endpoint badge reads. */
export function shieldsReport(record: RunRecord, document?: Interface): string {
  const { label, message, colour } = badgeLabel(record, document);
  return `${plainJson({ schemaVersion: 1, label, message, color: COLOURS[colour] }, 2)}\n`;
}
