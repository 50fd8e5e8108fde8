import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type Ask, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;

function documentOf(sent: string, shown: string, isListed = true): string {
  const list = `get: {responses: {'200': {description: all, ${json(`{type: array, items: ${shown}}`)}}}}`;
  return `
openapi: 3.1.0
info: {title: Badges, version: '1'}
paths:
  /badges:
    ${isListed ? list : 'description: Badges'}
    post:
      requestBody: {required: true, ${json(sent)}}
      responses: {'200': {description: made, ${json(shown)}}, '400': {description: no}}
  /badges/{badge_id}:
    parameters: [{name: badge_id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${json(shown)}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
`;
}

const NULLABLE = 'anyOf: [{type: string, maxLength: 200}, {type: "null"}]';

/** The answer shows a text of the request, which may be null, beside one that it does not show. */
const TOLD = documentOf(
  `{type: object, required: [secret], additionalProperties: false, properties: {secret: {type: string, maxLength: 200}, motto: {${NULLABLE}}}}`,
  `{type: object, required: [id], properties: {id: {type: string}, motto: {${NULLABLE}}}}`,
);

/** The answer shows nothing by which anybody could tell that it is about something new; the list may, where there is one. */
const untold = (isListed: boolean): string =>
  documentOf(
    '{type: object, required: [colour], additionalProperties: false, properties: {colour: {enum: [red, green]}}}',
    '{type: object, required: [id, colour], properties: {id: {type: string}, colour: {enum: [red, green]}}}',
    isListed,
  );

const badges =
  (shown: readonly string[]): MakeService =>
  () => {
    const all = new Map<string, object>();
    let count = 0;
    const isFine = (body: unknown): body is Readonly<Record<string, unknown>> =>
      typeof body === 'object' &&
      body !== null &&
      Object.entries(body).every(([name, value]) =>
        name === 'colour'
          ? value === 'red' || value === 'green'
          : ['secret', 'motto'].includes(name) &&
            (typeof value === 'string' ? value.length <= 200 : value === null && name === 'motto'),
      ) &&
      ('colour' in body || 'secret' in body);
    return ({ method, path, json: body }: Ask): Reply => {
      const id = path.slice('/badges/'.length);
      if (path === '/badges' && method === 'GET') return { status: 200, body: [...all.values()] };
      if (path === '/badges' && method === 'POST') {
        if (!isFine(body)) return { status: 400 };
        count += 1;
        const kept = Object.fromEntries(Object.entries(body).filter(([name]) => shown.includes(name)));
        all.set(`b${String(count)}`, { id: `b${String(count)}`, ...kept });
        return { status: 200, body: all.get(`b${String(count)}`) };
      }
      if (!all.has(id)) return { status: 404 };
      if (method === 'DELETE') all.delete(id);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: all.get(id) };
    };
  };

test.each([
  ['a text of the request', TOLD, ['motto'], undefined],
  ['nothing', untold(false), ['colour'], 'no answer to POST /badges tells that it made something new'],
  ['what the list shows anew', untold(true), ['colour'], undefined],
] as const)(
  'what an answer without 201 shows %s of is removed only where that tells of something new',
  async (_name, text, shown, reason) => {
    const run = await runAtOnce(text, badges(shown));
    expect(idsOf(run, 'fail')).toEqual([]);
    const removal = run.record.footer?.coverage?.operations.find(({ name }) => name.startsWith('DELETE'));
    expect((removal?.served ?? 0) > 0).toBe(reason === undefined);
    if (reason === undefined) expect(removal?.outOfReach).toBeUndefined();
    else expect(removal?.outOfReach).toContain(reason);
    expect(run.verdict.missing).toEqual([]);
  },
);
