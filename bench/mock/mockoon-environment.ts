function identifier(number: number): string {
  return `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function route(number: number, method: string, statusCode: number, body: string): object {
  return {
    uuid: identifier(number),
    type: 'http',
    documentation: '',
    method,
    endpoint: 'categories',
    responses: [
      {
        uuid: identifier(number + 100),
        body,
        latency: 0,
        statusCode,
        label: '',
        headers: [{ key: 'Content-Type', value: 'application/json' }],
        bodyType: 'INLINE',
        disableTemplating: true,
        default: true,
        rules: [],
        rulesOperator: 'OR',
      },
    ],
  };
}

/** An environment for Mockoon 9, which does not read OpenAPI 3.1: two routes with fixed answers, without templating. */
export function mockoonEnvironment(list: unknown, entry: unknown): object {
  return {
    uuid: identifier(0),
    lastMigration: 33,
    name: 'bench',
    endpointPrefix: 'v1',
    latency: 0,
    folders: [],
    routes: [route(1, 'get', 200, JSON.stringify(list)), route(2, 'post', 201, JSON.stringify(entry))],
    rootChildren: [1, 2].map((number) => ({ type: 'route', uuid: identifier(number) })),
    data: [],
    headers: [],
    callbacks: [],
  };
}
