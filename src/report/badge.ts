import type { Interface } from '../interface/model.ts';
import type { RunRecord } from '../run/record.ts';
import { badgeLabel, type BadgeLabel } from './badge-label.ts';
import { element, writeXml, type XmlElement } from './write-xml.ts';

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
