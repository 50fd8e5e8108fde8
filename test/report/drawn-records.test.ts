import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { renderReport, REPORT_FORMATS } from '../../src/report/formats.ts';
import { THOROUGH } from '../sampled.ts';
import { failed, sampleExchange, sampleResult } from '../samples/sample-record.ts';
import { recordOfStranger } from './hostile-record.ts';
import { hostileTexts } from './hostile-texts.ts';
import { library } from './library-record.ts';
import { recordText } from './record-text.ts';
import { validators } from './validators.ts';

const RUNS = THOROUGH ? 300 : 12;
const SLOW_MS = 120_000;

const PIECES = [
  ...Object.values(hostileTexts),
  '\ud83d',
  '\udc00',
  '\u202e',
  '\u2066',
  '\u0000',
  '\u001b[31m',
  ']]>',
  '-->',
  '</script>',
  '\n::error::',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '%E0%A4%A',
  '%',
  'http://[',
  'x'.repeat(3_000),
  '-9223372036854775808',
  '"',
  '\\',
  '/',
];

const anyText = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 5 })
  .map((parts) => parts.join(''));

/** A body as services send it: JSON with any names and texts, cut off, or bytes that are no text at all. */
const anyBody = fc.oneof(
  fc
    .array(fc.dictionary(anyText, anyText, { maxKeys: 3 }), { maxLength: 3 })
    .map((value) => JSON.stringify(value)),
  fc
    .record({ id: fc.bigInt().map(Number), name: anyText, description: anyText })
    .map((value) => JSON.stringify(value)),
  fc.record({ code: anyText, message: anyText, status: fc.double() }).map((value) => JSON.stringify(value)),
  anyText,
);

const anyTime = fc.constantFrom(0, -1, 1.5, 1_893_553_445_000, 8.64e15, 8.64e15 + 1, Number.MAX_VALUE);

const anyExchange = fc.record({
  status: fc.constantFrom(100, 200, 201, 302, 400, 401, 404, 429, 500, 599),
  target: fc.oneof(
    fc.constantFrom('/v1/categories', '/v1/store/orders', '/v1/pets/1', '*'),
    anyText.map((text) => `/v1/categories${text}`),
    anyText,
  ),
  method: fc.constantFrom('GET', 'POST', 'HEAD', 'x\u202e'),
  headers: fc.array(
    fc.tuple(
      fc.oneof(fc.constantFrom('Content-Type', 'Date', 'X-RateLimit-Limit', 'X-RateLimit-Reset'), anyText),
      anyText,
    ),
    { maxLength: 4 },
  ),
  sent: anyBody,
  got: anyBody,
  sentAt: anyTime,
  startMs: anyTime,
});

/** Records that stay what they are, but hold hostile words, exchanges and times wherever a record has some. */
const anyRecord = fc
  .record({
    text: anyText,
    url: fc.oneof(fc.constant('http://127.0.0.1:1/v1'), anyText),
    exchanges: fc.array(anyExchange, { maxLength: 5 }),
    violations: fc.array(
      fc.record({
        exchanges: fc.array(fc.constantFrom('x0', 'x1', 'x2', 'x9'), { maxLength: 3 }),
        operation: fc.option(fc.oneof(fc.constantFrom('listCategories', 'createBook'), anyText), {
          nil: undefined,
        }),
        expected: anyText,
        actual: anyText,
        deviation: fc.option(anyText, { nil: undefined }),
      }),
      { maxLength: 6 },
    ),
    checks: fc.array(
      fc.constantFrom(
        'bodies.schema',
        'errors.shape',
        'collections.listed',
        'authentication.altered-key',
        'constructor',
      ),
      { maxLength: 4 },
    ),
    completed: fc.boolean(),
  })
  .map(({ text, url, exchanges, violations, checks, completed }): RunRecord => {
    const stranger = recordOfStranger(text);
    const { header, footer, results } = stranger;
    const shown = exchanges.map(({ sent, got, headers, status, ...rest }, at) => {
      const id = `x${String(at)}`;
      const exchange = sampleExchange({ id, body: sent, answer: got, status, headers });
      const { method, target, sentAt, startMs } = rest;
      return [
        id,
        { ...exchange, sentAt, startMs, endMs: startMs, request: { ...exchange.request, method, target } },
      ] as const;
    });
    return {
      ...stranger,
      header: { ...header, settings: { ...header.settings, url } },
      exchanges: new Map([...stranger.exchanges, ...shown]),
      results: [...results, ...[...new Set(checks)].map((id) => sampleResult(id, failed(...violations)))],
      footer: footer === undefined || !completed ? footer : { ...footer, stop: { kind: 'completed' } },
    };
  });

describe('every report of a drawn record', () => {
  let catalogue: Interface | undefined;

  beforeAll(async () => {
    const loaded = await loadInterface(join(import.meta.dirname, '../../spec/pet-catalogue'));
    if (loaded.kind === 'loaded') catalogue = loaded.interface;
  });

  test.each(REPORT_FORMATS)(
    '%s is made without an exception, and is valid',
    async (format) => {
      if (catalogue === undefined) throw new Error('the document could not be loaded');
      await fc.assert(
        fc.asyncProperty(
          anyRecord,
          fc.constantFrom(catalogue, library, undefined),
          async (record, document) => {
            const text = format === 'record' ? recordText(record) : '';
            const report = await renderReport(format, {
              record,
              recordText: text,
              recordFile: 'r',
              document,
            });
            if (format !== 'record') validators[format](report);
            expect(report.isWellFormed()).toBe(true);
          },
        ),
        { numRuns: RUNS, seed: 12 },
      );
    },
    SLOW_MS,
  );
});
