import { stripVTControlCharacters } from 'node:util';
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
  sampleSettings,
  warned,
} from '../../../test/samples/sample-record.ts';
import { curlLine } from '../../credential/curl-line.ts';
import type { RunRecord } from '../../record/record.ts';
import { terminalReport } from './terminal.ts';

const document = sampleInterface({
  clauses: [
    sampleClause('create-201', {
      text: 'A created book is answered with 201.',
      checks: [{ check: 'statuses.success', operation: 'createBook' }],
    }),
    sampleClause('list-200', {
      text: 'The list is answered with 200.',
      checks: [{ check: 'statuses.success', operation: 'listBooks' }],
    }),
    sampleClause('limit-429', { checks: [{ check: 'limits.refused', operation: undefined }] }),
  ],
});

function report(record: RunRecord, changes: Partial<Parameters<typeof terminalReport>[1]> = {}): string {
  return terminalReport(record, {
    colour: false,
    width: 100,
    verbose: false,
    document,
    recordFile: 'reports/last.ndjson',
    ...changes,
  });
}

const success = { clauses: ['create-201', 'list-200'], suite: 'statuses' };

const failing = sampleRecord({
  exchanges: new Map([['x1', sampleExchange()]]),
  results: [
    sampleResult('statuses.success', failed({}), success),
    sampleResult('headers.media-type', warned({ expected: 'application/json', actual: 'text/json' })),
    sampleResult('silent.ids', {
      kind: 'observed',
      observations: [{ name: 'first id', value: '17', exchanges: ['x1'] }],
    }),
    sampleResult(
      'limits.refused',
      { kind: 'not-testable', reason: 'the limit may not be used up', option: '--exhaust' },
      { clauses: ['limit-429'] },
    ),
    sampleResult('a.one', { kind: 'inconclusive', reason: 'the budget was spent' }),
    sampleResult('a.two', { kind: 'inconclusive', reason: 'the budget was spent' }),
  ],
  footer: sampleFooter({ leftovers: [{ operation: 'createBook', name: 'assay-k3x9-01', identity: '17' }] }),
});

