import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { filesInMultipart, type SentFile } from '../../src/interface/content/multipart.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, idsOf, type MockRun, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

const BYTES = '{type: string, format: binary}';

/** Files that are made of an upload, with a digest and a length; the words of the download are given. */
const documentOf = (said: string): string => `
openapi: 3.0.3
info: {title: Files, version: '1'}
paths:
  /files:
    get:
      responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/File'}}}}}}
    post:
      requestBody:
        required: true
        content: {multipart/form-data: {schema: {type: object, required: [file], properties: {file: ${BYTES}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/File'}}}}, '400': {description: no}}
  /files/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/File'}}}}, '404': {description: no}}}
    delete: {responses: {'204': {description: gone}, '404': {description: no}}}
  /files/{id}/content:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get:
      summary: ${said}
      responses: {'200': {description: the file, content: {application/octet-stream: {schema: ${BYTES}}}}, '404': {description: no}}
components:
  schemas:
    File:
      type: object
      required: [id, size, digest]
      properties:
        id: {type: integer}
        size: {type: integer, description: Its length in bytes.}
        digest: {type: string, description: The SHA-256 of the content.}
        origin: {type: string, description: The original name.}
`;

type Kept = { readonly id: number; readonly file: SentFile };
type Twist = {
  readonly given?: (file: Kept, all: readonly Kept[]) => Uint8Array;
  readonly shown?: (file: Kept) => object;
  readonly takes?: (file: SentFile) => boolean;
};

const filesWith =
  ({ given = ({ file }) => file.bytes, shown = () => ({}), takes = () => true }: Twist): MakeService =>
  () => {
    const kept = new Map<number, Kept>();
    let last = 0;
    const entry = (one: Kept): object => ({
      id: one.id,
      size: one.file.bytes.length,
      digest: createHash('sha256').update(one.file.bytes).digest('hex').toUpperCase(),
      origin: one.file.fileName ?? '',
      ...shown(one),
    });
    return ({ method, path, headers, bytes = new Uint8Array() }): Reply => {
      const [, , id = '', below] = path.split('/');
      if (id === '' && method === 'GET') return { status: 200, body: [...kept.values()].map(entry) };
      if (id === '') {
        const [file, ...more] = filesInMultipart(bytes, headers['content-type'] ?? '');
        const isFine = file !== undefined && more.length === 0 && takes(file);
        if (!isFine) return { status: 400 };
        last += 1;
        kept.set(last, { id: last, file });
        return { status: 201, body: entry({ id: last, file }) };
      }
      const one = kept.get(Number(id));
      if (one === undefined) return { status: 404 };
      if (method === 'DELETE') return { status: kept.delete(one.id) ? 204 : 404 };
      if (below === undefined) return { status: 200, body: entry(one) };
      return {
        status: 200,
        headers: { 'Content-Type': 'application/octet-stream' },
        body: given(one, [...kept.values()]),
      };
    };
  };

function deviationsOf({ record }: MockRun): readonly unknown[] {
  return record.results.flatMap(({ outcome }) =>
    outcome.kind === 'fail' ? outcome.violations.map(({ deviation }) => deviation) : [],
  );
}

const SAME = 'Returns the bytes that were uploaded';
const PLAIN = 'Downloads the file';
/** Each part of a PNG has a sum at its end. */
function isPicture({ bytes }: SentFile): boolean {
  const file = Buffer.from(bytes);
  if (file.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return false;
  let at = 8;
  while (at + 12 <= file.length) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length || file.readUInt32BE(end) !== crc32(file.subarray(at + 4, end))) return false;
    at = end + 4;
  }
  return at === file.length;
}

const withoutLast = ({ file }: Kept): Uint8Array => file.bytes.subarray(0, -1);
const made = ({ file }: Kept): Uint8Array => Buffer.from(`<thumb>${String(file.bytes.length)}`);

