import { type Ask, isKnown, type MakeService, type Reply } from './run-against-service.ts';

/** A small document, an honest service of it, and how the same service is found when it is faulty. */
export type SmallService = {
  readonly title: string;
  readonly document: string;
  readonly honest: MakeService;
  /** Everything of it is served and judged: it conforms. */
  readonly isGreen?: true;
  /** `finds`: the checks that have to blame or warn. */
  readonly faulty?: { readonly serve: MakeService; readonly finds: string };
};

const COMPONENTS = `
components:
  securitySchemes: { access: { type: http, scheme: bearer } }
  schemas:
    Problem: { type: object, required: [title], properties: { title: { type: string } } }
    Note: { type: object, required: [id, words], properties: { id: { type: integer, readOnly: true }, words: { type: string, maxLength: 90 } } }
`;

function documentOf(paths: string, security = '[{ access: [] }]'): string {
  return `
openapi: 3.0.3
info: { title: Small, version: '1' }
security: ${security}
paths:${paths}${COMPONENTS}`;
}

const PROBLEM = `{ description: A problem, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }`;
const NOTE = `content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } }`;

const UNKNOWN: Reply = {
  status: 401,
  body: { title: 'not known' },
  headers: { 'WWW-Authenticate': 'Bearer' },
};
const BAD: Reply = { status: 400, body: { title: 'not valid' } };
const ABSENT: Reply = { status: 404, body: { title: 'not there' } };

/** Looks at the key, then at the place. */
function at(places: { readonly [place: string]: (ask: Ask) => Reply }): (ask: Ask) => Reply {
  const known = new Map(Object.entries(places));
  return (ask) => {
    if (!isKnown(ask)) return UNKNOWN;
    return known.get(`${ask.method} ${ask.path}`)?.(ask) ?? ABSENT;
  };
}

function wordsOf({ json }: Ask): string | undefined {
  const words: unknown =
    typeof json === 'object' && json !== null && 'words' in json ? json.words : undefined;
  return typeof words === 'string' && words.length <= 90 ? words : undefined;
}

const NOTES = `
  /notes:
    get:
      operationId: listNotes
      responses:
        '200':
          description: All
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } }
        '401': ${PROBLEM}
    post:
      operationId: addNote
      requestBody: { required: true, ${NOTE} }
      responses:
        '201': { description: The note, ${NOTE} }
        '400': ${PROBLEM}
        '401': ${PROBLEM}`;

type Note = { readonly id: number; readonly words: string };

/** Notes that are created and listed as documented. */
function notes(
  options: {
    readonly first?: readonly Note[];
    readonly changes?: (note: Note) => Reply;
    readonly lists?: (kept: readonly Note[]) => Reply;
    readonly refuses?: (ask: Ask, kept: readonly Note[]) => Reply | undefined;
    readonly more?: { readonly [place: string]: (ask: Ask) => Reply };
  } = {},
): MakeService {
  return () => {
    const kept: Note[] = [...(options.first ?? [])];
    return at({
      'GET /notes': () => options.lists?.(kept) ?? { status: 200, body: kept },
      'POST /notes': (ask) => {
        const refusal = options.refuses?.(ask, kept);
        if (refusal !== undefined) return refusal;
        const words = wordsOf(ask);
        if (words === undefined) return BAD;
        const note = { id: kept.length + 1, words };
        kept.push(note);
        return options.changes?.(note) ?? { status: 201, body: note };
      },
      ...options.more,
    });
  };
}

const takesAnything: MakeService = () => {
  const kept: unknown[] = [];
  return at({
    'GET /notes': () => ({ status: 200, body: kept }),
    'POST /notes': (ask) => {
      const note = { id: kept.length + 1, words: wordsOf(ask) ?? 'none' };
      kept.push(note);
      return { status: 201, body: note };
    },
  });
};

const LOGIN = `
  /login:
    post:
      operationId: logIn
      security: []
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [user, password], properties: { user: { type: string }, password: { type: string } } }
      responses:
        '200': { description: Known, content: { application/json: { schema: { type: object } } } }
        '401': ${PROBLEM}
  /numbers:
    get:
      operationId: numbers
      responses:
        '200': { description: Numbers, content: { application/json: { schema: { type: array, items: { type: integer } } } } }
        '401': ${PROBLEM}`;

const numbers = (): Reply => ({ status: 200, body: [1, 2, 3] });

