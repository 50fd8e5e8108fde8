import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
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
import type { RunRecord, Stop } from '../../record/record.ts';
import { junitReport } from './junit.ts';

type Node = {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: Node[];
  text: string;
};

/** Reads XML 1.0 strictly; throws at the first fault. */
function parse(xml: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node: Node = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    const node = open.at(-1);
    if (node !== undefined) node.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  const [first] = root.children;
  if (first === undefined) throw new Error('no element');
  return first;
}

function all(node: Node, name: string): readonly Node[] {
  return [...(node.name === name ? [node] : []), ...node.children.flatMap((child) => all(child, name))];
}

function report(record: RunRecord): Node {
  return parse(junitReport(record));
}

/** What stands inside the case of a check: `failure`, `error`, `skipped`, `system-out` or nothing. */
function inside(record: RunRecord, id: string): readonly Node[] {
  const found = all(report(record), 'testcase').find(({ attributes }) =>
    attributes['name']?.startsWith(`${id}: `),
  );
  if (found === undefined) throw new Error(`no case for ${id}`);
  return found.children;
}

const everything = sampleRecord({
  exchanges: new Map([['x1', sampleExchange()]]),
  results: [
    sampleResult('a.pass', passed()),
    sampleResult('a.fail', failed({}, { operation: undefined, expected: 'no redirect', actual: '302' })),
    sampleResult('b.warn', warned({}), { suite: 'limits', level: 'should' }),
    sampleResult(
      'b.observed',
      { kind: 'observed', observations: [{ name: 'first id', value: '17', exchanges: [] }] },
      { suite: 'limits' },
    ),
    sampleResult('b.none', { kind: 'not-applicable', reason: 'no such thing' }, { suite: 'limits' }),
    sampleResult(
      'b.option',
      { kind: 'not-testable', reason: 'not allowed', option: '--exhaust' },
      { suite: 'limits' },
    ),
    sampleResult('b.blocked', { kind: 'blocked', reason: 'no list' }, { suite: 'limits' }),
    sampleResult('b.open', { kind: 'inconclusive', reason: 'budget' }, { suite: 'limits' }),
    sampleResult('b.broken', { kind: 'harness-error', reason: 'a bug' }, { suite: 'limits' }),
  ],
});

