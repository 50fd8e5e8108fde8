import type { SmallService } from './small-services.ts';
import { type Ask, isKnown, type MakeService, type Reply } from './run-against-service.ts';

/** Small services that take and give what is not JSON: how each is honest, and how it is found when it is faulty. */

const HEAD = `
openapi: 3.1.0
info: { title: Kinds, version: '1' }
security: [{ access: [] }]`;
const COMPONENTS = `
components:
  securitySchemes: { access: { type: http, scheme: bearer } }
  schemas:
    Problem: { type: object, required: [title], properties: { title: { type: string } } }
    Order:
      type: object
      required: [dish, count]
      properties:
        dish: { type: string, maxLength: 60 }
        count: { type: integer, minimum: 1, maximum: 9 }
        warm: { type: boolean }
        extras: { type: array, maxItems: 4, items: { type: string, enum: [salt, oil, bread] } }
    Receipt: { type: object, required: [number], properties: { number: { type: integer } } }`;

function operation(content: string, more = ''): string {
  return `
paths:
  /orders:
    post:
      operationId: order
      requestBody: { required: true, content: { ${content} } }
      responses:
        '200': { description: Taken, content: { application/json: { schema: { $ref: '#/components/schemas/Receipt' } } } }
        '400': { description: Not valid, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
        '401': { description: Not known, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }${more}`;
}

const ORDER = `schema: { $ref: '#/components/schemas/Order' }`;
const TAKEN: Reply = { status: 200, body: { number: 7 } };
const BAD: Reply = { status: 400, body: { title: 'not valid' } };
const BROKEN: Reply = { status: 500, body: { title: 'broken' } };
const UNKNOWN: Reply = {
  status: 401,
  body: { title: 'not known' },
  headers: { 'WWW-Authenticate': 'Bearer' },
};

/** What an order says, as its service reads it from whatever it came in. */
type Order = {
  readonly dish: string | undefined;
  readonly count: string | undefined;
  readonly warm: string | undefined;
  readonly extras: readonly string[];
};

function isValid({ dish, count, warm, extras }: Order): boolean {
  if (dish === undefined || dish.length > 60 || count === undefined || !/^[1-9]$/.test(count)) return false;
  if (warm !== undefined && !['true', 'false'].includes(warm)) return false;
  return extras.length <= 4 && extras.every((extra) => ['salt', 'oil', 'bread'].includes(extra));
}

function mediaTypeOf({ headers }: Ask): string {
  return (headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase();
}

function taking(mediaType: string, read: (ask: Ask) => Order | undefined, check = isValid): MakeService {
  return () => (ask) => {
    if (!isKnown(ask)) return UNKNOWN;
    if (ask.path !== '/orders' || ask.method !== 'POST') return { status: 404, body: { title: 'no' } };
    if (mediaTypeOf(ask) !== mediaType) return { status: 415, body: { title: 'another type' } };
    const order = read(ask);
    return order !== undefined && check(order) ? TAKEN : BAD;
  };
}

function formOrder({ text }: Ask): Order {
  const form = new URLSearchParams(text);
  return {
    dish: form.get('dish') ?? undefined,
    count: form.get('count') ?? undefined,
    warm: form.get('warm') ?? undefined,
    extras: form.getAll('extras'),
  };
}

function pipedOrder(ask: Ask): Order {
  const order = formOrder(ask);
  return { ...order, extras: order.extras.flatMap((extras) => (extras === '' ? [] : extras.split('|'))) };
}

type PartOf = { readonly name: string; readonly head: string; readonly text: string };

function partsOf({ headers, text }: Ask): readonly PartOf[] | undefined {
  const boundary = /boundary=([^;]+)/.exec(headers['content-type'] ?? '')?.[1];
  if (boundary === undefined || !text.includes(`--${boundary}--`)) return undefined;
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...rest] = part.slice(2, -2).split('\r\n\r\n');
      return { head, name: /name="([^"]*)"/.exec(head)?.[1] ?? '', text: rest.join('\r\n\r\n') };
    });
}

