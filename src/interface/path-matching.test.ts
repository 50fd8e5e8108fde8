import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Method, Operation } from './model.ts';
import {
  createPathMatcher,
  fillTemplate,
  matchOperation,
  parameterNames,
  splitTarget,
} from './path-matching.ts';

function operationAt(path: string, method: Method = 'GET'): Operation {
  return {
    id: `${method} ${path}`,
    method,
    path,
    documentation: 'full',
    deprecated: false,
    tags: [],
    credential: undefined,
    parameters: [],
    requestBody: undefined,
    responses: [],
    position: { file: '', line: 1 },
  };
}

describe('splitTarget()', () => {
  test.each([
    ['/v1', '/v1/books', '/books', ''],
    ['/v1', '/v1/books?a=1?b', '/books', 'a=1?b'],
    ['/v1', '/v1/', '/', ''],
    ['/v1', '/v1/books#part?x', '/books', ''],
    ['', '/books?', '/books', ''],
    ['/v1', '/v1', undefined, ''],
    ['/v1', '/v12/books', undefined, ''],
    ['/v1', '*', undefined, ''],
    ['/v1', '/other?a=1', undefined, 'a=1'],
  ])('takes apart, below "%s", the target %s', (basePath, target, path, query) => {
    expect(splitTarget(basePath, target)).toEqual({ path, query });
  });
});

describe('createPathMatcher()', () => {
  test.each([
    ['/books', '/books', {}],
    ['/books', '/%62ooks', {}],
    ['/books/{id}', '/books/7', { id: '7' }],
    ['/books/{id}/pages/{page}', '/books/a%2Fb/pages/1', { id: 'a/b', page: '1' }],
    ['/reports/{id}.json', '/reports/7.json', { id: '7' }],
    ['/reports/{id}.json', '/reports/.json', undefined],
    ['/reports/{id}.json', '/reports/7.jsonx', undefined],
    ['/books/{id}:publish', '/books/7:publish', { id: '7' }],
    ['/books/{id}:publish', '/books/7%3Apublish', { id: '7' }],
    ['/v{major}.{minor}', '/v1.2', { major: '1', minor: '2' }],
    ['/v{major}.{minor}', '/v1.', undefined],
    ['/a%20b/{c}', '/a%20b/d', { c: 'd' }],
    ['/a b/{c}', '/a%20b/d', { c: 'd' }],
    ['/{a}', '/%7Bb%7D', { a: '{b}' }],
    ['/books/{id}', '/books/', undefined],
    ['/books/{id}', '/books/7/', undefined],
    ['/books/{id}', '/books', undefined],
    ['/books/{id}', '/books/%zz', undefined],
    ['/books/{id}', '/books/%ff', undefined],
    ['/books', '/Books', undefined],
    ['/', '/', {}],
  ])('matches %s with %s', (template, path, values) => {
    const [match] = createPathMatcher([operationAt(template)])(path);
    expect(match === undefined ? undefined : Object.fromEntries(match.pathValues)).toEqual(values);
  });

  test.each([
    ['/a/mine', ['/a/{b}', '/a/mine', '/a/{b}.json'], '/a/mine', true],
    ['/a/x', ['/a/{b}', '/a/mine', '/a/{b}.json'], '/a/{b}', true],
    ['/a/x.json', ['/a/{b}', '/a/mine', '/a/{b}.json'], '/a/{b}.json', true],
    ['/a/x-y', ['/a/{b}', '/a/{b}-{c}'], '/a/{b}-{c}', true],
    ['/a/x', ['/a/{b}', '/a/{c}'], '/a/{b}', true],
    ['/books/me', ['/{entity}/me', '/books/{id}'], '/{entity}/me', false],
    ['/a/x-y-z', ['/a/{b}-{c}'], '/a/{b}-{c}', false],
    ['/a/xyz', ['/a/{b}{c}'], '/a/{b}{c}', false],
    ['/a/xy', ['/a/{b}{c}'], '/a/{b}{c}', true],
  ])(
    'gives %s, of %j, to %s (certain: %s), in any order of the document',
    (path, templates, best, certain) => {
      for (const order of [templates, templates.toReversed()]) {
        const [match] = createPathMatcher(order.map((template) => operationAt(template)))(path);
        const names = /\{.*?\}/g;
        if (certain) expect(match?.operation.path.replaceAll(names, '{}')).toBe(best.replaceAll(names, '{}'));
        expect(match?.certain).toBe(certain);
      }
    },
  );

  test('is not certain where a more specific path has other methods alone: services differ there', () => {
    const document = [operationAt('/a/mine', 'GET'), operationAt('/a/{b}', 'POST')];
    const found = createPathMatcher(document)('/a/mine');
    expect(found.map(({ operation, certain }) => [operation.method, certain])).toEqual([
      ['GET', true],
      ['POST', false],
    ]);
  });

  test('takes time in proportion to the path, whatever the template is', () => {
    const match = createPathMatcher([operationAt(`/${'{a}-{b}'.repeat(8)}x`)]);
    const startMs = performance.now();
    expect(match(`/${'-'.repeat(200_000)}`)).toEqual([]);
    expect(performance.now() - startMs).toBeLessThan(2_000);
  });
});

