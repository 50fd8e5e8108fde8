import { documentOf, answers, known, membersOf, ABSENT, BAD } from '../everyday-services.ts';
import type { Ask, MakeService, Reply } from '../run-against-service.ts';
import { percentDecoded } from '../../../src/http/target.ts';
import type { Kind } from './kind.ts';

/** One plain thing, notes with stars, in the shapes in which interfaces of different schools show it. */

type Note = { readonly id: string; title: string; stars: number; gone?: boolean };
type Given = ReadonlyMap<string, unknown>;

/** What a service of notes does in its own way. */
type Parts = {
  readonly path: string;
  readonly statusOfRemoval: number;
  /** What comes before anything else: a refusal of headers. */
  readonly gate: (ask: Ask) => Reply | undefined;
  readonly identity: (nth: number, given: Given) => string;
  readonly isIdentity: (id: string) => boolean;
  readonly read: (ask: Ask) => Given | undefined;
  readonly one: (note: Note, path: string) => unknown;
  readonly many: (notes: readonly Note[], ask: Ask) => unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly refusalHeaders?: Readonly<Record<string, string>>;
  readonly problem: (status: number) => unknown;
  readonly keepsRemoved: boolean;
  readonly title: (title: string) => string;
  readonly longest: number;
  readonly change: (note: Note, given: Given) => void;
  readonly makesByPut: boolean;
};

function isFine(given: Given, longest: number, isWhole: boolean): boolean {
  const [title, stars] = [given.get('title'), given.get('stars')];
  const hasTitle = typeof title === 'string' && title !== '' && Array.from(title).length <= longest;
  const hasStars =
    typeof stars === 'number' && Number.isInteger(stars) && stars >= 1 && stars <= longest / 16;
  return (hasTitle || (!isWhole && !given.has('title'))) && (hasStars || !given.has('stars'));
}

/** The members of a body that is a JSON object. */
function objectOf(ask: Ask): Given | undefined {
  const { json } = ask;
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? membersOf(ask) : undefined;
}

const PLAIN: Parts = {
  path: '/notes',
  statusOfRemoval: 204,
  gate: () => undefined,
  identity: String,
  isIdentity: (id) => /^\d{1,9}$/.test(id),
  read: objectOf,
  one: (note) => note,
  many: (all) => all,
  headers: {},
  problem: () => ({ title: 'no' }),
  keepsRemoved: false,
  title: (title) => title,
  longest: 80,
  change: (note, given) => {
    if (given.has('title')) note.title = String(given.get('title'));
    if (given.has('stars')) note.stars = Number(given.get('stars'));
  },
  makesByPut: false,
};

/** A service of notes with these parts. */
function notes(changes: Partial<Parts> = {}): MakeService {
  const parts: Parts = { ...PLAIN, ...changes };
  const refused = (status: number): Reply => ({
    status,
    body: parts.problem(status),
    headers: parts.refusalHeaders ?? parts.headers,
  });
  return () => {
    const all = new Map<string, Note>();
    let made = 0;
    const told = (status: number, note: Note): Reply => ({
      status,
      body: parts.one(note, `${parts.path}/${note.id}`),
      headers: parts.headers,
    });
    const serve = (ask: Ask): Reply => {
      const early = parts.gate(ask);
      if (early !== undefined) return early;
      const { method, path } = ask;
      if (path === parts.path && method === 'GET') {
        const listed = parts.many(
          [...all.values()].filter(({ gone }) => gone !== true),
          ask,
        );
        const isReply =
          typeof listed === 'object' && listed !== null && 'status' in listed && 'body' in listed;
        return isReply
          ? { headers: parts.headers, ...(listed as Reply) }
          : { status: 200, body: listed, headers: parts.headers };
      }
      const given = method === 'GET' || method === 'DELETE' ? new Map<string, unknown>() : parts.read(ask);
      if (given === undefined) return refused(400);
      const note = (id: string): Note => ({
        id,
        title: parts.title(String(given.get('title'))),
        stars: given.has('stars') ? Number(given.get('stars')) : 3,
      });
      if (path === parts.path && method === 'POST') {
        if (!isFine(given, parts.longest, true)) return refused(400);
        const id = parts.identity((made += 1), given);
        if (all.has(id)) return refused(409);
        all.set(id, note(id));
        const reply = told(201, note(id));
        return {
          ...reply,
          headers: { ...reply.headers, Location: `${parts.path}/${encodeURIComponent(id)}` },
        };
      }
      if (!path.startsWith(`${parts.path}/`)) return refused(404);
      const id = percentDecoded(path.slice(parts.path.length + 1)) ?? '';
      if (!parts.isIdentity(id)) return refused(404);
      const found = all.get(id);
      if (method === 'PUT' && parts.makesByPut) {
        if (!isFine(given, parts.longest, true)) return refused(400);
        all.set(id, note(id));
        return told(found === undefined ? 201 : 200, note(id));
      }
      if (found === undefined) return refused(404);
      if (method === 'GET') return told(200, found);
      if (found.gone === true) return refused(404);
      if (method === 'DELETE') {
        if (parts.keepsRemoved) found.gone = true;
        else all.delete(id);
        return parts.statusOfRemoval === 204 ? { status: 204, headers: parts.headers } : told(200, found);
      }
      if (!isFine(given, parts.longest, false)) return refused(400);
      parts.change(found, given);
      return told(200, found);
    };
    return known(serve);
  };
}

