import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type Ask, isKnown, type MakeService, type Reply, runAgainstService } from './run-against-service.ts';
import { THOROUGH } from '../sampled.ts';

/**
 * Entries that are led on from state to state, as strangers document them: what may be done to one depends on what was done before,
 * and no document says of which. Beside it a batch whose answer tells of each entry what became of it, an order that goes on behind
 * an address of its own, and a change that takes more than an answer may show.
 */

const DOCUMENT = `
openapi: 3.1.0
info: { title: Jobs, version: '1' }
security: [{ token: [] }]
paths:
  /jobs:
    get:
      operationId: listJobs
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Job' } } } } } }
    post:
      operationId: addJob
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewJob' } } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } } }
        '400': { $ref: '#/components/responses/Fault' }
  /jobs/batch:
    post:
      operationId: addJobs
      requestBody: { required: true, content: { application/json: { schema: { type: array, minItems: 1, items: { $ref: '#/components/schemas/NewJob' } } } } }
      responses:
        '200':
          description: one result for each
          content:
            application/json:
              schema:
                type: array
                items: { type: object, required: [status], properties: { status: { type: integer }, error: { type: string }, job: { $ref: '#/components/schemas/Job' } } }
        '400': { $ref: '#/components/responses/Fault' }
  /jobs/{id}:
    parameters: [{ $ref: '#/components/parameters/id' }]
    get:
      operationId: readJob
      responses: { '200': { $ref: '#/components/responses/Job' }, '404': { $ref: '#/components/responses/Fault' } }
    put:
      operationId: replaceJob
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewJob' } } } }
      responses: { '200': { $ref: '#/components/responses/Job' }, '400': { $ref: '#/components/responses/Fault' }, '404': { $ref: '#/components/responses/Fault' }, '409': { $ref: '#/components/responses/Fault' } }
    patch:
      operationId: changeJob
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                title: { type: string }
                urgent: { type: boolean }
                state: { type: string, enum: [fresh, running, stopped, held] }
      responses: { '200': { $ref: '#/components/responses/Job' }, '400': { $ref: '#/components/responses/Fault' }, '404': { $ref: '#/components/responses/Fault' }, '409': { $ref: '#/components/responses/Fault' } }
    delete:
      operationId: removeJob
      responses: { '204': { description: gone }, '404': { $ref: '#/components/responses/Fault' }, '409': { $ref: '#/components/responses/Fault' } }
  /jobs/{id}/start:
    parameters: [{ $ref: '#/components/parameters/id' }]
    post:
      operationId: startJob
      responses: { '200': { $ref: '#/components/responses/Job' }, '404': { $ref: '#/components/responses/Fault' }, '409': { $ref: '#/components/responses/Fault' } }
  /jobs/{id}/stop:
    parameters: [{ $ref: '#/components/parameters/id' }]
    post:
      operationId: stopJob
      requestBody: { content: { application/json: { schema: { type: object, required: [after], properties: { after: { type: integer, minimum: 0 } } } } } }
      responses: { '200': { $ref: '#/components/responses/Job' }, '404': { $ref: '#/components/responses/Fault' }, '409': { $ref: '#/components/responses/Fault' } }
  /jobs/{id}/restore:
    parameters: [{ $ref: '#/components/parameters/id' }]
    post:
      operationId: restoreJob
      responses: { '200': { $ref: '#/components/responses/Job' }, '404': { $ref: '#/components/responses/Fault' }, '409': { $ref: '#/components/responses/Fault' } }
  /jobs/{id}/report:
    parameters: [{ $ref: '#/components/parameters/id' }]
    post:
      operationId: orderReport
      responses:
        '202': { description: ordered, headers: { Location: { schema: { type: string } } }, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
        '404': { $ref: '#/components/responses/Fault' }
  /orders/{order}:
    get:
      operationId: readOrder
      parameters: [{ name: order, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: how it goes, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
        '404': { $ref: '#/components/responses/Fault' }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  parameters: { id: { name: id, in: path, required: true, schema: { type: string } } }
  responses:
    Job: { description: a job, content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } } }
    Fault: { description: a fault, content: { application/json: { schema: { type: object, required: [message], properties: { message: { type: string } } } } } }
  schemas:
    NewJob: { type: object, required: [title], properties: { title: { type: string, minLength: 1, maxLength: 40 }, urgent: { type: boolean, default: false } } }
    Job:
      type: object
      required: [id, title, state]
      properties: { id: { type: string }, title: { type: string, minLength: 1, maxLength: 40 }, urgent: { type: boolean }, state: { type: string, enum: [fresh, running, stopped, held] } }
    Order: { type: object, required: [order], properties: { order: { type: string }, isDone: { type: boolean } } }
`;

type Job = { readonly [name: string]: unknown };

