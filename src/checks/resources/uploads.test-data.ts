import { createHash } from 'node:crypto';
import { FILE_KINDS } from '../../interface/content/files.ts';
import { type CheckRow, row } from '../check-rows.test-data.ts';
import { ask, type Sample } from '../exchange.test-data.ts';

/** Rows about what was uploaded: the document is that of the uploads. */

const FILE = 'ten bytes!';
const OTHER = 'others';
const VALUES = FILE_KINDS.find(({ mediaType }) => mediaType === 'application/json')?.content ?? '';

type Told = { readonly [member: string]: unknown };

const form = (file: string): string =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n${file}\r\n--b--\r\n`;
const upload = (id: number, file: string, told: Told = {}): Sample => ({
  ...ask('POST', '/files', 201, { id, size: Buffer.byteLength(file), ...told }),
  sends: form(file),
  sentHeaders: [['Content-Type', 'multipart/form-data; boundary=b']],
});
const uploadListed = (file: string, ...ids: readonly number[]): Sample => ({
  ...upload(1, file),
  body: JSON.stringify(ids.map((id) => ({ id, size: Buffer.byteLength(file) }))),
});
const later: Sample = { ...upload(1, FILE), status: 202, body: '', headers: [['Content-Type', '']] };
const give = (path: string, body: string | Uint8Array, mediaType = 'application/octet-stream'): Sample => ({
  path,
  status: 200,
  body,
  headers: [['Content-Type', mediaType]],
});
const content = (body: string | Uint8Array, mediaType?: string): Sample =>
  give('/files/1/content', body, mediaType);
const put = (body: string, status = 204): Sample => ({
  method: 'PUT',
  path: '/files/1/note',
  status,
  sends: body,
  sentHeaders: [['Content-Type', 'application/octet-stream']],
});
const note = (body: string): Sample => give('/files/1/note', body);
const read = (told: Told): Sample => ask('GET', '/files/1', 200, { id: 1, size: FILE.length, ...told });
const sha256 = (text: string, encoding: 'hex' | 'base64'): string =>
  createHash('sha256').update(text).digest(encoding);

function uploadRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.upload-kept', shows, name, exchanges, { document: 'uploads' });
}

export const uploadRows: readonly CheckRow[] = [
  uploadRow('pass', 'the same bytes', [upload(1, FILE), content(FILE)]),
  uploadRow('pass', 'the same bytes, of the only one that is listed', [uploadListed(FILE, 1), content(FILE)]),
  uploadRow('inconclusive', 'other bytes, of one of two that are listed', [
    uploadListed(FILE, 1, 2),
    content(OTHER),
  ]),
  uploadRow('fail', 'other bytes, of the only one that is listed', [uploadListed(FILE, 1), content(OTHER)]),
  uploadRow('pass', 'each its own', [upload(1, FILE), upload(2, OTHER), content(FILE)]),
  uploadRow('pass', 'a digest in letters of either case', [
    upload(1, FILE, { digest: sha256(FILE, 'hex').toUpperCase() }),
  ]),
  uploadRow('pass', 'a digest in Base64, with its algorithm', [
    upload(1, FILE, { digest: `sha256:${sha256(FILE, 'base64')}` }),
  ]),
  uploadRow('pass', 'its name', [upload(1, FILE, { originalName: 'a.bin' })]),
  uploadRow('pass', 'what was put there last', [upload(1, FILE), put('one'), put('two'), note('two')]),
  uploadRow('pass', 'what was put there before a refusal', [put('one'), put('two', 404), note('one')]),
  uploadRow('pass', 'values that are written anew, with the length of what was sent', [
    upload(1, VALUES),
    content('{ }', 'application/octet-stream'),
  ]),
  uploadRow('inconclusive', 'what is stored later may be something else', [later, content(OTHER)]),
  uploadRow('inconclusive', 'a thumbnail', [put('one', 404), give('/files/1/thumbnail', OTHER, 'image/png')]),
  uploadRow('inconclusive', 'what others put there meanwhile', [
    put('one'),
    { ...put('two'), credential: { kind: 'other-key' } },
    note('two'),
  ]),
  uploadRow('pass', 'what was done to it meanwhile, behind a colon', [
    upload(1, FILE),
    { method: 'POST', path: '/files/1:rotate', status: 204 },
    content(OTHER),
  ]),
  uploadRow('inconclusive', 'a part of it', [put('one'), { ...note('on'), status: 206 }]),
  uploadRow('fail', 'a byte is missing', [upload(1, FILE), content(FILE.slice(1))]),
  uploadRow('fail', 'one more', [upload(1, FILE), content(`${FILE}\n`)]),
  uploadRow('fail', 'nothing', [upload(1, FILE), content('')]),
  uploadRow('fail', 'another file', [upload(1, FILE), upload(2, OTHER), content(OTHER)]),
  uploadRow('fail', 'values as they were uploaded that are written anew', [
    upload(1, VALUES),
    give('/files/1/original', '{ }'),
  ]),
  uploadRow('fail', 'what was put there first', [put('one'), put('two'), note('one')]),
  uploadRow('fail', 'another length', [upload(1, FILE), read({ size: 11 })]),
  uploadRow('fail', 'another digest', [upload(1, FILE, { digest: sha256(OTHER, 'hex') })]),
  uploadRow('fail', 'another name', [upload(1, FILE), read({ originalName: 'b.bin' })]),
];