describe('terminalReport()', () => {
  test('terminalReport() begins with the verdict and its counts, when the service conforms', () => {
    const record = sampleRecord({
      results: [
        sampleResult(
          'statuses.success',
          { kind: 'pass', evidence: { createBook: 2, listBooks: 4 } },
          success,
        ),
      ],
    });
    expect(report(record).split('\n')[0]).toBe(
      '✔ conforms – 2 of 3 clauses proven, no violation, 54 requests in 12.4 s',
    );
    expect(report(record)).not.toContain('Violations');
  });

  test('terminalReport() shows all that is needed to see a violation again, when the service does not conform', () => {
    const curl = curlLine(failing.header.settings.url, sampleExchange().request);
    expect(report(failing)).toContain(curl);
    expect(report(failing).replaceAll(curl, 'curl …')).toMatchInlineSnapshot(`
      "✖ does not conform – 0 of 3 clauses proven, 1 finding in 1 answer, 1 warning in 1 answer, 54 requests in 12.4 s
        Library 1.0.0 · http://127.0.0.1:4010/v1 · plan small · profile standard · seed 42

      Violations

      ✖  statuses.success  Title of statuses.success
         create-201: A created book is answered with 201.
         createBook
           expected  status 201
           actual    status 500
           > POST /v1/books
           > authorization: Bearer $ASSAY_KEY
           > content-type: application/json
           > {"title":"assay-k3x9-01"}
           < 500 Internal Server Error
           < Content-Type: application/json
           < {"message":"boom"}
           replay    assay replay statuses.success/1 --url http://127.0.0.1:4010/v1
           curl      curl …

      Warnings

      !  headers.media-type  Title of headers.media-type
         clause-of-headers.media-type
         createBook
           expected  application/json
           actual    text/json
           > POST /v1/books
           > authorization: Bearer $ASSAY_KEY
           > content-type: application/json
           > {"title":"assay-k3x9-01"}
           < 500 Internal Server Error
           < Content-Type: application/json
           < {"message":"boom"}
           replay    assay replay headers.media-type/1 --url http://127.0.0.1:4010/v1
           curl      curl …

      Observed, where the document is silent

         first id: 17

      Not tested

         2 checks: the budget was spent
           a.one, a.two
         1 check: the limit may not be used up (allow it with --exhaust)
           limits.refused
         2 clauses therefore not proven:
           list-200, limit-429

      Left behind at the service (the document has no way to delete)

         createBook: assay-k3x9-01 (17)

      checks    1 failed, 1 warned, 1 observed, 1 not testable, 2 inconclusive
      requests  54 (41 on the key, 13 without a valid one) in 12.4 s
      record    reports/last.ndjson
      exit      1, does not conform
      "
    `);
  });

  test('terminalReport() says why operations are out of reach, grouped by the reason', () => {
    const standing = { asked: 0, served: 0, judged: 0, cut: 0, outOfReach: 'it may change something' };
    const operations = ['PUT /a', 'DELETE /a'].map((name) => ({ id: name, name, ...standing }));
    const text = report({ ...failing, footer: sampleFooter({ coverage: { operations, clauses: [] } }) });
    expect(text).toContain(
      '   2 operations out of reach: it may change something\n     PUT /a, DELETE /a\n   2 checks',
    );
  });

  test.each([
    ['both', 'assay-k3x9-01', '17', 'createBook: assay-k3x9-01 (17)'],
    ['no name', '', '17', 'createBook: 17'],
    ['no identity', 'assay-k3x9-01', '', 'createBook: assay-k3x9-01'],
    ['neither', '', '', 'createBook'],
  ])('terminalReport() names what was left behind, when it has %s', (_case, name, identity, line) => {
    const leftovers = [{ operation: 'createBook', name, identity }];
    const text = report({ ...failing, footer: sampleFooter({ leftovers }) });
    expect(text.split('\n')).toContain(`   ${line}`);
  });

  test('terminalReport() names operations that were never served beside what failed', () => {
    const standing = { asked: 8, served: 8, judged: 8, cut: 0 };
    const operations = [
      { id: 'listBooks', name: 'GET /books', ...standing },
      { id: 'createBook', name: 'POST /books', ...standing, served: 0, judged: 0 },
      { id: 'readBook', name: 'GET /books/{id}', asked: 0, served: 0, judged: 0, cut: 0 },
    ];
    const text = report({ ...failing, footer: sampleFooter({ coverage: { operations, clauses: [] } }) });
    expect(text).toContain(
      [
        '   1 operation never served: asked, and never answered with the documented success',
        '     POST /books',
        '   1 operation never served: not asked',
        '     GET /books/{id}',
      ].join('\n'),
    );
  });

  test('terminalReport() names only the clauses of the operation that broke them', () => {
    const text = report(failing);
    expect(text).toContain('create-201: A created book is answered with 201.');
    expect(text).not.toContain('list-200: The list');
  });

  test('terminalReport() prints the reason and the advice alone, when the target is unusable', () => {
    const record = sampleRecord({
      results: [sampleResult('statuses.success', { kind: 'blocked', reason: 'nobody there' }, success)],
      footer: sampleFooter({
        stop: { kind: 'unusable-target', reason: 'Connection refused.', advice: 'Check that it runs.' },
      }),
    });
    expect(report(record)).toMatch(
      /^\? could not tell: the target cannot be tested – .*\n.*\n {2}Connection refused\.\n {2}Check that it runs\.\n/,
    );
    expect(report(record)).not.toMatch(/Violations|Not tested/);
  });

  test.each([
    ['no results', sampleRecord(), '? could not tell: nothing was proven'],
    [
      'no footer',
      sampleRecord({ footer: undefined, results: [sampleResult('a', passed())] }),
      'The record has no end',
    ],
    [
      'an interruption',
      sampleRecord({ footer: sampleFooter({ stop: { kind: 'interrupted' } }) }),
      '? interrupted – ',
    ],
    [
      'a spent budget',
      sampleRecord({ footer: sampleFooter({ stop: { kind: 'budget', reason: '84 requests were sent' } }) }),
      'Ended early: 84 requests were sent',
    ],
    [
      'a violation whose exchange is missing',
      sampleRecord({ results: [sampleResult('a', failed({ exchanges: ['x99'] }))] }),
      'assay replay a/1',
    ],
  ])('terminalReport() says so, when the record has %s', (_name, record, words) => {
    expect(report(record)).toContain(words);
  });

  test('terminalReport() bounds long lists, and shows them whole when verbose', () => {
    const many = Array.from({ length: 90 }, (_, at) => ({ deviation: `in way ${String(at)}` }));
    const record = sampleRecord({ results: [sampleResult('a', failed(...many))] });
    expect(report(record)).toContain('assay replay a/30');
    expect(report(record)).not.toContain('assay replay a/31');
    expect(report(record)).toContain('and 60 more (see --verbose)');
    expect(report(record, { verbose: true })).toContain('assay replay a/90');
  });

  test('terminalReport() shows one answer of many that deviate alike, and a line for some of the others', () => {
    const many = Array.from({ length: 9 }, (_, at) => ({
      exchanges: [`x${String(at + 1)}`],
      actual: `status 50${String(at)}`,
    }));
    const record = sampleRecord({
      results: [sampleResult('a', failed(...many, { operation: 'listBooks', exchanges: ['x10'] }))],
    });
    const text = report(record);
    expect(text).toContain(', 1 finding in 10 answers, ');
    expect(text).toContain('10 of 10 answers: status 500 (2 times), status 501, ');
    expect(text).toMatch(/, in createBook and\s+listBooks\n/);
    expect(text.match(/assay replay/g)).toHaveLength(1);
    expect(text).toContain('a/4 createBook: status 503');
    expect(text).toContain('and 6 more (see --verbose)');
    expect(report(record, { verbose: true })).toContain('a/9 createBook: status 508');
  });

  test('terminalReport() names the record in the replay line, when it is not where replay looks', () => {
    expect(report(failing, { recordFile: 'out/a.ndjson' })).toContain(
      'assay replay statuses.success/1 --record out/a.ndjson',
    );
  });

  test('terminalReport() lets nothing control the terminal, whatever the target sent and the record holds', () => {
    const evil = '\u001b[2J\u0007\r\n\u202e\u200b\ud800\u009b31m';
    const long = `${evil}${'x'.repeat(100_000)}`;
    const record = sampleRecord({
      header: sampleHeader({
        interface: { id: evil, title: long, version: evil, digest: evil },
        settings: sampleSettings({ url: `http://h/${evil}`, plan: evil }),
      }),
      exchanges: new Map([
        [
          'x1',
          sampleExchange({
            body: long,
            answer: long,
            reason: long,
            headers: [
              ['Content-Type', long],
              [`X${evil}`, evil],
            ],
          }),
        ],
      ]),
      results: [
        sampleResult(evil, failed({ operation: evil, expected: long, actual: long }), {
          title: evil,
          clauses: [evil],
          counterexamples: [{ seed: 1, path: evil, shrinks: 2, value: long, exchange: 'x1' }],
        }),
        sampleResult('o', { kind: 'observed', observations: [{ name: evil, value: long, exchanges: [] }] }),
        sampleResult('n', { kind: 'not-testable', reason: long, option: evil }),
      ],
      footer: sampleFooter({
        stop: { kind: 'budget', reason: long },
        leftovers: [{ operation: evil, name: long, identity: long }],
        leftOut: [{ probe: evil, reason: long }],
      }),
    });
    for (const verbose of [false, true]) {
      const plain = report(record, { verbose });
      expect(plain).not.toMatch(/[^\n\P{Cc}]|[\p{Cf}\p{Cs}]/u);
      expect(plain.length).toBeLessThan(verbose ? 140_000 : 12_000);
      const coloured = report(record, { verbose, colour: true });
      expect(coloured).toContain('\u001b[');
      expect(stripVTControlCharacters(coloured)).toBe(plain);
    }
  });

  test('terminalReport() has no colour, when none is wanted', () => {
    expect(report(failing)).not.toContain('\u001b');
  });
});
