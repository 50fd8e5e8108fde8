import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFiles } from '../../test/specs/load-files.ts';
import { loadInterface, type LoadResult } from './load-interface.ts';

const SWAGGER = `swagger: '2.0'
info: {title: T, version: '1'}
paths:
  /a:
    get: {operationId: readA, responses: {200: {description: d}}}
`;
const OVERLAY = `overlay: 1.0.0
info: {title: O, version: '1'}
actions:
  - target: $.paths['/a'].get
    update:
      parameters:
        - {name: limit, in: query, type: integer, minimum: low}
  - target: $.paths
    update:
      /b:
        get: {operationId: readB, responses: {200: {description: d}}}
`;

function loaded(
  files: { readonly [name: string]: string },
  overlays: readonly string[],
): Promise<LoadResult> {
  return withFiles(files, (directory) =>
    loadInterface(join(directory, 'openapi.yaml'), {
      overlays: overlays.map((name) => join(directory, name)),
    }),
  );
}

test('loadInterface() applies overlays before it reads, and says what they wrote where', async () => {
  const result = await loaded({ 'openapi.yaml': SWAGGER, 'o.yaml': OVERLAY }, ['o.yaml']);
  const o: unknown = expect.stringMatching(/o\.yaml$/);
  expect(result).toMatchObject({
    interface: {
      files: [expect.stringMatching(/openapi\.yaml$/), o, expect.anything()],
      operations: [
        { id: 'readA', position: { file: expect.stringMatching(/openapi\.yaml$/), line: 5 } },
        { id: 'readB', position: { file: o, line: 11 } },
      ],
      notes: [{ file: o, line: 7, problem: expect.stringContaining('minimum') }],
    },
  });
});

test('loadInterface() has another digest with an overlay', async () => {
  const digests = await Promise.all(
    [[], ['o.yaml']].map(async (overlays) => {
      const result = await loaded({ 'openapi.yaml': SWAGGER, 'o.yaml': OVERLAY }, overlays);
      return result.kind === 'loaded' ? result.interface.digest : '';
    }),
  );
  expect(new Set(digests).size).toBe(2);
});

test.each([
  ['that is not there', 'missing.yaml', 'there is no such file'],
  ['that is none', 'openapi.yaml', 'has no `overlay`'],
])('loadInterface() names an overlay %s', async (_what, name, problem) => {
  expect(await loaded({ 'openapi.yaml': SWAGGER }, [name])).toMatchObject({
    kind: 'broken',
    problem: { file: expect.stringContaining(name), problem: expect.stringContaining(problem) },
  });
});
