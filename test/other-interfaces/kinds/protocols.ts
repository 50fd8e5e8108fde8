import { ABSENT, answers, BAD, documentOf, known, membersOf, takes } from '../everyday-services.ts';
import { type Ask, KEY, type MakeService, type Reply } from '../run-against-service.ts';
import type { Kind } from './kind.ts';

/** Interfaces that speak in another way: keys in cookies, changes as lists with conditions, answers in lines, one address for all. */

const NAME = '{ type: string, minLength: 1, maxLength: 60 }';
const LAMP = `{ $ref: '#/components/schemas/Lamp' }`;
const LAMP_SCHEMA = `
    Lamp: { type: object, required: [id, name, level], properties: { id: { type: string }, name: ${NAME}, level: { type: integer, minimum: 0, maximum: 100 } } }`;
const NEW_LAMP = `{ type: object, required: [name], properties: { name: ${NAME}, level: { type: integer, minimum: 0, maximum: 100, default: 0 } } }`;
const ID = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }]';

type Lamp = { readonly id: string; name: string; level: number; version: number };

function lampOf(given: ReadonlyMap<string, unknown>, old?: Lamp): Omit<Lamp, 'id' | 'version'> | undefined {
  const name = given.has('name') ? given.get('name') : old?.name;
  const level = given.has('level') ? given.get('level') : (old?.level ?? 0);
  if (typeof name !== 'string' || name === '' || Array.from(name).length > 60) return undefined;
  return typeof level === 'number' && Number.isInteger(level) && level >= 0 && level <= 100
    ? { name, level }
    : undefined;
}

function isObjectBody({ json }: Ask): boolean {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

const shownLamp = ({ id, name, level }: Lamp): unknown => ({ id, name, level });

// Keys in cookies.

const SESSIONS = documentOf(
  `
  /login:
    post:
      operationId: login
      security: []
      ${takes('{ type: object, required: [user, password], properties: { user: { type: string }, password: { type: string } } }')}
      responses:
        '200': { description: in, headers: { Set-Cookie: { schema: { type: string } } }, content: { application/json: { schema: { type: object, required: [user], properties: { user: { type: string } } } } } }
        '400': { description: no }
        '401': { description: no, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
  /logout:
    post: { operationId: logout, ${answers('204', '')} }
  /lamps:
    get: { operationId: listLamps, ${answers('200', `{ type: array, items: ${LAMP} }`)} }
    post: { operationId: addLamp, ${takes(NEW_LAMP)}, ${answers('201', LAMP)} }
  /lamps/{id}:
    ${ID}
    get: { operationId: readLamp, ${answers('200', LAMP)} }
    delete: { operationId: dropLamp, ${answers('204', '')} }`,
  LAMP_SCHEMA,
).replace('access: { type: http, scheme: bearer }', 'access: { type: apiKey, in: cookie, name: sid }');

const NO_SESSION: Reply = { status: 401, body: { title: 'no session' } };

/** `renews`: each answer sets the cookie anew, as services with sliding sessions do. */
function sessions({ renews = false, isOpen = false, keeps = false } = {}): MakeService {
  return () => {
    const all = new Map<string, Lamp>();
    let made = 0;
    const serve = (ask: Ask): Reply => {
      const { method, path } = ask;
      if (path === '/login') {
        const given = membersOf(ask);
        if (
          !isObjectBody(ask) ||
          ![given.get('user'), given.get('password')].every((one) => typeof one === 'string')
        )
          return { status: 400 };
        return NO_SESSION;
      }
      const cookies = (ask.headers.cookie ?? '').split('; ');
      if (!cookies.includes(`sid=${KEY}`) && !(isOpen && method === 'GET')) return NO_SESSION;
      if (path === '/logout') return { status: 204 };
      if (path === '/lamps' && method === 'GET')
        return { status: 200, body: [...all.values()].map(shownLamp) };
      if (path === '/lamps' && method === 'POST') {
        const lamp = isObjectBody(ask) ? lampOf(membersOf(ask)) : undefined;
        if (lamp === undefined) return BAD;
        const id = `l${String((made += 1))}`;
        all.set(id, { id, ...lamp, version: 1 });
        return { status: 201, body: { id, ...lamp } };
      }
      const id = path.slice('/lamps/'.length);
      const found = all.get(id);
      if (found === undefined) return ABSENT;
      if (method === 'DELETE' && !keeps) all.delete(id);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: shownLamp(found) };
    };
    return (ask) => {
      const reply = serve(ask);
      return renews && reply.status < 300
        ? { ...reply, headers: { ...reply.headers, 'Set-Cookie': `sid=${KEY}; HttpOnly; Path=/` } }
        : reply;
    };
  };
}

