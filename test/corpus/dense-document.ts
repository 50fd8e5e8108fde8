import type { JsonObject } from './drawn-schemas.ts';

/** The kinds that the references of a member alternate between. */
const KINDS = 3;
const MEMBERS = 6;

/**
 * JSON text of a document whose schemas all refer to each other, by `allOf`, `anyOf` and `oneOf` that double at each step: what
 * follows every reference never comes to an end.
 */
export function denseDocument(size: { readonly operations: number; readonly schemas: number }): string {
  const ref = (at: number): JsonObject => ({ $ref: `#/components/schemas/T${String(at % size.schemas)}` });
  const member = (at: number, which: number): JsonObject => {
    switch (which % KINDS) {
      case 0:
        return { type: 'array', items: ref(at * 7 + which * 13) };
      case 1:
        return { anyOf: [ref(at * 5 + which * 11), { type: 'null' }] };
      default:
        return { oneOf: [ref(at + which), ref(at * 3 + which), { type: 'string' }] };
    }
  };
  const schemas = Array.from({ length: size.schemas }, (_, at): readonly [string, JsonObject] => {
    const members = Array.from({ length: MEMBERS }, (_each, which): readonly [string, JsonObject] => [
      `r${String(which)}`,
      member(at, which),
    ]);
    const own = {
      type: 'object',
      required: ['name', ...(at % 5 === 0 ? ['kind'] : [])],
      properties: {
        id: { type: 'integer', readOnly: true },
        name: { type: 'string', maxLength: 100 },
        kind: { type: 'string', enum: ['a', 'b', 'c'] },
        ...Object.fromEntries(members),
      },
    };
    const isWhole = at % 4 !== 3;
    return [`T${String(at)}`, isWhole ? own : { allOf: [ref(at - 1), ref(at - 2), own] }];
  });
  const paths = Array.from({ length: Math.ceil(size.operations / 2) }, (_, at) => {
    const content = { 'application/json': { schema: ref(at) } };
    const list = { 'application/json': { schema: { type: 'array', items: ref(at) } } };
    const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } };
    return [
      `/t${String(at)}`,
      {
        get: {
          operationId: `list${String(at)}`,
          parameters: [limit],
          responses: { 200: { description: 'All', content: list } },
        },
        post: {
          operationId: `make${String(at)}`,
          requestBody: { required: true, content },
          responses: { 201: { description: 'Made', content }, 422: { description: 'Refused' } },
        },
      },
    ] as const;
  });
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Dense', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  });
}
