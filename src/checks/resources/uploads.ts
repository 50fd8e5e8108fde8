import { takesFile } from '../../interface/content/file-operations.ts';
import { createHash } from 'node:crypto';
import { fileKindOf } from '../../interface/content/files.ts';
import type { SentFile } from '../../interface/content/multipart.ts';
import type { Interface, Operation } from '../../interface/model.ts';
import { choosingQuery } from '../../interface/parameters/forms-of-answers.ts';
import { splitTarget } from '../../interface/path-matching.ts';
import { behindEntry } from '../../interface/resources/places/places.ts';
import { type Resource, resourcesOf } from '../../interface/resources/resources.ts';
import { mayTell } from '../../interface/resources/told-values.ts';
import { type Download, downloadsOf, fileSent, toldOfFiles } from '../../interface/resources/uploads.ts';
import type { ToldOfFile } from '../../interface/resources/words/told-files.ts';
import { SAFE_METHODS } from '../../http/exchange.ts';
import { fieldValues } from '../../http/fields.ts';
import { isJsonMediaType } from '../../http/media-type.ts';
import { plainText } from '../../json/lossless.ts';
import { type Json, type JsonObject, listOf, memberOf, objectsIn } from '../../json/value.ts';
import type { AnswerReading, Reading } from '../../oracle/reading.ts';
import type { Check, JudgedRun } from '../check.ts';
import { openTribunal, saysNothing, type Tribunal } from '../judge-each.ts';
import { excerpt, type Outcome } from '../outcome.ts';
import { isOfRun, placeAskedBy } from './creations/creations.ts';
import { type Deed, deedOf, entriesIn, entryIn, isSuccess, pathOfEntry } from './deeds.ts';

/**
 * What was uploaded against what comes when it is downloaded, byte for byte, and against what its entry tells of it. A file of a kind that
 * services look into may come back made anew, unless the document says that it is the same.
 */

/** What stands at a place, and who put it there. */
type Kept = { readonly file: SentFile; readonly by: Reading };

/** Kinds of files that services keep as they come: pictures lose what cameras add, and values get another layout. */
const KEPT_AS_THEY_COME = /^application\/(?:octet-stream|pdf|zip|gzip|x-tar)$|^binary\//;

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** True for a file of a kind that a service may make anew as it likes. */
function mayBeMadeAnew({ bytes, mediaType = 'application/octet-stream' }: SentFile): boolean {
  return !KEPT_AS_THEY_COME.test(fileKindOf(latin1(bytes))?.mediaType ?? mediaType);
}

/** True for media types of which nobody knows what they hold. */
function isOpaque(mediaType: string | undefined): boolean {
  return (
    mediaType === undefined || mediaType === 'application/octet-stream' || mediaType.startsWith('binary/')
  );
}

function areSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function sizeOf({ length }: Uint8Array): string {
  return length === 1 ? '1 byte' : `${String(length)} bytes`;
}

/** What the answer to one file shows where it is a list: of several nobody knows which is of that file. */
function onlyListed({ answer }: Reading): JsonObject | undefined {
  const listed = answer?.json.kind === 'json' ? objectsIn(listOf(answer.json.value)) : [];
  return listed.length === 1 ? listed[0] : undefined;
}

/** What a judge knows of the files of a service, while one exchange after the other goes by. */
class Files {
  readonly #kept = new Map<string, Kept>();
  readonly #run: JudgedRun;
  readonly #tribunal: Tribunal;
  readonly #downloads: ReadonlyMap<Operation, Download>;

  constructor(run: JudgedRun, tribunal: Tribunal) {
    this.#run = run;
    this.#tribunal = tribunal;
    this.#downloads = new Map(downloadsOf(run.contract.interface).map((one) => [one.operation, one]));
  }

  note(reading: Reading): void {
    const { contract } = this.#run;
    const { operation } = reading.expectation;
    const { method, target } = reading.exchange.request;
    const { query } = splitTarget(contract.basePath, target);
    const path = placeAskedBy(contract, reading);
    if (operation === undefined || path === undefined) return;
    if (!isOfRun(reading)) {
      if (!SAFE_METHODS.has(method)) this.#forget(path);
      return;
    }
    const deed = deedOf(contract, reading);
    if (!SAFE_METHODS.has(method)) this.#write(reading, operation, path, deed);
    const download = this.#downloads.get(operation);
    const isPlain = method === 'GET' && choosingQuery(operation, query) === '';
    if (download !== undefined && isPlain) this.#judgeDownload(reading, download, path);
    if (deed !== undefined && isSuccess(reading)) this.#judgeTold(reading, deed);
  }

