import {
  type Draw,
  drawFrom,
  drawnSchemas,
  type JsonObject,
  schemaRef,
  type Version,
} from './drawn-schemas.ts';

/** What a drawn document is like. */
export type DrawnKind = {
  readonly version: Version;
  readonly seed: number;
  /** At least so many operations, as many more as the last resource has. */
  readonly operations: number;
  readonly schemas: number;
};

type Context = DrawnKind & { readonly draw: Draw };

type Response = { readonly description: string; readonly schema?: JsonObject; readonly mediaType?: string };

const JSON_TYPE = 'application/json';

function responseOf(
  { version }: Context,
  { description, schema, mediaType = JSON_TYPE }: Response,
): JsonObject {
  if (schema === undefined) return { description };
  return version === '2.0' ? { description, schema } : { description, content: { [mediaType]: { schema } } };
}

function parameterOf({ version }: Context, parameter: JsonObject, schema: JsonObject): JsonObject {
  return version === '2.0' ? { ...parameter, ...schema } : { ...parameter, schema };
}

/** The members of an operation that say what is sent. */
function bodyOf({ version }: Context, schema: JsonObject, mediaType = JSON_TYPE): JsonObject {
  if (version !== '2.0') return { requestBody: { required: true, content: { [mediaType]: { schema } } } };
  return { consumes: [mediaType], parameters: [{ name: 'body', in: 'body', required: true, schema }] };
}

function formOf(context: Context): JsonObject {
  if (context.version === '2.0')
    return {
      consumes: ['application/x-www-form-urlencoded'],
      parameters: [
        { name: 'title', in: 'formData', required: true, type: 'string' },
        { name: 'count', in: 'formData', type: 'integer' },
      ],
    };
  const schema = {
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string' }, count: { type: 'integer' } },
  };
  return bodyOf(context, schema, 'application/x-www-form-urlencoded');
}

function problemsOf(context: Context, statuses: readonly string[]): JsonObject {
  const { version, draw } = context;
  const mediaType = draw.chance(0.5) ? 'application/problem+json' : JSON_TYPE;
  const schema = schemaRef(version, 'Problem');
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      responseOf(context, { description: `Refused (${status})`, schema, mediaType }),
    ]),
  );
}

/** How a list stands in its answer. */
function listSchema({ draw }: Context, items: JsonObject): JsonObject {
  const list = { type: 'array', items };
  switch (draw.below(3)) {
    case 0:
      return {
        type: 'object',
        required: ['items', 'total'],
        properties: { items: list, total: { type: 'integer' } },
      };
    case 1:
      return {
        type: 'object',
        required: ['data'],
        properties: { data: list, next_cursor: { type: 'string' } },
      };
    default:
      return list;
  }
}

function pagesOf(context: Context): readonly JsonObject[] {
  const limit = { type: 'integer', minimum: 1, maximum: 100, default: 20 };
  const start = context.draw.chance(0.5) ? 'offset' : 'page';
  return [
    parameterOf(context, { name: 'limit', in: 'query' }, limit),
    parameterOf(context, { name: start, in: 'query' }, { type: 'integer', minimum: 0 }),
  ];
}

const IDENTITIES = [
  { type: 'integer' },
  { type: 'string', format: 'uuid' },
  { type: 'string', pattern: '^[A-Z]{3}[0-9]{4}$' },
  { type: 'string' },
] as const;

/** The operations on one resource: a collection, what is in it, and one particular operation. */
function resourceOf(context: Context, at: number): readonly (readonly [string, JsonObject])[] {
  const { draw, version } = context;
  const name = `r${String(at)}`;
  const isShape = version !== '2.0' && draw.chance(0.1);
  const schema = schemaRef(version, isShape ? 'Shape' : `S${String(draw.below(context.schemas))}`);
  const vendor = draw.chance(0.15) ? 'application/vnd.drawn+json' : JSON_TYPE;
  const one = responseOf(context, { description: 'One', schema, mediaType: vendor });
  const refusals = draw.pick<readonly string[]>([['400'], ['422'], ['400', '404'], ['default'], []]);
  const created = draw.pick(['201', '200', '201', '202'] as const);
  const creation = {
    ...bodyOf(context, schema, vendor),
    operationId: `create_${name}`,
    responses: { [created]: one, ...problemsOf(context, refusals) },
  };
  const list = {
    operationId: `list_${name}`,
    parameters: pagesOf(context),
    responses: {
      200: responseOf(context, { description: 'All', schema: listSchema(context, schema) }),
      ...problemsOf(context, refusals),
    },
  };
  const id = parameterOf(
    context,
    { name: 'id', in: 'path', required: true },
    draw.pick<JsonObject>(IDENTITIES),
  );
  const missing = problemsOf(context, ['404']);
  const entry = {
    parameters: [id],
    get: { operationId: `read_${name}`, responses: { 200: one, ...missing } },
    ...(draw.chance(0.6)
      ? {
          [draw.pick(['put', 'patch'])]: {
            ...bodyOf(context, schema, vendor),
            operationId: `change_${name}`,
            responses: { 200: one, ...missing, ...problemsOf(context, refusals) },
          },
        }
      : {}),
    ...(draw.chance(0.6)
      ? { delete: { operationId: `delete_${name}`, responses: { 204: { description: 'Gone' }, ...missing } } }
      : {}),
  };
  return [
    [`/${name}`, { get: list, post: creation }],
    [`/${name}/{id}`, entry],
    [`/${name}/${particularName(at)}`, particularOf(context, at)],
  ];
}

