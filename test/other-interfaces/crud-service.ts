import type { Ask, MakeService, Reply } from './run-against-service.ts';
import { isKnown } from './run-against-service.ts';

/** A CRUD interface as they are written every day: pages, defaults, members of the service, problem+json. */
export const CRUD = `
openapi: 3.0.3
info: { title: Members, version: '1' }
security: [{ access: [] }]
paths:
  /members:
    get:
      operationId: listMembers
      parameters:
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 5 } }
        - { name: tag, in: query, schema: { type: array, items: { type: string } } }
      responses:
        '200':
          description: A page
          content:
            application/json:
              schema:
                type: object
                required: [items, total]
                properties:
                  items: { type: array, items: { $ref: '#/components/schemas/Member' } }
                  total: { type: integer }
                  next: { type: string, nullable: true }
        '400': { $ref: '#/components/responses/Problem' }
        '401': { $ref: '#/components/responses/Problem' }
    post:
      operationId: addMember
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/NewMember' } } }
      responses:
        '201':
          description: The member
          content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } }
        '400': { $ref: '#/components/responses/Problem' }
        '401': { $ref: '#/components/responses/Problem' }
        '409': { $ref: '#/components/responses/Problem' }
  /members/{memberId}:
    parameters: [{ name: memberId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readMember
      responses:
        '200':
          description: The member
          content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } }
        '400': { $ref: '#/components/responses/Problem' }
        '401': { $ref: '#/components/responses/Problem' }
        '404': { $ref: '#/components/responses/Problem' }
    put:
      operationId: changeMember
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/NewMember' } } }
      responses:
        '200':
          description: The member
          content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } }
        '400': { $ref: '#/components/responses/Problem' }
        '401': { $ref: '#/components/responses/Problem' }
        '404': { $ref: '#/components/responses/Problem' }
    delete:
      operationId: removeMember
      responses:
        '204': { description: Gone }
        '401': { $ref: '#/components/responses/Problem' }
        '404': { $ref: '#/components/responses/Problem' }
components:
  securitySchemes: { access: { type: http, scheme: bearer } }
  responses:
    Problem:
      description: A problem
      content: { application/problem+json: { schema: { $ref: '#/components/schemas/Problem' } } }
  schemas:
    Problem:
      type: object
      required: [title, status]
      properties:
        title: { type: string }
        status: { type: integer }
    NewMember:
      type: object
      required: [name, email]
      properties:
        name: { type: string, minLength: 1, maxLength: 80 }
        email: { type: string, format: email }
        note: { type: string, nullable: true, maxLength: 200 }
        status: { type: string, enum: [registered, active, gone], default: registered }
        plan: { type: string, default: beginners }
    Member:
      allOf:
        - $ref: '#/components/schemas/NewMember'
        - type: object
          required: [id, createdAt]
          properties:
            id: { type: string, format: uuid, readOnly: true }
            createdAt: { type: string, format: date-time, readOnly: true }
            score: { type: number, readOnly: true }
            labels: { type: array, nullable: true, items: { type: string } }
`;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

type Members = { readonly [name: string]: unknown };

/** What the service does otherwise than its document says. */
export type CrudFault =
  | 'takes any key'
  | 'takes any body'
  | 'loses the note'
  | 'never lists'
  | 'answers 200 to a creation'
  | 'lets the id be null'
  | 'fails on null';

function problem(status: number, title = 'problem'): Reply {
  return { status, body: { title, status }, headers: { 'Content-Type': 'application/problem+json' } };
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown, most: number): boolean {
  return typeof value === 'string' && Array.from(value).length <= most;
}

function isMember(body: unknown): body is Members {
  return (
    isObject(body) &&
    isText(body['name'], 80) &&
    body['name'] !== '' &&
    typeof body['email'] === 'string' &&
    /^[!-?A-~]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(body['email']) &&
    (body['note'] === undefined || body['note'] === null || isText(body['note'], 200)) &&
    (body['status'] === undefined ||
      ['registered', 'active', 'gone'].some((one) => one === body['status'])) &&
    (body['plan'] === undefined || typeof body['plan'] === 'string')
  );
}

