import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordLine } from '../../src/record/write.ts';
import { sampleFooter, sampleHeader } from '../samples/sample-record.ts';
import { callAssay } from './call-assay.ts';

const cwd = mkdtempSync(join(tmpdir(), 'assay-inputs-'));
const HAR = '{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[]}}';
beforeAll(() => {
  cpSync(join(import.meta.dirname, '../../spec/pet-catalogue'), join(cwd, 'spec'), { recursive: true });
  mkdirSync(join(cwd, 'reports'));
  const record = recordLine(sampleHeader()) + recordLine(sampleFooter());
  for (const name of ['reports/last.ndjson', 'one.ndjson', 'two.ndjson'])
    writeFileSync(join(cwd, name), record);
  writeFileSync(join(cwd, 'known.yaml'), 'failures: []\n');
  writeFileSync(join(cwd, 'session.har'), HAR);
  symlinkSync(join(cwd, 'spec/openapi.yaml'), join(cwd, 'link.yaml'));
  linkSync(join(cwd, 'session.har'), join(cwd, 'hard.har'));
});
afterAll(() => rmSync(cwd, { recursive: true }));

/** Each row names the file that would be lost. */
const ROWS = [
  ['spec/openapi.yaml', 'test --spec spec --report html=spec/openapi.yaml'],
  ['spec/openapi.yaml', 'test --spec spec --report html=link.yaml'],
  ['spec/clauses.yaml', 'test --spec spec --report json=spec/../spec/clauses.yaml'],
  ['known.yaml', 'test --spec spec --baseline known.yaml --report junit=known.yaml'],
  ['session.har', 'judge session.har --spec spec --report junit=session.har'],
  ['session.har', 'judge session.har --spec spec --report junit=hard.har'],
  ['spec/openapi.yaml', 'judge session.har --spec spec --report junit=spec/openapi.yaml'],
  ['one.ndjson', 'report one.ndjson --spec spec --format html=one.ndjson'],
  ['spec/openapi.yaml', 'report one.ndjson --spec spec --format html=link.yaml'],
  ['two.ndjson', 'merge one.ndjson two.ndjson --spec spec --output two.ndjson'],
  ['one.ndjson', 'merge one.ndjson two.ndjson --spec spec --report html=one.ndjson'],
  ['one.ndjson', 'diff one.ndjson two.ndjson --spec spec --format html=one.ndjson'],
  ['spec/openapi.yaml', 'proxy --spec spec --url http://127.0.0.1:9 --record spec/openapi.yaml'],
  ['spec/openapi.yaml', 'proxy --spec spec --url http://127.0.0.1:9 --report html=link.yaml'],
] as const;

describe('no input is ever an output', () => {
  test.each(ROWS)('%s is kept: assay %s', async (kept, line) => {
    const before = readFileSync(join(cwd, kept));
    const { code, stderr } = await callAssay(line.split(' '), { cwd });
    expect(stderr).toMatch(/cannot write ".*": it is .*, which would be lost; give --\w+ another file/);
    expect(code).toBe(2);
    expect(readFileSync(join(cwd, kept))).toEqual(before);
  });

  test.each([
    'test --spec spec --report html=a.out --report json=./a.out',
    'test --spec spec --report html=reports/last.ndjson',
    'merge one.ndjson two.ndjson --spec spec --output b.out --report html=b.out',
    'proxy --spec spec --url http://127.0.0.1:9 --record c.out --report html=c.out',
  ])('no two outputs are one file: assay %s', async (line) => {
    const { code, stderr } = await callAssay(line.split(' '), { cwd });
    expect(stderr).toMatch(/cannot write (to ".*" twice|two reports to ".*"): .*of its own/);
    expect(code).toBe(2);
  });
});
