import { expect, test } from 'vitest';
import { documentOf, lineOf } from '../../test/specs/library-of.ts';
import { childOf, InterfaceFault, positionOf, rootOf } from './cursor.ts';
import { withOverlays } from './overlay.ts';
import { parseSource, type SourceDocument } from './source.ts';

const BASE = `openapi: 3.1.1
info: {title: T, version: '1'}
tags: [{name: a}, {name: b}, {name: c}]
x-shared: &shared {kept: true}
x-alias: *shared
paths:
  /a:
    get:
      summary: one
      parameters: [{name: filter, in: query}]
  /b:
    get: {summary: two}
    delete: {summary: three}
`;

function overlayOf(actions: string, version = '1.1.0'): SourceDocument {
  const text = `overlay: ${version}\ninfo: {title: O, version: '1'}\nactions:\n${actions}`;
  return parseSource(text, { path: '/interface/o.yaml', file: 'o.yaml' });
}

type Applied = { readonly document: SourceDocument; readonly lost: readonly string[] };

async function applied(actions: string, base = BASE, version?: string): Promise<Applied> {
  const lost: string[] = [];
  const document = await withOverlays(documentOf(base), [overlayOf(actions, version)], (fault, consequence) =>
    lost.push(`${fault.problem.problem}: ${consequence}`),
  );
  return { document, lost };
}

function at(document: SourceDocument, ...names: readonly string[]): unknown {
  return names.reduce<ReturnType<typeof childOf>>(
    (cursor, name) => (cursor === undefined ? undefined : childOf(cursor, name)),
    rootOf(document),
  )?.value;
}

test.each<readonly [what: string, actions: string, path: readonly string[], value: unknown]>([
  [
    'merges a mapping',
    '- {target: $.info, update: {title: U, x-new: 1}}',
    ['info'],
    { title: 'U', version: '1', 'x-new': 1 },
  ],
  [
    'merges deeply',
    '- {target: $, update: {paths: {/a: {get: {operationId: readA}}}}}',
    ['paths', '/a', 'get', 'operationId'],
    'readA',
  ],
  [
    'keeps what it has no value for',
    '- {target: $, update: {paths: }}',
    ['paths', '/b', 'get', 'summary'],
    'two',
  ],
  ['concatenates lists', '- {target: $, update: {tags: [{name: d}]}}', ['tags', '3'], { name: 'd' }],
  ['appends one to a list', '- {target: $.tags, update: {name: d}}', ['tags', '3'], { name: 'd' }],
  [
    'appends several to a list',
    '- {target: $.tags, update: [{name: d}, {name: e}]}',
    ['tags', '4'],
    { name: 'e' },
  ],
  [
    'replaces single values',
    '- {target: $.paths.*.*.summary, update: new}',
    ['paths', '/b', 'delete', 'summary'],
    'new',
  ],
  [
    'updates all that a filter selects',
    '- {target: "$.paths.*.get.parameters[?@.name==\'filter\']", update: {required: true}}',
    ['paths', '/a', 'get', 'parameters', '0', 'required'],
    true,
  ],
  [
    'removes members',
    '- {target: $.paths.*.delete, remove: true}',
    ['paths', '/b'],
    { get: { summary: 'two' } },
  ],
  ['removes items', '- {target: "$.tags[?@.name != \'b\']", remove: true}', ['tags'], [{ name: 'b' }]],
  [
    'removes and makes again',
    '- {target: $.tags, remove: true}\n- {target: $, update: {tags: []}}',
    ['tags'],
    [],
  ],
  [
    'copies',
    '- {target: "$.paths[\'/b\'].get", copy: "$.paths[\'/a\'].get"}',
    ['paths', '/b', 'get'],
    { summary: 'one', parameters: [{ name: 'filter', in: 'query' }] },
  ],
  ['tells aliases apart', '- {target: $.x-alias, update: {kept: false}}', ['x-shared'], { kept: true }],
  [
    'leaves out what says that it removes nothing',
    '- {target: $.tags, remove: false}',
    ['tags', '0'],
    { name: 'a' },
  ],
  [
    'takes names of nobody',
    '- {target: $, update: {__proto__: {polluted: 1}}}',
    ['__proto__'],
    { polluted: 1 },
  ],
])('withOverlays() %s', async (_what, actions, path, value) => {
  const { document, lost } = await applied(actions);
  expect(at(document, ...path)).toEqual(value);
  expect(lost).toEqual([]);
  expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined();
});