function pageOf(entries: readonly Members[], query: URLSearchParams): Reply {
  const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 5)];
  const isWhole = Number.isInteger(page) && Number.isInteger(limit);
  if (!isWhole || page < 1 || limit < 1 || limit > 50) return problem(400);
  const items = entries.slice((page - 1) * limit, page * limit);
  const next = page * limit < entries.length ? `/members?page=${String(page + 1)}` : null;
  return { status: 200, body: { items, total: entries.length, next } };
}

/** The service, honest or with one fault. */
export function crudService(fault?: CrudFault): MakeService {
  return () => {
    const entries: Members[] = Array.from({ length: 7 }, (_, at) => ({
      id: `00000000-0000-4000-8000-00000000000${String(at)}`,
      createdAt: '2024-01-01T00:00:00Z',
      name: `Member ${String(at)}`,
      email: `member${String(at)}@example.org`,
      status: 'active',
      labels: null,
    }));
    let made = entries.length;
    const create = ({ json }: Ask): Reply => {
      if (fault === 'fails on null' && isObject(json) && json['name'] === null) return problem(500);
      const isTaken = fault === 'takes any body' && isObject(json);
      if (!isTaken && !isMember(json)) return problem(400);
      const sent = isObject(json) ? json : {};
      if (entries.some(({ email }) => email === sent['email'])) return problem(409, 'email in use');
      const number = String(made).padStart(12, '0');
      made += 1;
      const { name, email, note, status = 'registered', plan = 'beginners' } = sent;
      const entry = {
        id: fault === 'lets the id be null' ? null : `00000000-0000-4000-8000-${number}`,
        createdAt: new Date(0).toISOString(),
        name,
        email,
        ...(note === undefined || fault === 'loses the note' ? {} : { note }),
        ...(fault === 'loses the note' ? { note: 'another' } : {}),
        status,
        plan,
        score: made,
        labels: null,
      };
      if (fault !== 'never lists') entries.push(entry);
      return { status: fault === 'answers 200 to a creation' ? 200 : 201, body: entry };
    };
    const replace = (at: number, { json }: Ask): Reply => {
      if (!isMember(json)) return problem(400);
      if (entries.some(({ email }, other) => other !== at && email === json['email'])) return problem(400);
      const { name, email, note, status = 'registered', plan = 'beginners' } = json;
      const { id, createdAt, score } = entries[at] ?? {};
      const own = { id, createdAt, name, email, ...(note === undefined ? {} : { note }) };
      const entry = { ...own, status, plan, score, labels: null };
      entries[at] = entry;
      return { status: 200, body: entry };
    };
    const onEntry = (ask: Ask): Reply => {
      const { method, path } = ask;
      const id = decodeURIComponent(path.slice('/members/'.length));
      if (!UUID.test(id)) return problem(400, 'malformed id');
      const at = entries.findIndex((entry) => entry['id'] === id);
      if (at < 0) return problem(404);
      if (method === 'GET') return { status: 200, body: entries[at] };
      if (method === 'PUT') return replace(at, ask);
      if (method !== 'DELETE') return problem(405);
      entries.splice(at, 1);
      return { status: 204 };
    };
    return (ask) => {
      try {
        decodeURIComponent(ask.path);
      } catch {
        return problem(400);
      }
      if (fault !== 'takes any key' && !isKnown(ask)) {
        return { ...problem(401), headers: { ...problem(401).headers, 'WWW-Authenticate': 'Bearer' } };
      }
      if (ask.path.startsWith('/members/')) return onEntry(ask);
      if (ask.path !== '/members') return problem(404);
      if (ask.method === 'GET' || ask.method === 'HEAD') return pageOf(entries, ask.query);
      return ask.method === 'POST' ? create(ask) : problem(405);
    };
  };
}
