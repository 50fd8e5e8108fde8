import { expect, test } from 'vitest';
import { filesInMultipart } from '../../src/interface/content/multipart.ts';
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

/** What the parts of a form say beside its files. */
function partOf(text: string, name: string): string | undefined {
  const [, behind] = text.split(`name="${name}"\r\n`, 2);
  return behind?.split('\r\n--', 1)[0]?.split('\r\n\r\n', 2)[1] ?? behind?.split('\r\n', 2)[1];
}

function isPlan(text: string): boolean {
  const sheets = text.split('name="sheets"').length - 1;
  let about: unknown;
  try {
    about = JSON.parse(partOf(text, 'about') ?? '');
  } catch {
    return false;
  }
  const floor: unknown = Object(about).floor;
  const isFloor = Number.isInteger(floor) && Number(floor) >= 1 && Number(floor) <= 5;
  return isFloor && sheets >= 1 && sheets <= 3 && Array.from(partOf(text, 'scale') ?? '').length <= 8;
}

/** `told`: what it says of the size of a file. A picture can be removed where there is one. */
const albums =
  (told: unknown = 1): MakeService =>
  () => {
    const names: string[] = [];
    const fronts = new Set<number>();
    const upload = (place: string, { text }: Ask): ReturnType<ReturnType<MakeService>> => {
      const isFine = WANTED.get(place)?.test(text) === true && (place !== '/plans' || isPlan(text));
      return isFine ? { status: 201, body: { size: told } } : { status: 422 };
    };
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

/** Albums with a cover that can be read where one was put. */
const COVERS = `
openapi: 3.1.0
info: {title: Covers, version: '1'}
paths:
  /albums:
    get:
      responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Album'}}}}}}
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Album'}}}}, '400': {description: no}}
  /albums/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Album'}}}}, '404': {description: no}}}
  /albums/{id}/cover:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    put:
      requestBody: {required: true, content: {application/octet-stream: {schema: ${FILE}}}}
      responses: {'204': {description: put}, '404': {description: no}}
    get: {responses: {'200': {description: the cover, content: {application/octet-stream: {schema: ${FILE}}}}, '404': {description: there is none}}}
components:
  schemas:
    Album: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
`;

const covers: MakeService = () => {
  const albumsThere: { readonly id: number; readonly name: string; cover?: Uint8Array }[] = [];
  return ({ method, path, json, bytes }) => {
    const [, , id = '', below] = path.split('/');
    if (id === '' && method === 'GET')
      return { status: 200, body: albumsThere.map(({ id: at, name }) => ({ id: at, name })) };
    if (id === '') {
      const name: unknown = Object(json).name;
      if (typeof name !== 'string') return { status: 400 };
      albumsThere.push({ id: albumsThere.length + 1, name });
      return { status: 201, body: { id: albumsThere.length, name } };
    }
    const album = albumsThere[Number(id) - 1];
    if (album === undefined) return { status: 404 };
    if (below === undefined) return { status: 200, body: { id: album.id, name: album.name } };
    if (method === 'PUT') album.cover = bytes ?? new Uint8Array();
    if (method === 'PUT') return { status: 204 };
    if (album.cover === undefined) return { status: 404 };
    return { status: 200, headers: { 'Content-Type': 'application/octet-stream' }, body: album.cover };
  };
};

test('what was put inside of an entry is read where it was put', async () => {
  const run = await runAtOnce(COVERS, covers, { seed: 1 });
  expect(idsOf(run, 'fail')).toEqual([]);
  const operations = run.record.footer?.coverage?.operations ?? [];
  for (const { name, outOfReach } of operations) expect([name, outOfReach]).toEqual([name, undefined]);
  expect(operations.find(({ name }) => name === 'GET /albums/{id}/cover')?.served).toBeGreaterThan(0);
});

/** Papers that are put into albums, and are read and removed at a path of their own, where they come as bytes. */
const PAPERS = `
openapi: 3.1.0
info: {title: Papers, version: '1'}
paths:
  /albums:
    get:
      responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Album'}}}}}}
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Album'}}}}, '400': {description: no}}
  /albums/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Album'}}}}, '404': {description: no}}}
  /albums/{id}/papers:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get:
      responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Paper'}}}}}, '404': {description: no}}
    post:
      requestBody: {required: true, content: {multipart/form-data: {schema: {type: object, required: [file], properties: {file: ${FILE}}}}}}
      responses: {'201': {description: put, content: {application/json: {schema: {$ref: '#/components/schemas/Paper'}}}}, '400': {description: no}, '404': {description: no}}
  /papers/{paperId}:
    parameters: [{name: paperId, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: the file, content: {application/octet-stream: {schema: ${FILE}}}}, '404': {description: no}}}
    delete: {responses: {'204': {description: gone}, '404': {description: no}}}
components:
  schemas:
    Album: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
    Paper: {type: object, required: [id, size], properties: {id: {type: integer}, size: {type: integer}}}
`;

/** `keeps`: a removal does nothing. */
const papers =
  (keeps: boolean): MakeService =>
  () => {
    let last = 100;
    const names: string[] = [];
    const kept: { readonly id: number; readonly album: number; readonly bytes: Uint8Array }[] = [];
    const entryOf = ({ id, bytes }: (typeof kept)[number]): object => ({ id, size: bytes.length });
    return ({ method, path, json, bytes = new Uint8Array(), headers }) => {
      const [, first, id = '', below] = path.split('/');
      const albumAt = Number(id);
      if (first === 'papers') {
        const at = kept.findIndex((one) => one.id === Number(id));
        const paper = kept[at];
        if (paper === undefined) return { status: 404 };
        if (method === 'DELETE' && !keeps) kept.splice(at, 1);
        if (method === 'DELETE') return { status: 204 };
        return { status: 200, headers: { 'Content-Type': 'application/octet-stream' }, body: paper.bytes };
      }
      if (id === '' && method === 'GET')
        return { status: 200, body: names.map((name, at) => ({ id: at + 1, name })) };
      if (id === '') {
        const name: unknown = Object(json).name;
        if (typeof name !== 'string') return { status: 400 };
        names.push(name);
        return { status: 201, body: { id: names.length, name } };
      }
      const name = names[albumAt - 1];
      if (name === undefined) return { status: 404 };
      if (below === undefined) return { status: 200, body: { id: albumAt, name } };
      if (method === 'GET')
        return { status: 200, body: kept.filter(({ album }) => album === albumAt).map(entryOf) };
      const [file] = filesInMultipart(bytes, headers['content-type'] ?? '');
      if (file === undefined) return { status: 400 };
      last += 1;
      const paper = { id: last, album: albumAt, bytes: file.bytes };
      kept.push(paper);
      return { status: 201, body: entryOf(paper) };
    };
  };

test('what was put into an entry is read and removed at a path of its own', async () => {
  const run = await runAtOnce(PAPERS, papers(false), { seed: 1 });
  expect(idsOf(run, 'fail')).toEqual([]);
  const operations = run.record.footer?.coverage?.operations ?? [];
  for (const { name, served } of operations) expect([name, served > 0]).toEqual([name, true]);
});

test('and a removal that does nothing is blamed', async () => {
  const run = await runAtOnce(PAPERS, papers(true), { seed: 1 });
  expect(idsOf(run, 'fail')).toEqual(['resources.removed-is-gone']);
});
