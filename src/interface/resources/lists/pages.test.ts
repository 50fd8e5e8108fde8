import { describe, expect, test } from 'vitest';
import { loadFiles } from '../../../../test/specs/load-files.ts';
import type { Interface } from '../../model.ts';
import { isOpenValue } from './list-queries.ts';
import { usualOrder } from './list-orders.ts';
import { type ListModel, listModelsOf } from './pages.ts';
import { toldMembersOf } from './paging-members.ts';

const ENTRY = [
  '{type: object, properties: {id: {type: integer}, name: {type: string}, kind: {type: string, enum: [a, b]}, ',
  "size: {type: integer}, isLit: {type: boolean}, grade: {anyOf: [{type: string, enum: [x, y]}, {type: 'null'}]}, ownerId: {type: integer}, language: {type: string}, severity: {type: string, enum: [low, high]}, rank: {type: integer, enum: [0, 1]}, archived: {type: boolean}, madeAt: {type: string, format: date-time}, tags: {type: array, items: {type: string}}, born: {type: string, format: date}, parts: {type: array, items: {type: integer}}}}",
].join('');

type Words = {
  readonly parameters?: readonly string[];
  readonly body?: string;
  readonly headers?: string;
  readonly beside?: string;
};

async function load({ parameters = [], body, headers, beside = '' }: Words): Promise<Interface> {
  const schema = body ?? `{type: array, items: ${ENTRY}}`;
  const loaded = await loadFiles({
    'openapi.yaml': `openapi: 3.1.0
info: {title: t, version: '1'}
${beside}
paths:
  /things:
    get:
      operationId: list
      parameters: [${parameters.join(', ')}]
      responses:
        '200':
          description: d
          ${headers ?? ''}
          content: {application/json: {schema: ${schema}}}
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

async function modelOf(words: Words): Promise<ListModel | undefined> {
  return listModelsOf(await load(words))[0];
}

const whole = (name: string, more = ''): string =>
  `{name: '${name}', in: query, schema: {type: integer${more}}}`;
const text = (name: string, more = ''): string =>
  `{name: '${name}', in: query, schema: {type: string${more}}}`;
const either = (name: string, ...ways: readonly string[]): string =>
  `{name: '${name}', in: query, schema: {anyOf: [${ways.join(', ')}]}}`;
const MOMENT = '{type: string, format: date-time}';
const saying = (name: string, description: string, schema: string): string =>
  `{name: '${name}', in: query, description: ${description}, schema: ${schema}}`;
const wrapped = (members: string): string =>
  `{type: object, properties: {items: {type: array, items: ${ENTRY}}, ${members}}}`;

describe('listModelsOf() finds how pages are named', () => {
  test.each([
    ['offset and limit', [whole('limit'), whole('offset')], 'offset offset 0 limit'],
    ['skip and top', [whole('$top'), whole('$skip')], 'offset $skip 0 $top'],
    [
      'numbers or nothing, and their own texts',
      [
        either('limit', '{type: integer}', "{type: 'null'}"),
        either('offset', '{type: string, format: integer}', '{type: integer}'),
      ],
      'offset offset 0 limit',
    ],
    ['numbers from 1', [whole('page', ', minimum: 1'), whole('per_page')], 'page page 1 per_page'],
    ['numbers from 0', [whole('page', ', default: 0'), whole('size')], 'page page 0 size'],
    ['numbers from nobody knows where', [whole('page', ', minimum: 0'), whole('size')], 'page page - size'],
    ['JSON:API', [whole('page[number]'), whole('page[size]')], 'page page[number] - page[size]'],
    ['a token', [text('pageToken'), whole('maxResults')], 'cursor pageToken - maxResults'],
    ['the last entry', [whole('starting_after'), whole('limit')], 'cursor starting_after - limit'],
    ['a length alone', [whole('limit')], '- - - limit'],
    ['an index from nobody knows where', [whole('startIndex'), whole('count')], '- - - count'],
  ])('%s', async (_name, parameters, told) => {
    const model = await modelOf({ parameters });
    const { pages, size } = model ?? {};
    const found = [pages?.by, pages?.position?.name, pages?.first, size?.parameter.name];
    expect(found.map((one) => one ?? '-').join(' ')).toBe(told);
  });

  test.each([
    [
      'a text in the answer',
      { parameters: [text('after')], body: wrapped('next_cursor: {type: string}') },
      'cursor',
    ],
    [
      'a text in the answer, and the description of a parameter',
      {
        parameters: [saying('before', 'Cursor of the page. Omit it first.', '{type: string}')],
        body: wrapped('next_cursor: {type: string}'),
      },
      'cursor',
    ],
    [
      'an address in the answer',
      { body: wrapped('links: {type: object, properties: {next: {type: string}}}') },
      'link',
    ],
    ['a Link field', { headers: 'headers: {Link: {schema: {type: string}}}' }, 'link'],
  ])('%s', async (_name, words, by) => {
    expect((await modelOf(words))?.pages?.by).toBe(by);
  });

  test.each([
    ['a date', [text('after', ', format: date-time')]],
    ['a text that no answer gives', [text('after')]],
    ['a length alone', [whole('limit')], 'next: {type: string, format: date-time}'],
    ['a length alone, beside what no parameter takes', [whole('limit')], 'next_cursor: {type: string}'],
    ['a moment beside a text that answers give', [text('before')], 'next_cursor: {type: string}'],
    [
      'an order beside a text that answers give',
      [saying('by', 'The order. It has to stay the same behind a cursor.', '{type: string}')],
      'next_cursor: {type: string}',
    ],
    ['a length that is a member', [whole('size')]],
    ['a page that is a text', [text('page')]],
  ])('and takes %s for none', async (_name, parameters, told?: string) => {
    const body = told === undefined ? {} : { body: wrapped(told) };
    expect((await modelOf({ parameters, ...body }))?.pages).toBeUndefined();
  });

  test('and takes links and errors for no entries', async () => {
    const body = `{type: object, properties: {links: {type: array, items: ${ENTRY}}}}`;
    expect(await modelOf({ parameters: [whole('limit'), whole('offset')], body })).toBeUndefined();
  });
});

describe('x-pages', () => {
  const parameters = [whole('n'), whole('k')];
  const hint = (words: string): string => `x-pages: [{list: list, ${words}}]`;

  test('says how pages are named', async () => {
    const model = await modelOf({ parameters, beside: hint('by: page, position: n, size: k, first: 0') });
    expect(model).toMatchObject({ isDeclared: true, pages: { by: 'page', first: 0 } });
    expect(model?.size?.parameter.name).toBe('k');
  });

  test('says that there are none', async () => {
    const model = await modelOf({
      parameters: [whole('limit'), whole('offset'), text('kind')],
      beside: hint('by: none'),
    });
    expect(model).toMatchObject({ pages: undefined, size: undefined });
  });

  test.each([
    ['a parameter that is not there', 'position: nobody'],
    ['a way that is none', 'by: feeling'],
    ['a name that is none', 'pace: 3'],
  ])('is left out, with a note, for %s', async (_name, words) => {
    const document = await load({ parameters, beside: hint(words) });
    expect(document.pageHints).toBeUndefined();
    expect(document.notes).toMatchObject([{ consequence: 'the pages of that list are guessed' }]);
  });
});

describe('listModelsOf() finds filters and orders', () => {
  test.each([
    ['an enum', text('kind', ', enum: [a, b]'), 'kind exact'],
    [
      'an enum or null',
      '{name: kind, in: query, schema: {anyOf: [{type: string, enum: [a, b]}, {type: "null"}]}}',
      'kind exact',
    ],
    ['an enum or nothing', either('kind', '{type: string, enum: [a, b]}', "{type: 'null'}"), 'kind exact'],
    ['an enum of a member that may be nothing', text('grade', ', enum: [x, y]'), 'grade exact'],
    ['constants', either('kind', '{const: a}', '{const: b}'), 'kind exact'],
    ['what differs', either('kind', '{type: string}', '{type: array, items: {type: string}}'), ''],
    ['a flag', '{name: isLit, in: query, schema: {type: boolean}}', 'isLit exact'],
    ['a flag alone', saying('lit_only', 'Only things that are lit', '{type: boolean}'), 'isLit exact'],
    ['a flag alone, without words', '{name: lit_only, in: query, schema: {type: boolean}}', ''],
    ['a flag in words', text('isLit', ", enum: ['true', 'false']"), 'isLit exact'],
    ['other words for a flag', text('isLit', ', enum: [lit, dark]'), ''],
    ['an identity', whole('owner_id'), 'ownerId exact'],
    ['a number', whole('size'), 'size number'],
    ['a text', text('name'), 'name text'],
    [
      'a list of values',
      '{name: kind, in: query, schema: {type: array, items: {type: string}}}',
      'kind exact',
    ],
    ['what may widen', '{name: archived, in: query, schema: {type: boolean}}', ''],
    [
      'what leaves out by its words',
      saying('archived', 'Only archived things, or only those that are not', '{type: boolean}'),
      'archived exact',
    ],
    [
      'what shows others, too',
      saying('archived', 'Only where this is true archived things are shown as well', '{type: boolean}'),
      '',
    ],
    ['a time', text('madeAt', ', format: date-time'), ''],
    ['a first moment', text('made_after', ', format: date-time'), 'madeAt least'],
    ['a last day', text('madeTo', ', format: date'), 'madeAt most'],
    ['a greatest number', whole('maxSize'), 'size most'],
    ['a bound of another type', text('max_size'), ''],
    ['a bound of what is not shown', whole('min_weight'), ''],
    ['one of a list', text('tag'), 'tags item'],
    ['a number of a list', '{name: part, in: query, schema: {type: number}}', 'parts item'],
    [
      'numbers of a list',
      '{name: parts, in: query, schema: {type: array, items: {type: integer}}}',
      'parts item',
    ],
    ['a number that may count a list', whole('parts'), ''],
    ['a day that may be a bound', text('born', ', format: date'), ''],
    ['a way to show entries', text('language'), ''],
    ['what may be asked for from a value upwards', text('severity', ', enum: [low, high]'), ''],
    ['another type', text('size'), ''],
    ['another name', text('q'), ''],
    ['a part of texts', saying('q', 'Part of the name', '{type: string}'), 'name text'],
    ['a part of what is no text', saying('q', 'Part of the name or the size', '{type: string}'), ''],
    ['a text inside of it', saying('q', 'Things with this text in the name', '{type: string}'), 'name text'],
    [
      'a search by name',
      saying('search', 'Search things by name (case-insensitive)', '{type: string}'),
      'name text',
    ],
    ['what is matched', saying('query', 'Matched against the name', '{type: string}'), 'name text'],
    [
      'what has a text',
      saying('q', 'Those whose name contains this, in upper or lower case', '{type: string}'),
      'name text',
    ],
    ['words of a text', saying('q', 'Words in the name, in any case.', '{type: string}'), 'name text'],
    [
      'a search in more than is shown',
      saying('q', 'Search in name or notes', '{type: string}'),
      'name anywhere',
    ],
    [
      'a search in what is no text',
      saying('q', 'Search by name and kind', '{type: string}'),
      'name anywhere',
    ],
    ['a search by something else', saying('q', 'Search in the index', '{type: string}'), 'name anywhere'],
    ['what is no search', saying('rule', 'Things with this text in the name', '{type: string}'), ''],
    [
      'a first moment by its description',
      saying('from', 'Things that are made then or later', MOMENT),
      'madeAt least',
    ],
    ['a last moment by its description', saying('date_to', 'Those made before', MOMENT), 'madeAt most'],
    ['a moment of something else', saying('from', 'Things that are sold then or later', MOMENT), ''],
    ['a listed number', '{name: rank, in: query, schema: {type: integer, enum: [0, 1]}}', 'rank exact'],
  ])('%s', async (_name, parameter, told) => {
    const model = await modelOf({ parameters: [parameter, whole('limit'), whole('offset')] });
    expect(model?.filters.map(({ member, kind }) => `${member} ${kind}`).join()).toBe(told);
  });

  test.each([
    ['called as what happened then', text('issuedFrom', ', format: date'), 'issueDate least'],
    [
      'of which the description has the whole name',
      saying(
        'issued_to',
        'Only bills with an issueDate on or before this day',
        '{type: string, format: date}',
      ),
      'issueDate most',
    ],
    [
      'of a name that says nothing, told by the description',
      saying(
        'billsUntil',
        'Only bills with a due date on or before this day',
        '{type: string, format: date}',
      ),
      'dueDate most',
    ],
    [
      'of two moments',
      saying('billsUntil', 'Between issue date and due date', '{type: string, format: date}'),
      '',
    ],
    ['of something else', text('soldFrom', ', format: date'), ''],
    ['an amount in decimals', text('minTotal', ", pattern: '^[0-9]{1,9}[.][0-9]{2}$'"), 'total least'],
    ['an amount that may be anything', text('minTotal'), ''],
    ['an amount of what is no plain text', text('minCode', ", pattern: '^[0-9]{1,9}[.][0-9]{2}$'"), ''],
  ])('a bound %s', async (_name, parameter, told) => {
    const members =
      "id: {type: integer}, total: {type: string}, code: {type: string, pattern: '^[a-z]+$'}, issueDate: {type: string, format: date}, dueDate: {type: string, format: date}";
    const body = `{type: array, items: {type: object, properties: {${members}}}}`;
    const model = await modelOf({ body, parameters: [parameter, whole('limit'), whole('offset')] });
    expect(model?.filters.map(({ member, kind }) => `${member} ${kind}`).join()).toBe(told);
  });

  test.each([
    ['a day', text('born', ', format: date'), text('born__gte', ', format: date'), 'born exact,born least'],
    ['a number', whole('size'), whole('size__lte'), 'size exact,size most'],
    ['a number, and another one', whole('size'), whole('rank__lte'), 'size number,rank most'],
  ])('%s with a bound beside it', async (_name, parameter, bound, told) => {
    const model = await modelOf({ parameters: [parameter, bound, whole('limit'), whole('offset')] });
    expect(model?.filters.map(({ member, kind }) => `${member} ${kind}`).join()).toBe(told);
  });

  test.each([
    ['the values of the member', text('kind', ', enum: [a, b]'), []],
    ['one more', text('kind', ', enum: [a, b, All]'), ['all']],
    ['values that the member does not list', text('name', ', enum: [x, y]'), ['x', 'y']],
  ])('values that may ask for something else: %s', async (_name, parameter, open) => {
    const model = await modelOf({ parameters: [parameter, whole('limit'), whole('offset')] });
    expect(model?.filters.map((filter) => [...filter.open])).toEqual([open]);
  });

  test.each([
    ['kind', 'A', false],
    ['kind', 'else', true],
    ['name', 'anybody', false],
  ])('isOpenValue() knows a value that no entry may have: %s=%s', async (name, value, isOpen) => {
    const model = await modelOf({ parameters: [text(name), whole('limit'), whole('offset')] });
    expect(model?.filters.map((filter) => isOpenValue(filter, value))).toEqual([isOpen]);
  });

  test.each([
    ['signs', "name, '-name'", 'name rising, -name falling'],
    ['ends', 'size_asc, size_desc', 'size_asc rising, size_desc falling'],
    ['names, each with an end for falling alone', 'size, size desc', 'size rising, size desc falling'],
    ['names beside both ends', 'size, size asc, size desc', 'size -, size asc rising, size desc falling'],
    ['names alone', 'name, madeAt', 'name -, madeAt -'],
    ['words that are no members', 'newest, relevance', ''],
    ['members with an order of their own', 'kind', ''],
  ])('%s', async (_name, values, told) => {
    const model = await modelOf({ parameters: [text('sort', `, enum: [${values}]`), whole('limit')] });
    const orders = model?.sorting?.orders.map(({ value, direction }) => `${value} ${direction ?? '-'}`) ?? [];
    expect(orders.join(', ')).toBe(told);
  });

  test.each([
    [
      'Those that cost this at least, in cents',
      '',
      'least',
      'price_asc rising, price_desc falling, newest falling',
    ],
    // It may be in whole euros.
    ['Those that cost this at least', '', '', 'price_asc rising, price_desc falling, newest falling'],
    ['Those that cost this at least, in cents', ', price_eur: {type: integer}', 'least', 'newest falling'],
    // Which of both is meant, nobody knows.
    [
      'Those that cost this at least',
      ', published_at: {type: string}',
      '',
      'price_asc rising, price_desc falling',
    ],
  ])('amounts with a unit: %s%s', async (words, more, kinds, told) => {
    const members = `{id: {type: integer}, price_cents: {type: integer}, created_at: ${MOMENT}${more}}`;
    const model = await modelOf({
      body: `{type: array, items: {type: object, properties: ${members}}}`,
      parameters: [
        saying('min_price', `'${words}'`, '{type: integer}'),
        text('sort', ', enum: [price_asc, price_desc, newest]'),
      ],
    });
    expect(model?.filters.map(({ kind }) => kind).join() ?? '').toBe(kinds);
    const orders = model?.sorting?.orders.map(({ value, direction }) => `${value} ${direction ?? '-'}`) ?? [];
    expect(orders.join(', ')).toBe(told);
  });

  test.each([
    ['Sort field: name, size, colour', '{type: string, default: name}', 'name -, size -'],
    ['Sort by `name` or `size`', '{type: string}', 'name -, size -'],
    ['One of name, -name', '{type: string}', 'name rising, -name falling'],
    ['What to sort by, name and size for instance', '{type: string}', ''],
    ['Sorts by colour, then', '{type: string, default: name}', 'name -'],
  ])('orders of which the values stand in words: %s', async (words, schema, told) => {
    const sort = `{name: sort_by, in: query, description: '${words}', schema: ${schema}}`;
    const order = `{name: order, in: query, description: 'Sort order: asc or desc', schema: {type: string, default: asc}}`;
    const model = await modelOf({ parameters: [sort, order, whole('page'), whole('size')] });
    const { orders = [], rising, falling } = model?.sorting ?? {};
    expect(orders.map(({ value, direction }) => `${value} ${direction ?? '-'}`).join(', ')).toBe(told);
    if (told !== '') expect([rising, falling]).toEqual(['asc', 'desc']);
  });

  test.each([
    ['min_size', 'Minimum size', true],
    ['sizeMax', 'The maximum', true],
    ['minSize', '', false],
    ['size_from', 'The size to start from', false],
  ])('whole numbers that %s bounds may be what it is: %s', async (name, words, isInclusive) => {
    const bound = `{name: ${name}, in: query, description: '${words}', schema: {type: integer}}`;
    const model = await modelOf({ parameters: [bound, whole('page'), whole('limit')] });
    expect(model?.filters.some((filter) => filter.isInclusive) ?? false).toBe(isInclusive);
  });

  test.each([
    ['min_size', 'Only sizes above this one (exclusive).', 'integer', true],
    ['min_size', 'Only sizes above this one (exclusive).', 'number', false],
    ['min_size', 'Mutually exclusive with size_to', 'integer', false],
    ['min_size', 'The least size (inclusive)', 'integer', false],
  ])(
    '%s, "%s", of a member of the type %s is a bound that is itself outside: %s',
    async (name, words, type, isExclusive) => {
      const bound = `{name: ${name}, in: query, description: '${words}', schema: {type: ${type}}}`;
      const model = await modelOf({ parameters: [bound, whole('page'), whole('limit')] });
      expect(model?.filters.some((filter) => filter.isExclusive) ?? false).toBe(isExclusive);
    },
  );

  test.each([
    ['sort by query in the form of field:desc/asc (ex. name:asc)', 'name:asc rising, name:desc falling'],
    ['size,desc or name,desc', 'size,asc rising, size,desc falling, name,asc rising, name,desc falling'],
    ['A member with its way (colour:asc)', ''],
    ['Anything:ascetic', ''],
  ])('orders of which a document has an example in words: %s', async (words, told) => {
    const sort = `{name: sortBy, in: query, description: '${words}', schema: {type: string}}`;
    const model = await modelOf({ parameters: [sort, whole('page'), whole('size')] });
    const orders = model?.sorting?.orders.map(({ value, direction }) => `${value} ${direction ?? '-'}`) ?? [];
    expect(orders.join(', ')).toBe(told);
  });

  test.each([
    ['-size,name', '-size falling, name rising'],
    ['size,desc', 'size,desc falling'],
    ['-size, and so on', ''],
  ])('orders of which an example has several: %s', async (example, told) => {
    const sort = `{name: sort, in: query, schema: {type: string}, example: '${example}'}`;
    const model = await modelOf({ parameters: [sort, whole('page'), whole('size')] });
    const orders = model?.sorting?.orders.map(({ value, direction }) => `${value} ${direction ?? '-'}`) ?? [];
    expect(orders.join(', ')).toBe(told);
  });

  test.each([
    [
      'listed for each of several',
      "{type: array, items: {type: string, enum: [name, '-name', size, '-size']}}",
      'name rising, -name falling, size rising, -size falling',
    ],
    [
      'listed for each of several, or none',
      "{type: [array, 'null'], items: {type: string, enum: [name, '-name']}, default: ['-name']}",
      'name rising, -name falling',
    ],
    ['of any kind, each of several', '{type: array, items: {type: string}}', ''],
    [
      'named in a pattern, with a sign',
      "{type: string, pattern: '^-?(name|size)(,-?(name|size))*$'}",
      'name rising, -name falling, size rising, -size falling',
    ],
    [
      'named in a pattern, with a way',
      "{type: string, pattern: '^(name|size):(asc|desc)$'}",
      'name:asc rising, name:desc falling, size:asc rising, size:desc falling',
    ],
    ['that a pattern has of any name', "{type: string, pattern: '^-?[a-zA-Z]+$'}", ''],
  ])('orders %s', async (_name, schema, told) => {
    const sort = `{name: sort, in: query, schema: ${schema}}`;
    const model = await modelOf({ parameters: [sort, whole('page'), whole('size')] });
    const orders = model?.sorting?.orders.map(({ value, direction }) => `${value} ${direction ?? '-'}`) ?? [];
    const own = orders.filter((order) => /name|size/.test(order));
    expect(own.join(', ')).toBe(told);
    expect(orders).toEqual(own);
  });

  test('the default order of a list of orders', async () => {
    const schema = "{type: array, items: {type: string, enum: [name, '-name']}, default: ['-name']}";
    const model = await modelOf({
      parameters: [`{name: sort, in: query, schema: ${schema}}`, whole('page'), whole('size')],
    });
    expect(usualOrder(model?.sorting, new Map())).toMatchObject({ member: 'name', direction: 'falling' });
  });

  test('orders that a document has in words, for each member that has one', async () => {
    const words = 'Sorting criteria in the format "property,(asc|desc)".';
    const sort = `{name: sort, in: query, description: '${words}', schema: {type: array, items: {type: string}}}`;
    const model = await modelOf({ parameters: [sort, whole('page'), whole('size')] });
    const values = model?.sorting?.orders.map(({ value }) => value) ?? [];
    expect(values.slice(0, 4)).toEqual(['id,asc', 'id,desc', 'name,asc', 'name,desc']);
    expect(values.filter((value) => /^(?:kind|tags),/.test(value))).toEqual([]);
  });

  test('no orders in words by what a service may work out for each answer', async () => {
    const words = 'Sorting criteria in the format "property,(asc|desc)".';
    const sort = `{name: sort, in: query, description: '${words}', schema: {type: array, items: {type: string}}}`;
    const members = 'name: {type: string}, size: {type: integer}';
    const sent = `{type: object, properties: {${members}}}`;
    const shown = `{type: object, properties: {id: {type: integer}, ${members}, partCount: {type: integer}, ownerName: {type: string}, madeAt: {type: string, format: date-time}}}`;
    const answers = (schema: string): string =>
      `responses: {'200': {description: d, content: {application/json: {schema: ${schema}}}}}`;
    const loaded = await loadFiles({
      'openapi.yaml': `openapi: 3.1.0
info: {title: t, version: '1'}
paths:
  /things:
    get: {parameters: [${sort}], ${answers(`{type: array, items: ${shown}}`)}}
    post: {requestBody: {content: {application/json: {schema: ${sent}}}}, ${answers(shown)}}
  /things/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {${answers(shown)}}
`,
    });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const orders = listModelsOf(loaded.interface).flatMap(({ sorting }) => sorting?.orders ?? []);
    expect([...new Set(orders.map(({ member }) => member))]).toEqual(['id', 'name', 'size', 'madeAt']);
  });

  test('pages and orders in the members of an object that stand in the query by themselves', async () => {
    const members =
      'page: {type: integer, minimum: 0}, size: {type: integer}, kind: {type: string, enum: [a, b]}';
    const model = await modelOf({
      parameters: [
        `{name: pageable, in: query, required: true, schema: {type: object, properties: {${members}}}}`,
      ],
    });
    expect([model?.pages?.position?.name, model?.size?.parameter.name]).toEqual(['page', 'size']);
    expect(model?.filters.map(({ member }) => member)).toEqual(['kind']);
  });

  test.each([
    ['filter[kind]', 'kind within attributes exact'],
    ['filters[kind]', 'kind within attributes exact'],
    ['kind', 'kind within attributes exact'],
    ['filter[id]', 'id text'],
    ['filter[kind][not]', ''],
    ['filter[attributes]', ''],
  ])('behind the identity of an entry, as JSON:API has them: %s', async (name, told) => {
    const held = '{type: object, properties: {kind: {type: string}, name: {type: string}}}';
    const entry = `{type: object, properties: {id: {type: string}, attributes: ${held}}}`;
    const model = await modelOf({
      parameters: [
        text(name, name.includes('kind') ? ', enum: [a, b]' : ''),
        text('sort', ", enum: [name, '-name']"),
      ],
      body: `{type: object, properties: {data: {type: array, items: ${entry}}}}`,
    });
    const filters = model?.filters.map(({ member, within, kind }) =>
      [member, ...(within === undefined ? [] : ['within', within]), kind].join(' '),
    );
    expect(filters?.join()).toBe(told);
    const orders = model?.sorting?.orders.map((order) => `${order.member} within ${order.within ?? '-'}`);
    expect(orders?.join()).toBe('name within attributes,name within attributes');
  });

  test('and a direction of its own', async () => {
    const parameters = [text('sortBy', ', enum: [name]'), text('order', ', enum: [asc, desc]')];
    expect((await modelOf({ parameters }))?.sorting).toMatchObject({ rising: 'asc', falling: 'desc' });
  });
});

test('a page that has to have so many entries is never shorter, whatever its parameter says', async () => {
  const size = async (least: number): Promise<number | undefined> =>
    (
      await modelOf({
        parameters: [whole('page'), whole('size', ', minimum: 2')],
        body: `{type: array, minItems: ${String(least)}, items: ${ENTRY}}`,
      })
    )?.size?.least;
  expect([await size(0), await size(1), await size(11)]).toEqual([2, 2, 11]);
});

test('toldMembersOf() finds what an answer tells of its pages', async () => {
  const model = await modelOf({
    parameters: [whole('page'), whole('size')],
    body: wrapped(
      'total: {type: integer}, page: {type: object, properties: {hasNext: {type: boolean}, last: {type: boolean}}}',
    ),
  });
  const told = model === undefined ? [] : toldMembersOf(model);
  expect(told.map(({ pointer, says }) => `${says} ${pointer}`)).toEqual([
    'more /page/hasNext',
    'last /page/last',
    'total /total',
  ]);
});

test('toldMembersOf() takes whole numbers alone for numbers of pages', async () => {
  const told = async (members: string): Promise<readonly string[]> => {
    const model = await modelOf({ parameters: [whole('page'), whole('size')], body: wrapped(members) });
    return model === undefined ? [] : toldMembersOf(model).map(({ pointer, says }) => `${says} ${pointer}`);
  };
  expect(await told('page: {type: integer}, pages: {type: integer}, lastPage: {type: integer}')).toEqual([
    'total /pages',
    'total /lastPage',
  ]);
  expect(await told('pages: {type: array, items: {type: string}}, lastPage: {type: boolean}')).toEqual([
    'last /lastPage',
  ]);
});

test('listModelsOf() takes no parameter for a filter of a list that is a member of the one entry that is read', async () => {
  const schema =
    '{type: object, properties: {name: {type: string}, limits: {type: array, items: {type: object, properties: {region: {type: string}}}}}}';
  const shown = `responses: {'200': {description: d, content: {application/json: {schema: ${schema}}}}}`;
  const loaded = await loadFiles({
    'openapi.yaml': `openapi: 3.1.0
info: {title: t, version: '1'}
paths:
  /quotas:
    post: {requestBody: {content: {application/json: {schema: ${schema}}}}, ${shown}}
  /quotas/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string}}]
    get: {parameters: [${text('region')}, ${whole('limit')}, ${whole('offset')}], ${shown}}
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  expect(listModelsOf(loaded.interface).map(({ filters }) => filters)).toEqual([[]]);
});
