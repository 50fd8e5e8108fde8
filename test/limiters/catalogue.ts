/** The Pet Catalogue without transport and without limits: what an honest service answers to one request. */

type CatalogueRequest = {
  readonly method: string;
  /** Relative to the base address, without query. */
  readonly path: string;
  readonly body: Uint8Array;
  readonly authorized: boolean;
};

export type CatalogueAnswer = {
  readonly status: number;
  readonly json: unknown;
  /** Header fields besides those of the body and the limit. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Makes what was created last: a limiter may still refuse it. */
  readonly keep: () => void;
};

export type Catalogue = (request: CatalogueRequest) => CatalogueAnswer;

type Category = { readonly id: number; readonly name: string; readonly description?: string };

const KEEPS_NOTHING = (): void => undefined;
const FIELDS: { readonly [status: number]: CatalogueAnswer['fields'] } = {
  401: [['WWW-Authenticate', 'Bearer realm="catalogue"']],
  405: [['Allow', 'GET, POST']],
};

type ErrorBody = { readonly code: string; readonly message: string; readonly status: number };

/** A body in the documented Error shape. */
export const errorBody = (status: number): ErrorBody => ({
  code: `e${status}`,
  message: 'The request was not served.',
  status,
});

/** An answer in the documented Error shape. */
function errorAnswer(status: number): CatalogueAnswer {
  return { status, json: errorBody(status), fields: FIELDS[status] ?? [], keep: KEEPS_NOTHING };
}

function categoryOf(id: number, body: Uint8Array): Category | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof value !== 'object' || value === null || !('name' in value)) return undefined;
    const { name } = value;
    if (typeof name !== 'string') return undefined;
    if (!('description' in value)) return { id, name };
    const { description } = value;
    return typeof description === 'string' ? { id, name, description } : undefined;
  } catch {
    return undefined;
  }
}

/** A catalogue with two categories, which keeps what is created. */
export function createCatalogue(): Catalogue {
  const categories: Category[] = [
    { id: 1, name: 'dog', description: 'Dogs of all kinds' },
    { id: 2, name: 'cat' },
  ];
  return ({ method, path, body, authorized }) => {
    if (!authorized) return errorAnswer(401);
    if (path !== '/categories') return errorAnswer(404);
    if (method === 'GET') return { status: 200, json: categories, fields: [], keep: KEEPS_NOTHING };
    if (method !== 'POST') return errorAnswer(405);
    const category = categoryOf(categories.length + 1, body);
    if (category === undefined) return errorAnswer(400);
    return { status: 201, json: category, fields: [], keep: () => void categories.push(category) };
  };
}
