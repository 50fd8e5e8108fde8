import { describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import { compileSchema } from '../../src/schema/compile.ts';
import { loadFiles, loadStrictly } from '../specs/load-files.ts';

/** A document with one operation that has the construct, and two beside it that have not. */
type Row = {
  readonly title: string;
  /** Members of the operation `GET /odd/{id}`. */
  readonly odd?: object;
  /** Members of the document besides `openapi`, `info` and `paths`; they replace those of the same name. */
  readonly root?: object;
  /** Members of `paths` besides. */
  readonly paths?: object;
  readonly openapi?: string | number;
  /** What is noted, in words of it, with its consequence. */
  readonly notes: readonly (readonly [problem: RegExp, consequence: RegExp])[];
  /** Whether the odd operation is still asked, and what a valid answer of it is and what not. */
  readonly reach: 'in' | 'out';
  readonly valid?: unknown;
  readonly invalid?: unknown;
  /** False for what OpenAPI allows: `--strict-document` has nothing against it. */
  readonly isFault?: false;
};

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const fine = (id: string): object => ({
  operationId: id,
  responses: {
    200: { description: 'Fine', content: { 'application/json': { schema: { type: 'object' } } } },
  },
});
const answers = (schema: unknown): object => ({
  responses: { 200: { description: 'Odd', content: { 'application/json': { schema } } } },
});
const takes = (schema: unknown): object => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
});
const secured = (security: unknown, securitySchemes: object): Pick<Row, 'odd' | 'root'> => ({
  odd: { security },
  root: { components: { securitySchemes } },
});

const BEARER = { type: 'http', scheme: 'bearer' };
const KEY = { type: 'apiKey', in: 'header', name: 'X-Key' };
const OUT = /^GET \/odd\/\{id\} is out of reach$/;
const UNJUDGED = /^that constraint is neither generated nor judged$/;
const NOTHING = /^it is read as if that were not there$/;

