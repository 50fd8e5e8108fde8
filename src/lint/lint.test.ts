import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { placedDocument } from '../interface/reading/open-document.ts';
import { countOf, lintDocument, lintExitCode, type LintOptions, type LintReport } from './lint.ts';
import { renderLint } from './render-lint.ts';
import { LINT_FORMATS, type LintRule, lintRules } from './rules.ts';

async function linted(text: string, options: LintOptions = {}): Promise<LintReport> {
  return lintDocument(await placedDocument({ text, file: 'openapi.yaml' }, {}), options);
}

/** A document in which there is nothing to find. */
const SOUND = `openapi: 3.1.1
info: {title: Sound, version: '1'}
security: [{key: []}]
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  responses:
    Problem:
      description: an error
      content: {application/problem+json: {schema: {$ref: '#/components/schemas/Problem'}}}
  schemas:
    Problem: {type: object, required: [title], properties: {title: {type: string}}, additionalProperties: {}}
    Thing:
      type: object
      required: [id, name]
      properties:
        id: {type: string, readOnly: true, examples: [a-1]}
        name: {type: string, minLength: 1, maxLength: 9, pattern: '^[a-z]+$', default: thing}
        size: {type: [integer, 'null'], minimum: 1, maximum: 9}
        state: {enum: [open, closed]}
        tags: {type: array, items: {type: string}}
        more: {allOf: [{required: [name]}, {$ref: '#/components/schemas/Problem'}]}
paths:
  /things:
    get:
      operationId: listThings
      parameters: [{name: limit, in: query, example: 3, schema: {type: integer, maximum: 100, default: 20}}]
      responses:
        200: {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Thing'}}}}}
        4XX: {$ref: '#/components/responses/Problem'}
    post:
      operationId: createThing
      requestBody:
        content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}, example: {name: thing}}}
      responses:
        201: {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
        401: {$ref: '#/components/responses/Problem'}
        422: {$ref: '#/components/responses/Problem'}
  /things/{thingId}:
    parameters: [{name: thingId, in: path, required: true, schema: {type: string}}]
    get:
      operationId: readThing
      responses:
        200: {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
        default: {$ref: '#/components/responses/Problem'}
  /picture:
    get:
      operationId: readPicture
      security: []
      responses: {200: {description: a picture, content: {image/png: {}}}}
`;

test('lintDocument() finds nothing in a sound document', async () => {
  const report = await linted(SOUND);
  expect(report.findings).toEqual([]);
  expect(lintExitCode(report, 0)).toBe(0);
});

/** What may follow of the changes below. */
const FOLLOWING: readonly LintRule[] = [
  'examples.valid',
  'operations.unknown-entry',
  'operations.unauthenticated',
  'document.fault',
  'schemas.bounds',
];