const UPLOAD = `schema: { type: object, required: [caption, photo, about], properties: { caption: { type: string, minLength: 1, maxLength: 80 }, photo: { type: string, format: binary }, about: { type: object, required: [year], properties: { year: { type: integer } } }, tags: { type: array, items: { type: string, enum: [a, b] } } } }, encoding: { photo: { contentType: image/png } }`;

function uploads(isChecked: (parts: readonly PartOf[]) => boolean): MakeService {
  return () => (ask) => {
    if (!isKnown(ask)) return UNKNOWN;
    if (mediaTypeOf(ask) !== 'multipart/form-data') return { status: 415, body: { title: 'another type' } };
    const parts = partsOf(ask);
    return parts !== undefined && isChecked(parts) ? TAKEN : BAD;
  };
}

function isUpload(parts: readonly PartOf[]): boolean {
  const of = (name: string): readonly PartOf[] => parts.filter((part) => part.name === name);
  const [caption] = of('caption');
  const [photo] = of('photo');
  const [about] = of('about');
  if (caption === undefined || photo === undefined || about === undefined) return false;
  if (caption.text.length < 1 || caption.text.length > 80) return false;
  if (!/filename=/.test(photo.head) || !/content-type: image\/png/i.test(photo.head)) return false;
  // An object whose year is a whole number.
  if (!/content-type: application\/json/i.test(about.head) || !/^\{.*"year":-?\d+[,}]/.test(about.text))
    return false;
  return of('tags').every(({ text }) => text === 'a' || text === 'b');
}

const XML_ORDER = `schema: { type: object, xml: { name: order }, required: [dish, count], properties: { dish: { type: string, maxLength: 60 }, count: { type: integer, minimum: 1, maximum: 9, xml: { attribute: true } }, extras: { type: array, maxItems: 4, xml: { wrapped: true }, items: { type: string, enum: [salt, oil, bread], xml: { name: extra } } } } }`;

function unescaped(text: string | undefined): string | undefined {
  return text
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

function xmlOrder({ text }: Ask): Order | undefined {
  const whole = /^<\?xml [^>]*\?><order([^>]*)>(.*)<\/order>$/s.exec(text);
  if (whole === null) return undefined;
  const [, attributes = '', inside = ''] = whole;
  return {
    dish: unescaped(/<dish>([^<]*)<\/dish>/.exec(inside)?.[1]),
    count: /count="([^"]*)"/.exec(attributes)?.[1],
    warm: undefined,
    extras: [...inside.matchAll(/<extra>([^<]*)<\/extra>/g)].map(([, extra = '']) => extra),
  };
}

const anyText: MakeService = () => (ask) => {
  if (!isKnown(ask)) return UNKNOWN;
  return mediaTypeOf(ask) === 'text/plain' && ask.text.length >= 3 && ask.text.length <= 40 ? TAKEN : BAD;
};

const anyBytes: MakeService = () => (ask) => {
  if (!isKnown(ask)) return UNKNOWN;
  return mediaTypeOf(ask) === 'application/octet-stream' ? TAKEN : { status: 415, body: { title: 'no' } };
};

/** The reader of one media type fails; the others are fine. */
const failsOnForms: MakeService = () => (ask) => {
  if (!isKnown(ask)) return UNKNOWN;
  if (mediaTypeOf(ask) === 'application/x-www-form-urlencoded') return BROKEN;
  const order: unknown = ask.json;
  return typeof order === 'object' && order !== null && 'dish' in order ? TAKEN : BAD;
};

const takesBoth: MakeService = () => (ask) => {
  if (!isKnown(ask)) return UNKNOWN;
  if (mediaTypeOf(ask) === 'application/x-www-form-urlencoded') return isValid(formOrder(ask)) ? TAKEN : BAD;
  const { json } = ask;
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return BAD;
  const members = new Map<string, unknown>(Object.entries(json));
  const dish = members.get('dish');
  const count = members.get('count');
  const warm = members.get('warm') ?? true;
  const extras = members.has('extras') ? members.get('extras') : [];
  const isFine =
    typeof dish === 'string' &&
    dish.length <= 60 &&
    typeof count === 'number' &&
    [1, 2, 3, 4, 5, 6, 7, 8, 9].includes(count) &&
    members.get('warm') !== null &&
    typeof warm === 'boolean' &&
    Array.isArray(extras) &&
    extras.length <= 4 &&
    extras.every((extra: unknown) => ['salt', 'oil', 'bread'].some((known) => known === extra));
  return isFine ? TAKEN : BAD;
};

