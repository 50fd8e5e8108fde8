import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const TAG =
  '{type: object, required: [id, name], properties: {id: {type: integer, readOnly: true}, name: {type: string, pattern: "^[ab]$"}, note: {type: string}}}';

/** Tags of few names: whoever asks for one that is there gets that. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Tags, version: '1'}
paths:
  /tags:
    get:
      responses:
        '200': {description: all, content: {application/json: {schema: {type: array, items: ${TAG}}}}}
    post:
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string, pattern: "^[ab]$"}, note: {type: string}}}}}
      responses:
        '200': {description: it, content: {application/json: {schema: ${TAG}}}}
        '400': {description: no}
`;

type Tag = { readonly id: number; readonly name: string; readonly note?: string };

/** `idOf`: the identity of a tag, where so many are there. */
const tags =
  (idOf: (count: number) => number): MakeService =>
  () => {
    const kept = new Map<string, Tag>();
    return ({ method, path, json }) => {
      if (path !== '/tags') return { status: 404 };
      if (method === 'GET') return { status: 200, body: [...kept.values()] };
      if (method !== 'POST') return { status: 405 };
      const sent = typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
      const { name, note } = sent as { readonly name?: unknown; readonly note?: unknown };
      if (typeof name !== 'string' || !/^[ab]$/.test(name)) return { status: 400 };
      if (note !== undefined && typeof note !== 'string') return { status: 400 };
      const id = kept.get(name)?.id ?? idOf(kept.size);
      const tag = { id, name, ...(note === undefined ? {} : { note }) };
      kept.set(name, tag);
      return { status: 200, body: tag };
    };
  };

test.each([
  ['an identity of its own', (count: number): number => count + 1, []],
  ['the same identity', (): number => 1, ['collections.unique-identity']],
] as const)(
  'a service that gives each new name %s, and the same name what it has, is judged by the names',
  async (_how, idOf, blamed) => {
    const { record } = await runAtOnce(DOCUMENT, tags(idOf));
    const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
    expect(failed).toEqual(expect.arrayContaining([...blamed]));
    expect(failed.length > 0).toBe(blamed.length > 0);
  },
);