function withPublic(place: string, serve: (ask: Ask) => Reply, rest: (ask: Ask) => Reply): MakeService {
  return () => (ask) => (`${ask.method} ${ask.path}` === place ? serve(ask) : rest(ask));
}

const BUCKETS = `
  /buckets/{bucketId}/objects:
    get:
      operationId: listObjects
      parameters: [{ name: bucketId, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: Objects, content: { application/json: { schema: { type: array, items: { type: object } } } } }
        '401': ${PROBLEM}
        '404': ${PROBLEM}
    post:
      operationId: addObject
      parameters: [{ name: bucketId, in: path, required: true, schema: { type: string } }]
      requestBody: { required: true, ${NOTE} }
      responses:
        '201': { description: The object, ${NOTE} }
        '400': ${PROBLEM}
        '401': ${PROBLEM}
        '404': ${PROBLEM}`;

const SPANS = `
  /spans:
    post:
      operationId: addSpan
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [from, until]
              properties: { from: { type: integer, minimum: 0, maximum: 9 }, until: { type: integer, minimum: 0, maximum: 9 } }
            example: { from: 1, until: 5 }
      responses:
        '204': { description: Taken, content: { application/json: { schema: { type: object } } } }
        '400': ${PROBLEM}
        '401': ${PROBLEM}`;

/** Takes a span whose start is before its end: a rule that no schema says. */
function span({ json }: Ask): Reply {
  if (typeof json !== 'object' || json === null || !('from' in json) || !('until' in json)) return BAD;
  const { from, until } = json;
  const isFine = [from, until].every(
    (each) => Number.isInteger(each) && Number(each) >= 0 && Number(each) <= 9,
  );
  return isFine && Number(from) < Number(until) ? { status: 204 } : BAD;
}

function one(operation: string): string {
  return documentOf(`
  /one:
    get:
      operationId: one
${operation}`);
}

function answering(reply: Reply): MakeService {
  return () => at({ 'GET /one': () => reply });
}

const VENDOR = `
  /things:
    post:
      operationId: addThing
      requestBody:
        required: true
        content: { application/vnd.thing+json: { schema: { type: object, required: [n], properties: { n: { type: integer } } } } }
      responses:
        '200': { description: Taken, content: { application/json: { schema: { type: object } } } }
        '400': ${PROBLEM}
        '401': ${PROBLEM}
        '415': ${PROBLEM}`;

const CITIES = `
  /weather:
    get:
      operationId: weather
      parameters: [{ name: city, in: query, required: true, schema: { type: string }, example: Lisbon }]
      responses:
        '200': { description: Degrees, content: { application/json: { schema: { type: integer } } } }
        '400': ${PROBLEM}
        '401': ${PROBLEM}`;

const LISTS = `
  /sums:
    get:
      operationId: sums
      parameters:
        - { name: n, in: query, required: true, schema: { type: array, minItems: 2, items: { type: integer } } }
        - { name: m, in: query, required: true, style: pipeDelimited, explode: false, schema: { type: array, minItems: 2, items: { type: integer } } }
        - { name: box, in: query, required: true, style: deepObject, schema: { type: object, required: [a], properties: { a: { type: integer } } } }
        - { name: X-List, in: header, required: true, schema: { type: array, minItems: 2, items: { type: integer } } }
      responses:
        '200': { description: A sum, content: { application/json: { schema: { type: integer } } } }
        '400': ${PROBLEM}
        '401': ${PROBLEM}`;

const WHOLE = /^-?\d+$/;

function sums({ query, headers }: Ask): Reply {
  const all = [query.getAll('n'), (query.get('m') ?? '').split('|'), String(headers['x-list']).split(/, ?/)];
  const isFine = all.every((texts) => texts.length >= 2 && texts.every((text) => WHOLE.test(text)));
  return isFine && WHOLE.test(query.get('box[a]') ?? '') ? { status: 200, body: 7 } : BAD;
}

