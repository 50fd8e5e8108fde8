import type { Ask, MakeService, Reply } from './run-against-service.ts';
import type { SmallService } from './small-services.ts';

/** What services of strangers do that no document of ours did: each small one here stands for a kind that was met among them. */

const PROBLEM = `{ description: A problem, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }`;
const EMPTY = `{ description: Done }`;

function documentOf(paths: string): string {
  return `
openapi: 3.0.3
info: { title: A stranger's, version: '1' }
paths:${paths}`;
}

const BAD: Reply = { status: 400, body: { title: 'not valid' } };
const ABSENT: Reply = { status: 404, body: { title: 'not there' } };

function membersOf({ json }: Ask): Map<string, unknown> | undefined {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? new Map(Object.entries(json))
    : undefined;
}

const SIZES = `
  /sizes:
    get:
      operationId: sizes
      responses:
        '200': { description: Sizes, content: { application/json: { schema: { type: array, items: { type: integer } } } } }`;

const STOPPABLE = documentOf(`${SIZES}
  /admin/shutdown: { post: { operationId: stopAll, responses: { '200': ${EMPTY} } } }
  /admin/reset: { post: { operationId: emptyAll, responses: { '200': ${EMPTY} } } }
  /admin/database/drop:
    post:
      operationId: dropAll
      requestBody: { content: { application/json: { schema: { type: object, properties: { confirm: { type: boolean } } } } } }
      responses: { '200': ${EMPTY} }
  /sizes/remove-all: { post: { operationId: removeSizes, responses: { '200': ${EMPTY} } } }
  /settings:
    post:
      operationId: configure
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { delay: { type: integer } } } } } }
      responses: { '200': ${EMPTY} }`);

/** A service that somebody else needs, too: asks of it that end in this are never sent without consent. */
export const stoppable: { readonly document: string; readonly serve: MakeService } = {
  document: STOPPABLE,
  serve: () => {
    let isThere = true;
    return ({ method, path }) => {
      if (method === 'POST') isThere = false;
      if (!isThere) return { status: 503, body: { title: 'gone' } };
      return path === '/sizes' ? { status: 200, body: [1, 2] } : ABSENT;
    };
  },
};

const KERNELS = documentOf(`${SIZES}
  /kernels:
    post:
      operationId: startKernel
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }
      responses:
        '201': ${EMPTY}
        '400': ${PROBLEM}
        '501': ${PROBLEM}
  /health:
    get:
      operationId: health
      responses:
        '200': ${EMPTY}
        '503': ${PROBLEM}`);

function kernels(failure: number): MakeService {
  return () => (ask) => {
    const { method, path } = ask;
    if (method === 'GET' && path === '/sizes') return { status: 200, body: [] };
    if (method === 'GET' && path === '/health') return { status: 503, body: { title: 'no kernels' } };
    if (method !== 'POST' || path !== '/kernels') return ABSENT;
    return typeof membersOf(ask)?.get('name') === 'string'
      ? { status: failure, body: { title: 'none of that name' } }
      : BAD;
  };
}

const LIT = documentOf(`
  /lamps:
    get:
      operationId: lamps
      parameters:
        - { name: lit, in: query, schema: { type: boolean } }
        - { name: volts, in: query, schema: { type: number } }
        - { name: room, in: query, schema: { type: integer, nullable: true } }
      responses:
        '200': { description: Lamps, content: { application/json: { schema: { type: array, items: { type: integer } } } } }
        '400': ${PROBLEM}`);

const SPELLED = /^(?:1|0|t|f|true|false|y|n|yes|no|on|off)$/i;

const lamps: MakeService =
  () =>
  ({ method, path, query }) => {
    if (method !== 'GET' || path !== '/lamps') return ABSENT;
    const lit = query.get('lit') ?? 'true';
    const numbers = ['volts', 'room'].map((name) => Number(query.get(name)?.replace(/^null$/, '') ?? '0'));
    const [volts, room] = numbers;
    const isRead = SPELLED.test(lit) && Number.isFinite(volts) && Number.isInteger(room);
    return isRead ? { status: 200, body: [] } : BAD;
  };

const TODOS = documentOf(`
  /todos:
    get:
      operationId: todos
      responses:
        '200': { description: All, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Todo' } } } } }
    post:
      operationId: addTodo
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [title]
              properties: { title: { type: string }, address: { type: string }, isDone: { type: boolean } }
      responses:
        '200': { description: Added, content: { application/json: { schema: { $ref: '#/components/schemas/Todo' } } } }
        '422': ${PROBLEM}
  /todos/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: number } }]
    get:
      operationId: todo
      responses:
        '200': { description: It, content: { application/json: { schema: { $ref: '#/components/schemas/Todo' } } } }
        '404': ${PROBLEM}
    delete:
      operationId: removeTodo
      responses:
        '204': ${EMPTY}
        '404': ${PROBLEM}
components:
  schemas:
    Todo:
      type: object
      required: [title]
      properties: { id: { type: number }, title: { type: string }, address: { type: string }, isDone: { type: boolean } }`);

