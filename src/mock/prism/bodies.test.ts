import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../schema/compile.ts';
import { withoutBrokenParts } from '../../schema/generate/valid-sample.ts';
import { createBodies } from './bodies.ts';
import type { BodyMaker, Wanted } from './prism-engine.ts';

const WANTED: Wanted = {
  operation: {
    id: 'a',
    method: 'GET',
    path: '/a',
    documentation: 'full',
    deprecated: false,
    tags: [],
    credential: undefined,
    parameters: [],
    requestBody: undefined,
    responses: [],
    position: { file: 'a', line: 1 },
  },
  status: 200,
  representations: [
    {
      mediaType: 'application/json',
      schema: { type: 'integer', minimum: 4 },
      examples: [
        { name: 'wrong', value: 1 },
        { name: 'right', value: 7 },
      ],
    },
  ],
  mediaRanges: undefined,
  example: undefined,
  way: { kind: 'static' },
};

const ABSENT = '@stoplight/prism-of-another-kind';

function missing(): Promise<BodyMaker> {
  return import(ABSENT) as Promise<never>;
}

function broken(): Promise<BodyMaker> {
  return Promise.reject(new Error('half of it is gone'));
}

describe('createBodies()', () => {
  test('loads nothing before the first body, and once for several', async () => {
    let loads = 0;
    const bodies = createBodies(
      () => undefined,
      () => {
        loads += 1;
        return Promise.resolve(() => Promise.resolve({ kind: 'made', mediaType: 'text/plain', value: 'x' }));
      },
    );
    expect(loads).toBe(0);
    await Promise.all([bodies(WANTED), bodies(WANTED)]);
    expect(loads).toBe(1);
  });

  test.each([
    { title: 'the first example that fits', wanted: WANTED, value: 7 },
    { title: 'the example of the name', wanted: { ...WANTED, example: 'wrong' }, value: 1 },
    {
      title: 'a sample in place of a random body',
      wanted: { ...WANTED, way: { kind: 'dynamic', seed: '1' } } as const,
      value: 4,
    },
  ])('gives $title without Prism, and says once how to have it', async ({ wanted, value }) => {
    const notices: string[] = [];
    const bodies = createBodies((text) => notices.push(text), missing);
    expect(await bodies(wanted)).toEqual({ kind: 'made', mediaType: 'application/json', value });
    await bodies(wanted);
    expect(notices).toEqual([
      expect.stringMatching(
        /^Prism's engine is not installed: .*npm install @stoplight\/prism-http@5\.16\.0 /,
      ),
    ]);
  });

  test.each([
    { title: 'a sample in place of one that breaks the schema', example: {}, value: { a: 1 } },
    { title: 'one that is written out', example: '<root/>', value: '<root/>' },
  ])('of an example of XML gives $title', async ({ example, value }) => {
    const schema = { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 1 } } };
    const shown = { mediaType: 'application/xml', schema, examples: [{ name: 'shown', value: example }] };
    const bodies = createBodies(() => undefined, missing);
    expect(await bodies({ ...WANTED, representations: [shown] })).toMatchObject({ kind: 'made', value });
  });

  test('says what is wrong with a Prism that cannot be loaded', async () => {
    const notices: string[] = [];
    await createBodies((text) => notices.push(text), broken)(WANTED);
    expect(notices[0]).toContain("Prism's engine can't be loaded (half of it is gone)");
  });

  test.each([
    { title: 'fails', make: { kind: 'failed', problem: 'too complex' } },
    { title: 'breaks the schema', make: { kind: 'made', mediaType: 'application/json', value: 'x' } },
  ] as const)('takes a sample of its own, when what Prism makes $title', async ({ make }) => {
    const bodies = createBodies(
      () => undefined,
      () => Promise.resolve(() => Promise.resolve(make)),
    );
    const [representation] = WANTED.representations;
    const representations = representation === undefined ? [] : [{ ...representation, examples: [] }];
    expect(await bodies({ ...WANTED, representations })).toMatchObject({ kind: 'made', value: 4 });
  });
});

const STATION = {
  $ref: '#/$defs/Station',
  $defs: {
    Station: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer' }, next: { $ref: '#/$defs/Station' } },
    },
  },
};

test.each([
  { title: 'nothing', schema: STATION, value: { id: 1, next: { id: 2 } }, left: { id: 1, next: { id: 2 } } },
  {
    title: 'a part that stops too early',
    schema: STATION,
    value: { id: 1, next: { id: 2, next: {} } },
    left: { id: 1, next: { id: 2 } },
  },
  {
    title: 'what holds a required part',
    schema: STATION,
    value: { id: 1, next: { id: 'x' } },
    left: { id: 1 },
  },
  { title: 'broken items', schema: { items: { type: 'integer' } }, value: [1, 'x', 2, 'y'], left: [1, 2] },
  {
    title: 'a member with an odd name',
    schema: { properties: { 'a/~': false } },
    value: { 'a/~': 1, b: 2 },
    left: { b: 2 },
  },
  { title: 'everything, where all is broken', schema: STATION, value: { id: 'x' }, left: undefined },
  {
    title: 'everything, where too much is broken',
    schema: { items: false },
    value: Array.from({ length: 40 }, () => 1),
    left: undefined,
  },
])('withoutBrokenParts() takes away $title', ({ schema, value, left }) => {
  expect(withoutBrokenParts(value, compileSchema(schema))).toEqual(left);
});
