import { expect, test } from 'vitest';
import { alarms } from '../lives/run-lives.ts';
import { isKnown, type MakeService, runAtOnce } from './run-against-service.ts';

/** Lessons of groups in subjects: the answer to a creation tells of no name, and what is named is described after what names it. The hours
 * of a lesson are bounded, which the document does not say. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const one = (name: string): string => json(`{$ref: '#/components/schemas/${name}'}`);
const REFUSED = `'400': {description: no}, '401': {description: who}`;

const kind = (path: string, name: string): string => `
  /${path}:
    get: {operationId: list-${path}, responses: {'200': {description: all, ${json(`{type: array, items: {$ref: '#/components/schemas/${name}'}}`)}}, '401': {description: who}}}
    post:
      operationId: make-${path}
      requestBody: {required: true, ${one(`New${name}`)}}
      responses: {'201': {description: made, ${one(`New${name}`)}}, ${REFUSED}}
  /${path}/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string, format: uuid}}]
    get: {operationId: read-${path}, responses: {'200': {description: one, ${one(name)}}, ${REFUSED}, '404': {description: none}}}
    delete: {operationId: remove-${path}, responses: {'204': {description: gone}, ${REFUSED}, '404': {description: none}}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: School, version: '1'}
security: [{key: []}]
paths:${kind('lessons', 'Lesson')}${kind('groups', 'Subject')}${kind('subjects', 'Subject')}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    NewLesson: {type: object, required: [group, subject, topic, hours], properties: {hours: {type: integer}, group: {type: string, format: uuid}, subject: {type: string, format: uuid}, topic: {type: string, minLength: 1, maxLength: 80}}}
    NewSubject: {type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 80}}}
    Lesson: {type: object, required: [id, group, subject, topic, hours], properties: {hours: {type: integer}, id: {type: string, format: uuid}, group: {type: string, format: uuid}, subject: {type: string, format: uuid}, topic: {type: string}}}
    Subject: {type: object, required: [id, name], properties: {id: {type: string, format: uuid}, name: {type: string}}}
`;

type Entry = Readonly<Record<string, string | number>>;

/** No document says so. */
const MOST_HOURS = 12;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `removed`: the lists of which something was removed. */
const school =
  (removed: string[]): MakeService =>
  () => {
    const kept = new Map<string, Entry[]>([
      ['lessons', []],
      ['groups', []],
      ['subjects', []],
    ]);
    let last = 0;
    const sentIn = (area: string, body: unknown): Entry | undefined => {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
      const wanted = area === 'lessons' ? ['group', 'subject', 'topic'] : ['name'];
      const values = wanted.map((name): unknown => Reflect.get(body, name));
      const texts = values.filter(
        (value) => typeof value === 'string' && value !== '' && Array.from(value).length <= 80,
      );
      if (texts.length < wanted.length) return undefined;
      const named = Object.fromEntries(wanted.map((name, at) => [name, String(texts[at])]));
      const hours: unknown = Reflect.get(body, 'hours');
      if (area !== 'lessons') return named;
      if (typeof hours !== 'number' || !Number.isInteger(hours) || hours < 1 || hours > MOST_HOURS)
        return undefined;
      const isThere = ['group', 'subject'].every(
        (name) => kept.get(`${name}s`)?.some(({ id }) => id === named[name]) === true,
      );
      return isThere ? { ...named, hours } : undefined;
    };
    return (ask) => {
      const { method, path, json: body } = ask;
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, area = '', id] = path.split('/').map(decodeURIComponent);
      const list = kept.get(area) ?? [];
      if (id === undefined && method === 'GET') return { status: 200, body: list };
      if (id === undefined) {
        const sent = sentIn(area, body);
        if (sent === undefined) return { status: 400 };
        last += 1;
        list.push({ id: `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`, ...sent });
        return { status: 201, body: sent };
      }
      if (!UUID.test(id)) return { status: 400 };
      const known = list.find((entry) => entry['id'] === id);
      if (known === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: known };
      removed.push(area);
      kept.set(
        area,
        list.filter((entry) => entry !== known),
      );
      return { status: 204 };
    };
  };

test('what could name nothing yet has a life once a list tells of what it names', async () => {
  const removed: string[] = [];
  const run = await runAtOnce(DOCUMENT, school(removed), { suites: ['resources', 'collections'] });
  expect(removed).toContain('lessons');
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});