  #write(reading: Reading, operation: Operation, path: string, deed: Deed | undefined): void {
    const status = reading.answer?.status ?? 0;
    // What is refused changes nothing.
    if (status >= 400 && status < 500) return;
    // What is made in a list leaves alone what is in it.
    if (deed?.part !== 'change' && deed?.part !== 'create') this.#forget(path);
    const isSure = isSuccess(reading) && status !== 202 && reading.expectation.situation !== 'doubtful';
    const file = isSure && takesFile(operation) ? this.#fileOf(reading) : undefined;
    if (file === undefined) return;
    const made =
      deed?.part === 'create' || deed?.part === 'makeAt'
        ? (entryIn(deed.resource, reading) ?? onlyListed(reading))
        : undefined;
    const place =
      deed === undefined || made === undefined ? undefined : pathOfEntry(deed.resource, deed.values, made);
    if (deed?.part !== 'create') this.#kept.set(path, { file, by: reading });
    if (place !== undefined) this.#kept.set(place, { file, by: reading });
  }

  #fileOf({ exchange: { request } }: Reading): SentFile | undefined {
    const { body, bodyUnknown } = request;
    const [type = ''] = fieldValues(request.headers, 'content-type');
    return body === undefined || bodyUnknown === true ? undefined : fileSent(type, body);
  }

  /** Forgets what is at a place, below it, and what it is below of. */
  #forget(path: string): void {
    for (const place of this.#kept.keys())
      if (`${place}/`.startsWith(`${path}/`) || `${path}/`.startsWith(`${place}/`)) this.#kept.delete(place);
  }

  /** The file that stands at the place of a download. */
  #keptFor({ operation, from }: Download, path: string): Kept | undefined {
    const { interface: document } = this.#run.contract;
    const own = this.#kept.get(path);
    if (own !== undefined || from === 'place') return own;
    const isBelow = resourcesOf(document).some(
      ({ itemPath }) =>
        itemPath !== undefined &&
        behindEntry(itemPath, operation.path) !== undefined &&
        operation.path !== itemPath,
    );
    if (!isBelow) return undefined;
    const above = path.slice(0, path.lastIndexOf('/'));
    const [only, ...more] = [...this.#kept].filter(([place]) => `${place}/`.startsWith(`${above}/`));
    return more.length > 0 ? undefined : only?.[1];
  }

  #judgeDownload(reading: Reading, download: Download, path: string): void {
    const { answer, exchange } = reading;
    const kept = this.#keptFor(download, path);
    if (answer?.status !== 200 || answer.answer.truncated || answer.answer.undecoded !== undefined) return;
    if (kept === undefined || answer.answer.decoded === true || !isTold(answer, kept.file, download)) return;
    // What overlaps may come before.
    if (kept.by.exchange.endMs > exchange.startMs) return;
    const { bytes } = kept.file;
    const { body } = answer.answer;
    if (areSame(bytes, body)) {
      this.#tribunal.proves(download.operation.id);
      return;
    }
    this.#tribunal.breaks({
      exchanges: [exchange.id, kept.by.exchange.id],
      operation: download.operation.id,
      expected: `the ${sizeOf(bytes)} that ${kept.by.exchange.id} uploaded`,
      actual: `${sizeOf(body)}${differenceOf(bytes, body)}`,
      deviation: this.#isOfOther(kept, body)
        ? 'a download gives another file'
        : 'a download is not what was uploaded',
    });
  }

  #isOfOther(kept: Kept, body: Uint8Array): boolean {
    return (
      body.length > 0 &&
      [...this.#kept.values()].some((other) => other !== kept && areSame(other.file.bytes, body))
    );
  }

  #judgeTold(reading: Reading, { resource, values, part }: Deed): void {
    const told = toldOfFiles(resource);
    if (told.size === 0) return;
    const entries = part === 'list' ? (entriesIn(resource, reading) ?? []) : [entryIn(resource, reading)];
    for (const entry of entries) {
      const path = entry === undefined ? undefined : pathOfEntry(resource, values, entry);
      const kept = path === undefined ? undefined : this.#kept.get(path);
      if (entry === undefined || kept === undefined) continue;
      if (kept.by !== reading && kept.by.exchange.endMs > reading.exchange.startMs) continue;
      for (const [name, what] of told)
        this.#judgeMember(reading, kept, memberOf(entry, name), { resource, name, what });
    }
  }

  #judgeMember(
    reading: Reading,
    { file, by }: Kept,
    value: Json | undefined,
    {
      resource,
      name,
      what,
    }: { readonly resource: Resource; readonly name: string; readonly what: ToldOfFile },
  ): void {
    const wanted = valuesToldBy(what, file).filter((one) => mayTell(resource, name, one));
    const shown = typeof value === 'string' ? shownAs(what, value) : value;
    if (wanted.length === 0 || shown === undefined || shown === null) return;
    const operation = reading.expectation.operation?.id;
    if (wanted.includes(shown)) {
      this.#tribunal.proves(operation);
      return;
    }
    this.#tribunal.breaks({
      exchanges: [...new Set([reading.exchange.id, by.exchange.id])],
      operation,
      expected: `${name} ${excerpt(plainText(wanted[0] ?? null))}: ${WHAT[what.says]} that ${by.exchange.id} uploaded`,
      actual: excerpt(plainText(value ?? null)),
      deviation: `an entry tells ${WRONG[what.says]} of its file`,
    });
  }
}