/** A service that looks addresses up, and knows none of those that anybody makes up. */
function todos(keepsRemoved: boolean): MakeService {
  return () => {
    const kept = new Map<number, object>();
    let last = 0;
    return (ask) => {
      const [, place, id] = ask.path.split('/');
      if (place !== 'todos') return ABSENT;
      if (id === undefined && ask.method === 'GET') return { status: 200, body: [...kept.values()] };
      if (id === undefined && ask.method === 'POST') {
        const members = membersOf(ask);
        const { title, address, isDone = false } = Object.fromEntries(members ?? []);
        const isTaken = typeof title === 'string' && address === undefined && typeof isDone === 'boolean';
        if (!isTaken) return { status: 422, body: { title: 'no such address' } };
        last += 1;
        kept.set(last, { id: last, title, ...(members?.has('isDone') === true ? { isDone } : {}) });
        return { status: 200, body: kept.get(last) };
      }
      const todo = kept.get(Number(id));
      if (todo === undefined) return ABSENT;
      if (ask.method === 'GET') return { status: 200, body: todo };
      if (ask.method !== 'DELETE') return ABSENT;
      if (!keepsRemoved) kept.delete(Number(id));
      return { status: 204 };
    };
  };
}

const ARTICLES = documentOf(`
  /articles:
    get:
      operationId: articles
      parameters:
        - { name: 'filter[status]', in: query, schema: { type: string, enum: [draft, published, archived] } }
        - { name: sort, in: query, schema: { type: string, enum: [title, -title] } }
      responses:
        '200':
          description: Articles
          content:
            application/json:
              schema:
                type: object
                required: [data]
                properties:
                  data:
                    type: array
                    items:
                      type: object
                      required: [id, type, attributes]
                      properties:
                        id: { type: string }
                        type: { type: string, enum: [articles] }
                        attributes: { type: object, required: [title, status], properties: { title: { type: string }, status: { type: string } } }
        '400': ${PROBLEM}`);

const SHELF = ['Melon', 'Apple', 'Quince', 'Damson', 'Cherry', 'Olive'].map((title, at) => ({
  id: String(at + 1),
  type: 'articles',
  attributes: { title, status: ['draft', 'published', 'archived'][at % 3] ?? 'draft' },
}));

function articles({
  chooses = true,
  sorts = true,
}: { chooses?: boolean; sorts?: boolean } = {}): MakeService {
  return () => (ask) => {
    if (ask.method !== 'GET' || ask.path !== '/articles') return ABSENT;
    const [status, sort] = ['filter[status]', 'sort'].map((name) => ask.query.get(name));
    if (typeof status === 'string' && !['draft', 'published', 'archived'].includes(status)) return BAD;
    if (typeof sort === 'string' && !['title', '-title'].includes(sort)) return BAD;
    const isShown = ({ attributes }: (typeof SHELF)[number]): boolean =>
      !chooses || typeof status !== 'string' || attributes.status === status;
    const shown = SHELF.filter((one) => isShown(one));
    if (typeof sort !== 'string' || !sorts) return { status: 200, body: { data: shown } };
    const rising = shown.toSorted((a, b) => (a.attributes.title < b.attributes.title ? -1 : 1));
    return { status: 200, body: { data: sort.startsWith('-') ? rising.toReversed() : rising } };
  };
}

/** Each with an honest service, and one that does wrong what is told of it. */
export const strangersServices: readonly SmallService[] = [
  {
    title: 'what could stop or empty it is not asked of a service',
    document: STOPPABLE,
    honest: stoppable.serve,
  },
  {
    title: 'a failure with a meaning that the document names',
    document: KERNELS,
    honest: kernels(501),
    faulty: { serve: kernels(500), finds: 'statuses.no-server-error' },
  },
  {
    title: '501 under default',
    document: KERNELS.replace("'501'", 'default'),
    honest: kernels(501),
    faulty: { serve: kernels(500), finds: 'statuses.no-server-error' },
  },
  {
    title: 'booleans and numbers in other spellings',
    document: LIT,
    honest: lamps,
    isGreen: true,
    faulty: { serve: () => () => ({ status: 200, body: [] }), finds: 'validation.parameter' },
  },
  {
    title: 'an optional member that nobody could make up, and ids that are numbers',
    document: TODOS,
    honest: todos(false),
    faulty: { serve: todos(true), finds: 'resources.removed-is-gone' },
  },
  {
    title: 'a list that is chosen by what its entries hold in one member',
    document: ARTICLES,
    honest: articles(),
    isGreen: true,
    faulty: { serve: articles({ chooses: false }), finds: 'resources.filter-holds' },
  },
  {
    title: 'a list that is put in order by what its entries hold in one member',
    document: ARTICLES,
    honest: articles(),
    isGreen: true,
    faulty: { serve: articles({ sorts: false }), finds: 'resources.order-holds' },
  },
];
