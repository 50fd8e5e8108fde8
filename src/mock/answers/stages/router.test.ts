import { beforeAll, describe, expect, test } from 'vitest';
import { loadLibrary } from '../../../../test/mock/load-library.ts';
import type { Interface, Operation } from '../../../interface/model.ts';
import { createRouter } from './router.ts';

let library: Interface;
beforeAll(async () => {
  library = await loadLibrary();
});

function described(document: Interface, path: string): readonly (string | undefined)[] {
  const route = createRouter(document)(path);
  if (route.kind !== 'path') return [route.kind];
  const found = route.candidates.get('GET');
  return [route.kind, found?.operation.id, [...(found?.pathValues.values() ?? [])].join()];
}

describe('createRouter()', () => {
  test.each([
    ['/v2/books', ['path', 'listBooks', '']],
    ['/v2/books/7', ['path', 'readBook', '7']],
    ['/v2/books/a%2Fb', ['path', 'readBook', 'a/b']],
    ['/v2/%62ooks', ['path', 'listBooks', '']],
    ['/v2/books/', ['unknown']],
    ['/v2/books//', ['unknown']],
    ['/v2//books', ['unknown']],
    ['/v2/Books', ['unknown']],
    ['/v2/books/%zz', ['unknown']],
    ['/v2/books/__proto__', ['path', 'readBook', '__proto__']],
    ['/v2', ['unknown']],
    ['/v2/', ['unknown']],
    ['/v22/books', ['outside']],
    ['/books', ['outside']],
    ['/', ['outside']],
    ['*', ['outside']],
  ])('leads %s to %j, when the base path is /v2', (path, expected) => {
    expect(described(library, path)).toEqual(expected);
  });

  test('prefers what is written out, when a template fits too', () => {
    const [first] = library.operations;
    const at = (path: string, id: string): Operation => ({ ...(first as Operation), path, id });
    const operations = [at('/a/{b}', 'template'), at('/a/mine', 'concrete'), at('/a/{b}.json', 'mixed')];
    const document = { ...library, basePath: '', operations };
    expect(described(document, '/a/mine')).toEqual(['path', 'concrete', '']);
    expect(described(document, '/a/other')).toEqual(['path', 'template', 'other']);
  });
});