const value = fc.string({
  unit: fc.constantFrom('a', '.', '-', '%', '/', 'é', ' ', '{', '7'),
  minLength: 1,
  maxLength: 6,
});
const literal = fc.string({ unit: fc.constantFrom('a', '.', '-', 'b'), maxLength: 3 });
const segment = fc
  .tuple(literal, fc.array(fc.tuple(fc.constantFrom('p', 'q', 'r', 's'), literal), { maxLength: 3 }))
  .map(([first, rest]) => first + rest.map(([name, text]) => `{${name}}${text}`).join(''))
  .filter((text) => text !== '');
const template = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join('/')}`);

/** What a segment is, said by an expression that may take its time. */
function fits(path: string, templated: string): boolean {
  const source = templated
    .split(/\{[^{}]*\}/)
    .map((text) => RegExp.escape(text))
    .join('[^\\0]+');
  return new RegExp(`^${source}$`).test(path);
}

describe('a path that is made from a template', () => {
  test('is read back as that template, with the same values where they are certain', () => {
    fc.assert(
      fc.property(template, fc.array(value, { minLength: 4, maxLength: 4 }), (drawn, texts) => {
        const names = [...new Set(parameterNames(drawn))];
        fc.pre(names.length === parameterNames(drawn).length);
        const values = new Map(names.map((name, index) => [name, texts[index] ?? '']));
        const [match] = createPathMatcher([operationAt(drawn)])(fillTemplate(drawn, values));
        expect(match).toBeDefined();
        if (match?.certain === true) expect(new Map(match.pathValues)).toEqual(values);
      }),
      { numRuns: 400 },
    );
  });

  test('fits where a plain expression says so, and nowhere else', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '.', '-', 'b', '7'), minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(segment, text, (drawn, path) => {
        const found = createPathMatcher([operationAt(`/${drawn}`)])(`/${path}`);
        expect(found.length > 0).toBe(fits(path, drawn));
      }),
      { numRuns: 600 },
    );
  });

  test('asks for the same operation, whatever the order of the document is, where that is certain', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(template, { minLength: 2, maxLength: 5 }),
        fc.array(value, { minLength: 4, maxLength: 4 }),
        (templates, texts) => {
          const [first = ''] = templates;
          const path = fillTemplate(
            first,
            new Map(['p', 'q', 'r', 's'].map((name, at) => [name, texts[at] ?? ''])),
          );
          const operations = templates.map((drawn) => operationAt(drawn));
          const [one] = createPathMatcher(operations)(path);
          const [other] = createPathMatcher(operations.toReversed())(path);
          expect(one).toBeDefined();
          const same =
            one?.operation.path.replaceAll(/\{.\}/g, '{}') ===
            other?.operation.path.replaceAll(/\{.\}/g, '{}');
          expect(one?.certain).toBe(other?.certain);
          if (one?.certain === true) expect(same).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('matchOperation() goes by the method, and finds nothing outside of the base address', () => {
  const operations = [operationAt('/books'), operationAt('/books', 'POST')];
  const document = { operations };
  expect(matchOperation(document, 'POST', '/books')?.operation.method).toBe('POST');
  expect(matchOperation(document, 'PUT', '/books')).toBeUndefined();
  expect(matchOperation(document, 'GET', undefined)).toBeUndefined();
});

test('createPathMatcher() finds among many operations those that each finds alone', () => {
  const part = fc.constantFrom('a', 'b', 'v1', '{id}', 'x{id}', '{one}-{two}', '');
  const path = fc.array(part, { maxLength: 4 }).map((parts) => ['', ...parts].join('/'));
  const written = fc.constantFrom('a', 'b', 'v1', 'xa', 'a-b', '7', '%61', '', 'x');
  const asked = fc.array(written, { maxLength: 4 }).map((parts) => ['', ...parts].join('/'));
  fc.assert(
    fc.property(
      fc.array(path, { maxLength: 20 }),
      fc.array(asked, { minLength: 1, maxLength: 5 }),
      (paths, all) => {
        const operations = [...new Set(paths)].map((each) => operationAt(each));
        const together = createPathMatcher(operations);
        for (const each of all) {
          const found = together(each).map(({ operation, pathValues }) => [operation.id, [...pathValues]]);
          const alone = operations.flatMap((one) =>
            createPathMatcher([one])(each).map(({ operation, pathValues }) => [
              operation.id,
              [...pathValues],
            ]),
          );
          expect(new Set(found.map(String))).toEqual(new Set(alone.map(String)));
          expect(found.length).toBe(alone.length);
        }
      },
    ),
  );
});
