import { describe, expect, test } from 'vitest';
import { opensToAll } from '../../src/interface/open-to-all.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import {
  type Ask,
  type MakeService,
  OTHER_KEY,
  type Reply,
  runAgainstService,
  userOf,
} from './run-against-service.ts';

/** Notes that their owner may show to everybody: what another user reads of those was meant to be read. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '403': {description: not yours}, '404': {description: none}`;
const ID = (name: string): string => `{name: ${name}, in: path, required: true, schema: {type: integer}}`;
const remark = 'type: object, required: [text], properties: {text: {type: string, maxLength: 200}';

/** `visible`: the member that says who may see a note. */
const documentOf = (visible: string): string => `
openapi: 3.0.3
info: {title: Notes, version: '1'}
security: [{key: []}]
paths:
  /notes:
    get: {operationId: list, responses: {'200': {description: yours, ${json(`{type: array, items: ${ref('Note')}}`)}}, ${REFUSALS}}}
    post: {operationId: make, requestBody: {required: true, ${json(ref('Made'))}}, responses: {'201': {description: made, ${json(ref('Note'))}}, ${REFUSALS}}}
  /notes/{noteId}:
    parameters: [${ID('noteId')}]
    get: {operationId: read, responses: {'200': {description: it, ${json(ref('Note'))}}, ${REFUSALS}}}
    patch: {operationId: change, requestBody: {required: true, ${json(ref('Changed'))}}, responses: {'200': {description: changed, ${json(ref('Note'))}}, ${REFUSALS}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSALS}}}
  /notes/{noteId}/remarks:
    parameters: [${ID('noteId')}]
    get: {operationId: remarks, responses: {'200': {description: all, ${json(`{type: array, items: ${ref('Remark')}}`)}}, ${REFUSALS}}}
    post: {operationId: remark, requestBody: {required: true, ${json(`{${remark}}}`)}}, responses: {'201': {description: made, ${json(ref('Remark'))}}, ${REFUSALS}}}
  /notes/{noteId}/remarks/{remarkId}:
    parameters: [${ID('noteId')}, ${ID('remarkId')}]
    get: {operationId: oneRemark, responses: {'200': {description: it, ${json(ref('Remark'))}}, ${REFUSALS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Made: {type: object, required: [text], properties: {text: {type: string, maxLength: 200}, ${visible}}}
    Changed: {type: object, properties: {text: {type: string, maxLength: 200}, ${visible}}}
    Note: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: string}, ${visible}}}
    Remark: {${remark}, id: {type: integer}}}
`;

type Members = { readonly [name: string]: unknown };
type Note = { readonly owner: string; readonly entry: Members; remarks: readonly Members[] };

/** `names`: the members that say who may see a note, with the values that keep it. `isSeen`: whether others see one. */
type Ways = {
  readonly kept: readonly [name: string, value: unknown];
  readonly others: readonly unknown[];
  readonly usual: unknown;
  readonly isSeen?: (entry: Members) => boolean;
};

function notes({
  kept: [name, value],
  others,
  usual,
  isSeen = (entry) => entry[name] !== value,
}: Ways): MakeService {
  return () => {
    const all = new Map<number, Note>();
    let last = 0;
    const asked = ({ json: body }: Ask, isWhole: boolean): Members | undefined => {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
      const { text, [name]: visible } = body as Members;
      const isText = (text === undefined && !isWhole) || (typeof text === 'string' && text.length <= 200);
      const isKnownValue = visible === undefined || visible === value || others.includes(visible);
      if (!isText || !isKnownValue) return undefined;
      return {
        ...(text === undefined ? {} : { text }),
        ...(visible === undefined ? {} : { [name]: visible }),
      };
    };
    return (ask): Reply => {
      const user = userOf(ask);
      if (user === undefined) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const { method, path } = ask;
      const [, , id, inside, inner] = path.split('/');
      if (id === undefined) {
        const own = [...all.values()].filter(({ owner }) => owner === user).map(({ entry }) => entry);
        if (method === 'GET') return { status: 200, body: own };
        const made = asked(ask, true);
        if (made === undefined) return { status: 400 };
        last += 1;
        const entry = { id: last, [name]: usual, ...made };
        all.set(last, { owner: user, entry, remarks: [] });
        return { status: 201, body: entry };
      }
      const note = all.get(Number(id));
      if (note === undefined || (note.owner !== user && !isSeen(note.entry))) return { status: 404 };
      if (inside !== undefined) {
        if (inner !== undefined) {
          const found = note.remarks.find((one) => String(one['id']) === inner);
          return found === undefined ? { status: 404 } : { status: 200, body: found };
        }
        if (method === 'GET') return { status: 200, body: note.remarks };
        const made = asked(ask, true);
        if (made === undefined) return { status: 400 };
        last += 1;
        note.remarks = [...note.remarks, { text: made['text'], id: last }];
        return { status: 201, body: note.remarks.at(-1) };
      }
      if (method === 'GET') return { status: 200, body: note.entry };
      if (note.owner !== user) return { status: 403 };
      if (method === 'DELETE') {
        all.delete(Number(id));
        return { status: 204 };
      }
      const changed = asked(ask, false);
      if (changed === undefined) return { status: 400 };
      const entry = { ...note.entry, ...changed };
      all.set(Number(id), { ...note, entry });
      return { status: 200, body: entry };
    };
  };
}

const BY_WORD = documentOf('visibility: {type: string, enum: [public, private]}');
const BY_FLAG = documentOf('isPrivate: {type: boolean}');
const ALWAYS = documentOf('visibility: {type: string, enum: [public, unlisted]}');
const byWord: Ways = { kept: ['visibility', 'private'], others: ['public'], usual: 'private' };
const byFlag: Ways = { kept: ['isPrivate', true], others: [false], usual: false };
const always: Ways = { kept: ['visibility', 'nobody'], others: ['public', 'unlisted'], usual: 'public' };

describe('what tells of itself that everybody may see it', () => {
  test.each<readonly [name: string, document: string, ways: Ways]>([
    ['a word', BY_WORD, byWord],
    ['a flag, with notes that are open unless they say otherwise', BY_FLAG, byFlag],
    ['a word that leaves no choice', ALWAYS, always],
  ])('%s: others who see it are no fault', async (_name, document, ways) => {
    const run = await runAgainstService(document, notes(ways), {}, OTHER_KEY);
    expect(alarms(run)).toEqual([]);
  });

  test.each<readonly [name: string, document: string, ways: Ways]>([
    ['a word', BY_WORD, byWord],
    ['a flag', BY_FLAG, byFlag],
  ])('%s: others who see what is kept are found', async (_name, document, ways) => {
    const run = await runAgainstService(document, notes({ ...ways, isSeen: () => true }), {}, OTHER_KEY);
    expect(blames(run)).toContain('resources.not-read-by-others');
  });
});

test.each<readonly [name: string, value: string | boolean, opens: boolean]>([
  ['visibility', 'public', true],
  ['visibility', 'PRIVATE', false],
  ['acl', 'public-read', true],
  ['isPublic', true, true],
  ['private', false, true],
  ['private', true, false],
  ['title', 'Public library', false],
  ['sharing', 'everyone', true],
  ['state', 'open', false],
])('opensToAll() of %s: %s is %s', (name, value, opens) => {
  expect(opensToAll(name, value)).toBe(opens);
});
