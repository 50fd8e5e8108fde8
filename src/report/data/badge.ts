import { counted } from '../../system/counted.ts';
import type { Interface } from '../../interface/model.ts';
import { plainJson } from '../../json/value.ts';
import type { RunRecord } from '../../record/record.ts';
import { element, writeXml, type XmlElement } from './xml.ts';
import { findingCounts } from '../model/finding-words.ts';
import { verdict } from '../model/verdict.ts';

/** What a badge says. The words are the program's own: nothing of a service or a record is in them. */
type BadgeLabel = {
  readonly label: string;
  readonly message: string;
  readonly colour: 'good' | 'bad' | 'unknown';
};

/** The verdict in a few words: clauses proven, findings, or why there is none. */
function badgeLabel(record: RunRecord, document?: Interface): BadgeLabel {
  const { kind, proven, provable, violations, warnings, excused } = verdict(record, document);
  const partial = record.partial ? ', partial' : '';
  const known = excused === 0 ? '' : `, ${counted(excused, 'known failure')}`;
  const label = 'conformance';
  switch (kind) {
    case 'conforms':
      return {
        label,
        message: `${String(proven)} of ${String(provable)} clauses${known}${partial}`,
        colour: record.partial ? 'unknown' : 'good',
      };
    case 'does-not-conform': {
      const { fail, warn } = findingCounts(record);
      const broken = violations > 0 ? counted(fail.findings, 'finding') : counted(warn.findings, 'warning');
      const message = violations + warnings > 0 ? broken : 'baseline out of date';
      return { label, message: message + partial, colour: 'bad' };
    }
    case 'could-not-tell':
      return { label, message: `unknown${partial}`, colour: 'unknown' };
    case 'interrupted':
      return { label, message: `interrupted${partial}`, colour: 'unknown' };
  }
}

/** White text on them has a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3). */
const COLOURS: { readonly [colour in BadgeLabel['colour']]: string } = {
  good: '#1a7f37',
  bad: '#cf222e',
  unknown: '#57606a',
};

const LABEL_COLOUR = '#3d444d';
const HEIGHT = 20;
const PADDING = 6;
/** Mean width of a character of 11 px Verdana; `textLength` makes the text fit, whatever the font. */
const CHARACTER = 6.6;

type Part = { readonly text: string; readonly left: number; readonly width: number; readonly fill: string };

function textWidth(text: string): number {
  return Math.round(text.length * CHARACTER);
}

function partElements({ text, left, width, fill }: Part): readonly XmlElement[] {
  return [
    element('rect', { x: left, width, height: HEIGHT, fill }),
    element(
      'text',
      {
        x: left + PADDING,
        y: 14,
        fill: '#fff',
        textLength: textWidth(text),
        'font-family': 'Verdana,Geneva,DejaVu Sans,sans-serif',
        'font-size': 11,
        'aria-hidden': 'true',
      },
      text,
    ),
  ];
}

/** The verdict as an SVG badge that needs nothing from elsewhere; its title says it to those who don't see it. */
export function badgeReport(record: RunRecord, document?: Interface): string {
  const { label, message, colour } = badgeLabel(record, document);
  const title = `${label}: ${message}`;
  const labelWidth = textWidth(label) + 2 * PADDING;
  const messageWidth = textWidth(message) + 2 * PADDING;
  const parts = [
    { text: label, left: 0, width: labelWidth, fill: LABEL_COLOUR },
    { text: message, left: labelWidth, width: messageWidth, fill: COLOURS[colour] },
  ];
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: labelWidth + messageWidth,
    height: HEIGHT,
    role: 'img',
    'aria-label': title,
  };
  return writeXml(element('svg', attributes, [element('title', {}, title), ...parts.flatMap(partElements)]));
}

const SHIELDS_COLOURS: { readonly [colour in BadgeLabel['colour']]: string } = {
  good: 'brightgreen',
  bad: 'red',
  unknown: 'lightgrey',
};

/** The verdict as the JSON that shields.io's endpoint badge reads. */
export function shieldsReport(record: RunRecord, document?: Interface): string {
  const { label, message, colour } = badgeLabel(record, document);
  return `${plainJson({ schemaVersion: 1, label, message, color: SHIELDS_COLOURS[colour] }, 2)}\n`;
}
