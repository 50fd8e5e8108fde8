import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type Ask, type MakeService, runAtOnce } from './run-against-service.ts';

const DONE = `'201': {description: done, content: {application/json: {schema: {type: object, required: [size], properties: {size: {type: integer}}}}}}`;
const ANSWERS = `${DONE}, '400': {description: no}, '422': {description: another kind of file}`;
const FILE = '{type: string, format: binary}';

/** Files that the document describes by words, by a media type, or not at all; one belongs to an entry. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Albums, version: '1'}
paths:
  /albums:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}}}}, '400': {description: no}}
  /albums/{albumId}:
    parameters: [{name: albumId, in: path, required: true, schema: {type: integer}}]
    get:
      responses: {'200': {description: one, content: {application/json: {schema: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}}}}, '404': {description: no}}
  /albums/{albumId}/front:
    parameters: [{name: albumId, in: path, required: true, schema: {type: integer}}]
    post:
      summary: Uploads a picture
      requestBody: {required: true, content: {multipart/form-data: {schema: {type: object, required: [file], properties: {file: ${FILE}, caption: {type: string}}}}}}
      responses: {${ANSWERS}, '404': {description: no}}
    delete:
      responses: {'204': {description: gone}, '404': {description: no}, '409': {description: there is none}}
  /imports:
    post:
      operationId: importTables
      requestBody: {required: true, content: {multipart/form-data: {schema: {type: object, required: [file], properties: {file: ${FILE}}}}}}
      responses: {${ANSWERS}}
  /letters:
    post:
      requestBody: {required: true, content: {application/pdf: {schema: ${FILE}}}}
      responses: {${ANSWERS}}
  /scans:
    post:
      requestBody: {required: true, content: {multipart/form-data: {schema: {type: object, required: [pages], properties: {pages: {type: array, minItems: 1, items: ${FILE}}}}, encoding: {pages: {contentType: 'image/gif, image/tiff'}}}}}
      responses: {${ANSWERS}}
  /plans:
    post:
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: {type: object, required: [sheets, about], properties: {sheets: {type: array, minItems: 1, maxItems: 3, items: {contentMediaType: text/csv}}, about: {type: object, required: [floor], properties: {floor: {type: integer, minimum: 1, maximum: 5}}}, scale: {type: string, maxLength: 8}}}
      responses: {${ANSWERS}}
`;

/** What each place looks for in what is uploaded. */
const WANTED: ReadonlyMap<string, RegExp> = new Map([
  ['/imports', /filename="file\.csv"\r\nContent-Type: text\/csv\r\n\r\nid,name\n/],
  ['/letters', /^%PDF-/],
  ['/scans', /filename="pages\.gif"\r\nContent-Type: image\/gif\r\n\r\nGIF89a/],
  // Beside what is no file, and has bounds of its own.
  ['/plans', /filename="sheets\.csv"\r\nContent-Type: text\/csv\r\n\r\nid,name\n/],
  ['/front', /filename="file\.png"\r\nContent-Type: image\/png\r\n\r\n.PNG\r\n/],
]);

/** `told`: what it says of the size of a file. A picture can be removed where there is one. */
const albums =
  (told: unknown = 1): MakeService =>
  () => {
    const names: string[] = [];
    const fronts = new Set<number>();
    const upload = (place: string, { text }: Ask): ReturnType<ReturnType<MakeService>> =>
      WANTED.get(place)?.test(text) === true ? { status: 201, body: { size: told } } : { status: 422 };
    return (ask) => {
      const [, first = '', id = '', below = ''] = ask.path.split('/');
      if (first !== 'albums') return ask.method === 'POST' ? upload(ask.path, ask) : { status: 405 };
      if (id === '') {
        const name: unknown = Object(ask.json).name;
        if (typeof name !== 'string') return { status: 400 };
        names.push(name);
        return { status: 201, body: { id: names.length, name } };
      }
      const at = Number(id);
      const name = names[at - 1];
      if (name === undefined) return { status: 404 };
      if (below !== 'front') return { status: 200, body: { id: at, name } };
      if (ask.method === 'DELETE') return { status: fronts.delete(at) ? 204 : 409 };
      const reply = upload('/front', ask);
      if (reply.status === 201) fronts.add(at);
      return reply;
    };
  };

test('services that look into what is uploaded are served files of the kind that they want', async () => {
  const run = await runAtOnce(DOCUMENT, albums());
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('and what they say of them is judged', async () => {
  const run = await runAtOnce(DOCUMENT, albums('1'));
  expect(idsOf(run, 'fail')).toEqual(['bodies.schema']);
});