const WHAT: Readonly<Record<ToldOfFile['says'], string>> = {
  size: 'the length of the file',
  name: 'the name of the file',
  digest: 'the digest of the file',
};
const WRONG: Readonly<Record<ToldOfFile['says'], string>> = {
  size: 'another length',
  name: 'another name',
  digest: 'another digest',
};

/** What a member tells of a file, as it is compared: a digest in hexadecimal; none where the request said nothing of it. */
function valuesToldBy(what: ToldOfFile, { bytes, fileName }: SentFile): readonly Json[] {
  switch (what.says) {
    case 'size':
      return [bytes.length];
    case 'name':
      return fileName === undefined ? [] : [fileName.toLowerCase()];
    case 'digest':
      return [createHash(what.algorithm).update(bytes).digest('hex')];
  }
}

/** A text as it is compared; `undefined` for one that is no such digest. */
function shownAs(what: ToldOfFile, value: string): string | undefined {
  if (what.says !== 'digest') return value.toLowerCase();
  const bare = value.trim().replace(/^(?:md5|sha-?\d{1,3})[:=-]/i, '');
  const hex = bare.toLowerCase();
  if (hex.length === what.bytes * 2 && /^[0-9a-f]+$/.test(hex)) return hex;
  const bytes = Buffer.from(bare, 'base64');
  return bytes.length === what.bytes ? bytes.toString('hex') : undefined;
}

function differenceOf(bytes: Uint8Array, body: Uint8Array): string {
  const isBeginning = body.length < bytes.length && areSame(bytes.subarray(0, body.length), body);
  if (isBeginning) return body.length === 0 ? '' : ', the first of them';
  const at = body.findIndex((byte, index) => byte !== bytes[index]);
  return at < 0 ? ', with more behind them' : `, which differ from byte ${String(at)} on`;
}

/** True where what comes has to be what was sent. */
function isTold({ mediaType }: AnswerReading, file: SentFile, { isSaid }: Download): boolean {
  const isJson = mediaType !== undefined && isJsonMediaType(mediaType);
  // A JSON answer to a file of another kind tells of it, and is none.
  if (isJson && !isJsonMediaType(file.mediaType ?? '')) return false;
  if (isSaid) return true;
  const isOfKind = isOpaque(mediaType) || isOpaque(file.mediaType) || mediaType === file.mediaType;
  return isOfKind && !mayBeMadeAnew(file);
}

/** True for a document of which a file can be held against what is told of it. */
function hasUploads(document: Interface): boolean {
  return (
    downloadsOf(document).length > 0 ||
    resourcesOf(document).some((resource: Resource) => toldOfFiles(resource).size > 0)
  );
}

/** The check of files that were uploaded. */
export const uploadChecks: readonly Check[] = [
  {
    id: 'resources.upload-kept',
    suite: 'resources',
    level: 'must',
    needs: ['life'],
    title: 'what is downloaded is what was uploaded',
    explanation:
      'Uploads files of the run, of bytes that stand for no text as well, and downloads them: from where they were put, or from what is called as the content of the entry that was made of one (`/files/{id}/content`, `/download`). They come back byte for byte. Files that are sent as pictures, sounds, text or values such as JSON or YAML may come back made anew, unless the document says that it is the file as it was uploaded; where it speaks of anything made of a file (a thumbnail, a conversion, a report), nothing is judged. A length in bytes, a digest by a named algorithm and the original name of the file, where entries tell them, are those of what was sent.',
    notApplicable: (document) =>
      hasUploads(document) ? undefined : 'the document has no files that come back as they were sent',
    judge: (run): Outcome => {
      const tribunal = openTribunal('must');
      const files = new Files(run, tribunal);
      for (const reading of run.readings) files.note(reading);
      return tribunal.outcome();
    },
    foreign: saysNothing('the file may have been replaced by a request that is not part of this traffic'),
    // Whether a service takes such a file is its own.
    sharpens: true,
  },
];
