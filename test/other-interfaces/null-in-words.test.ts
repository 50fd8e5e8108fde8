import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/**
 * Swagger 2.0 has no word for null: descriptions say it, and quote the values that a text has. Files are named by their path, and show
 * it under another name as well.
 */

const MEMBERS = `
      path: {type: string, description: The whole path}
      name: {type: string, description: Its name}
      content: {type: string, description: 'The content, if requested (otherwise null)'}
      size: {type: integer, description: 'In bytes. If there is no content, defaults to null.'}
      format: {type: string, description: "Of what format it is ('json', 'text', 'base64')"}
      label: {type: string, description: Words of the client}`;
const FILE = '{$ref: "#/definitions/File"}';
const DOCUMENT = `
swagger: '2.0'
info: {title: Files, version: '1'}
consumes: [application/json]
produces: [application/json]
security: [{key: []}]
securityDefinitions: {key: {type: apiKey, in: header, name: Authorization}}
paths:
  /files/{path}:
    parameters: [{name: path, in: path, required: true, type: string}]
    get: {operationId: read, responses: {'200': {description: one, schema: ${FILE}}, '404': {description: none}, '401': {description: who}}}
    put:
      operationId: save
      parameters: [{name: file, in: body, required: true, schema: {$ref: "#/definitions/Saved"}}]
      responses: {'200': {description: saved, schema: ${FILE}}, '201': {description: made, schema: ${FILE}}, '400': {description: no}, '401': {description: who}}
    delete: {operationId: remove, responses: {'204': {description: gone}, '404': {description: none}, '401': {description: who}}}
definitions:
  Saved: {type: object, properties: {name: {type: string}, content: {type: string, description: 'The content, or null'}, label: {type: string}, format: {type: string, description: "'json', 'text' or 'base64'"}}}
  File:
    type: object
    required: [path, name, content, size]
    properties:${MEMBERS}
`;

type File = {
  readonly content: string | null;
  readonly label: string | null;
  readonly format: unknown;
};

const FORMATS: ReadonlySet<unknown> = new Set(['json', 'text', 'base64']);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFile(body: unknown): body is Readonly<Record<string, unknown>> {
  if (!isObject(body)) return false;
  const isText = (name: string): boolean => body[name] === undefined || typeof body[name] === 'string';
  return (
    isText('name') && isText('label') && isText('format') && (isText('content') || body['content'] === null)
  );
}

/** `keep`: what is kept of the words that a request brings. */
function files(keep: (label: string | null, before: File | undefined) => string | null): MakeService {
  return () => {
    const all = new Map<string, File>();
    const shown = (status: number, path: string): Reply => {
      const { label, format } = all.get(path) ?? { label: null, format: 'json' };
      const own = { path, name: path, content: null, size: null, format };
      return { status, body: label === null ? own : { ...own, label } };
    };
    return (ask) => {
      const { method, path: place, json: body, headers } = ask;
      if (!isKnown(ask) && headers.authorization !== 'the-only-key-of-all-0123456789')
        return { status: 401, headers: { 'WWW-Authenticate': 'Key' } };
      const path = place.slice('/files/'.length);
      const before = all.get(path);
      if (method === 'PUT') {
        if (!isFile(body)) return { status: 400 };
        const { label, format } = body;
        all.set(path, {
          content: null,
          label: keep(typeof label === 'string' ? label : null, before),
          format: FORMATS.has(format) ? format : 'json',
        });
        return shown(before === undefined ? 201 : 200, path);
      }
      if (before === undefined) return { status: 404 };
      if (method === 'GET') return shown(200, path);
      all.delete(path);
      return { status: 204 };
    };
  };
}

test('nobody is blamed for a null that a description has, nor for a name that the path has', async () => {
  expect(
    alarms(
      await runAtOnce(
        DOCUMENT,
        files((label) => label),
      ),
    ),
  ).toEqual([]);
});

test('words that an update does not change are found beside them', async () => {
  expect(
    blames(
      await runAtOnce(
        DOCUMENT,
        files((label, before) => before?.label ?? label),
      ),
    ),
  ).toMatch(/update-stored/);
});