/** What each rule finds, in the sound document with one change. */
const BROKEN: readonly (readonly [rule: LintRule, from: string | RegExp, to: string, pointer: string])[] = [
  [
    'document.fault',
    "$ref: '#/components/schemas/Thing'}}}}}\n        4XX",
    "$ref: '#/components/schemas/Thong'}}}}}\n        4XX",
    '/paths/~1things/get/responses/200/content/application~1json/schema/items/$ref',
  ],
  ['document.fault', "'^[a-z]+$'", "'^[a-z'", '/components/schemas/Thing/properties/name/pattern'],
  [
    'document.out-of-reach',
    'operationId: readPicture',
    'operationId: readPicture\n      callbacks: {}',
    '/paths/~1picture/get/callbacks',
  ],
  [
    'paths.same',
    '  /picture:',
    '  /things/{other}:\n    get: {operationId: o, security: [], parameters: [{name: other, in: path, required: true, schema: {type: string, examples: [a]}}], responses: {204: {description: d}}}\n  /picture:',
    '/paths/~1things~1{other}',
  ],
  [
    'paths.ambiguous',
    '  /picture:',
    '  /{kind}/new:\n    get: {operationId: o, security: [], parameters: [{name: kind, in: path, required: true, schema: {type: string, examples: [a]}}], responses: {204: {description: d}}}\n  /picture:',
    '/paths/~1{kind}~1new',
  ],
  [
    'paths.trailing-slash',
    '  /picture:',
    '  /things/:\n    get: {operationId: o, security: [], responses: {204: {description: d}}}\n  /picture:',
    '/paths/~1things~1',
  ],
  ['operations.id', '      operationId: readPicture\n', '', '/paths/~1picture/get'],
  [
    'operations.responses',
    /responses: \{200: \{description: a picture.*/,
    'responses: {}',
    '/paths/~1picture/get',
  ],
  [
    'operations.success',
    '{200: {description: a picture, content: {image/png: {}}}}',
    "{404: {$ref: '#/components/responses/Problem'}}",
    '/paths/~1picture/get',
  ],
  ['operations.unauthenticated', '        401:', '        409:', '/paths/~1things/post'],
  [
    'operations.login',
    '  /picture:',
    "  /login:\n    post: {operationId: login, requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}, password: {type: string}}}}}}, responses: {204: {description: in}, 400: {$ref: '#/components/responses/Problem'}, 401: {$ref: '#/components/responses/Problem'}}}\n  /picture:",
    '/paths/~1login/post',
  ],
  ['operations.invalid-input', '        422:', '        403:', '/paths/~1things/post'],
  [
    'operations.unknown-entry',
    '  /things/{thingId}:',
    '  /others/{thingId}:',
    '/paths/~1others~1{thingId}/get',
  ],
  [
    'responses.success-body',
    'content: {image/png: {}}',
    'content: {application/json: {}}',
    '/paths/~1picture/get/responses/200/content/application~1json',
  ],
  ['responses.success-body', ', content: {image/png: {}}', '', '/paths/~1picture/get/responses/200'],
  [
    'responses.error-body',
    /\n {6}content: \{application\/problem\+json.*/,
    '',
    '/components/responses/Problem',
  ],
  [
    'schemas.type',
    '{type: string, minLength: 1',
    '{minLength: 1',
    '/components/schemas/Thing/properties/name',
  ],
  [
    'schemas.empty',
    'state: {enum: [open, closed]}',
    'state: {description: any}',
    '/components/schemas/Thing/properties/state',
  ],
  [
    'schemas.items',
    'tags: {type: array, items: {type: string}}',
    'tags: {type: array}',
    '/components/schemas/Thing/properties/tags',
  ],
  ['schemas.required', 'required: [id, name]', 'required: [id, nmae]', '/components/schemas/Thing/required'],
  [
    'schemas.bounds',
    'minimum: 1, maximum: 9',
    'minimum: 10, maximum: 9',
    '/components/schemas/Thing/properties/size/minimum',
  ],
  [
    'schemas.enum',
    'state: {enum: [open, closed]}',
    'state: {type: string, enum: [open, 1]}',
    '/components/schemas/Thing/properties/state/enum/1',
  ],
  ['schemas.pattern', "'^[a-z]+$'", "'\\A[a-z]+\\Z'", '/components/schemas/Thing/properties/name/pattern'],
  ['schemas.pattern', "'^[a-z]+$'", "'/^[a-z]+$/'", '/components/schemas/Thing/properties/name/pattern'],
  ['schemas.keyword', 'minLength: 1', 'minlength: 1', '/components/schemas/Thing/properties/name/minlength'],
  ['schemas.keyword', 'required: [id, name]', 'require: [id, name]', '/components/schemas/Thing/require'],
  [
    'schemas.format',
    'state: {enum: [open, closed]}',
    'state: {type: string, format: datetime}',
    '/components/schemas/Thing/properties/state/format',
  ],
  [
    'document.fault',
    'id: {type: string, readOnly',
    'id: {type: str, readOnly',
    '/components/schemas/Thing/properties/id/type',
  ],
  ['examples.valid', 'example: 3', 'example: 300', '/paths/~1things/get/parameters/0/example'],
  [
    'examples.valid',
    'example: {name: thing}',
    'example: {name: 7}',
    '/paths/~1things/post/requestBody/content/application~1json/example',
  ],
  [
    'examples.valid',
    'examples: [a-1]',
    'examples: [1]',
    '/components/schemas/Thing/properties/id/examples/0',
  ],
  ['examples.default', 'default: 20', 'default: 200', '/paths/~1things/get/parameters/0/schema/default'],
];

test.each(BROKEN)('lintDocument() finds %s in %j as %j', async (rule, from, to, pointer) => {
  const text = SOUND.replace(from, to);
  expect(text).not.toBe(SOUND);
  const { findings } = await linted(text);
  const own = findings.filter((finding) => finding.rule === rule);
  expect(own.map((finding) => finding.pointer)).toContain(pointer);
  const [first] = own;
  expect(first?.line).toBeGreaterThan(1);
  expect(first?.repair).not.toBe('');
  const others = findings.filter((finding) => finding.rule !== rule).map((finding) => finding.rule);
  expect(others.filter((other) => !FOLLOWING.includes(other))).toEqual([]);
});

test('lintDocument() finds keywords beside a reference before OpenAPI 3.1 alone', async () => {
  const text = SOUND.replace(
    'state: {enum: [open, closed]}',
    "state: {$ref: '#/components/schemas/Problem', maxProperties: 2}",
  );
  expect((await linted(text)).findings).toEqual([]);
  const old = await linted(
    text.replace('3.1.1', '3.0.3').replace("type: [integer, 'null']", 'type: integer'),
  );
  expect(old.findings.filter(({ rule }) => rule === 'schemas.siblings')).toHaveLength(1);
});

test('each rule is shown to find something', () => {
  const shown = new Set<string>([...BROKEN.map(([rule]) => rule), 'schemas.siblings']);
  expect(lintRules.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
});

test('lintDocument() points into Swagger 2.0 as it is written', async () => {
  const { findings } = await linted(`swagger: '2.0'
info: {title: T, version: '1'}
paths:
  /a:
    get:
      operationId: a
      produces: [application/json]
      responses: {200: {description: d, schema: {type: array}}}
`);
  expect(findings).toMatchObject([
    { rule: 'schemas.items', line: 8, pointer: '/paths/~1a/get/responses/200/schema' },
  ]);
});

test('lintDocument() tells what can not be read at all as one error', async () => {
  const report = await linted('swagger: 1');
  expect(report.findings).toMatchObject([{ rule: 'document.fault', line: 1 }]);
  expect(lintExitCode(report, undefined)).toBe(1);
});

test('lintExitCode() counts warnings where they are limited, and notes never', async () => {
  const report = await linted(
    SOUND.replace('        401:', '        409:').replace('      operationId: readPicture\n', ''),
  );
  expect([countOf(report, 'error'), countOf(report, 'warning'), countOf(report, 'note')]).toEqual([0, 1, 1]);
  expect([undefined, 1, 0].map((most) => lintExitCode(report, most))).toEqual([0, 0, 1]);
  expect(
    (await linted(SOUND.replace('        401:', '        409:'), { ignored: ['operations.unauthenticated'] }))
      .findings,
  ).toEqual([]);
});

const HOSTILE = SOUND.replace('title: Sound', 'title: "<script>alert(1)</script>\\e[31m ::error::x | `y`"')
  .replace('  /picture:', '  "/<img src=x>\\e[2J|`":')
  .replace('      operationId: readPicture\n', '');

test.each(LINT_FORMATS)('renderLint() gives %s, whatever the document holds', async (format) => {
  const layout = { colour: false, width: 80, verbose: false, maxWarnings: undefined };
  const text = renderLint(format, await linted(HOSTILE), layout);
  expect(text).not.toContain('\u001b');
  expect(text).toContain('operations.id');
  if (format !== 'json' && format !== 'sarif' && format !== 'gitlab')
    expect(text).not.toMatch(/^::error::x/m);
  if (format === 'html') expect(text).not.toMatch(/<img|<script>alert/);
  if (['json', 'sarif', 'gitlab'].includes(format)) expect(() => JSON.parse(text) as unknown).not.toThrow();
});

test('lintDocument() says what a type that is none means', async () => {
  const { findings } = await linted(
    SOUND.replace('id: {type: string, readOnly', 'id: {type: guid, readOnly'),
  );
  expect(findings.map(({ repair }) => repair)).toContain('Write `type: string` and `format: uuid`.');
});

test.each([
  ['integers', '{type: integer, examples: [1]}', 0],
  ['other values', '{enum: [a, b]}', 0],
  ['what the other path says there', '{enum: [a, things]}', 1],
])(
  'lintDocument() tells of an address that fits two paths, where a parameter takes %s',
  async (_what, schema, found) => {
    const path = `  /{kind}/new:\n    get: {operationId: o, security: [], parameters: [{name: kind, in: path, required: true, schema: ${schema}}], responses: {204: {description: d}}}\n`;
    const { findings } = await linted(SOUND.replace('  /picture:', `${path}  /picture:`));
    expect(findings.filter(({ rule }) => rule === 'paths.ambiguous')).toHaveLength(found);
  },
);

test('lintDocument() says what to do about a name that is there twice, and about a reference to nothing', async () => {
  const twice = await linted(SOUND.replace('      operationId: readPicture\n', (line) => line + line));
  expect(twice.findings).toContainEqual(
    expect.objectContaining({
      message: '"operationId" is there twice: the last one counts',
      repair: 'Keep one of them.',
    }),
  );
  const empty = await linted(SOUND.replace('{type: string, readOnly: true, examples: [a-1]}', "{$ref: ''}"));
  expect(empty.findings.map(({ message }) => message).join()).toContain('the reference is empty');
});

test('docs/lint.md lists the rules', () => {
  const page = readFileSync('docs/lint.md', 'utf8').replaceAll(/ +/g, ' ');
  for (const { id, level, title } of lintRules) expect(page).toContain(`| \`${id}\` | ${level} | ${title} |`);
});
