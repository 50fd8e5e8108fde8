/** A document like those of large companies: schemas that refer to each other throughout, long texts and many examples. */
const OPERATIONS_A_RESOURCE = 4;
const MEMBERS = 12;
const WORDS = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor. ';

type JsonObject = { readonly [name: string]: unknown };

function schemaOf(index: number, count: number, text: string): JsonObject {
  const own = Array.from({ length: MEMBERS }, (_, member): [string, JsonObject] => [
    `member${String(member)}`,
    member % 3 === 0
      ? { type: 'integer', minimum: member, description: text }
      : { type: 'string', maxLength: 200, nullable: true, description: text },
  ]);
  const ref = (other: number): JsonObject => ({ $ref: `#/components/schemas/Thing${String(other % count)}` });
  return {
    type: 'object',
    description: text,
    required: ['id', 'member0'],
    properties: {
      id: { type: 'string', readOnly: true },
      ...Object.fromEntries(own),
      parent: ref(index * 7 + 1),
      friends: { type: 'array', items: ref(index * 3 + 2) },
      either: { anyOf: [{ type: 'string' }, ref(index + 1)] },
    },
  };
}

function contentOf(name: string, example: JsonObject): JsonObject {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` }, example } };
}

/** JSON text of a document with so many operations (four on each resource) and at least so many bytes. */
export function largeDocument(operations: number, bytes: number): string {
  const count = Math.ceil(operations / OPERATIONS_A_RESOURCE);
  const text = WORDS.repeat(Math.ceil(bytes / count / (MEMBERS + 10) / WORDS.length));
  const names = Array.from({ length: count }, (_, index) => `Thing${String(index)}`);
  const refused = { description: 'Refused', content: contentOf('Problem', { title: text }) };
  const paths = names.flatMap((name, index): readonly [string, JsonObject][] => {
    const content = contentOf(name, { id: 'a', member0: 5, member1: text });
    const body = { required: true, content };
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
    const operation = (verb: string, rest: JsonObject): JsonObject => ({
      operationId: `${verb}${name}`,
      description: text,
      ...rest,
    });
    const listed = { type: 'array', items: { $ref: `#/components/schemas/${name}` } };
    const path = `/things-${String(index)}`;
    return [
      [
        path,
        {
          get: operation('list', {
            responses: {
              200: { description: 'All', content: { 'application/json': { schema: listed } } },
              400: refused,
            },
          }),
          post: operation('create', {
            requestBody: body,
            responses: { 201: { description: 'Made', content }, 400: refused, 422: refused },
          }),
        },
      ],
      [
        `${path}/{id}`,
        {
          parameters: [id],
          get: operation('read', { responses: { 200: { description: 'One', content }, 404: refused } }),
          put: operation('replace', {
            requestBody: body,
            responses: { 200: { description: 'One', content }, 404: refused },
          }),
        },
      ],
    ];
  });
  const schemas = names.map((name, index): [string, JsonObject] => [name, schemaOf(index, count, text)]);
  const problem = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: { ...Object.fromEntries(schemas), Problem: problem } },
  });
}
