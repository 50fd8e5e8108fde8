import { createReadStream } from 'node:fs';
import { recordSchema } from '../run/record-schema.ts';
import type { RecordHeader } from '../run/record.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { keptWithinBounds } from '../exchange/kept-answer.ts';
import { restoreExchange, type StoredExchange } from '../run/stored-entry.ts';
import { bound } from '../system/bounds.ts';
import type { TrafficItem } from './foreign-exchange.ts';
import { harEntry, type HarContext } from './har-entry.ts';
import { parseObject, textOf } from './har-fields.ts';
import { HarSplitter, type HarPart } from './har-splitter.ts';
import { LineSplitter, type Line } from './line-splitter.ts';

/** A longer entry is not read into memory. */
const MAX_ENTRY_BYTES: number = bound('entryBytes');
const CHUNK_BYTES = 1_048_576;

/** Entries of a file, a batch for each chunk that was read, with the bytes read so far. */
export type TrafficBatch = { readonly items: readonly TrafficItem[]; readonly bytesRead: number };

export type TrafficReaderOptions = {
  readonly path: string;
  /** How messages call the file. */
  readonly name: string;
  /** Nothing was taken out of the entries. */
  readonly complete: boolean;
  readonly nextId: () => string;
};

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    if (Buffer.isBuffer(chunk)) yield chunk;
  }
}

function brokenOff(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** Reads a HAR file entry by entry, in constant memory. What cannot be read is a fault; what came before it counts. */
export async function* readHar(options: TrafficReaderOptions): AsyncGenerator<TrafficBatch> {
  const { path, name, complete, nextId } = options;
  const splitter = new HarSplitter(MAX_ENTRY_BYTES);
  let context: HarContext = { creator: '', complete, inflated: { bytes: 0 } };
  let bytesRead = 0;
  let count = 0;
  const itemOf = async (part: Exclude<HarPart, { kind: 'creator' }>): Promise<TrafficItem> => {
    count += 1;
    const which = `entry ${String(count)} of "${name}"`;
    if (part.kind === 'too-long') return { kind: 'fault', problem: `${which} is too long to be read` };
    const entry = parseObject(part.bytes);
    if (entry === undefined) return { kind: 'fault', problem: `${which} is no JSON` };
    return harEntry(entry, context, nextId());
  };
  try {
    for await (const chunk of chunksOf(path)) {
      bytesRead += chunk.length;
      const items: TrafficItem[] = [];
      for (const part of splitter.push(chunk)) {
        if (part.kind !== 'creator') items.push(await itemOf(part));
        else
          context = {
            ...context,
            creator: textOf(parseObject(part.bytes) ?? {}, 'name')?.toLowerCase() ?? '',
          };
      }
      yield { items, bytesRead };
    }
  } catch (error) {
    yield { items: [{ kind: 'fault', problem: `"${name}" broke off (${brokenOff(error)})` }], bytesRead };
    return;
  }
  if (splitter.complete) return;
  const problem = splitter.sawEntries
    ? `"${name}" ends in the middle, after ${String(count)} entries: what is before that was judged`
    : `"${name}" has no list at log.entries: it is no HAR file`;
  yield { items: [{ kind: 'fault', problem }], bytesRead };
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
  const { path, name, header, nextId } = options;
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
  const itemsOf = (line: Line): readonly TrafficItem[] => {
    count += 1;
    const fault = (what: string): readonly TrafficItem[] => [
      { kind: 'fault', problem: `line ${String(count)} of "${name}" ${what}` },
    ];
    if (line.kind === 'too-long') return fault('is too long to be read');
    const value: unknown = parseObject(line.bytes);
    if (isExchange(value)) {
      const exchange = restored(value.exchange);
      if (exchange === undefined) return fault('has a body that cannot be read');
      return [
        { kind: 'exchange', foreign: { origin, exchange: { ...exchange, id: nextId() }, complete: true } },
      ];
    }
    ended ||= isFooter(value);
    if (value === undefined) return fault('is no JSON');
    const isOther = isFooter(value) || isHeader(value) || isCheck(value) || isProbe(value);
    return isOther ? [] : fault('is no entry of a record');
  };
  try {
    for await (const chunk of chunksOf(path)) {
      bytesRead += chunk.length;
      yield { items: splitter.push(chunk).flatMap(itemsOf), bytesRead };
    }
  } catch (error) {
    yield { items: [{ kind: 'fault', problem: `"${name}" broke off (${brokenOff(error)})` }], bytesRead };
    return;
  }
  const last = splitter.end().flatMap(itemsOf);
  const fault: TrafficItem = { kind: 'fault', problem: `"${name}" has no end: whoever wrote it was killed` };
  yield { items: ended ? last : [...last, fault], bytesRead };
}