const lax = (): boolean => true;

/** Services by what their requests come in. */
export const bodyServices: readonly SmallService[] = [
  {
    title: 'a form',
    document: HEAD + operation(`application/x-www-form-urlencoded: { ${ORDER} }`) + COMPONENTS,
    honest: taking('application/x-www-form-urlencoded', formOrder),
    isGreen: true,
    faulty: {
      serve: taking('application/x-www-form-urlencoded', formOrder, lax),
      finds: 'validation.wrong-type',
    },
  },
  {
    title: 'a form whose list has a style',
    document:
      HEAD +
      operation(
        `application/x-www-form-urlencoded: { ${ORDER}, encoding: { extras: { style: pipeDelimited, explode: false } } }`,
      ) +
      COMPONENTS,
    honest: taking('application/x-www-form-urlencoded', pipedOrder),
    isGreen: true,
    faulty: {
      serve: taking('application/x-www-form-urlencoded', pipedOrder, ({ dish }) => dish !== undefined),
      finds: 'validation.missing-member',
    },
  },
  {
    title: 'an upload of several parts',
    document: HEAD + operation(`multipart/form-data: { ${UPLOAD} }`) + COMPONENTS,
    honest: uploads(isUpload),
    isGreen: true,
    faulty: {
      serve: uploads((parts) => parts.some(({ name }) => name === 'caption')),
      finds: 'validation.missing-member',
    },
  },
  {
    title: 'XML with an attribute and a wrapped list',
    document: HEAD + operation(`application/xml: { ${XML_ORDER} }`) + COMPONENTS,
    honest: taking('application/xml', xmlOrder),
    isGreen: true,
    faulty: {
      serve: taking('application/xml', (ask) => xmlOrder(ask) ?? formOrder(ask), lax),
      finds: 'validation.malformed-json',
    },
  },
  {
    title: 'text of some length',
    document:
      HEAD + operation(`text/plain: { schema: { type: string, minLength: 3, maxLength: 40 } }`) + COMPONENTS,
    honest: anyText,
    isGreen: true,
    faulty: { serve: () => (ask) => (isKnown(ask) ? TAKEN : UNKNOWN), finds: 'validation.constraint' },
  },
  {
    title: 'any bytes',
    document:
      HEAD + operation(`application/octet-stream: { schema: { type: string, format: binary } }`) + COMPONENTS,
    honest: anyBytes,
    isGreen: true,
    faulty: { serve: () => () => BROKEN, finds: 'statuses.no-server-error' },
  },
  {
    title: 'a type of its vendor',
    document: HEAD + operation(`application/vnd.orders+json: { ${ORDER} }`) + COMPONENTS,
    honest: () => (ask) =>
      isKnown(ask) && mediaTypeOf(ask) !== 'application/vnd.orders+json'
        ? { status: 415, body: { title: 'another type' } }
        : takesBoth()(ask),
    isGreen: true,
  },
  {
    title: 'JSON or a form',
    document:
      HEAD +
      operation(`application/json: { ${ORDER} }, application/x-www-form-urlencoded: { ${ORDER} }`) +
      COMPONENTS,
    honest: takesBoth,
    isGreen: true,
    faulty: { serve: failsOnForms, finds: 'statuses.no-server-error' },
  },
];

function answering(content: string): string {
  const more = `
  /orders:
    get:
      operationId: orders
      responses:
        '200': { description: All, content: { ${content} } }
        '401': { description: Not known, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }`;
  return `${HEAD}\npaths:${more}${COMPONENTS}`;
}