const ROWS: readonly Row[] = [
  {
    title: 'schemes combined with AND',
    ...secured([{ a: [], b: [] }], { a: BEARER, b: KEY }),
    notes: [],
    reach: 'in',
    isFault: false,
  },
  {
    title: 'schemes combined with AND that one credential serves',
    ...secured([{ a: [], b: [] }], { a: BEARER, b: { type: 'oauth2', flows: {} } }),
    notes: [],
    reach: 'in',
    isFault: false,
  },
  {
    title: 'mutualTLS on one operation',
    ...secured([{ a: [] }], { a: { type: 'mutualTLS' } }),
    notes: [[/can send none of the security schemes asked for: "a"/, OUT]],
    reach: 'out',
    isFault: false,
  },
  {
    title: 'digest on one operation',
    ...secured([{ a: [] }], { a: { type: 'http', scheme: 'digest' } }),
    notes: [[/can send none/, OUT]],
    reach: 'out',
    isFault: false,
  },
  {
    title: 'a security scheme that nothing describes',
    ...secured([{ nowhere: [] }], { a: BEARER }),
    notes: [[/there is no security scheme "nowhere"/, OUT]],
    reach: 'out',
  },
  {
    title: 'one that nothing describes, whose name says what it is',
    ...secured([{ bearerAuth: [] }], {}),
    notes: [[/there is no security scheme "bearerAuth"/, /read as http with the scheme bearer$/]],
    reach: 'in',
  },
  {
    title: 'one that nothing describes, beside the one that it means',
    ...secured([{ 'JWT Token': [] }], { a: BEARER, b: KEY }),
    notes: [[/there is no security scheme "JWT Token"/, /read as "a"$/]],
    reach: 'in',
  },
  {
    title: 'one that nothing describes, and an alternative',
    ...secured([{ nowhere: [] }, { a: [] }], { a: BEARER }),
    notes: [[/there is no security scheme "nowhere"/, /never used/]],
    reach: 'in',
  },
  {
    title: 'a $ref to https in an answer',
    odd: answers({
      type: 'object',
      required: ['a'],
      properties: { a: { $ref: 'https://example.com/a.json' } },
    }),
    notes: [[/leads out to another place/, /any value is taken at that place/]],
    reach: 'in',
    valid: { a: 1 },
    invalid: {},
    isFault: false,
  },
  {
    title: 'a $ref to https in a body',
    odd: takes({ $ref: 'https://example.com/a.json' }),
    notes: [
      [/leads out to another place/, /any value is taken/],
      [/schema of the body \(application\/json\) is not there as a whole/, OUT],
    ],
    reach: 'out',
    isFault: false,
  },
  {
    title: 'a dangling $ref in an answer',
    odd: answers({ $ref: '#/components/schemas/Nothing' }),
    notes: [[/leads to nothing/, /any value is taken/]],
    reach: 'in',
    valid: [1],
  },
  {
    title: 'a dangling $ref to a response',
    odd: { responses: { 200: { $ref: '#/components/responses/Nothing' } } },
    notes: [[/leads to nothing/, /only the status is judged/]],
    reach: 'in',
  },
  {
    title: 'a dangling $ref to a parameter, which may be a required one',
    odd: { parameters: [{ $ref: '#/components/parameters/Nothing' }] },
    notes: [[/leads to nothing/, OUT]],
    reach: 'out',
  },
  {
    title: 'a dangling $ref in an optional parameter',
    odd: { parameters: [{ name: 'q', in: 'query', schema: { $ref: '#/components/schemas/Nothing' } }] },
    notes: [
      [/leads to nothing/, /any value is taken/],
      [/schema of the parameter "q"/, /the parameter is never sent/],
    ],
    reach: 'in',
  },
  {
    title: 'an empty enumeration',
    odd: answers({ type: 'object', properties: { a: { type: 'string', enum: [] } } }),
    notes: [[/lists no value/, UNJUDGED]],
    reach: 'in',
    valid: { a: 'x' },
    invalid: { a: 1 },
  },
  {
    title: 'a pattern of another dialect',
    odd: answers({ type: 'string', pattern: '\\A[[:alpha:]]++\\Z' }),
    notes: [],
    reach: 'in',
    valid: 'abc',
    invalid: 'a1',
    isFault: false,
  },
  {
    title: 'a pattern between slashes',
    odd: answers({ type: 'string', pattern: '/^[\\w-.]+$/' }),
    notes: [],
    reach: 'in',
    valid: 'a-b.c',
    invalid: 'a+b',
    isFault: false,
  },
  {
    title: 'a pattern that dialects read differently',
    odd: answers({ type: 'string', pattern: '^\\h+$' }),
    notes: [[/is not a regular expression/, UNJUDGED]],
    reach: 'in',
    valid: 'whatever',
    invalid: 5,
  },
  {
    title: 'such a pattern where only one branch may fit',
    odd: answers({
      oneOf: [
        { type: 'string', pattern: '^\\h$' },
        { type: 'string', maxLength: 3 },
      ],
    }),
    notes: [[/is not a regular expression/, UNJUDGED]],
    reach: 'in',
    valid: 'abc',
    invalid: 5,
  },
  {
    title: 'such a pattern under not',
    odd: answers({ type: 'string', not: { pattern: '^\\h$' } }),
    notes: [[/is not a regular expression/, UNJUDGED]],
    reach: 'in',
    valid: 'abc',
    invalid: 5,
  },
  {
    title: 'a schema that is null',
    odd: answers({ type: 'object', properties: { a: null } }),
    notes: [[/is not a schema/, UNJUDGED]],
    reach: 'in',
    valid: { a: 1 },
    invalid: 5,
  },
  {
    title: 'a name that is required twice',
    odd: answers({ type: 'object', required: ['a', 'a', 'b'] }),
    notes: [[/must NOT have duplicate items/, NOTHING]],
    reach: 'in',
    valid: { a: 1, b: 1 },
    invalid: { a: 1 },
  },
  {
    title: 'examples as a map in a schema',
    odd: answers({ type: 'string', examples: { one: { value: 'a' } } }),
    notes: [[/examples.* must be array/, NOTHING]],
    reach: 'in',
    valid: 'a',
    invalid: 5,
  },
  {
    title: 'a path parameter that nothing describes',
    paths: { '/other/{nobody}': { get: fine('other') } },
    notes: [[/names the parameter "nobody"/, /it is taken for text/]],
    reach: 'in',
  },
  {
    title: 'a path parameter that the path lacks',
    odd: { parameters: [{ name: 'more', in: 'path', required: true, schema: {} }] },
    notes: [[/"more" is not in the path/, /the parameter is never sent/]],
    reach: 'in',
  },
  {
    title: 'an operationId that is used twice',
    paths: { '/other': { get: fine('one') } },
    notes: [[/"one" is used twice/, /this one goes by "GET \/other"/]],
    reach: 'in',
  },
  {
    title: 'an $anchor',
    odd: answers({ $ref: '#place' }),
    root: { components: { schemas: { Place: { $anchor: 'place', type: 'integer' } } } },
    notes: [],
    reach: 'in',
    valid: 5,
    invalid: 'a',
    isFault: false,
  },
  {
    title: 'a $dynamicRef with one place to go',
    odd: answers({ $dynamicRef: '#node' }),
    root: { components: { schemas: { Node: { $dynamicAnchor: 'node', type: 'integer' } } } },
    notes: [],
    reach: 'in',
    valid: 5,
    invalid: 'a',
    isFault: false,
  },
  {
    title: 'a $dynamicRef with several',
    odd: answers({ type: 'array', items: { $dynamicRef: '#node' } }),
    root: {
      components: {
        schemas: {
          Node: { $dynamicAnchor: 'node', not: {} },
          Text: { $dynamicAnchor: 'node', type: 'string' },
        },
      },
    },
    notes: [[/an anchor that no schema has, or more than one/, /any value is taken/]],
    reach: 'in',
    valid: ['a'],
    invalid: 5,
  },
  {
    title: 'a $ref to the $id of a schema',
    odd: answers({ $ref: 'https://example.com/place' }),
    root: { components: { schemas: { Place: { $id: 'https://example.com/place', type: 'integer' } } } },
    notes: [],
    reach: 'in',
    valid: 5,
    invalid: 'a',
    isFault: false,
  },
  {
    title: 'an optional parameter with content',
    odd: { parameters: [{ name: 'f', in: 'query', content: { 'text/csv': {} } }] },
    notes: [[/serialization of its own/, /the parameter is never sent/]],
    reach: 'in',
    isFault: false,
  },
  {
    title: 'a required parameter that is JSON text',
    odd: { parameters: [{ name: 'f', in: 'query', required: true, content: { 'application/json': {} } }] },
    notes: [],
    reach: 'in',
    isFault: false,
  },
  {
    title: 'a required parameter with content',
    odd: { parameters: [{ name: 'f', in: 'query', required: true, content: { 'text/csv': {} } }] },
    notes: [[/serialization of its own/, OUT]],
    reach: 'out',
    isFault: false,
  },
  {
    title: 'nullable in 3.1, which has no such word',
    openapi: '3.1.0',
    odd: answers({ type: 'object', properties: { next: { type: 'string', format: 'uri', nullable: true } } }),
    notes: [],
    reach: 'in',
    valid: { next: null },
    invalid: { next: 7 },
    isFault: false,
  },
  { title: "openapi: '3.1'", openapi: '3.1', notes: [], reach: 'in', isFault: false },
  { title: "openapi: '3.0'", openapi: '3.0', notes: [], reach: 'in', isFault: false },
  { title: 'openapi: 3.2.0', openapi: '3.2.0', notes: [], reach: 'in', isFault: false },
  {
    title: 'a version that is a number',
    openapi: 3.1,
    notes: [[/is 3.1, not text/, /read as text/]],
    reach: 'in',
  },
  {
    title: 'query and additionalOperations',
    openapi: '3.2.0',
    paths: { '/more': { query: fine('search'), additionalOperations: { COPY: fine('copy') } } },
    notes: [
      [/sends no QUERY requests/, /QUERY \/more is out of reach/],
      [/sends no COPY requests/, /COPY \/more is out of reach/],
    ],
    reach: 'in',
    isFault: false,
  },
  {
    title: 'webhooks and callbacks',
    root: { webhooks: { told: { post: fine('told') } } },
    odd: { callbacks: { told: {} } },
    notes: [
      [/callbacks are requests that the service makes/, /out of reach/],
      [/webhooks are requests that the service makes/, /out of reach/],
    ],
    reach: 'in',
    isFault: false,
  },
  {
    title: 'formats that nobody knows',
    odd: answers({ type: 'string', format: 'phone-number' }),
    notes: [],
    reach: 'in',
    valid: 'no phone',
    invalid: 5,
    isFault: false,
  },
  {
    title: 'a body that is no mapping',
    odd: { requestBody: 17 },
    notes: [[/requestBody` is 17, not a mapping/, OUT]],
    reach: 'out',
  },
  {
    title: 'no version of the document',
    root: { info: { title: 'a' } },
    notes: [[/no `version`/, /shown/]],
    reach: 'in',
  },
  {
    title: 'a server whose variable nothing describes',
    root: { servers: [{ url: 'https://{host}/v1' }] },
    notes: [[/variable "host"/, /base path/]],
    reach: 'in',
  },
  {
    title: 'a path without a slash',
    paths: { other: { get: fine('other') } },
    notes: [[/does not start with a slash/, /everything under "other" is out of reach/]],
    reach: 'in',
  },
  {
    title: 'a broken collection of x-collections',
    root: { 'x-collections': [{ create: 'nobody' }] },
    notes: [[/x-collections/, /not tested as one/]],
    reach: 'in',
  },
];

function textOf({ odd = {}, root = {}, paths = {}, openapi = '3.1.0' }: Row): string {
  const operation = { ...fine('odd'), ...odd };
  return JSON.stringify(
    {
      openapi,
      info: { title: 'As it is', version: '1' },
      paths: {
        '/one': { get: fine('one') },
        '/odd/{id}': { parameters: [ID], get: operation },
        '/two': { get: fine('two') },
        ...paths,
      },
      ...root,
    },
    null,
    1,
  );
}

async function load(row: Row): Promise<Interface> {
  const loaded = await loadFiles({ 'openapi.json': textOf(row) });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

describe('a document as it is', () => {
  test.each(ROWS)('loads, says what is lost and keeps the rest: $title', async (row) => {
    const { operations, notes = [] } = await load(row);
    expect(notes.map(({ problem, consequence }) => [problem, consequence])).toEqual(
      row.notes.map(([problem, consequence]) => [
        expect.stringMatching(problem),
        expect.stringMatching(consequence),
      ]),
    );
    const lines = textOf(row).split('\n').length;
    for (const { file, line } of notes) {
      expect(file).toMatch(/openapi\.json$/);
      expect(line).toBeLessThanOrEqual(lines);
    }
    const find = (id: string): Interface['operations'][number] | undefined =>
      operations.find((operation) => operation.id === id);
    for (const id of ['one', 'two']) {
      expect(find(id)).toMatchObject({ documentation: 'full' });
      expect(find(id)?.outOfReach).toBeUndefined();
    }
    const odd = find('odd');
    expect(odd?.outOfReach === undefined ? 'in' : 'out').toBe(row.reach);
    const schema = odd?.responses[0]?.representations[0]?.schema ?? true;
    if (row.valid !== undefined) expect(compileSchema(schema)(row.valid)).toEqual([]);
    if (row.invalid !== undefined) expect(compileSchema(schema)(row.invalid)).not.toEqual([]);
  });

  test.each(ROWS)('is refused with --strict-document only for a fault of its own: $title', async (row) => {
    const loaded = await loadStrictly({ 'openapi.json': textOf(row) });
    expect(loaded.kind).toBe(row.isFault === false ? 'loaded' : 'broken');
  });
});