test('withOverlays() leaves the document as it was read, and is the document without any', async () => {
  const base = documentOf(BASE);
  const before = structuredClone(base.root);
  await withOverlays(base, [overlayOf('- {target: $.paths, remove: true}')], () => undefined);
  expect(base.root).toEqual(before);
  expect(await withOverlays(base, [], () => undefined)).toBe(base);
});

test('withOverlays() gives places in what wrote them', async () => {
  const actions = `- target: $.tags[0]
  remove: true
- target: $.paths['/a'].get
  update:
    responses:
      200: {description: ok}
- target: $.paths['/b'].get
  copy: $.paths['/a'].get
`;
  const { document } = await applied(actions);
  const place = (...location: readonly string[]): string => {
    const { file, line } = positionOf({ document, location, value: null });
    return `${file}:${String(line)}`;
  };
  const overlay = `overlay: 1\ninfo: x\nactions:\n${actions}`;
  expect(place('tags', '0')).toBe(`openapi.yaml:${String(lineOf(BASE, 'tags:'))}`);
  expect(place('paths', '/a', 'get', 'summary')).toBe(`openapi.yaml:${String(lineOf(BASE, 'summary: one'))}`);
  expect(place('paths', '/a', 'get', 'responses', '200', 'description')).toBe(
    `o.yaml:${String(lineOf(overlay, '200:'))}`,
  );
  expect(place('paths', '/b', 'get', 'responses', '200')).toBe(`o.yaml:${String(lineOf(overlay, '200:'))}`);
  expect(place('paths', '/b', 'get', 'parameters', '0')).toBe(
    `openapi.yaml:${String(lineOf(BASE, 'parameters:'))}`,
  );
  expect(document.lineAt(['paths', '/b', 'delete'])).toBe(lineOf(BASE, 'delete:'));
});

test('withOverlays() tells of actions that change nothing', async () => {
  const { lost } = await applied(`- {target: "$.paths['/c']", remove: true}`);
  expect(lost).toEqual(['nothing in the document is at "$.paths[\'/c\']": the action changes nothing']);
});

test.each<readonly [what: string, actions: string, told: RegExp]>([
  ['what is no JSONPath', '- {target: "$.paths[?(", remove: true}', /is no JSONPath/],
  ['what is no query', '- {target: paths, remove: true}', /is no JSONPath/],
  ['an action without a target', '- {remove: true}', /has no `target`/],
  ['an action that there is not', '- {target: $, replace: 1}', /has no `replace`/],
  ['kinds that do not fit', '- {target: $.info, update: [1]}', /is a list.*is a mapping/],
  [
    'kinds that do not fit deeper down',
    '- {target: $.info, update: {title: {}}}',
    /is a mapping.*a single value/,
  ],
  [
    'a mapping for a single value',
    '- {target: $.info.title, update: {a: 1}}',
    /is a mapping.*a single value/,
  ],
  ['the end of the document', '- {target: $, remove: true}', /as a whole/],
  ['a copy of many', '- {target: $.info, copy: $.paths.*}', /selects more than one/],
  ['a copy of nothing', '- {target: $.info, copy: $.nothing}', /selects nothing/],
  ['two at once', '- {target: $.info, copy: $.tags, update: {}}', /both `update` and `copy`/],
  ['a removal that is no boolean', '- {target: $.info, remove: "yes"}', /is no boolean/],
])('withOverlays() names the line of %s', async (_what, actions, told) => {
  const fault = await applied(actions).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(InterfaceFault);
  expect(fault).toMatchObject({ problem: { file: 'o.yaml', line: 4, problem: expect.stringMatching(told) } });
});

test('withOverlays() refuses versions that it does not know', async () => {
  const fault = await applied('- {target: $, update: {}}', BASE, '2.0.0').catch((error: unknown) => error);
  expect(fault).toMatchObject({ problem: { file: 'o.yaml', line: 1, problem: '`overlay` is "2.0.0"' } });
});