// Changes as lists, with conditions.

const PROBLEM = `{ description: no, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }`;
const TAG = 'headers: { ETag: { required: true, schema: { type: string } } }';
const IF_MATCH = '{ name: If-Match, in: header, required: true, schema: { type: string } }';
const PATCHED = documentOf(
  `
  /lamps:
    get: { operationId: listLamps, ${answers('200', `{ type: array, items: ${LAMP} }`)} }
    post: { operationId: addLamp, ${takes(NEW_LAMP)}, ${answers('201', LAMP).replace('description: Done,', `description: Done, ${TAG},`)} }
  /lamps/{id}:
    get: { operationId: readLamp, ${ID}, ${answers('200', LAMP).replace('description: Done,', `description: Done, ${TAG},`)} }
    patch:
      operationId: patchLamp
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }, ${IF_MATCH}]
      ${takes(`{ type: array, minItems: 1, items: { type: object, required: [op, path], properties: { op: { type: string, enum: [replace, test] }, path: { type: string, enum: [/name, /level] }, value: {} } } }`, 'application/json-patch+json')}
      ${answers('200', LAMP).replace('description: Done,', `description: Done, ${TAG},`).replace(`'409':`, `'412': ${PROBLEM}, '428': ${PROBLEM}, '422': ${PROBLEM}, '409':`)}
    delete:
      operationId: dropLamp
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }, ${IF_MATCH}]
      ${answers('204', '').replace(`'409':`, `'412': ${PROBLEM}, '428': ${PROBLEM}, '409':`)}`,
  LAMP_SCHEMA,
);
type PatchFault = 'takes old tags' | 'needs no tag' | 'does the first step alone' | 'keeps its tag';

function isStep(step: unknown): step is { op: string; path: string; value: unknown } {
  if (typeof step !== 'object' || step === null || !('op' in step) || !('path' in step)) return false;
  return (
    ['replace', 'test'].includes(String(step.op)) &&
    ['/name', '/level'].includes(String(step.path)) &&
    typeof step.op === 'string' &&
    typeof step.path === 'string'
  );
}

function patched(fault?: PatchFault): MakeService {
  return () => {
    const all = new Map<string, Lamp>();
    let made = 0;
    const told = (status: number, lamp: Lamp): Reply => ({
      status,
      body: shownLamp(lamp),
      headers: { ETag: `"${lamp.id}-${String(lamp.version)}"` },
    });
    return known((ask) => {
      const { method, path, headers } = ask;
      if (path === '/lamps' && method === 'GET')
        return { status: 200, body: [...all.values()].map(shownLamp) };
      if (path === '/lamps' && method === 'POST') {
        const given = isObjectBody(ask) ? lampOf(membersOf(ask)) : undefined;
        if (given === undefined) return BAD;
        const lamp = { id: `l${String((made += 1))}`, ...given, version: 1 };
        all.set(lamp.id, lamp);
        return told(201, lamp);
      }
      const lamp = all.get(path.slice('/lamps/'.length));
      if (lamp === undefined) return ABSENT;
      if (method === 'GET') return told(200, lamp);
      const steps: readonly unknown[] = Array.isArray(ask.json) ? ask.json : [];
      if (method === 'PATCH' && (steps.length === 0 || !steps.every(isStep))) return BAD;
      const tag = headers['if-match'];
      if (tag === undefined && fault !== 'needs no tag')
        return { status: 428, body: { title: 'a tag is needed' } };
      if (
        tag !== undefined &&
        tag !== '*' &&
        tag !== `"${lamp.id}-${String(lamp.version)}"` &&
        fault !== 'takes old tags'
      )
        return { status: 412, body: { title: 'changed meanwhile' } };
      if (method === 'DELETE') {
        all.delete(lamp.id);
        return { status: 204 };
      }
      let next: Lamp = { ...lamp };
      for (const step of fault === 'does the first step alone' ? [] : steps.filter(isStep)) {
        const name = step.path.slice(1);
        if (
          step.op === 'test' &&
          JSON.stringify(step.value) !== JSON.stringify(name === 'name' ? next.name : next.level)
        )
          return { status: 409, body: { title: 'another value' } };
        const given =
          step.op === 'test'
            ? { name: next.name, level: next.level }
            : lampOf(new Map([[name, step.value]]), next);
        if (given === undefined) return { status: 422, body: { title: 'no such value' } };
        next = { ...next, ...given };
      }
      const changed = { ...next, version: lamp.version + (fault === 'keeps its tag' ? 0 : 1) };
      all.set(lamp.id, changed);
      return told(200, changed);
    });
  };
}

