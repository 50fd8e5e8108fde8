import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isObject, isText } from './shelf.ts';

/** Pages that are archived by an action and, by the words of the document, no longer in the list unless it is asked for them. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (name: string): string => json(`{$ref: '#/components/schemas/${name}'}`);
const ID = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]';
const NONE = `'404': {description: none}`;
const ASKED = 'Archived pages are left out unless `include_archived` is true.';

const documentOf = (ofList: string, ofAction: string, archived: string): string => `
openapi: 3.1.0
info: {title: Pages, version: '1'}
paths:
  /pages:
    get:
      description: ${JSON.stringify(ofList)}
      parameters: [{name: include_archived, in: query, schema: {type: boolean, default: false}}]
      responses: {'200': {description: all, ${json("{type: array, items: {$ref: '#/components/schemas/Page'}}")}}, '400': {description: no}}
    post: {requestBody: {required: true, ${of('NewPage')}}, responses: {'201': {description: made, ${of('Page')}}, '400': {description: no}}}
  /pages/{id}:
    ${ID}
    get: {responses: {'200': {description: one, ${of('Page')}}, ${NONE}}}
  /pages/{id}/archive:
    ${ID}
    post: {description: ${JSON.stringify(ofAction)}, responses: {'200': {description: done, ${of('Page')}}, ${NONE}}}
components:
  schemas:
    NewPage: {type: object, required: [title], properties: {title: {type: string, minLength: 1}}}
    Page: {type: object, required: [id, title, ${archived.split(':')[0] ?? ''}], properties: {id: {type: integer}, title: {type: string}, ${archived}}}
`;

const FLAG = 'archived: {type: boolean}';
const MOMENT = "archived_at: {type: [string, 'null'], format: date-time}";
const DOCUMENTS = [
  documentOf(ASKED, 'Sets `archived` to true.', FLAG),
  documentOf(
    '',
    'Sets `archived` to true. Archived pages are not listed unless `include_archived` is true.',
    FLAG,
  ),
  documentOf(ASKED, 'Sets `archived_at`.', MOMENT),
] as const;

/** `lists`: whether archived pages are in the list that nobody asked for them. */
const pages =
  (lists: boolean): MakeService =>
  () => {
    const all: { readonly id: number; readonly title: string; isArchived: boolean }[] = [];
    const shown = ({ id, title, isArchived }: (typeof all)[number]): object => ({
      id,
      title,
      archived: isArchived,
      archived_at: isArchived ? '2030-01-02T03:04:05Z' : null,
    });
    return ({ method, path, query, json: body }): Reply => {
      const [, , text, deed] = path.split('/');
      const asked = query.get('include_archived') ?? 'false';
      if (text === undefined && method === 'GET') {
        if (asked !== 'true' && asked !== 'false') return { status: 400 };
        const listed = all.filter(({ isArchived }) => lists || asked === 'true' || !isArchived);
        return { status: 200, body: listed.map(shown) };
      }
      if (text === undefined) {
        const title = isObject(body) ? body['title'] : undefined;
        if (!isText(title, 1)) return { status: 400 };
        const made = { id: all.length + 1, title, isArchived: false };
        all.push(made);
        return { status: 201, body: shown(made) };
      }
      const page = all[Number(text) - 1];
      if (page === undefined) return { status: 404 };
      if (deed !== undefined) page.isArchived = true;
      return { status: 200, body: shown(page) };
    };
  };

test.each(DOCUMENTS)(
  'archived pages that a list leaves out are no fault, those that it shows are: %#',
  async (document) => {
    expect(alarms(await runAtOnce(document, pages(false)))).toEqual([]);
    expect(blames(await runAtOnce(document, pages(true)))).toContain('resources.members-of-states');
  },
);

test('nobody is held to what no words say', async () => {
  const document = documentOf('Archived pages may be left out.', 'Sets `archived` to true.', FLAG);
  expect(alarms(await runAtOnce(document, pages(true)))).toEqual([]);
});

test.each(DOCUMENTS)("assay's own mock leaves them out: %#", async (document) => {
  const loaded = await loadOnce({ 'openapi.yaml': document });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
  expect(idsOf(run, 'pass')).toContain('resources.action-stored');
});
