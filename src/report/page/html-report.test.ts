import { describe, expect, test } from 'vitest';
import { sampleClause, sampleInterface } from '../../../test/samples/sample-interface.ts';
import {
  failed,
  passed,
  sampleExchange,
  sampleFooter,
  sampleHeader,
  sampleRecord,
  sampleResult,
} from '../../../test/samples/sample-record.ts';
import { parseRecord } from '../../record/read.ts';
import { recordLine } from '../../record/write.ts';
import { htmlReport } from './html-report.ts';

const exchange = sampleExchange();
const broken = sampleResult('books.shape', failed({ actual: 'status 500' }), {
  title: 'books have a shape',
  clauses: ['4.1-shape'],
  counterexamples: [{ seed: 7, path: '0:1', shrinks: 3, value: '{"title":""}', exchange: 'x1' }],
});
const gap = sampleResult('limit.refusal', {
  kind: 'not-testable',
  reason: 'the limit may not be used up',
  option: '--exhaust',
});
const record = sampleRecord({
  exchanges: new Map([[exchange.id, exchange]]),
  results: [sampleResult('books.listed', passed(3)), broken, gap],
  footer: sampleFooter({ leftovers: [{ operation: 'createBook', name: 'assay-k3x9-01', identity: '17' }] }),
});
const document = sampleInterface({
  clauses: [
    sampleClause('4.1-shape', {
      text: 'A book has a `title`.',
      checks: [{ check: 'books.shape', operation: undefined }],
    }),
    sampleClause('4.1-reason', { reason: 'No request shows it.' }),
  ],
});

/** The words of a page, without its tags. */
function wordsOf(page: string): string {
  return page
    .slice(page.indexOf('<body'))
    .replaceAll(/<script>[^]*<\/script>|<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

describe('htmlReport()', () => {
  test.each([
    [
      'the verdict before all else',
      /Library 1\.0\.0 .? ?✕ Does not conform 0 of 1 clause proven , 1 finding in 1 answer/,
    ],
    ['clauses under their section', /4\.1 Books 0 of 1 proven ✕ violated A book has a title \./],
    ['why nothing can prove a clause', /beyond tests .* No request shows it\./],
    [
      'expectation, answer and smallest input',
      /Expected status 201 Came status 500 Smallest input \{&quot;title/,
    ],
    [
      'request and answer',
      /POST \/v1\/books host: 127\.0\.0\.1:4010 .* HTTP\/1\.1 500 Internal Server Error/,
    ],
    ['how to see it again', /assay replay books\.shape\/1 --record out\/last\.ndjson/],
    ['a line for curl that names the key', /curl -s -i .*\$ASSAY_KEY/],
    ['what would allow a check', /The limit may not be used up: +allow it with --exhaust/],
    ['what was left behind', /createBook assay-k3x9-01 17/],
  ])('shows %s', (_name, words) => {
    expect(wordsOf(htmlReport(record, { document, recordFile: 'out/last.ndjson' }))).toMatch(words);
  });

  test('does without the document, and says so', () => {
    const words = wordsOf(htmlReport(record));
    expect(words).toContain('The interface document of this run was not at hand');
    expect(words).toContain('Books have a shape');
  });

  test('names no anchor twice, and links to none that is not there', () => {
    const page = htmlReport(record, { document });
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  test('tells of a record that is cut off anywhere that it is partial', () => {
    const whole = [
      recordLine(record.header),
      recordLine({ type: 'exchange', exchange }),
      ...record.results.map((result) => recordLine({ type: 'check', result })),
    ].join('');
    const header = recordLine(sampleHeader()).length;
    for (let end = header; end <= whole.length; end += 97) {
      const parsed = parseRecord(whole.slice(0, end), 'cut');
      if (parsed.kind === 'no-record') throw new Error(parsed.problem);
      expect(wordsOf(htmlReport(parsed.record, { document }))).toContain('The record is partial');
    }
  });

  test('stays below 3 MB when every text of a record is as long and as hard to show as can be', () => {
    const text = '\u{202e}"'.repeat(3000);
    const results = Array.from({ length: 400 }, (_, at) => {
      const violation = { exchanges: [`x${String(at)}`], operation: text, expected: text, actual: text };
      const outcome = at % 2 === 0 ? failed(...Array.from({ length: 20 }, () => violation)) : gap.outcome;
      return sampleResult(`${String(at)}${text}`, outcome, {
        title: text,
        clauses: [`${String(at)}${text}`],
      });
    });
    const observations = Array.from({ length: 400 }, () => ({ name: text, value: text, exchanges: [text] }));
    const hostile = sampleRecord({
      exchanges: new Map(
        results.map((_, at) => [
          `x${String(at)}`,
          sampleExchange({ id: `x${String(at)}`, answer: text, reason: text }),
        ]),
      ),
      results: [...results, sampleResult('observed', { kind: 'observed', observations })],
      footer: sampleFooter({
        leftovers: observations.map(() => ({ operation: text, name: text, identity: text })),
        leftOut: observations.map((_, at) => ({ probe: text, reason: `${String(at)}${text}` })),
      }),
    });
    const page = htmlReport(hostile);
    expect(Buffer.byteLength(page)).toBeLessThan(3_000_000);
    expect(page).toContain('are left out here');
  });
});