// One address for everything.

const GRAPHQL = documentOf(
  `
  /graphql:
    post:
      operationId: graphql
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [query], properties: { query: { type: string }, operationName: { type: [string, 'null'] }, variables: { type: [object, 'null'], additionalProperties: true } } }, example: { query: '{ lamps { id } }' } } } }
      responses:
        '200': { description: data or errors, content: { application/json: { schema: { type: object, properties: { data: { type: [object, 'null'] }, errors: { type: array, items: { type: object, required: [message], properties: { message: { type: string } } } } } } } } }
        '400': { description: no query, content: { application/json: { schema: { type: object, required: [errors], properties: { errors: { type: array, items: { type: object, required: [message], properties: { message: { type: string } } } } } } } } }
        '401': { description: no key }`,
  '',
);
function graphql(fault?: 'fails on what it can not parse' | 'takes anything'): MakeService {
  return () =>
    known((ask) => {
      if (ask.path !== '/graphql' || ask.method !== 'POST') return ABSENT;
      const given = membersOf(ask);
      const [query, variables, name] = [
        given.get('query'),
        given.get('variables') ?? null,
        given.get('operationName') ?? null,
      ];
      const isFine =
        isObjectBody(ask) &&
        typeof query === 'string' &&
        (name === null || typeof name === 'string') &&
        typeof variables === 'object' &&
        !Array.isArray(variables);
      if (!isFine && fault !== 'takes anything')
        return { status: 400, body: { errors: [{ message: 'no query' }] } };
      if (String(query).replaceAll(/\s/g, '') === '{lamps{id}}')
        return { status: 200, body: { data: { lamps: [] } } };
      if (fault === 'fails on what it can not parse')
        return { status: 500, body: { errors: [{ message: 'broken' }] } };
      return { status: 200, body: { data: null, errors: [{ message: 'Syntax Error' }] } };
    });
}

// Answers in lines.

const LINES = documentOf(
  `
  /lamps/export:
    get:
      operationId: exportLamps
      parameters: [{ name: level, in: query, schema: { type: integer, minimum: 0, maximum: 100 } }]
      responses:
        '200': { description: rows, content: { text/csv: { schema: { type: string } } } }
        '400': ${PROBLEM}
        '401': ${PROBLEM}
    head: { operationId: hasExport, responses: { '200': { description: there is one }, '401': { description: no key } } }
    options: { operationId: exportOptions, security: [], responses: { '204': { description: what is allowed, headers: { Allow: { required: true, schema: { type: string } } } } } }
  /lamps/import:
    post:
      operationId: importLamps
      requestBody: { required: true, content: { text/csv: { schema: { type: string, minLength: 1 } } } }
      responses:
        '200': { description: how many, content: { application/json: { schema: { type: object, required: [rows], properties: { rows: { type: integer, minimum: 0 } } } } } }
        '400': ${PROBLEM}
        '401': ${PROBLEM}
  /events:
    get:
      operationId: nextEvents
      parameters: [{ name: since, in: query, schema: { type: integer, minimum: 0 } }, { name: timeout, in: query, schema: { type: integer, minimum: 0, maximum: 30 } }]
      responses:
        '200': { description: some, content: { application/json: { schema: { type: object, required: [events, last], properties: { events: { type: array, items: { type: string } }, last: { type: integer } } } } } }
        '204': { description: none meanwhile }
        '400': ${PROBLEM}
        '401': ${PROBLEM}
  /log:
    get:
      operationId: readLog
      responses:
        '200': { description: lines, content: { application/x-ndjson: { schema: { type: object, required: [at], properties: { at: { type: integer } } } } } }
        '401': ${PROBLEM}`,
  '',
);
type LinesFault =
  | 'exports as JSON'
  | 'allows nothing'
  | 'takes any level'
  | 'logs texts'
  | 'imports without a key'
  | 'waits for any time';

