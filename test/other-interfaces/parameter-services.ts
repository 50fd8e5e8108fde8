import { percentDecoded } from '../../src/http/target.ts';
import type { SmallService } from './small-services.ts';
import { type Ask, isKnown, type MakeService, type Reply } from './run-against-service.ts';

/** Services whose parameters are lists and objects, in each style: how each is honest, and how one is that looks at less. */

const BAD: Reply = { status: 400, body: { title: 'not valid' } };
const UNKNOWN: Reply = {
  status: 401,
  body: { title: 'not known' },
  headers: { 'WWW-Authenticate': 'Bearer' },
};

/** What a service reads of a parameter, by its own way of reading; `undefined` where there is none. */
type Read = (ask: Ask) => readonly string[] | undefined;

const IDS =
  'schema: { type: array, minItems: 1, maxItems: 3, uniqueItems: true, items: { type: integer, minimum: 1 } }';
const AREA =
  'schema: { type: object, required: [low], properties: { low: { type: integer }, high: { type: integer } } }';

function documentOf(parameter: string, path = '/things'): string {
  const problem = `{ description: x, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }`;
  return `
openapi: 3.2.0
info: { title: Lists, version: '1' }
security: [{ access: [] }]
paths:
  ${path}:
    get:
      operationId: search
      parameters: [{ name: p, ${parameter} }]
      responses:
        '200': { description: Found, content: { application/json: { schema: { type: array, items: { type: integer } } } } }
        '400': ${problem}
        '401': ${problem}
components: { securitySchemes: { access: { type: http, scheme: bearer } } }
`;
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text);
}

function areIds(texts: readonly string[]): boolean {
  return texts.length <= 3 && new Set(texts).size === texts.length && texts.every(isId);
}

type Laxity = 'nothing' | 'items' | 'count' | 'doubles';

function listing(read: Read, ignores: Laxity = 'nothing'): MakeService {
  return () => (ask) => {
    if (!isKnown(ask)) return UNKNOWN;
    const texts = read(ask);
    const seen =
      ignores === 'items'
        ? texts?.map((_text, at) => String(at + 1))
        : ignores === 'count'
          ? texts?.slice(0, 3)
          : [...(ignores === 'doubles' ? new Set(texts) : (texts ?? []))];
    return texts === undefined || areIds(seen ?? []) ? { status: 200, body: [1] } : BAD;
  };
}

function partsOf(text: string | null | undefined, separator: string): readonly string[] | undefined {
  return text === null || text === undefined ? undefined : text.split(separator);
}

const LISTS: readonly (readonly [title: string, parameter: string, path: string, read: Read])[] = [
  [
    'a name for each',
    'in: query, ',
    '/things',
    ({ query }) => (query.has('p') ? query.getAll('p') : undefined),
  ],
  ['commas', 'in: query, explode: false, ', '/things', ({ query }) => partsOf(query.get('p'), ',')],
  [
    'blanks',
    'in: query, style: spaceDelimited, explode: false, ',
    '/things',
    ({ query }) => partsOf(query.get('p'), ' '),
  ],
  [
    'strokes',
    'in: query, style: pipeDelimited, explode: false, ',
    '/things',
    ({ query }) => partsOf(query.get('p'), '|'),
  ],
  [
    'commas in a field',
    'in: header, required: true, ',
    '/things',
    ({ headers }) => String(headers['p'] ?? 'none').split(','),
  ],
  ['commas in a path', 'in: path, required: true, ', '/things/{p}', (ask) => partsOf(lastOf(ask), ',')],
  [
    'names in a path',
    'in: path, required: true, style: matrix, explode: true, ',
    '/things/{p}',
    (ask) => lastOf(ask).split(';p=').slice(1),
  ],
];

function lastOf({ path }: Ask): string {
  return percentDecoded(path.slice(path.lastIndexOf('/') + 1)) ?? '';
}

const LAX: readonly Laxity[] = ['items', 'count', 'doubles'];

const lists = LISTS.map(([title, parameter, path, read], at): SmallService => ({
  title: `a list parted by ${title}`,
  document: documentOf(`${parameter}${IDS}`, path),
  honest: listing(read),
  isGreen: true,
  faulty: { serve: listing(read, LAX[at % LAX.length]), finds: 'validation.parameter' },
}));

type Area = { readonly low: string | null | undefined; readonly high: string | null | undefined };

function isNumber(text: string | null | undefined): boolean {
  return /^-?\d+$/.test(text ?? '0');
}

function measuring(read: (ask: Ask) => Area | undefined, isLax = false): MakeService {
  return () => (ask) => {
    if (!isKnown(ask)) return UNKNOWN;
    const area = read(ask);
    if (area === undefined) return { status: 200, body: [1] };
    const isWhole = isLax || (area.low ?? undefined) !== undefined;
    return isWhole && isNumber(area.low) && isNumber(area.high) ? { status: 200, body: [1] } : BAD;
  };
}

function areaIn(text: string | null): Area | undefined {
  if (text === null) return undefined;
  const parts = text.split(',');
  const after = (name: string): string | undefined =>
    parts.includes(name) ? parts[parts.indexOf(name) + 1] : undefined;
  return { low: after('low'), high: after('high') };
}

const OBJECTS: readonly (readonly [
  title: string,
  parameter: string,
  read: (ask: Ask) => Area | undefined,
])[] = [
  [
    'brackets',
    `in: query, style: deepObject, explode: true, ${AREA}`,
    ({ query }) =>
      query.has('p[low]') || query.has('p[high]')
        ? { low: query.get('p[low]'), high: query.get('p[high]') }
        : undefined,
  ],
  [
    'names of their own',
    `in: query, required: true, ${AREA}`,
    ({ query }) => ({ low: query.get('low'), high: query.get('high') }),
  ],
  ['commas', `in: query, explode: false, ${AREA}`, ({ query }) => areaIn(query.get('p'))],
  [
    'the query as a whole',
    `in: querystring, required: true, content: { application/x-www-form-urlencoded: { ${AREA} } }`,
    ({ query }) => ({ low: query.get('low'), high: query.get('high') }),
  ],
];

const objects = OBJECTS.map(([title, parameter, read]): SmallService => ({
  title: `members of an object as ${title}`,
  document: documentOf(parameter),
  honest: measuring(read),
  isGreen: true,
  faulty: { serve: measuring(read, true), finds: 'validation.parameter' },
}));

const needed: SmallService = {
  title: 'a parameter that it needs',
  document: documentOf('in: query, required: true, schema: { type: integer }'),
  honest: () => (ask) => {
    if (!isKnown(ask)) return UNKNOWN;
    return /^-?\d+$/.test(ask.query.get('p') ?? '') ? { status: 200, body: [1] } : BAD;
  },
  isGreen: true,
  faulty: {
    serve: () => (ask) => {
      if (!isKnown(ask)) return UNKNOWN;
      return /^-?\d+$/.test(ask.query.get('p') ?? '7') ? { status: 200, body: [1] } : BAD;
    },
    finds: 'validation.parameter',
  },
};

/** Reads formats as annotations, inside of unions as well: a day that is none is taken. */
const unformed: SmallService = {
  title: 'a format in a union, which it does not look at',
  document: documentOf(
    "in: query, schema: { anyOf: [{ type: string, format: date-time }, { type: 'null' }] }",
  ),
  honest: () => (ask) => (isKnown(ask) ? { status: 200, body: [1] } : UNKNOWN),
};

export const parameterServices: readonly SmallService[] = [...lists, ...objects, needed, unformed];
