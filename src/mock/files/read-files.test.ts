import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadLibrary } from '../../../test/mock/load-library.ts';
import type { Interface } from '../../interface/model.ts';
import { readKeyFile, readSeedFile } from './read-files.ts';

let library: Interface;
let folder: string;
beforeAll(async () => {
  library = await loadLibrary();
  folder = await mkdtemp(join(tmpdir(), 'assay-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(text: string): Promise<string> {
  const path = join(folder, 'file.yaml');
  await writeFile(path, text);
  return path;
}

describe('readKeyFile()', () => {
  test.each([
    ['YAML', '- { key: abc-def, plan: branch, minute: 7, day: 70 }\n- { key: other, plan: reader }\n'],
    ['JSON', '[{"key":"abc-def","plan":"branch","minute":7,"day":70},{"key":"other","plan":"reader"}]'],
  ])('reads keys with their quotas, when they are written in %s', async (_name, text) => {
    expect(await readKeyFile(await written(text), library)).toEqual({
      kind: 'read',
      grants: [
        {
          key: 'abc-def',
          plan: 'branch',
          limits: new Map([
            ['minute', 7],
            ['day', 70],
          ]),
        },
        { key: 'other', plan: 'reader', limits: new Map() },
      ],
    });
  });

  test('reads until when a key is good', async () => {
    const text =
      '- { key: a, plan: reader, status: revoked }\n- { key: b, plan: reader, status: active, expires: 2026-12-31T00:00:00Z }\n' +
      '- { key: c, plan: reader, status: revoked, expires: 2026-12-31T01:00:00+01:00 }\n- { key: d, plan: reader }\n';
    const read = await readKeyFile(await written(text), library);
    const ends = read.kind === 'read' ? read.grants.map(({ endsAt }) => endsAt) : [];
    expect(ends).toEqual([0, Date.UTC(2026, 11, 31), 0, undefined]);
  });

  test.each([
    [
      'a status that is none',
      '- key: a\n  plan: reader\n  status: gone\n',
      3,
      /no status "gone"/,
      /active or revoked/,
    ],
    [
      'an expiry without a time',
      '- key: a\n  plan: reader\n  expires: 2026-12-31\n',
      3,
      /no time/,
      /2026-12-31T/,
    ],
    [
      'a day that no calendar has',
      '- key: a\n  plan: reader\n  expires: 2026-13-31T00:00:00Z\n',
      3,
      /no time/,
      /./,
    ],
    ['an unknown plan', '- key: a\n  plan: raeder\n', 2, /no plan "raeder"/, /Did you mean "reader"/],
    ['an unknown window', '- key: a\n  plan: reader\n  minutes: 3\n', 3, /no window "minutes"/, /minute/],
    ['a quota of 0', '- key: a\n  plan: reader\n  minute: 0\n', 3, /minute/, /above 0/],
    ['a quota that is text', '- key: a\n  plan: reader\n  minute: many\n', 3, /minute/, /number/],
    ['a missing plan', '- { key: a }\n', 1, /no `plan`/, /plan/],
    ['a key with a space', '- key: a b\n  plan: reader\n', 1, /header/, /ASCII/],
    ['a numeric key', '- key: 12345\n  plan: reader\n', 1, /text/, /text/],
    ['the same key twice', '- {key: a, plan: reader}\n- {key: a, plan: branch}\n', 2, /item 1/, /once/],
    ['an empty list', '[]', 1, /empty/, /key/],
    ['nothing', '', 1, /list/, /list/],
    ['a mapping', 'key: a\nplan: reader\n', 1, /list/, /list/],
    ['broken YAML', '- key: a\n- key: [\n', 3, /read/, /YAML/],
    ['an anchor that goes round', '- &a { key: *a }\n', 1, /./, /./],
  ])('names line and remedy, when the file holds %s', async (_name, text, line, problem, advice) => {
    const read = await readKeyFile(await written(text), library);
    expect(read).toMatchObject({
      kind: 'broken',
      problem: {
        line,
        problem: expect.stringMatching(problem) as string,
        advice: expect.stringMatching(advice) as string,
      },
    });
  });

  test('says so, when there is no file', async () => {
    const read = await readKeyFile(join(folder, 'missing.yaml'), library);
    expect(read).toMatchObject({
      kind: 'broken',
      problem: { problem: expect.stringMatching(/no such file/) as string },
    });
  });
});

describe('readSeedFile()', () => {
  test('reads entries by collection, when they fit the document', async () => {
    const path = await written('/books:\n  - { title: A }\n  - { title: B, id: 40 }\n');
    expect(await readSeedFile(path, library)).toEqual({
      kind: 'read',
      entries: new Map([['/books', [{ title: 'A' }, { title: 'B', id: 40 }]]]),
    });
  });

  test.each([
    ['an unknown collection', '/boks: []\n', 1, /no collection "\/boks"/],
    [
      'an entry of a wrong type',
      '/books:\n  - { title: A }\n  - { title: 7 }\n',
      3,
      /item 2 does not fit.*\/title/,
    ],
    ['an entry that is no object', '/books:\n  - A\n', 2, /no object/],
    ['an integer that a double changes', '/books:\n  - { title: A, id: 9007199254740993 }\n', 2, /2\^53/],
    ['a list', '- 1\n', 1, /mapping/],
  ])('names line and problem, when the file holds %s', async (_name, text, line, problem) => {
    expect(await readSeedFile(await written(text), library)).toMatchObject({
      kind: 'broken',
      problem: { line, problem: expect.stringMatching(problem) as string },
    });
  });
});
