import { describe, expect, test } from 'vitest';
import { isObject, type Json, type JsonObject, memberOf } from '../../src/json/value.ts';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Messages that may name a template: its subject stands in place of their own. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (schema: string): string => `{$ref: '#/components/schemas/${schema}'}`;

const things = (path: string, thing: string): string => `
  /${path}:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of(thing)}}`)}}}}
    post:
      requestBody: {required: true, ${json(of(`New${thing}`))}}
      responses: {'201': {description: made, ${json(of(thing))}}, '400': {description: no}}
  /${path}/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string, format: uuid}}]
    get: {responses: {'200': {description: it, ${json(of(thing))}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}`;

const TEXT = '{type: string, minLength: 3, maxLength: 90}';

const DOCUMENT = `
openapi: 3.0.3
info: {title: Messages, version: '1'}
paths:${things('templates', 'Template')}${things('messages', 'Message')}
components:
  schemas:
    NewTemplate: {type: object, required: [subject], properties: {subject: ${TEXT}}}
    Template: {type: object, required: [id, subject], properties: {id: {type: string, format: uuid}, subject: ${TEXT}}}
    NewMessage:
      type: object
      required: [subject, template_id]
      properties: {subject: ${TEXT}, template_id: {type: string, format: uuid}}
    Message:
      type: object
      required: [id, subject, template_id]
      properties: {id: {type: string, format: uuid}, subject: ${TEXT}, template_id: {type: string, format: uuid}}
`;

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && Array.from(value).length >= 3 && Array.from(value).length <= 90;
}

/** `subjectOf`: what a message has for a subject, of its own and that of its template. */
const messages =
  (subjectOf: (own: string, templates: readonly JsonObject[], id: Json | undefined) => Json): MakeService =>
  () => {
    const kept = { templates: new Map<string, JsonObject>(), messages: new Map<string, JsonObject>() };
    const made = (entries: Map<string, JsonObject>, members: JsonObject): Reply => {
      const id = crypto.randomUUID();
      entries.set(id, { id, ...members });
      return { status: 201, body: { id, ...members } };
    };
    return ({ method, path, json: sent }) => {
      const [, name = '', id] = path.split('/');
      const entries = name === 'templates' ? kept.templates : kept.messages;
      if (id !== undefined && !entries.has(id)) return { status: 404 };
      if (method === 'DELETE') return entries.delete(id ?? '') ? { status: 204 } : { status: 404 };
      if (method === 'GET')
        return { status: 200, body: id === undefined ? [...entries.values()] : entries.get(id) };
      const body = (sent ?? null) as Json;
      const subject = isObject(body) ? memberOf(body, 'subject') : undefined;
      if (!isObject(body) || !isText(subject)) return { status: 400 };
      if (name === 'templates') return made(entries, { subject });
      const template = memberOf(body, 'template_id') ?? null;
      if (typeof template !== 'string' || !kept.templates.has(template)) return { status: 400 };
      return made(entries, {
        subject: subjectOf(subject, [...kept.templates.values()], template),
        template_id: template,
      });
    };
  };

describe('messages that name a template', () => {
  test.each([
    ['have their own subject', (own: string) => own],
    [
      'have the subject of the template',
      (own: string, templates: readonly JsonObject[], id: Json | undefined) =>
        templates.find((one) => one['id'] === id)?.['subject'] ?? own,
    ],
  ])('%s: nobody is blamed', async (_what, subjectOf) => {
    const honest = await runAtOnce(DOCUMENT, messages(subjectOf));
    expect(idsOf(honest, 'fail')).toEqual([]);
    expect(idsOf(honest, 'pass')).toContain('collections.created-as-sent');
  });

  test('the subject of none of both is a fault', async () => {
    const faulty = await runAtOnce(
      DOCUMENT,
      messages(() => 'Something else'),
    );
    expect(idsOf(faulty, 'fail')).toContain('collections.created-as-sent');
  });
});