function isObject(value: unknown): value is Job {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const fault = (status: number, message: string): Reply => ({ status, body: { message } });

function isNew(value: unknown): value is Job {
  if (!isObject(value)) return false;
  const { title, urgent = false } = value;
  const length = typeof title === 'string' ? Array.from(title).length : 0;
  return length >= 1 && length <= 40 && typeof urgent === 'boolean';
}

/** Parts of the service that a test replaces. */
type Parts = { readonly takesBroken: boolean; readonly titled: (title: unknown) => unknown };
const HONEST: Parts = { takesBroken: false, titled: (title) => title };

function jobs(parts: Partial<Parts> = {}): MakeService {
  const { takesBroken, titled } = { ...HONEST, ...parts };
  return () => {
    const all = new Map<string, Job>();
    const orders = new Set<string>();
    const removed = new Map<string, Job>();
    let serial = 0;
    const put = (job: Job): Reply => {
      all.set(String(job['id']), job);
      return { status: 200, body: job };
    };
    const made = (sent: Job): Job => {
      serial += 1;
      const { title, urgent = false } = sent;
      const job = { id: `job-${String(serial)}`, title, urgent, state: 'fresh' };
      put(job);
      return job;
    };
    const batch = (sent: unknown): Reply => {
      if (!Array.isArray(sent) || sent.length === 0) return fault(400, 'a list of jobs is expected');
      const results = sent.map((one: unknown) => {
        const isTaken = isNew(one) || (takesBroken && isObject(one));
        return isTaken
          ? { status: 201, job: made({ title: 'Untitled', ...one }) }
          : { status: 400, error: 'no job' };
      });
      return { status: 200, body: takesBroken ? results.map(({ status }) => ({ status })) : results };
    };
    const change = (job: Job, { headers, json, text }: Ask): Reply => {
      // Like the parsers of frameworks: without the type of its content a body is nothing.
      const isRead = headers['content-type']?.toLowerCase().startsWith('application/json') === true;
      if (!isRead || text === '') return { status: 200, body: job };
      if (!isObject(json)) return fault(400, 'an object is expected');
      const { title = job['title'], urgent = job['urgent'], state = job['state'] } = json;
      const isValid =
        typeof title === 'string' &&
        typeof urgent === 'boolean' &&
        ['fresh', 'running', 'stopped', 'held'].includes(String(state));
      return isValid && typeof state === 'string'
        ? put({ ...job, title: titled(title), urgent, state })
        : fault(400, 'no such change');
    };
    const act = (job: Job, action: string, ask: Ask): Reply => {
      const { state } = job;
      if (action === 'start')
        return state === 'fresh' ? put({ ...job, state: 'running' }) : fault(409, 'not fresh');
      if (action === 'stop') {
        const after = isObject(ask.json) ? ask.json['after'] : undefined;
        if (!Number.isInteger(after) || Number(after) < 0) return fault(400, 'after what?');
        if (state !== 'running' || Number(after) > 10) return fault(409, 'not running so long');
        return put({ ...job, state: 'stopped' });
      }
      if (action === 'restore') return fault(409, 'it is there');
      if (action !== 'report') return fault(404, 'nothing here');
      const order = `order-${String(job['id'])}-${String(orders.size)}`;
      orders.add(order);
      return { status: 202, body: { order }, headers: { Location: `/orders/${order}` } };
    };
    return (ask) => {
      if (!isKnown(ask)) return { ...fault(401, 'who is it?'), headers: { 'WWW-Authenticate': 'Bearer' } };
      const { method, path, json } = ask;
      const [, area, id = '', action] = path.split('/');
      if (area === 'orders' && method === 'GET')
        return orders.has(id)
          ? { status: 200, body: { order: id, isDone: true } }
          : fault(404, 'no such order');
      if (area !== 'jobs') return fault(404, 'nothing here');
      if (id === '' && method === 'GET') return { status: 200, body: [...all.values()] };
      if (id === '' && method === 'POST')
        return isNew(json) ? { status: 201, body: made(json) } : fault(400, 'no job');
      if (id === 'batch' && method === 'POST') return batch(json);
      const kept = removed.get(id);
      if (kept !== undefined && action === 'restore' && method === 'POST') {
        removed.delete(id);
        return put(kept);
      }
      const job = all.get(id);
      if (job === undefined) return fault(404, 'no such job');
      if (action !== undefined) return method === 'POST' ? act(job, action, ask) : fault(405, 'post it');
      if (method === 'GET') return { status: 200, body: job };
      if (method === 'PATCH') return change(job, ask);
      if (method === 'PUT') {
        if (!isNew(json)) return fault(400, 'no job');
        const { title, urgent = false } = json;
        return job['state'] === 'fresh' ? put({ ...job, title, urgent }) : fault(409, 'it has begun');
      }
      if (method !== 'DELETE') return fault(405, 'not that');
      if (job['state'] === 'running') return fault(409, 'it is running');
      all.delete(id);
      removed.set(id, job);
      return { status: 204 };
    };
  };
}

describe('entries that are led on from state to state', () => {
  test('an honest service conforms, and everything of it is asked and served', async () => {
    const run = await runAgainstService(DOCUMENT, jobs(), { seed: 1 });
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
    const { operations } = run.record.footer?.coverage ?? { operations: [] };
    expect(operations.filter(({ served }) => served === 0).map(({ id }) => id)).toEqual([]);
    expect(operations).toHaveLength(12);
  });

  test('a batch that takes broken entries is blamed', async () => {
    const run = await runAgainstService(DOCUMENT, jobs({ takesBroken: true }), { seed: 1 });
    expect(blames(run)).toMatch(/validation\.(?:missing-member|wrong-type)/);
  });

  test.runIf(THOROUGH)(
    'a service that makes titles longer than the document shows them is blamed',
    async () => {
      const titled = (title: unknown): string =>
        `${String(title)}, which somebody made somewhat longer than allowed`;
      const run = await runAgainstService(DOCUMENT, jobs({ titled }), { seed: 1 });
      expect(blames(run)).toContain('bodies.schema');
    },
  );
});
