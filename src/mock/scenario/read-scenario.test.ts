import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadLibrary } from '../../../test/mock/load-library.ts';
import type { Interface } from '../../interface/model.ts';
import { readScenarioFile, type ScenarioFile } from './read-scenario.ts';

let library: Interface;
let folder: string;
beforeAll(async () => {
  library = await loadLibrary();
  folder = await mkdtemp(join(tmpdir(), 'assay-scenario-'));
  await writeFile(join(folder, 'page.html'), '<p>Out of order</p>\n');
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string): Promise<ScenarioFile> {
  const path = join(folder, 'scenario.yaml');
  await writeFile(path, text);
  return readScenarioFile(path, library);
}

describe('readScenarioFile()', () => {
  test('reads rules with all that they may have', async () => {
    const text = `
- match:
    operation: addBook
    method: POST
    path: /books
    query: { page: 2, all: true }
    header: { X-Test: a }
    body: { title: Dog }
    plan: reader
    key: reader-plan-key
    nth: 3
  answer: { status: 503, headers: { Retry-After: 5, Content-Type: text/html }, file: page.html, latency: 100-800 }
  times: 2
- answer: { drop: true }
- answer: { latency: 5 }
- answer: { status: 404 }
- answer: { body: [1], headers: { Content-Type: application/x+json } }
`;
    const nothing = { query: new Map(), header: new Map() };
    expect(await read(text)).toMatchObject({
      kind: 'read',
      scenario: [
        {
          match: {
            operation: 'addBook',
            method: 'POST',
            path: '/books',
            query: new Map([
              ['page', '2'],
              ['all', 'true'],
            ]),
            header: new Map([['x-test', 'a']]),
            body: { title: 'Dog' },
            plan: 'reader',
            key: 'reader-plan-key',
            nth: 3,
          },
          content: { kind: 'text', status: 503, text: '<p>Out of order</p>\n', mediaType: 'text/html' },
          headers: [['Retry-After', '5']],
          latency: { minMs: 100, maxMs: 800 },
          times: 2,
        },
        { match: nothing, content: { kind: 'drop' }, headers: [], times: undefined },
        { content: { kind: 'usual' }, latency: { minMs: 5, maxMs: 5 } },
        { content: { kind: 'documented', status: 404, example: undefined } },
        { content: { kind: 'json', status: undefined, value: [1], mediaType: 'application/x+json' } },
      ],
    });
  });

  test.each<readonly [string, string, number, RegExp]>([
    ['no list', 'rules: []\n', 1, /list|array/],
    ['an unknown member', '- answer: {}\n  tmes: 2\n', 2, /`tmes`/],
    ['no answer', '- match: {}\n', 1, /Add `answer`/],
    [
      'an unknown operation',
      '- match:\n    operation: listBoks\n  answer: {}\n',
      2,
      /no operation "listBoks".*Did you mean "listBooks"/s,
    ],
    [
      'an unknown path',
      '- match: { path: /boks }\n  answer: {}\n',
      1,
      /no path "\/boks".*Did you mean "\/books"/s,
    ],
    [
      'a path with the base path',
      '- match: { path: /v2/books }\n  answer: {}\n',
      1,
      /Leave out the base path: \/books/,
    ],
    ['a path without a slash', '- match: { path: books }\n  answer: {}\n', 1, /match.path/],
    ['an unknown plan', '- match: { plan: raeder }\n  answer: {}\n', 1, /no plan "raeder".*"reader"/s],
    ['a method in lower case', '- match: { method: get }\n  answer: {}\n', 1, /Did you mean "GET"/],
    ['a status that no answer has', '- answer:\n    status: 99\n', 2, /status/],
    ['a latency without an end', '- answer: { latency: 100- }\n', 1, /latency/],
    ['a latency that ends too early', '- answer: { latency: 9-5 }\n', 1, /no latency/],
    ['two bodies', '- answer:\n    body: 1\n    drop: true\n', 3, /more than one/],
    ['a missing file', '- answer: { file: missing.html }\n', 1, /missing\.html: .*no such file/],
    ['an example without an operation', '- answer: { example: a }\n', 1, /Name the operation/],
    [
      'an unknown example',
      '- match: { operation: listBooks }\n  answer: { example: a }\n',
      2,
      /no example "a"/,
    ],
    [
      'a header that the mock writes',
      '- answer: { headers: { Content-Length: 5 } }\n',
      1,
      /writes Content-Length itself/,
    ],
    ['a header that smuggles another', '- answer: { headers: { A: "b\\r\\nC: d" } }\n', 1, /cannot be sent/],
    ['a header with a space', '- answer: { headers: { "A B": b } }\n', 1, /no name of a header/],
    ['a type without a body', '- answer: { headers: { Content-Type: text/html } }\n', 1, /without a body/],
    ['broken YAML', '- answer: {\n', 2, /read/],
  ])('names line and remedy, when the file holds %s', async (_name, text, line, words) => {
    const result = await read(text);
    if (result.kind === 'read') throw new Error('it was read');
    const { problem, advice } = result.problem;
    expect([result.problem.line, `${problem} ${advice}`]).toEqual([line, expect.stringMatching(words)]);
  });
});