function isWithin(text: string | null, most: number): boolean {
  return text === null || (/^\d+$/.test(text) && Number(text) <= most);
}

function lines(fault?: LinesFault): MakeService {
  const serve = (ask: Ask): Reply => {
    const { method, path, query } = ask;
    switch (path) {
      case '/lamps/export':
        if (!isWithin(query.get('level'), 100) && fault !== 'takes any level') return BAD;
        if (!['GET', 'HEAD'].includes(method))
          return { status: 405, body: { title: 'no' }, headers: { Allow: 'GET, HEAD, OPTIONS' } };
        return fault === 'exports as JSON'
          ? { status: 200, body: [] }
          : {
              status: 200,
              body: 'id,name\r\nl1,"Lamp, large"\r\n',
              headers: { 'Content-Type': 'text/csv; charset=utf-8; header=present' },
            };
      case '/lamps/import':
        if (method !== 'POST') return ABSENT;
        if ((ask.headers['content-type'] ?? '').split(';')[0] !== 'text/csv' || ask.text === '') return BAD;
        return { status: 200, body: { rows: ask.text.split('\n').length } };
      case '/events': {
        if (
          !isWithin(query.get('since'), Number.MAX_SAFE_INTEGER) ||
          (!isWithin(query.get('timeout'), 30) && fault !== 'waits for any time')
        )
          return BAD;
        return query.has('since') ? { status: 204 } : { status: 200, body: { events: ['on'], last: 1 } };
      }
      case '/log':
        return {
          status: 200,
          body: fault === 'logs texts' ? '{"at":1}\n{"at":"two"}\n' : '{"at":1}\n{"at":2}\n',
          headers: { 'Content-Type': 'application/x-ndjson' },
        };
      default:
        return ABSENT;
    }
  };
  const guarded = known(serve);
  return () => (ask) => {
    if (ask.path === '/lamps/export' && ask.method === 'OPTIONS')
      return { status: 204, headers: fault === 'allows nothing' ? {} : { Allow: 'GET, HEAD, OPTIONS' } };
    if (fault === 'imports without a key' && ask.path === '/lamps/import') return serve(ask);
    return guarded(ask);
  };
}

export const protocolKinds: readonly Kind[] = [
  {
    title: 'a session in a cookie',
    document: SESSIONS,
    honest: { plain: sessions(), 'with sliding sessions': sessions({ renews: true }) },
    faulty: {
      'shows everything without a session': {
        serve: sessions({ isOpen: true }),
        finds: 'authentication.missing-credential',
      },
      'keeps what is removed': { serve: sessions({ keeps: true }), finds: 'resources.removed-is-gone' },
    },
    astray: ({ path }) => path === '/logout',
  },
  {
    title: 'lists of changes with conditions',
    document: PATCHED,
    honest: { plain: patched() },
    faulty: {
      'takes old tags': { serve: patched('takes old tags'), finds: 'resources.stale-tag-refused' },
      'needs no tag': { serve: patched('needs no tag'), finds: 'resources.tag-required' },
      'does the first step alone': {
        serve: patched('does the first step alone'),
        finds: 'resources.update-stored',
      },
      'keeps its tag': { serve: patched('keeps its tag'), finds: 'resources.tag-changes' },
    },
  },
  {
    title: 'GraphQL',
    document: GRAPHQL,
    honest: { plain: graphql() },
    faulty: {
      'fails on what it can not parse': {
        serve: graphql('fails on what it can not parse'),
        finds: 'statuses.no-server-error',
      },
      'takes anything': { serve: graphql('takes anything'), finds: 'validation.wrong-type' },
    },
  },
  {
    title: 'rows, lines and waiting',
    document: LINES,
    honest: { plain: lines() },
    faulty: {
      'exports as JSON': { serve: lines('exports as JSON'), finds: 'bodies.media-type' },
      'allows nothing': { serve: lines('allows nothing'), finds: 'headers.documented' },
      'takes any level': { serve: lines('takes any level'), finds: 'validation.parameter' },
      'logs texts': { serve: lines('logs texts'), finds: 'bodies.schema' },
      'imports without a key': {
        serve: lines('imports without a key'),
        finds: 'authentication.missing-credential',
      },
      'waits for any time': { serve: lines('waits for any time'), finds: 'validation.parameter' },
    },
  },
];