export const smallServices: readonly SmallService[] = [
  {
    title: 'an array of objects, listed whole',
    document: documentOf(NOTES),
    honest: notes(),
    faulty: { serve: notes({ lists: () => ({ status: 200, body: [] }) }), finds: 'collections.listed' },
  },
  {
    title: 'a body that is taken, whatever is in it',
    document: documentOf(NOTES),
    honest: notes(),
    faulty: { serve: takesAnything, finds: 'validation.wrong-type' },
  },
  {
    title: 'a first page alone, which a field tells',
    document: documentOf(NOTES),
    isGreen: true,
    honest: notes({
      first: [1, 2, 3, 4].map((id) => ({ id, words: 'old' })),
      lists: (kept) => ({
        status: 200,
        body: kept.slice(0, 4),
        headers: { Link: '</notes?page=2>; rel="next"' },
      }),
    }),
  },
  {
    title: 'a note that changes on its way',
    document: documentOf(NOTES),
    honest: notes({ changes: ({ id, words }) => ({ status: 201, body: { id, words: words.trim() } }) }),
    faulty: {
      serve: notes({ changes: ({ id }) => ({ status: 201, body: { id, words: 'something else' } }) }),
      finds: 'collections.created-as-sent',
    },
  },
  {
    title: 'words that have to be unique, refused with a documented 400',
    document: documentOf(NOTES),
    isGreen: true,
    honest: notes({
      refuses: (ask, kept) => (kept.some(({ words }) => words === wordsOf(ask)) ? BAD : undefined),
    }),
  },
  {
    title: 'a public login that knows nobody',
    document: documentOf(LOGIN),
    honest: withPublic(
      'POST /login',
      () => ({ status: 401, body: { title: 'no' } }),
      at({ 'GET /numbers': numbers }),
    ),
    faulty: {
      serve: withPublic('POST /login', () => ({ status: 500 }), at({ 'GET /numbers': numbers })),
      finds: 'statuses.no-server-error',
    },
  },
  {
    title: 'invented parents that are not there, asked before the key',
    document: documentOf(BUCKETS + LOGIN.slice(LOGIN.indexOf('\n  /numbers'))),
    honest: () => (ask) =>
      ask.path === '/numbers' && !isKnown(ask) ? UNKNOWN : ask.path === '/numbers' ? numbers() : ABSENT,
    faulty: {
      serve: () => (ask) => (ask.path === '/numbers' ? numbers() : ABSENT),
      finds: 'authentication.missing-credential',
    },
  },
  {
    title: 'a rule that no schema says, and 204 with a documented body',
    document: documentOf(SPANS),
    honest: () => at({ 'POST /spans': span }),
    faulty: {
      serve: () => at({ 'POST /spans': (ask) => (ask.json === undefined ? BAD : { status: 204 }) }),
      finds: 'validation',
    },
  },
  {
    title: 'a redirect, where only that is documented',
    document: one(`      responses: { '302': { description: Elsewhere }, '401': ${PROBLEM} }`),
    honest: answering({ status: 302, headers: { Location: 'http://localhost/' } }),
    faulty: { serve: answering({ status: 307, headers: { Location: '/' } }), finds: 'statuses.no-redirect' },
  },
  {
    title: 'a place that shows what 304 looks like, whoever asks under a condition',
    document: one(
      `      parameters: [{ in: header, name: If-None-Match, schema: { type: string } }]
      responses: { '200': { description: Words, content: { application/json: {} } }, '304': { description: As before }, '401': ${PROBLEM} }`,
    ),
    honest: () =>
      at({
        'GET /one': ({ headers }) => {
          const tag = { ETag: '"words"' };
          return headers['if-none-match'] === undefined
            ? { status: 200, body: [], headers: tag }
            : { status: 304, headers: tag };
        },
      }),
    faulty: { serve: answering({ status: 200, body: '[' }), finds: 'bodies.json' },
  },
  {
    title: 'default for every status',
    isGreen: true,
    document: one(
      `      responses: { '200': { description: Words, content: { application/json: {} } }, default: ${PROBLEM} }`,
    ),
    honest: answering({ status: 200, body: [] }),
    faulty: { serve: answering({ status: 200, body: '[' }), finds: 'bodies.json' },
  },
  {
    title: 'a refusal under default',
    document: one(
      `      responses: { '200': { description: Words, content: { application/json: {} } }, default: ${PROBLEM} }`,
    ),
    honest: answering({ status: 409, body: { title: 'not now' } }),
    faulty: { serve: answering({ status: 409, body: { name: 7 } }), finds: 'errors.shape' },
  },
  {
    title: 'an operation that documents only 401',
    document: one(`      responses: { '401': ${PROBLEM} }`),
    honest: answering({ status: 200, body: [] }),
    faulty: { serve: () => () => ({ status: 200, body: [] }), finds: 'authentication.missing-credential' },
  },
  {
    title: 'a success that the document does not name',
    document: one(`      responses: { '200': { description: Fine }, '401': ${PROBLEM} }`),
    honest: answering({ status: 200 }),
    faulty: { serve: answering({ status: 202 }), finds: 'statuses.success' },
  },
  {
    title: 'a 4xx that the document does not name',
    document: one(`      responses: { '200': { description: Fine }, '401': ${PROBLEM} }`),
    honest: answering({ status: 200 }),
    faulty: { serve: answering({ status: 409, body: {} }), finds: 'statuses.documented' },
  },
  {
    title: 'an operation without responses',
    document: one(`      description: Nothing is said of what it answers.`),
    honest: answering({ status: 200 }),
    faulty: { serve: answering({ status: 500 }), finds: 'statuses.no-server-error' },
  },
  {
    title: 'a nullable array and formats that JSON Schema does not know',
    document: one(`      responses:
        '200':
          description: Fine
          content:
            application/json:
              schema:
                type: object
                required: [list, home]
                properties:
                  list: { type: array, nullable: true, items: { type: string } }
                  home: { type: string, format: url }
                  size: { type: integer, format: uint8 }
        '401': ${PROBLEM}`),
    honest: answering({ status: 200, body: { list: null, home: 'no address', size: 900 } }),
    faulty: { serve: answering({ status: 200, body: { list: 'x', home: '' } }), finds: 'bodies.schema' },
  },
  {
    title: 'a media type of its own',
    document: documentOf(VENDOR),
    isGreen: true,
    honest: () =>
      at({
        'POST /things': ({ headers, json }) => {
          if (headers['content-type']?.toLowerCase().startsWith('application/vnd.thing+json') !== true)
            return { status: 415, body: { title: 'no' } };
          const isFine = typeof json === 'object' && json !== null && 'n' in json && Number.isInteger(json.n);
          return isFine ? { status: 200, body: {} } : BAD;
        },
      }),
    faulty: {
      serve: () =>
        at({ 'POST /things': ({ json }) => (json === undefined ? BAD : { status: 200, body: {} }) }),
      finds: 'validation.wrong-type',
    },
  },
  {
    title: 'a city that is known by the example of the document alone',
    document: documentOf(CITIES),
    isGreen: true,
    honest: () =>
      at({
        'GET /weather': ({ query }) => (query.get('city') === 'Lisbon' ? { status: 200, body: 21 } : BAD),
      }),
    faulty: {
      serve: () =>
        at({
          'GET /weather': ({ query }) => (query.get('city') === 'Lisbon' ? { status: 200, body: [] } : BAD),
        }),
      finds: 'bodies.schema',
    },
  },
  {
    title: 'arrays and objects as parameters',
    document: documentOf(LISTS),
    isGreen: true,
    honest: () => at({ 'GET /sums': sums }),
    faulty: { serve: () => at({ 'GET /sums': () => ({ status: 200, body: {} }) }), finds: 'bodies.schema' },
  },
  {
    title: 'a body that is taken although it is none, where no refusal is documented',
    document: documentOf(SPANS.replace(`\n        '400': ${PROBLEM}`, '')),
    honest: () => at({ 'POST /spans': span }),
    faulty: {
      serve: () => at({ 'POST /spans': () => ({ status: 204 }) }),
      finds: 'validation.undocumented-refusal',
    },
  },
];

