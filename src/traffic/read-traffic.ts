import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Exchange, keptWithinBounds } from '../http/exchange.ts';
import { recordSchema } from '../record/record-schema.ts';
import { RECORD_VERSION, type RecordHeader } from '../record/record.ts';
import { restoreExchange, type StoredExchange } from '../record/stored.ts';
import { bound } from '../system/bounds.ts';
import { errnoText } from '../system/errno.ts';
import type { TrafficItem } from './foreign-exchange.ts';
import { parseObject, textOf } from './har-bodies.ts';
import { type HarContext, harEntry } from './har.ts';
import { type HarPart, HarSplitter, type Line, LineSplitter } from './splitters.ts';

/** What a file of traffic is, from its beginning. */
export type TrafficFile =
  | { readonly kind: 'har'; readonly bytes: number }
  | { readonly kind: 'record'; readonly header: RecordHeader; readonly bytes: number }
  | { readonly kind: 'unusable'; readonly problem: string };

/** A record's header is never longer; a HAR file is often a single line. */
const LONGEST_HEADER = 1_048_576;
/** White space of JSON, and the bytes of a byte order mark. */
const LEADING: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const WHAT_IS_RIGHT = 'give a HAR file (from a browser, a proxy or a test tool) or a record of assay';

function faultText(error: unknown, file: string): string {
  const code = errnoText(error);
  if (code === 'ENOENT') return `there is no file "${file}"; ${WHAT_IS_RIGHT}`;
  if (code === 'EISDIR') return `"${file}" is a directory; ${WHAT_IS_RIGHT}`;
  return `cannot read "${file}" (${code}); give a file that can be read`;
}

async function firstBytes(
  file: string,
): Promise<{ readonly head: Buffer; readonly bytes: number; readonly isFile: boolean }> {
  const handle = await open(file, 'r');
  try {
    const stat = await handle.stat();
    const head = Buffer.alloc(Math.min(LONGEST_HEADER, stat.size));
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    return { head: head.subarray(0, bytesRead), bytes: stat.size, isFile: stat.isFile() };
  } finally {
    await handle.close();
  }
}

function unusable(problem: string): TrafficFile {
  return { kind: 'unusable', problem };
}

function fromHead(head: Buffer, bytes: number, file: string): TrafficFile {
  const start = head.findIndex((byte) => !LEADING.has(byte));
  if (start < 0) return unusable(`"${file}" is empty; ${WHAT_IS_RIGHT}`);
  if (head[start] === 0x1f || head.subarray(0, 2).toString('latin1') === 'PK')
    return unusable(`"${file}" is compressed; unpack it first`);
  if (head[start] !== 0x7b) return unusable(`"${file}" is no JSON object; ${WHAT_IS_RIGHT}`);
  const end = head.indexOf(0x0a);
  const first = parseObject(head.subarray(start, end < 0 ? head.length : end));
  if (first?.['type'] !== 'header') return { kind: 'har', bytes };
  const version = first['recordVersion'];
  if (typeof version === 'number' && version !== RECORD_VERSION)
    return unusable(
      `"${file}" has record version ${String(version)}, this assay reads version ${String(RECORD_VERSION)}; judge it with the assay that wrote it`,
    );
  const header: unknown = first;
  if (recordSchema().header(header)) return { kind: 'record', header, bytes };
  return unusable(`"${file}" is no record: its first line is no record header; ${WHAT_IS_RIGHT}`);
}

/** Looks at the beginning of a file. Never throws for any file. */
export async function trafficFile(path: string, name: string): Promise<TrafficFile> {
  try {
    const { head, bytes, isFile } = await firstBytes(path);
    return isFile ? fromHead(head, bytes, name) : unusable(`"${name}" is no file; ${WHAT_IS_RIGHT}`);
  } catch (error) {
    return unusable(faultText(error, name));
  }
}

/** A longer entry is not read into memory. */
const MAX_ENTRY_BYTES: number = bound('entryBytes');
const CHUNK_BYTES = 1_048_576;
/** So few are held at a time: whoever collects garbage copies what is still held, again and again. */
const ENTRIES_AT_ONCE = 16;

/** What an entry of a file came to; `at`: the number of the entry, from 1. */
type TrafficEntry = { readonly at: number; readonly item: TrafficItem };

/** The next entries of a file, with the bytes read so far. */
export type TrafficBatch = { readonly entries: readonly TrafficEntry[]; readonly bytesRead: number };

function faultAt(at: number, problem: string): TrafficEntry {
  return { at, item: { kind: 'fault', problem } };
}