describe('junitReport()', () => {
  test('junitReport() counts cases, failures, errors and skips, when all outcomes occur', () => {
    const root = report(everything);
    expect(root).toMatchObject({
      name: 'testsuites',
      attributes: { tests: '9', failures: '1', errors: '1', skipped: '4', time: '12.4' },
    });
    const [bodies, limits] = all(root, 'testsuite');
    expect(bodies?.attributes).toMatchObject({
      name: 'bodies',
      tests: '2',
      failures: '1',
      errors: '0',
      skipped: '0',
    });
    expect(limits?.attributes).toMatchObject({
      name: 'limits',
      tests: '7',
      failures: '0',
      errors: '1',
      skipped: '4',
    });
  });

  test('junitReport() names a case after check and suite', () => {
    const [first] = all(report(everything), 'testcase');
    expect(first?.attributes).toMatchObject({ name: 'a.pass: Title of a.pass', classname: 'bodies' });
  });

  test.each([
    ['a.pass', []],
    ['a.fail', ['failure createBook: expected status 201, got status 500']],
    ['b.warn', ['system-out ']],
    ['b.observed', ['system-out ']],
    ['b.none', ['skipped not-applicable: no such thing']],
    ['b.option', ['skipped not-testable: not allowed (allowed by --exhaust)']],
    ['b.blocked', ['skipped blocked: no list']],
    ['b.open', ['skipped inconclusive: budget']],
    ['b.broken', ['error a bug']],
  ])('junitReport() shows what became of %s', (id, expected) => {
    expect(
      inside(everything, id).map(({ name, attributes }) => `${name} ${attributes['message'] ?? ''}`),
    ).toEqual(expected);
  });

  test('junitReport() explains a failure by its clauses, exchange and a curl line', () => {
    const [failure] = inside(everything, 'a.fail');
    expect(failure?.attributes['type']).toBe('must');
    expect(failure?.text).toContain('clauses: clause-of-a.fail');
    expect(failure?.text).toContain(
      '> POST /v1/books\n> host: 127.0.0.1:4010\n> authorization: Bearer $ASSAY_KEY',
    );
    expect(failure?.text).toContain('< HTTP/1.1 500 Internal Server Error');
    expect(failure?.text).toContain('< {"message":"boom"}');
    expect(failure?.text).toContain('curl: ');
    expect(failure?.text).toContain('no documented operation\nexpected: no redirect\nactual: 302');
  });

  test('junitReport() makes warnings failures, when the run is strict', () => {
    const strict = { ...everything, header: sampleHeader({ settings: sampleSettings({ strict: true }) }) };
    expect(inside(strict, 'b.warn').map(({ name }) => name)).toEqual(['failure']);
    expect(inside(everything, 'b.warn')[0]?.text).toContain('warning: createBook: expected status 201');
  });

  test('junitReport() has the settings of the run as properties of every suite', () => {
    const suites = all(report(everything), 'testsuite');
    expect(suites).toHaveLength(2);
    for (const suite of suites) {
      const values = all(suite, 'property').map(
        ({ attributes }) => `${attributes['name'] ?? ''}=${attributes['value'] ?? ''}`,
      );
      expect(values).toEqual(
        expect.arrayContaining([
          'seed=42',
          'url=http://127.0.0.1:4010/v1',
          'profile=standard',
          'assay.version=0.1.0',
        ]),
      );
    }
  });

  test.each<[string, Stop | undefined, string]>([
    [
      'the target was unusable',
      { kind: 'unusable-target', reason: 'Refused.', advice: 'Start it.' },
      'Refused. Start it.',
    ],
    ['the harness broke', { kind: 'harness-error', reason: 'a bug' }, 'a bug'],
    ['the run was interrupted', { kind: 'interrupted' }, 'the run was interrupted'],
    ['the run was cut off', undefined, 'the run was cut off before its end'],
    [
      'nothing was proven',
      { kind: 'completed' },
      expect.stringMatching(/^could not tell: nothing was proven\. .*--allow-incomplete/),
    ],
  ])('junitReport() has one case with an error, when %s', (_name, stop, message) => {
    const root = report(sampleRecord({ footer: stop === undefined ? undefined : sampleFooter({ stop }) }));
    expect(root.attributes).toMatchObject({ tests: '1', errors: '1' });
    expect(all(root, 'error').map(({ attributes }) => attributes['message'])).toEqual([message]);
  });

  test('junitReport() shows nothing but the error, when the target was unusable and nothing is broken', () => {
    const stop = { kind: 'unusable-target', reason: 'r', advice: 'a' } as const;
    const root = report({ ...everything, footer: sampleFooter({ stop }) });
    expect(all(root, 'failure').length).toBeGreaterThan(0);
    const results = [sampleResult('a.blocked', { kind: 'blocked', reason: 'nobody there' })];
    expect(all(report(sampleRecord({ results, footer: sampleFooter({ stop }) })), 'testcase')).toHaveLength(
      1,
    );
  });

  test('junitReport() adds no error, when the service conforms', () => {
    const root = report(sampleRecord({ results: [sampleResult('a.pass', passed())] }));
    expect(root.attributes).toMatchObject({ tests: '1', errors: '0', failures: '0', skipped: '0' });
  });

  test('junitReport() is well-formed and says the same, whatever a service sends', () => {
    const unit = fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      fc.constantFrom(
        ']]>',
        '<!--',
        '-->',
        '&',
        '<',
        '>',
        '"',
        "'",
        '\u0000',
        '\ud83d',
        '\ufffe',
        '\r\n',
        '<?xml?>',
      ),
    );
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const record = sampleRecord({
          exchanges: new Map([
            ['x1', sampleExchange({ answer: text, reason: text, headers: [[text, text]] })],
          ]),
          results: [
            sampleResult('a.fail', failed({ actual: text, expected: text, operation: text }), {
              title: text,
              suite: text,
            }),
            sampleResult('a.observed', {
              kind: 'observed',
              observations: [{ name: text, value: text, exchanges: [] }],
            }),
            sampleResult('a.blocked', { kind: 'blocked', reason: text }),
          ],
        });
        const root = report(record);
        expect(root.attributes).toMatchObject({ tests: '3', failures: '1', skipped: '1' });
      }),
      { numRuns: 500 },
    );
  });

  test('junitReport() is bounded, when a service sends very much', () => {
    const violations = Array.from({ length: 1000 }, () => ({ actual: 'a'.repeat(100_000) }));
    const record = sampleRecord({ results: [sampleResult('a.fail', failed(...violations))] });
    const [failure] = inside(record, 'a.fail');
    expect(junitReport(record).length).toBeLessThan(50_000);
    expect(failure?.text).toContain('more)');
  });
});