const PASSWORDS = `
  /current/user/password:
    post:
      operationId: changePassword
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [password], properties: { password: { type: string } } } } }
      responses: { '200': { description: Changed }, '401': ${PROBLEM} }
  /logout:
    get:
      operationId: leave
      responses: { '204': { description: Gone }, '401': ${PROBLEM} }
  /notes/{noteId}:
    delete:
      operationId: removeNote
      parameters: [{ name: noteId, in: path, required: true, schema: { type: integer } }]
      responses: { '204': { description: Gone }, '401': ${PROBLEM} }`;

/** An interface whose key dies of what it offers. */
export const mortal = {
  document: documentOf(NOTES + PASSWORDS),
  serve: (): ReturnType<MakeService> => {
    const inner = notes()();
    let isAlive = true;
    return (ask) => {
      if (!isAlive) return UNKNOWN;
      if (isKnown(ask) && /password|logout/.test(ask.path)) {
        isAlive = false;
        return { status: 200 };
      }
      return inner(ask);
    };
  },
};

/** A service that takes the key for so many requests and then no longer. */
export function dyingKey(after: number): MakeService {
  return () => {
    const inner = notes()();
    let served = 0;
    return (ask) => {
      if (isKnown(ask)) served += 1;
      return served > after ? UNKNOWN : inner(ask);
    };
  };
}

/** The document of the notes alone. */
export const notesDocument = documentOf(NOTES);