const SENT = `title: { type: string, minLength: 1, maxLength: 80 }, stars: { type: integer, minimum: 1, maximum: 5, default: 3 }`;
const AT = (name = 'id', schema = '{ type: string }'): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: ${schema} }]`;
const body = (schema: string, mediaType: string): string =>
  `requestBody: { required: true, content: { ${mediaType}: { schema: ${schema} } } }`;

/** Answers in the media type of the interface, refusals too. */
function shown(mediaType: string, status: string, schema: string, problem: string): string {
  const refusal = `{ description: no, content: { ${mediaType}: { schema: ${problem} } } }`;
  const content = schema === '' ? '' : `, content: { ${mediaType}: { schema: ${schema} } }`;
  return `responses: { '${status}': { description: yes${content} }, '400': ${refusal}, '401': { description: no key }, '404': ${refusal} }`;
}

const JSON_API = 'application/vnd.api+json';
const ERRORS = `{ type: object, required: [errors], properties: { errors: { type: array, items: { type: object, properties: { status: { type: string }, title: { type: string } } } } } }`;
const jsonApiBody = (id: string, required: string): string =>
  body(
    `{ type: object, required: [data], properties: { data: { type: object, required: [type${id}, attributes], properties: { type: { type: string, enum: [notes] }${id === '' ? '' : ', id: { type: string }'}, attributes: { type: object, required: [${required}], properties: { ${SENT} } } } } } }`,
    JSON_API,
  );
const RESOURCE = `{ type: object, required: [type, id, attributes], properties: { type: { type: string, enum: [notes] }, id: { type: string }, attributes: { type: object, required: [title, stars], properties: { ${SENT} } }, links: { type: object, properties: { self: { type: string } } } } }`;
const jsonApi = (status: string, data: string): string =>
  shown(
    JSON_API,
    status,
    data === ''
      ? ''
      : `{ type: object, required: [data], properties: { data: ${data}, links: { type: object }, meta: { type: object } } }`,
    ERRORS,
  );
const JSON_API_NOTES = documentOf(
  `
  /notes:
    get: { operationId: listNotes, ${jsonApi('200', `{ type: array, items: ${RESOURCE} }`)} }
    post: { operationId: addNote, ${jsonApiBody('', 'title')}, ${jsonApi('201', RESOURCE)} }
  /notes/{id}:
    get: { operationId: readNote, ${AT()}, ${jsonApi('200', RESOURCE)} }
    patch: { operationId: changeNote, ${AT()}, ${jsonApiBody(', id', '')}, ${jsonApi('200', RESOURCE)} }
    delete: { operationId: dropNote, ${AT()}, ${jsonApi('204', '')} }`,
  '',
);

const resourceOf = ({ id, ...attributes }: Note): unknown => ({
  type: 'notes',
  id,
  attributes: { title: attributes.title, stars: attributes.stars },
  links: { self: `/notes/${id}` },
});
function jsonApiParts(changes: Partial<Parts> = {}, readsTypes = true): Partial<Parts> {
  return {
    headers: { 'Content-Type': JSON_API },
    read: (ask) => {
      const data = membersOf(ask).get('data');
      if (typeof data !== 'object' || data === null || !('type' in data) || !('attributes' in data))
        return undefined;
      const { attributes } = data;
      if (readsTypes && data.type !== 'notes') return undefined;
      if ('id' in data && typeof data.id !== 'string') return undefined;
      if (ask.method === 'PATCH' && (!('id' in data) || data.id !== ask.path.slice('/notes/'.length)))
        return undefined;
      return typeof attributes === 'object' && attributes !== null && !Array.isArray(attributes)
        ? new Map(Object.entries(attributes))
        : undefined;
    },
    one: (note) => ({ data: resourceOf(note) }),
    many: (all) => ({ data: all.map(resourceOf), meta: { total: all.length } }),
    problem: (status) => ({ errors: [{ status: String(status), title: 'no' }] }),
    ...changes,
  };
}

const HAL = 'application/hal+json';
const LINKS = `_links: { type: object, properties: { self: { type: object, properties: { href: { type: string } } } } }`;
const HAL_NOTE = `{ type: object, required: [id, title, stars, _links], properties: { id: { type: string }, ${SENT}, ${LINKS} } }`;
const HAL_PROBLEM = '{ type: object, required: [title], properties: { title: { type: string } } }';
const HAL_NOTES = documentOf(
  `
  /notes:
    get: { operationId: listNotes, ${shown(HAL, '200', `{ type: object, required: [_embedded, _links], properties: { _embedded: { type: object, required: [notes], properties: { notes: { type: array, items: ${HAL_NOTE} } } }, ${LINKS}, page: { type: object, properties: { totalElements: { type: integer } } } } }`, HAL_PROBLEM)} }
    post: { operationId: addNote, ${body(`{ type: object, required: [title], properties: { ${SENT} } }`, 'application/json')}, ${shown(HAL, '201', HAL_NOTE, HAL_PROBLEM)} }
  /notes/{id}:
    get: { operationId: readNote, ${AT()}, ${shown(HAL, '200', HAL_NOTE, HAL_PROBLEM)} }
    put: { operationId: replaceNote, ${AT()}, ${body(`{ type: object, required: [title], properties: { ${SENT} } }`, 'application/json')}, ${shown(HAL, '200', HAL_NOTE, HAL_PROBLEM)} }
    delete: { operationId: dropNote, ${AT()}, ${shown(HAL, '204', '', HAL_PROBLEM)} }`,
  '',
);
const halOf = ({ id, title, stars }: Note): unknown => ({
  id,
  title,
  stars,
  _links: { self: { href: `/notes/${id}` } },
});
function halParts(changes: Partial<Parts> = {}): Partial<Parts> {
  return {
    headers: { 'Content-Type': HAL },
    one: halOf,
    many: (all) => ({
      _embedded: { notes: all.map(halOf) },
      _links: { self: { href: '/notes' } },
      page: { totalElements: all.length },
    }),
    change: replaceWhole,
    read: whole,
    ...changes,
  };
}

/** The body of a replacement, which has to have everything. */
function whole(ask: Ask): Given | undefined {
  const given = objectOf(ask);
  return given?.has('title') === true ? given : undefined;
}

function replaceWhole(note: Note, given: Given): void {
  note.title = String(given.get('title'));
  note.stars = given.has('stars') ? Number(given.get('stars')) : 3;
}

const NOTE = `{ type: object, required: [id, title, stars], properties: { id: { type: string }, ${SENT} } }`;
const NEW = `{ type: object, required: [title], properties: { ${SENT} } }`;
const CHANGED = `{ type: object, properties: { ${SENT.replace(', default: 3', '')} } }`;

const enveloped = (data: string): string =>
  `{ type: object, required: [success], properties: { success: { type: boolean }, data: { anyOf: [${data}, { type: 'null' }] }, error: { anyOf: [{ type: object, required: [message], properties: { message: { type: string } } }, { type: 'null' }] } } }`;
const FAILED = enveloped('{ type: object }');
const envelope = (status: string, data: string): string =>
  shown('application/json', status, enveloped(data), FAILED);
const ENVELOPED = documentOf(
  `
  /notes:
    get: { operationId: listNotes, ${envelope('200', `{ type: array, items: ${NOTE} }`)} }
    post: { operationId: addNote, ${body(NEW, 'application/json')}, ${envelope('201', NOTE)} }
  /notes/{id}:
    get: { operationId: readNote, ${AT()}, ${envelope('200', NOTE)} }
    patch: { operationId: changeNote, ${AT()}, ${body(CHANGED, 'application/json')}, ${envelope('200', NOTE)} }
    delete: { operationId: dropNote, ${AT()}, ${envelope('200', NOTE)} }`,
  '',
);
function envelopeParts(changes: Partial<Parts> = {}): Partial<Parts> {
  return {
    statusOfRemoval: 200,
    one: (note) => ({ success: true, data: note, error: null }),
    many: (all) => ({ success: true, data: all, error: null }),
    problem: () => ({ success: false, data: null, error: { message: 'no' } }),
    ...changes,
  };
}

/** What most of the others have, with these identities. */
function plainly(
  more: string,
  { id = '{ type: string }', note = NOTE, sent = NEW, changed = CHANGED, list = '', name = 'id' } = {},
): string {
  return documentOf(
    `
  /notes:
    get: { operationId: listNotes, ${more === '' ? '' : `parameters: [${more}], `}${answers('200', list === '' ? `{ type: array, items: ${note} }` : list)} }
    post: { operationId: addNote, ${more === '' ? '' : `parameters: [${more}], `}${body(sent, 'application/json')}, ${answers('201', note)} }
  /notes/{${name}}:
    parameters: [{ name: ${name}, in: path, required: true, schema: ${id} }${more === '' ? '' : `, ${more}`}]
    get: { operationId: readNote, ${answers('200', note)} }
    patch: { operationId: changeNote, ${body(changed, 'application/json')}, ${answers('200', note)} }
    delete: { operationId: dropNote, ${answers('204', '')} }`,
    '',
  );
}

const SOFT = plainly('', {
  note: `{ type: object, required: [id, title, stars, status], properties: { id: { type: string }, ${SENT}, status: { type: string, enum: [active, archived] }, deletedAt: { type: [string, 'null'], format: date-time } } }`,
});
function softOf({ gone, ...note }: Note): unknown {
  return {
    ...note,
    status: gone === true ? 'archived' : 'active',
    deletedAt: gone === true ? '2026-01-02T03:04:05Z' : null,
  };
}
const softParts: Partial<Parts> = { keepsRemoved: true, one: softOf, many: (all) => all.map(softOf) };

const ODATA_PARAMETERS = `{ name: $top, in: query, schema: { type: integer, minimum: 0 } }, { name: $skip, in: query, schema: { type: integer, minimum: 0 } }, { name: $count, in: query, schema: { type: boolean } }, { name: $filter, in: query, schema: { type: string } }, { name: $orderby, in: query, schema: { type: array, items: { type: string, enum: [title, title desc, stars, stars desc] } }, style: form, explode: false }, { name: $select, in: query, schema: { type: array, items: { type: string, enum: [id, title, stars] } }, style: form, explode: false }`;
const OData = `{ type: object, required: [value], properties: { '@odata.context': { type: string }, '@odata.count': { type: integer }, '@odata.nextLink': { type: string }, value: { type: array, items: { type: object, properties: { id: { type: string }, ${SENT} } } } } }`;
const ODATA = plainly('', { list: OData }).replace(
  'operationId: listNotes,',
  `operationId: listNotes, parameters: [${ODATA_PARAMETERS}],`,
);
const PAGE = 5;
function odata(fault?: 'top is ignored'): MakeService {
  return notes({
    many: (all, { query, path }) => {
      const numberOf = (name: string): number | undefined =>
        /^\d+$/.test(query.get(name) ?? '') ? Number(query.get(name)) : undefined;
      for (const name of ['$top', '$skip']) if (query.has(name) && numberOf(name) === undefined) return BAD;
      if (!['true', 'false', null].includes(query.get('$count'))) return BAD;
      const filter = query.get('$filter');
      const [, member, wanted] = /^(title|stars) eq (?:'(.*)'|\d+)$/.exec(filter ?? '') ?? [];
      if (filter !== null && member === undefined) return BAD;
      const order = query.get('$orderby')?.split(',') ?? [];
      if (order.some((one) => !/^(title|stars)( desc)?$/.test(one))) return BAD;
      const select = query.get('$select')?.split(',');
      if (select?.some((one) => !['id', 'title', 'stars'].includes(one)) === true) return BAD;
      const sorted = all
        .filter((note) => wanted === undefined || note.title === wanted)
        .toSorted((a, b) => {
          for (const one of order) {
            const [name, way] = one.split(' ');
            const by =
              name === 'stars' ? a.stars - b.stars : a.title < b.title ? -1 : Number(a.title > b.title);
            if (by !== 0) return way === 'desc' ? -by : by;
          }
          return 0;
        });
      const skip = numberOf('$skip') ?? 0;
      const top = fault === 'top is ignored' ? undefined : numberOf('$top');
      const size = Math.min(top ?? PAGE, PAGE);
      const page = sorted.slice(skip, skip + size);
      const left = (top ?? Infinity) - size;
      const next = new URLSearchParams(query);
      next.set('$skip', String(skip + size));
      if (top !== undefined) next.set('$top', String(left));
      const hasMore = skip + size < sorted.length && left > 0;
      return {
        '@odata.context': '$metadata#notes',
        ...(query.get('$count') === 'true' ? { '@odata.count': sorted.length } : {}),
        ...(hasMore ? { '@odata.nextLink': `${path}?${next.toString()}` } : {}),
        value: page.map((note) =>
          select === undefined
            ? note
            : Object.fromEntries(Object.entries(note).filter(([name]) => select.includes(name))),
        ),
      };
    },
  });
}

const UPSERTS = documentOf(
  `
  /notes:
    get: { operationId: listNotes, ${answers('200', `{ type: array, items: ${NOTE} }`)} }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, pattern: '^[a-z][a-z0-9-]{2,40}$' } }]
    get: { operationId: readNote, ${answers('200', NOTE)} }
    put: { operationId: putNote, ${body(NEW, 'application/json')}, responses: { '200': { description: changed, content: { application/json: { schema: ${NOTE} } } }, '201': { description: made, content: { application/json: { schema: ${NOTE} } } }, '400': { description: no }, '401': { description: no }, '404': { description: no } } }
    delete: { operationId: dropNote, ${answers('204', '')} }`,
  '',
);
const upserting: Partial<Parts> = {
  makesByPut: true,
  isIdentity: (id) => /^[a-z][a-z0-9-]{2,40}$/.test(id),
  read: whole,
};

const NUMBERS = plainly('', { id: `{ type: string, pattern: '^[0-9]+$' }` });
const DATES = plainly('', {
  id: '{ type: string, format: date }',
  name: 'day',
  note: `{ type: object, required: [day, title, stars], properties: { day: { type: string, format: date }, ${SENT} } }`,
  sent: `{ type: object, required: [day, title], properties: { day: { type: string, format: date }, ${SENT} } }`,
});
const dated = ({ id, title, stars }: Note): unknown => ({ day: id, title, stars });
const isDay = (day: unknown): day is string =>
  typeof day === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(day) &&
  !Number.isNaN(Date.parse(day)) &&
  new Date(day).toISOString().startsWith(day);
const dates: Partial<Parts> = {
  identity: (_nth, given) => String(given.get('day')),
  isIdentity: isDay,
  read: (ask) => (ask.method !== 'POST' || isDay(membersOf(ask).get('day')) ? objectOf(ask) : undefined),
  one: dated,
  many: (all) => all.map(dated),
};

const TENANTS = plainly(
  `{ name: X-Tenant-Id, in: header, required: true, schema: { type: string, enum: [acme] } }`,
);
const tenant: Partial<Parts> = {
  gate: ({ headers }) => (headers['x-tenant-id'] === 'acme' ? undefined : BAD),
};
const VERSIONS = plainly(
  `{ name: Accept-Version, in: header, required: false, schema: { type: string, enum: ['1', '2'] } }`,
);
const VERSIONED = 'application/vnd.notes.v2+json';
const BY_ACCEPT = plainly('').replaceAll(
  /content: \{ application\/json: (?=\{ schema: \{ type: (?:object, required: \[id|array))/g,
  `content: { ${VERSIONED}: `,
);
const versioned: Partial<Parts> = {
  gate: ({ headers }) => {
    const accept = headers.accept ?? '*/*';
    return /\*\/\*|application\/\*|vnd\.notes\.v2\+json/.test(accept)
      ? undefined
      : { status: 406, body: { title: 'not acceptable' } };
  },
  one: (note) => note,
  headers: { 'Content-Type': VERSIONED },
  refusalHeaders: {},
};

const COMPOSITE = documentOf(
  `
  /prices:
    get: { operationId: listPrices, ${answers('200', '{ type: array, items: { type: object, required: [shop, product, price], properties: { shop: { type: string }, product: { type: string }, price: { type: integer } } } }')} }
    post: { operationId: addPrice, ${body('{ type: object, required: [shop, product, price], properties: { shop: { type: string, minLength: 1, maxLength: 40 }, product: { type: string, minLength: 1, maxLength: 40 }, price: { type: integer, minimum: 0, maximum: 9999 } } }', 'application/json')}, ${answers('201', '{ type: object, required: [shop, product, price], properties: { shop: { type: string }, product: { type: string }, price: { type: integer } } }')} }
  /prices/{shop}/{product}:
    parameters: [{ name: shop, in: path, required: true, schema: { type: string } }, { name: product, in: path, required: true, schema: { type: string } }]
    get: { operationId: readPrice, ${answers('200', '{ type: object, required: [shop, product, price], properties: { shop: { type: string }, product: { type: string }, price: { type: integer } } }')} }
    put: { operationId: setPrice, ${body('{ type: object, required: [price], properties: { price: { type: integer, minimum: 0, maximum: 9999 } } }', 'application/json')}, ${answers('200', '{ type: object, required: [shop, product, price], properties: { shop: { type: string }, product: { type: string }, price: { type: integer } } }')} }
    delete: { operationId: dropPrice, ${answers('204', '')} }`,
  '',
);
function isShort(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && Array.from(text).length <= 40;
}

function isPrice(price: unknown): price is number {
  return typeof price === 'number' && Number.isInteger(price) && price >= 0 && price <= 9999;
}

const prices: MakeService = () => {
  const all = new Map<string, { shop: string; product: string; price: number }>();
  return known((ask) => {
    const { method, path } = ask;
    const given = membersOf(ask);
    const price = given.get('price');
    if (path === '/prices' && method === 'GET') return { status: 200, body: [...all.values()] };
    if (path === '/prices' && method === 'POST') {
      const [shop, product] = [given.get('shop'), given.get('product')];
      if (!isShort(shop) || !isShort(product) || !isPrice(price)) return BAD;
      const key = JSON.stringify([shop, product]);
      if (all.has(key)) return { status: 409, body: { title: 'there' } };
      all.set(key, { shop, product, price });
      return { status: 201, body: { shop, product, price } };
    }
    const [, top, shop = '', product = ''] = path.split('/').map((segment) => percentDecoded(segment) ?? '');
    const key = JSON.stringify([shop, product]);
    const found = all.get(key);
    if (method === 'PUT' && !isPrice(price)) return BAD;
    if (top !== 'prices' || found === undefined) return ABSENT;
    if (method === 'DELETE') {
      all.delete(key);
      return { status: 204 };
    }
    if (method === 'PUT') found.price = Number(price);
    return { status: 200, body: found };
  });
};

const lost: Partial<Parts> = { change: () => undefined };
const untitled: Partial<Parts> = { title: () => 'untitled' };
const lax: Partial<Parts> = { longest: 8000 };
/** The faults that any of them may have. */
function usualFaults(parts: Partial<Parts>): Kind['faulty'] {
  return {
    'loses updates': { serve: notes({ ...parts, ...lost }), finds: 'resources.update-stored' },
    'gives its own titles': { serve: notes({ ...parts, ...untitled }), finds: 'collections.created-as-sent' },
    'takes any title': { serve: notes({ ...parts, ...lax }), finds: 'validation.constraint' },
    'keeps what is removed': {
      serve: notes({ ...parts, keepsRemoved: true }),
      finds: 'resources.removed-is-gone',
    },
  };
}

export const styleKinds: readonly Kind[] = [
  {
    title: 'JSON:API',
    document: JSON_API_NOTES,
    honest: { plain: notes(jsonApiParts()) },
    faulty: {
      ...usualFaults(jsonApiParts()),
      'takes any type': { serve: notes(jsonApiParts({}, false)), finds: 'validation.constraint' },
    },
  },
  {
    title: 'HAL',
    document: HAL_NOTES,
    honest: { plain: notes(halParts()) },
    faulty: usualFaults(halParts()),
  },
  {
    title: 'an envelope',
    document: ENVELOPED,
    honest: { plain: notes(envelopeParts()) },
    faulty: usualFaults(envelopeParts()),
  },
  {
    title: 'soft removal',
    document: SOFT,
    honest: { plain: notes(softParts) },
    faulty: {
      'loses updates': { serve: notes({ ...softParts, ...lost }), finds: 'resources.update-stored' },
      'stays as it is': {
        serve: notes({
          ...softParts,
          keepsRemoved: true,
          one: ({ gone: _gone, ...note }) => ({ ...note, status: 'active' }),
        }),
        finds: 'resources.removed-is-gone',
      },
    },
  },
  {
    title: 'OData',
    document: ODATA,
    honest: { plain: odata() },
    faulty: { 'top is ignored': { serve: odata('top is ignored'), finds: 'resources.page-length' } },
  },
  {
    title: 'PUT makes',
    document: UPSERTS,
    honest: { plain: notes(upserting) },
    faulty: {
      'gives its own titles': {
        serve: notes({ ...upserting, ...untitled }),
        finds: 'resources.update-stored',
      },
      'keeps what is removed': {
        serve: notes({ ...upserting, keepsRemoved: true }),
        finds: 'resources.removed-is-gone',
      },
    },
  },
  { title: 'numbers as texts', document: NUMBERS, honest: { plain: notes() }, faulty: usualFaults({}) },
  {
    title: 'days that name',
    document: DATES,
    honest: { plain: notes(dates) },
    faulty: {
      'loses updates': { serve: notes({ ...dates, ...lost }), finds: 'resources.update-stored' },
      'takes any title': { serve: notes({ ...dates, ...lax }), finds: 'validation.constraint' },
      'keeps what is removed': {
        serve: notes({ ...dates, keepsRemoved: true }),
        finds: 'resources.removed-is-gone',
      },
    },
  },
  {
    title: 'a tenant in a header',
    document: TENANTS,
    honest: { plain: notes(tenant) },
    faulty: { ...usualFaults(tenant), 'needs no tenant': { serve: notes(), finds: 'validation.parameter' } },
  },
  { title: 'a version in a header', document: VERSIONS, honest: { plain: notes() }, faulty: {} },
  {
    title: 'a version in Accept',
    document: BY_ACCEPT,
    honest: { plain: notes(versioned) },
    faulty: usualFaults(versioned),
  },
  {
    title: 'two names for one',
    document: COMPOSITE,
    honest: { plain: prices },
    faulty: {},
  },
];