type Particular = (typeof PARTICULAR)[number];

const PARTICULAR = [
  'count',
  'search',
  'submit',
  'moved',
  'text',
  'silent',
  'default',
  'ping',
  'report',
  'nested',
] as const;

function particularName(at: number): Particular {
  return PARTICULAR[at % PARTICULAR.length] ?? 'count';
}

/** One operation unlike the others: the plainest of what real documents have beside resources. */
function particularOf(context: Context, at: number): JsonObject {
  const { version, draw } = context;
  const name = particularName(at);
  const operationId = `${name}_${String(at)}`;
  const schema = schemaRef(version, `S${String(draw.below(context.schemas))}`);
  const answers = (status: string, answer: Response): JsonObject => ({
    operationId,
    responses: { [status]: responseOf(context, answer) },
  });
  switch (name) {
    case 'count':
      return { get: answers('200', { description: 'How many', schema: { type: 'integer' } }) };
    case 'search':
      return {
        post: {
          ...bodyOf(context, { type: 'object', properties: { words: { type: 'string' } } }),
          ...answers('200', { description: 'Found', schema: { type: 'array', items: schema } }),
        },
      };
    case 'submit':
      return { post: { ...formOf(context), ...answers('204', { description: 'Taken' }) } };
    case 'moved':
      return { get: answers('302', { description: 'Elsewhere' }) };
    case 'text':
      return {
        get: {
          ...(version === '2.0' ? { produces: ['text/plain'] } : {}),
          ...answers('200', { description: 'Words', schema: { type: 'string' }, mediaType: 'text/plain' }),
        },
      };
    case 'silent':
      return { get: { operationId, responses: {} } };
    case 'default':
      return { get: answers('default', { description: 'Whatever comes', schema }) };
    case 'ping':
      return { get: { ...answers('204', { description: 'There' }), security: [] } };
    case 'report':
      return {
        get: {
          ...answers('200', {
            description: 'A map',
            schema: { type: 'object', additionalProperties: schema },
          }),
          parameters: [
            parameterOf(
              context,
              { name: 'kind', in: 'query', required: true },
              { type: 'string', enum: ['a', 'b'] },
            ),
            parameterOf(context, { name: 'X-Trace', in: 'header' }, { type: 'string', maxLength: 40 }),
          ],
        },
      };
    case 'nested':
      return {
        post: {
          ...bodyOf(context, { type: 'array', items: schema, maxItems: 3 }),
          ...answers('200', { description: 'All of them', schema: { type: 'array', items: schema } }),
        },
      };
  }
}

function securityOf({ version, draw }: Context): {
  readonly schemes: JsonObject;
  readonly security: readonly JsonObject[];
} {
  const basic = version === '2.0' ? { type: 'basic' } : { type: 'http', scheme: 'basic' };
  const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
  const bearer = version === '2.0' ? { ...key, name: 'X-Token' } : { type: 'http', scheme: 'bearer' };
  const schemes = { basic, key, bearer };
  const security = draw.pick<readonly JsonObject[]>([
    [],
    [{ key: [] }],
    [{ bearer: [] }],
    [{ basic: [] }],
    [{ key: [] }, { bearer: [] }],
    [{ bearer: [] }, {}],
  ]);
  return { schemes, security };
}

function operationsIn(paths: readonly (readonly [string, JsonObject])[]): number {
  const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);
  return paths.reduce(
    (sum, [, item]) => sum + Object.keys(item).filter((name) => methods.has(name)).length,
    0,
  );
}

/** JSON text of a document of that kind, the same each time. */
export function drawnDocument(kind: DrawnKind): string {
  const draw = drawFrom(kind.seed);
  const context = { ...kind, draw };
  const schemas = drawnSchemas(draw, kind.version, kind.schemas);
  const paths: (readonly [string, JsonObject])[] = [];
  for (let at = kind.seed % 10; operationsIn(paths) < kind.operations; at += 1)
    paths.push(...resourceOf(context, at));
  const { schemes, security } = securityOf(context);
  const shared = {
    info: { title: `Drawn ${String(kind.seed)}`, version: '1' },
    paths: Object.fromEntries(paths),
    security,
  };
  return JSON.stringify(
    kind.version === '2.0'
      ? {
          swagger: '2.0',
          ...shared,
          definitions: schemas,
          securityDefinitions: schemes,
          produces: [JSON_TYPE],
        }
      : { openapi: kind.version, ...shared, components: { schemas, securitySchemes: schemes } },
  );
}
