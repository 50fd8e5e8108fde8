import { describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import { createGate } from '../../src/output/gate.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { renderReport, REPORT_FORMATS, type ReportFormat } from '../../src/report/formats.ts';
import { leaks } from '../secrets/leaks.ts';
import { hostileDocument, recordOfService, recordOfStranger } from './hostile-record.ts';
import { ENDLESS, hostileTexts } from './hostile-texts.ts';
import { library, libraryRecord } from './library-record.ts';
import { recordText } from './record-text.ts';
import { validators } from './validators.ts';

function render(format: ReportFormat, record: RunRecord, document: Interface | undefined): Promise<string> {
  return renderReport(format, {
    record,
    recordText: format === 'record' ? recordText(record) : '',
    recordFile: 'last.ndjson',
    document,
  });
}

/** Line feeds and tabs apart, nothing that a terminal or an editor obeys or hides. */
const OBEYED = /(?![\n\t])\p{Cc}|[\p{Cf}\p{Zl}\p{Zp}]/u;

/** What the log of a CI service obeys: the beginning of a line, which only one format means, and a word in brackets anywhere. */
const COMMAND = { own: /##[\w.-]*\[/, none: /##[\w.-]*\[|^\s*::[a-z]/im };

/** Most characters of a report on a service that never stops talking. Record and HAR keep what was recorded. */
const BOUNDS: { readonly [format in ReportFormat]: number } = {
  terminal: 200_000,
  record: Infinity,
  json: 400_000,
  junit: 400_000,
  html: 400_000,
  markdown: 20_000,
  github: 20_000,
  gitlab: 20_000,
  sarif: 200_000,
  tap: 100_000,
  har: Infinity,
  badge: 1000,
  shields: 200,
};

const SOURCES: readonly (readonly [string, (text: string) => RunRecord])[] = [
  ['a service', recordOfService],
  ['a record', recordOfStranger],
];

describe.each(REPORT_FORMATS)('the report %s', (format) => {
  test('is valid for a run with every outcome, with and without its document', async () => {
    for (const document of [library, undefined])
      validators[format](await render(format, libraryRecord, document));
  });

  test.each(
    SOURCES.flatMap(([from, make]) =>
      Object.entries(hostileTexts).map(([name, text]) => [name, from, make(text), text] as const),
    ),
  )('stays what it is, when %s come from %s', async (_name, _from, record, text) => {
    for (const document of [hostileDocument(text), undefined]) {
      const report = await render(format, record, document);
      validators[format](report);
      expect(report.isWellFormed()).toBe(true);
      expect(OBEYED.exec(report)?.[0].codePointAt(0)).toBe(undefined);
      expect(report).not.toMatch(COMMAND[format === 'github' ? 'own' : 'none']);
    }
  });

  test('holds no key, however a service writes it back', async () => {
    const key = 'sK-9f3b1c7e5a2d4860-EVIL';
    const said = [
      key,
      key.toUpperCase(),
      encodeURIComponent(key),
      Buffer.from(`:${key}`).toString('base64'),
      Array.from(key, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
      Array.from(key, (letter) => `&#${String(letter.charCodeAt(0))};`).join(''),
    ].join(' ');
    const gate = createGate();
    gate.add(key);
    const spoken = recordOfService(said);
    expect(leaks(JSON.stringify(spoken.results), key)).not.toEqual([]);
    const record: RunRecord = {
      ...recordOfService(gate.text(said)),
      exchanges: new Map([...spoken.exchanges].map(([id, exchange]) => [id, gate.value(exchange)])),
    };
    expect(leaks(await render(format, record, library), key)).toEqual([]);
  });
});

/** The record is what it is made of. */
test.each(REPORT_FORMATS.filter((format) => format !== 'record'))(
  'the report %s is bounded, when a service does not stop talking',
  async (format) => {
    const report = await render(format, recordOfService(ENDLESS), library);
    validators[format](report);
    expect(report.length).toBeLessThan(BOUNDS[format]);
  },
);