const CONFORMING: Readonly<Record<string, readonly [said: string, twist: Twist]>> = {
  'what was uploaded': [SAME, {}],
  'no name of a file and a digest in Base64': [
    SAME,
    {
      shown: ({ file }) => ({
        origin: undefined,
        digest: `sha256:${createHash('sha256').update(file.bytes).digest('base64')}`,
      }),
    },
  ],
  'text alone': [PLAIN, { takes: ({ bytes }) => bytes.every((byte) => byte >= 32 && byte < 127) }],
  'pictures alone': [SAME, { takes: isPicture }],
  'something made of the file': ['A thumbnail of the uploaded file', { given: made }],
  'a conversion': ['Downloads the converted file', { given: made }],
};

for (const [name, [said, twist]] of Object.entries(CONFORMING))
  test(`may be downloaded: ${name}`, async () => {
    const run = await runAtOnce(documentOf(said), filesWith(twist), { seed: 1 });
    expect(idsOf(run, 'fail')).toEqual([]);
  });

const FAULTY: Readonly<Record<string, readonly [said: string, twist: Twist, deviation: string]>> = {
  'a file without its last byte': [PLAIN, { given: withoutLast }, 'a download is not what was uploaded'],
  'nothing of it': [SAME, { given: () => new Uint8Array() }, 'a download is not what was uploaded'],
  'bytes read as text': [
    PLAIN,
    { given: ({ file }) => Buffer.from(Buffer.from(file.bytes).toString()) },
    'a download is not what was uploaded',
  ],
  'the last file for each': [
    PLAIN,
    { given: (one, all) => all.at(-1)?.file.bytes ?? one.file.bytes },
    'a download gives another file',
  ],
  'the last picture for each': [
    SAME,
    { takes: isPicture, given: (one, all) => all.at(-1)?.file.bytes ?? one.file.bytes },
    'a download gives another file',
  ],
  'the length of its Base64': [
    PLAIN,
    { shown: ({ file }) => ({ size: Buffer.from(file.bytes).toString('base64').length }) },
    'an entry tells another length of its file',
  ],
  'the digest of something else': [
    PLAIN,
    { shown: ({ id }) => ({ digest: createHash('sha256').update(String(id)).digest('hex') }) },
    'an entry tells another digest of its file',
  ],
  'a name that nobody gave': [
    PLAIN,
    { shown: ({ id }) => ({ origin: `upload-${String(id)}` }) },
    'an entry tells another name of its file',
  ],
};

for (const [name, [said, twist, deviation]] of Object.entries(FAULTY))
  test(`is no download of what was uploaded: ${name}`, async () => {
    const run = await runAtOnce(documentOf(said), filesWith(twist), { seed: 1 });
    expect(idsOf(run, 'fail')).toEqual(['resources.upload-kept']);
    expect(deviationsOf(run)).toContain(deviation);
  });

/** The same files inside of boxes; none is empty. */
const INSIDE = documentOf('Download the file as it was uploaded')
  .replaceAll('/files', '/boxes/{boxId}/files')
  .replaceAll(
    'parameters: [{name: id,',
    'parameters: [{name: boxId, in: path, required: true, schema: {type: integer}}, {name: id,',
  )
  .replace(
    '/boxes/{boxId}/files:\n',
    '/boxes/{boxId}/files:\n    parameters: [{name: boxId, in: path, required: true, schema: {type: integer}}]\n',
  )
  .replace('size: {type: integer,', 'size: {type: integer, minimum: 1,')
  .replace(
    'paths:\n',
    `paths:
  /boxes:
    get: {responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Box'}}}}}}}
    post: {requestBody: {required: true, content: {application/json: {schema: {type: object, required: [label], properties: {label: {type: string}}}}}}, responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Box'}}}}, '400': {description: no}}}
  /boxes/{boxId}:
    parameters: [{name: boxId, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Box'}}}}, '404': {description: no}}}
    delete: {responses: {'204': {description: gone}, '404': {description: no}}}
`,
  )
  .replace(
    '  schemas:\n',
    '  schemas:\n    Box: {type: object, required: [id, label], properties: {id: {type: integer}, label: {type: string}}}\n',
  );

test("assay's own mock keeps files that are made inside of something", async () => {
  const loaded = await loadOnce({ 'openapi.yaml': INSIDE });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  expect(blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});