export type TrafficReaderOptions = {
  readonly path: string;
  /** How messages call the file. */
  readonly name: string;
  /** Nothing was taken out of the entries. */
  readonly complete: boolean;
};

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    if (Buffer.isBuffer(chunk)) yield chunk;
  }
}

/** Reads a HAR file entry by entry, in constant memory. What cannot be read is a fault; what came before it counts. */
export async function* readHar(options: TrafficReaderOptions): AsyncGenerator<TrafficBatch> {
  const { path, name, complete } = options;
  const splitter = new HarSplitter(MAX_ENTRY_BYTES);
  let context: HarContext = { creator: '', complete, inflated: { bytes: 0 } };
  let bytesRead = 0;
  let count = 0;
  const itemOf = (part: Exclude<HarPart, { kind: 'creator' }>): TrafficItem | Promise<TrafficItem> => {
    const fault = (what: string): TrafficItem => ({
      kind: 'fault',
      problem: `entry ${String(count)} of "${name}" ${what}`,
    });
    if (part.kind === 'too-long') return fault('is too long to be read');
    const entry = part.value ?? parseObject(part.bytes);
    return entry === undefined ? fault('is no JSON') : harEntry(entry, context, `x${String(count)}`);
  };
  try {
    for await (const chunk of chunksOf(path)) {
      bytesRead += chunk.length;
      let entries: TrafficEntry[] = [];
      for (const part of splitter.push(chunk)) {
        if (part.kind === 'creator') {
          const creator = textOf(parseObject(part.bytes) ?? {}, 'name')?.toLowerCase() ?? '';
          context = { ...context, creator };
          continue;
        }
        count += 1;
        const item = itemOf(part);
        entries.push({ at: count, item: item instanceof Promise ? await item : item });
        if (entries.length < ENTRIES_AT_ONCE) continue;
        yield { entries, bytesRead };
        entries = [];
      }
      yield { entries, bytesRead };
    }
  } catch (error) {
    yield { entries: [faultAt(count + 1, `"${name}" broke off (${errnoText(error)})`)], bytesRead };
    return;
  }
  if (splitter.complete) return;
  const problem = splitter.sawEntries
    ? `"${name}" ends in the middle, after ${String(count)} entries: what is before that was judged`
    : `"${name}" has no list at log.entries: it is no HAR file`;
  yield { entries: [faultAt(count + 1, problem)], bytesRead };
}

function restored(stored: StoredExchange): Exchange | undefined {
  try {
    return keptWithinBounds(restoreExchange(stored));
  } catch {
    return undefined;
  }
}

/** Reads a record of traffic line by line, in constant memory: its exchanges, with the credentials as they were known. */
export async function* readTrafficRecord(
  options: TrafficReaderOptions & { readonly header: RecordHeader },
): AsyncGenerator<TrafficBatch> {
  const { path, name, header } = options;
  const {
    exchange: isExchange,
    footer: isFooter,
    header: isHeader,
    check: isCheck,
    probe: isProbe,
  } = recordSchema();
  const origin = URL.parse(header.settings.url)?.origin ?? '';
  const splitter = new LineSplitter(MAX_ENTRY_BYTES);
  let bytesRead = 0;
  let count = 0;
  let ended = false;
  // The first line is the header.
  const entriesOf = (line: Line): readonly TrafficEntry[] => {
    count += 1;
    const at = count - 1;
    const fault = (what: string): readonly TrafficEntry[] => [
      faultAt(at, `line ${String(count)} of "${name}" ${what}`),
    ];
    if (line.kind === 'too-long') return fault('is too long to be read');
    const value: unknown = parseObject(line.bytes);
    if (isExchange(value)) {
      const exchange = restored(value.exchange);
      if (exchange === undefined) return fault('has a body that cannot be read');
      const foreign = { origin, exchange: { ...exchange, id: `x${String(at)}` }, complete: true };
      return [{ at, item: { kind: 'exchange', foreign } }];
    }
    ended ||= isFooter(value);
    if (value === undefined) return fault('is no JSON');
    const isOther = isFooter(value) || isHeader(value) || isCheck(value) || isProbe(value);
    return isOther ? [] : fault('is no entry of a record');
  };
  try {
    for await (const chunk of chunksOf(path)) {
      bytesRead += chunk.length;
      yield { entries: splitter.push(chunk).flatMap(entriesOf), bytesRead };
    }
  } catch (error) {
    yield { entries: [faultAt(count + 1, `"${name}" broke off (${errnoText(error)})`)], bytesRead };
    return;
  }
  const last = splitter.end().flatMap(entriesOf);
  const fault = faultAt(count + 1, `"${name}" has no end: whoever wrote it was killed`);
  yield { entries: ended ? last : [...last, fault], bytesRead };
}