/** Answers in the media type, as one body or in pieces that end only when the client goes. */
function giving(mediaType: string, body: string | Uint8Array): MakeService {
  return () => (ask) =>
    isKnown(ask) ? { status: 200, body, headers: { 'Content-Type': mediaType } } : UNKNOWN;
}

const XML_RECEIPT = `application/xml: { schema: { type: object, xml: { name: receipt }, required: [number, lines], properties: { number: { type: integer, xml: { attribute: true } }, lines: { type: array, items: { type: string } } } } }`;
const EVENTS = `text/event-stream: { itemSchema: { type: object, required: [data, event], properties: { event: { enum: [cooked, served] }, data: { type: string } } } }`;

function choosing(xml: string): MakeService {
  return () => (ask) => {
    if (!isKnown(ask)) return UNKNOWN;
    const isXml = (ask.headers.accept ?? '').startsWith('application/xml');
    if (isXml) return { status: 200, body: xml, headers: { 'Content-Type': 'application/xml' } };
    return { status: 200, body: { number: 7 } };
  };
}

/** Services by what their answers come in. */
export const answerServices: readonly SmallService[] = [
  {
    title: 'XML',
    document: answering(XML_RECEIPT),
    honest: giving(
      'application/xml; charset=UTF-8',
      '<?xml version="1.0"?>\n<receipt number="7">\n  <lines>a</lines>\n  <lines>b</lines>\n</receipt>',
    ),
    isGreen: true,
    faulty: {
      serve: giving('application/xml', '<receipt number="seven"><lines>a</lines></receipt>'),
      finds: 'bodies.schema',
    },
  },
  {
    title: 'a form',
    document: answering(
      `application/x-www-form-urlencoded: { schema: { type: object, required: [number], properties: { number: { type: integer } } } }`,
    ),
    honest: giving('application/x-www-form-urlencoded', 'number=7&more=x'),
    isGreen: true,
    faulty: { serve: giving('application/x-www-form-urlencoded', 'number=x'), finds: 'bodies.schema' },
  },
  {
    title: 'text',
    document: answering(`text/plain: { schema: { type: string, pattern: '^[a-z ]+$' } }`),
    honest: giving('text/plain; charset=utf-8', 'all is well'),
    isGreen: true,
    faulty: { serve: giving('text/plain', 'NO 7'), finds: 'bodies.schema' },
  },
  {
    title: 'text that is empty, and so has no type',
    document: answering(`text/plain: { schema: { type: string } }`),
    honest: () => (ask) => (isKnown(ask) ? { status: 200 } : UNKNOWN),
    isGreen: true,
    faulty: { serve: giving('text/html', '<p>all is well</p>'), finds: 'bodies.media-type' },
  },
  {
    title: 'lines of JSON',
    document: answering(`application/x-ndjson: { schema: { $ref: '#/components/schemas/Receipt' } }`),
    honest: giving('application/x-ndjson', '{"number":1}\n{"number":2}\n'),
    isGreen: true,
    faulty: {
      serve: giving('application/x-ndjson', '{"number":1}\n{"number":"2"}\n'),
      finds: 'bodies.schema',
    },
  },
  {
    title: 'events',
    document: answering(EVENTS).replace('openapi: 3.1.0', 'openapi: 3.2.0'),
    honest: giving('text/event-stream', ': hello\n\nevent: cooked\ndata: 1\n\nevent: served\ndata: 1\n\n'),
    isGreen: true,
    faulty: { serve: giving('text/event-stream', 'event: burnt\ndata: 1\n\n'), finds: 'bodies.schema' },
  },
  {
    title: 'a picture',
    document: answering(`image/png: { schema: { type: string, format: binary, maxLength: 2 } }`),
    honest: giving('image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])),
    isGreen: true,
    faulty: { serve: giving('text/html', '<p>no picture'), finds: 'bodies.media-type' },
  },
  {
    title: 'JSON or XML, as the client likes',
    document: answering(
      `application/json: { schema: { $ref: '#/components/schemas/Receipt' } }, ${XML_RECEIPT}`,
    ),
    honest: choosing('<receipt number="7"><lines>a</lines></receipt>'),
    isGreen: true,
    faulty: { serve: choosing('<receipt number="7">'), finds: 'bodies.schema' },
  },
];

const SEARCH = `
openapi: 3.1.0
info: { title: Search, version: '1' }
security: [{ access: [] }]
paths:
  /search:
    get:
      operationId: search
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }
        - { name: skip, in: query, schema: { type: integer } }
        - { name: sort, in: query, schema: { type: string, enum: [up, down, none] } }
        - { name: X-Trace, in: header, schema: { type: string, maxLength: 8 }, example: trace-1 }
        - { name: theme, in: cookie, schema: { type: string, enum: [dark, light] } }
        - { name: filter, in: query, style: deepObject, explode: true, schema: { type: object, properties: { colour: { type: string, enum: [red] } } } }
        - { name: where, in: query, content: { application/json: { schema: { type: object, required: [year], properties: { year: { type: integer, minimum: 1900, maximum: 2100 } } } } } }
      responses:
        '200': { description: Found, content: { application/json: { schema: { type: array, items: { type: integer } } } } }
        '400': { description: Not valid, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
        '401': { description: Not known, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }${COMPONENTS}`;

type SearchFault =
  | 'fails at the largest limit'
  | 'fails at a negative skip'
  | 'fails at a sort'
  | 'fails at a trace'
  | 'fails at a filter'
  | 'fails at where';

function isWhere(text: string): boolean {
  try {
    const where: unknown = JSON.parse(text);
    if (typeof where !== 'object' || where === null || !('year' in where)) return false;
    const { year } = where;
    return Number.isInteger(year) && typeof year === 'number' && year >= 1900 && year <= 2100;
  } catch {
    return false;
  }
}

function isInteger(text: string): boolean {
  return /^-?\d+$/.test(text);
}

function searching(fault?: SearchFault): MakeService {
  return () => (ask) => {
    if (!isKnown(ask)) return UNKNOWN;
    const { query, headers } = ask;
    const limit = query.get('limit');
    const skip = query.get('skip');
    const where = query.get('where');
    if (fault === 'fails at the largest limit' && limit === '50') return BROKEN;
    if (fault === 'fails at a negative skip' && skip === '-1') return BROKEN;
    if (fault === 'fails at a sort' && query.get('sort') === 'down') return BROKEN;
    if (fault === 'fails at a trace' && headers['x-trace'] !== undefined) return BROKEN;
    if (fault === 'fails at a filter' && query.has('filter[colour]')) return BROKEN;
    if (fault === 'fails at where' && /^\{"year":\d+\}$/.test(where ?? '')) return BROKEN;
    if (limit !== null && !(isInteger(limit) && Number(limit) >= 1 && Number(limit) <= 50)) return BAD;
    if (skip !== null && !isInteger(skip)) return BAD;
    if (!['up', 'down', 'none', null].includes(query.get('sort'))) return BAD;
    if (where !== null && !isWhere(where)) return BAD;
    if (!['red', null].includes(query.get('filter[colour]'))) return BAD;
    return { status: 200, body: [1, 2] };
  };
}

/** A service with optional parameters: how it fails where valid values are sent that nothing asks for. */
export const searchServices: readonly SmallService[] = (
  [
    'fails at the largest limit',
    'fails at a negative skip',
    'fails at a sort',
    'fails at a trace',
    'fails at a filter',
    'fails at where',
  ] as const
).map((fault) => ({
  title: `parameters of a search that ${fault}`,
  document: SEARCH,
  honest: searching(),
  isGreen: true,
  faulty: { serve: searching(fault), finds: 'statuses.no-server-error' },
}));

/** The length of a text, and a list, at their edges. */
const longDish: MakeService = () => (ask) => {
  const { dish } = formOrder(ask);
  if (!isKnown(ask)) return UNKNOWN;
  if (dish?.length === 60) return BROKEN;
  return isValid(formOrder(ask)) ? TAKEN : BAD;
};

export const boundaryService: SmallService = {
  title: 'bodies at the edges of their schema',
  document: HEAD + operation(`application/x-www-form-urlencoded: { ${ORDER} }`) + COMPONENTS,
  honest: taking('application/x-www-form-urlencoded', formOrder),
  isGreen: true,
  faulty: { serve: longDish, finds: 'statuses.no-server-error' },
};

const SHAPES = `
openapi: 3.0.3
info: { title: Shapes, version: '1' }
security: [{ access: [] }]
paths:
  /measure:
    post:
      operationId: measure
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Shape' } } } }
      responses:
        '200': { description: Measured, content: { application/json: { schema: { $ref: '#/components/schemas/Shape' } } } }
        '400': { description: Not valid, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
        '401': { description: Not known, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
components:
  securitySchemes: { access: { type: http, scheme: bearer } }
  schemas:
    Problem: { type: object, required: [title], properties: { title: { type: string } } }
    Shape:
      oneOf: [{ $ref: '#/components/schemas/Circle' }, { $ref: '#/components/schemas/Square' }]
      discriminator: { propertyName: kind, mapping: { round: '#/components/schemas/Circle' } }
    Circle: { type: object, required: [kind], properties: { kind: { type: string }, radius: { type: integer } } }
    Square: { type: object, required: [kind], properties: { kind: { type: string }, side: { type: integer } } }`;

function measuring(fails: string | undefined): MakeService {
  return () => (ask) => {
    if (!isKnown(ask)) return UNKNOWN;
    const { json } = ask;
    if (typeof json !== 'object' || json === null || !('kind' in json)) return BAD;
    if (json.kind === fails) return BROKEN;
    const radius: unknown = 'radius' in json ? json.radius : 1;
    const side: unknown = 'side' in json ? json.side : 1;
    const isFine = json.kind === 'round' ? Number.isInteger(radius) : Number.isInteger(side);
    if (!isFine || (json.kind !== 'round' && json.kind !== 'Square')) return BAD;
    return { status: 200, body: { kind: json.kind } };
  };
}

/** Says by a member of which schema a body is; one with that member alone fits both. */
export const discriminatedService: SmallService = {
  title: 'shapes that say by a member which one they are',
  document: SHAPES,
  honest: measuring(undefined),
  faulty: { serve: measuring('round'), finds: 'statuses.no-server-error' },
};

const INHERITED = SHAPES.slice(0, SHAPES.indexOf('    Shape:')).concat(`    Shape:
      type: object
      required: [kind]
      properties: { kind: { type: string }, name: { type: string, maxLength: 40 } }
      discriminator: { propertyName: kind, mapping: { round: '#/components/schemas/Circle', square: Square } }
    Circle: { allOf: [{ $ref: '#/components/schemas/Shape' }, { type: object, required: [radius], properties: { radius: { type: integer, minimum: 1, maximum: 9 } } }] }
    Square: { allOf: [{ $ref: '#/components/schemas/Shape' }], required: [side], properties: { side: { type: integer } } }`);

function measuringKinds(fails: string | undefined): MakeService {
  return () => (ask) => {
    if (!isKnown(ask)) return UNKNOWN;
    const { json } = ask;
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return BAD;
    const { kind, name, radius, side }: { readonly [name: string]: unknown } = Object(json);
    const isNamed = name === undefined || (typeof name === 'string' && name.length <= 40);
    const isRound = [1, 2, 3, 4, 5, 6, 7, 8, 9].some((whole) => whole === radius);
    const isFine = kind === 'round' ? isRound : kind === 'square' && Number.isInteger(side);
    if (!isNamed || !isFine) return BAD;
    return kind === fails ? BROKEN : { status: 200, body: { kind } };
  };
}

/** What a body is says the name of a schema that has all of another one: by that one alone most bodies are nothing. */
export const inheritedService: SmallService = {
  title: 'shapes that have all of another one, and say which one they are',
  document: INHERITED,
  honest: measuringKinds(undefined),
  isGreen: true,
  faulty: { serve: measuringKinds('square'), finds: 'statuses.no-server-error' },
};
