import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CliIo } from '../../src/cli/io.ts';
import { callAssay, type Called } from '../cli/call-assay.ts';
import { harOf, saidBy } from './traffic-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-parts-command-'));
afterAll(() => rmSync(root, { recursive: true }));
let cwd = root;
beforeEach(() => {
  cwd = mkdtempSync(join(root, 'cwd-'));
});

function assay(argv: readonly string[], changes: Partial<CliIo> = {}): Promise<Called> {
  return callAssay(argv, { cwd, ...changes });
}

function write(name: string, text: string): void {
  writeFileSync(join(cwd, name), text);
}

function read(name: string): string {
  return readFileSync(join(cwd, name), 'utf8');
}

const KEY = 'a-key-of-somebody-4711';

function har(count: number, broken: number): string {
  return harOf(count, broken, KEY);
}

describe('assay judge --partial and assay merge', () => {
  let wanted: readonly string[] = [];
  let ledgers: { readonly [name: string]: string } = {};
  const texts = { 'a.har': har(3, 0), 'b.har': har(4, 2), 'c.har': har(2, 2) };
  beforeAll(async () => {
    const place = mkdtempSync(join(root, 'whole-'));
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(place, name), text);
    const whole = await callAssay(['judge', 'c.har', 'a.har', 'b.har', '--key', KEY], { cwd: place });
    expect(whole.code).toBe(1);
    wanted = saidBy(readFileSync(join(place, 'reports/last.ndjson'), 'utf8'));
    expect(wanted.length).toBeGreaterThan(50);
    for (const [name, ...files] of [
      ['1.ledger', 'b.har', 'a.har'],
      ['2.ledger', './c.har'],
    ]) {
      const part = await callAssay(['judge', ...files, '--key', KEY, '--partial', '-'], { cwd: place });
      expect(part.code).toBe(0);
      ledgers = { ...ledgers, [name ?? '']: part.stdout };
    }
  });
  beforeEach(() => {
    for (const [name, text] of Object.entries({ ...texts, ...ledgers })) write(name, text);
  });

  test.each([
    ['1.ledger', '2.ledger'],
    ['2.ledger', '1.ledger'],
  ])('say what one process says, from %s and then %s, and show no key', async (first, second) => {
    const merged = await assay([
      'merge',
      first,
      second,
      '--parts',
      '2',
      '--output',
      'all.ndjson',
      '--report',
      'junit=out.xml',
    ]);
    expect(merged.code).toBe(1);
    expect(merged.stdout).toContain('9 exchanges in');
    expect(saidBy(read('all.ndjson'))).toEqual(wanted);
    expect(read('out.xml')).toContain('bodies.schema');
    for (const text of [
      read('1.ledger'),
      read('2.ledger'),
      read('all.ndjson'),
      read('out.xml'),
      merged.stdout,
    ])
      expect(text).not.toContain(KEY);
  });

  test('take ledgers one behind the other, from standard input and over a ledger of ledgers', async () => {
    const both = `${read('2.ledger')}${read('1.ledger')}`;
    const input = async function* bytes(): AsyncGenerator<Uint8Array> {
      yield* [Buffer.from(both.slice(0, 1000)), Buffer.from(both.slice(1000))];
    };
    const one = await assay(['merge', '-', '--partial', '-'], { stdin: input });
    expect(one).toMatchObject({ code: 0 });
    write('all.ledger', one.stdout);
    expect((await assay(['merge', 'all.ledger', '--parts', '2', '--output', 'all.ndjson'])).code).toBe(1);
    expect(saidBy(read('all.ndjson'))).toEqual(wanted);
  });

  test('cannot tell where a part is missing or damaged, and say so', async () => {
    write('good.har', har(3, 0));
    await assay(['judge', 'good.har', '--partial', 'good.ledger']);
    const lines = read('good.ledger').split('\n');
    const missing = await assay(['merge', 'good.ledger', '--parts', '3']);
    expect(missing.code).toBe(2);
    expect(missing.stdout).toContain('2 parts of 3 are missing');
    expect((await assay(['merge', 'good.ledger'])).code).toBe(0);
    write('other.har', har(1, 0));
    await assay(['judge', 'other.har', '--partial', 'other.ledger']);
    const damages: readonly (readonly [string, string])[] = [
      ['is empty', ''],
      ['ends in the middle', lines.slice(0, -2).join('\n')],
      ['has lost or changed lines', lines.toSpliced(2, 1).join('\n')],
      ['has lost or changed lines', read('good.ledger').replace('"judged":3', '"judged":2')],
      ['cannot be read (line 3)', lines.with(2, '{"type":"tally"}').join('\n')],
      ['cannot be read (line 2)', lines.with(1, 'x').join('\n')],
    ];
    for (const [why, text] of damages) {
      write('bad.ledger', text);
      const merged = await assay(['merge', 'other.ledger', 'bad.ledger']);
      expect({ why, code: merged.code }).toEqual({ why, code: 2 });
      expect(merged.stdout.replaceAll(/\s+/g, ' ')).toContain(why);
      const tree = await assay(['merge', 'other.ledger', 'bad.ledger', '--partial', 'none.ledger']);
      expect({ why, code: tree.code, said: tree.stderr.includes(why) }).toEqual({ why, code: 2, said: true });
    }
    expect((await assay(['merge', 'bad.ledger'])).stderr).toContain(
      'cannot merge: "bad.ledger" cannot be read',
    );
  });

  test.each<readonly [string, readonly string[], string]>([
    [
      'a file that is in two ledgers',
      ['c.har', '--key', KEY],
      'the file "c.har" is in "2.ledger" and in "other.ledger"',
    ],
    [
      'other checks',
      ['d.har', '--key', KEY, '--check', 'bodies.schema'],
      'the --check is ["bodies.schema"], not []',
    ],
    ['no key', ['d.har'], 'the list of known credentials is []'],
    ['another service', ['d.har', '--key', KEY, '--url', 'https://b.example.com/v1'], 'the --url is'],
    ['complete files', ['d.har', '--key', KEY, '--complete'], 'the --complete is true, not false'],
  ])('do not go together with %s', async (_name, options, problem) => {
    write('d.har', har(1, 0));
    expect((await assay(['judge', ...options, '--partial', 'other.ledger'])).code).toBe(0);
    const merged = await assay(['merge', '1.ledger', '2.ledger', 'other.ledger']);
    expect(merged.code).toBe(2);
    expect(merged.stderr).toContain(problem);
    expect(merged.stderr).not.toContain(KEY);
  });

  test.each<readonly [string, readonly string[], string]>([
    ['the same file twice', ['judge', 'a.har', './a.har'], 'cannot judge "a.har" twice'],
    ['a report of a part', ['judge', 'a.har', '--partial', 'x', '--report', 'junit'], '--partial'],
    [
      'its input as output',
      ['judge', 'a.har', '--partial', 'a.har'],
      'it is what is judged, which would be lost',
    ],
    [
      'more parts than were told',
      ['merge', '1.ledger', '2.ledger', '--parts', '1'],
      'cannot merge 2 parts as 1',
    ],
    [
      'a part that is missing in one ledger',
      ['merge', '1.ledger', '--parts', '2', '--partial', 'x'],
      '1 part of 2 is missing',
    ],
    ['ledgers and something else', ['merge', '1.ledger', 'a.har'], 'give ledgers, or the records of shards'],
    ['a file that is not there', ['merge', '1.ledger', '3.ledger'], 'cannot read "3.ledger" (ENOENT)'],
    [
      'another document',
      ['merge', '1.ledger', '--spec', 'other.yaml'],
      'the traffic was judged by another one',
    ],
  ])('refuse %s', async (_name, argv, problem) => {
    write(
      'other.yaml',
      "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: { /a: { get: { responses: { '200': { description: A } } } } }\n",
    );
    const refused = await assay(argv);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(problem);
  });

  test('tell a ledger of another version from a damaged one', async () => {
    write('2.ledger', read('2.ledger').replace('"ledgerVersion":1', '"ledgerVersion":2'));
    const merged = await assay(['merge', '1.ledger', '2.ledger']);
    expect(merged.code).toBe(2);
    expect(merged.stderr).toContain('has ledger version 2, this assay reads version 1');
  });
});
