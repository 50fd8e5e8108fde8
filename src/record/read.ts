import { readFile, stat } from 'node:fs/promises';
import { type Exchange, keptWithinBounds } from '../http/exchange.ts';
import { errnoOf, errnoText } from '../system/errno.ts';
import { type RecordSchema, recordSchema } from './record-schema.ts';
import {
  type CheckResult,
  type Damage,
  RECORD_VERSION,
  type RecordFooter,
  type RecordHeader,
  type RunRecord,
} from './record.ts';
import { restoreExchange, type StoredExchange } from './stored.ts';

/** A record read back, or one line of text that says why the text is none and what would be right. */
export type ParsedRecord =
  | { readonly kind: 'record'; readonly record: RunRecord }
  | { readonly kind: 'no-record'; readonly problem: string };

type Draft = {
  readonly exchanges: Map<string, Exchange>;
  readonly results: CheckResult[];
  readonly done: string[];
  footer: RecordFooter | undefined;
  /** Lines that can't be read, counted from 1. */
  readonly unreadable: number[];
};

/** A line that is not blank, and its number. */
type ParsedLine = { readonly value: unknown; readonly number: number };

/** Lines that messages name. */
const MOST_NAMED = 5;
const WHAT_IS_RIGHT = 'give a record that "assay test" wrote, for example reports/last.ndjson';

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function versionOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('recordVersion' in value)) return undefined;
  return value.recordVersion;
}

function parseHeader(value: unknown, schema: RecordSchema): RecordHeader | string {
  if (schema.header(value)) {
    return URL.canParse(value.settings.url)
      ? value
      : `names no target: ${JSON.stringify(value.settings.url.slice(0, 100))} is no address; ${WHAT_IS_RIGHT}`;
  }
  const version = versionOf(value);
  if (typeof version === 'number' && version !== RECORD_VERSION) {
    return `has record version ${String(version)}, this assay reads version ${String(RECORD_VERSION)}; read it with the assay that wrote it`;
  }
  return `is no record: its first line is no record header; ${WHAT_IS_RIGHT}`;
}

/** The exchange that a line holds; `undefined` when its body is damaged. */
function restored(stored: StoredExchange): Exchange | undefined {
  try {
    return keptWithinBounds(restoreExchange(stored));
  } catch {
    return undefined;
  }
}

/** A line that can't be read makes the record partial: what it says is missing. */
function addEntry(draft: Draft, { value, number }: ParsedLine, schema: RecordSchema): void {
  if (schema.exchange(value)) {
    const exchange = restored(value.exchange);
    if (exchange === undefined) draft.unreadable.push(number);
    else draft.exchanges.set(exchange.id, exchange);
  } else if (schema.probe(value)) draft.done.push(value.id);
  else if (schema.check(value)) draft.results.push(value.result);
  else if (schema.footer(value)) draft.footer = value;
  else draft.unreadable.push(number);
}

/** The half line at the end of a run that was killed is no damage: that it has no end says so already. */
function damageOf({ unreadable, footer }: Draft, lastIsOpen: number | undefined): Damage | undefined {
  const lines = unreadable.filter((number) => footer !== undefined || number !== lastIsOpen);
  return lines.length === 0 ? undefined : { lines: lines.length, first: lines.slice(0, MOST_NAMED) };
}

/** Reads NDJSON. `name` is how messages call the text, usually its file. Never throws for any text. */
export function parseRecord(text: string, name: string): ParsedRecord {
  const all = text.split('\n').map((line) => line.trim());
  const lines = all.flatMap((line, at) => (line === '' ? [] : [{ value: parseLine(line), number: at + 1 }]));
  const [first, ...rest] = lines;
  if (first === undefined) return { kind: 'no-record', problem: `"${name}" is empty; ${WHAT_IS_RIGHT}` };
  const schema = recordSchema();
  const header = parseHeader(first.value, schema);
  if (typeof header === 'string') return { kind: 'no-record', problem: `"${name}" ${header}` };
  if (rest.some(({ value }) => schema.header(value))) {
    return { kind: 'no-record', problem: `"${name}" holds more than one run; give one record at a time` };
  }
  const draft: Draft = { exchanges: new Map(), results: [], done: [], footer: undefined, unreadable: [] };
  for (const line of rest) addEntry(draft, line, schema);
  const { exchanges, results, done, footer } = draft;
  const damage = damageOf(draft, text.endsWith('\n') ? undefined : all.length);
  const partial = draft.unreadable.length > 0 || footer === undefined;
  const record = { header, exchanges, results, footer, partial, ...(done.length === 0 ? {} : { done }) };
  return { kind: 'record', record: damage === undefined ? record : { ...record, damage } };
}

/** More than any run writes; a file that is larger is not read into memory. */
const MAX_RECORD_BYTES = 256 * 1024 * 1024;

function problemText(error: unknown, file: string): string {
  const code = errnoOf(error);
  if (code === 'ENOENT')
    return `there is no file "${file}"; run "assay test" first, or give the record's path`;
  if (code === 'EISDIR')
    return `"${file}" is a directory; give the record's file, for example reports/last.ndjson`;
  return `cannot read the record "${file}" (${errnoText(error)}); give a file that can be read`;
}

async function readBounded(file: string): Promise<{ readonly text: string } | { readonly problem: string }> {
  try {
    const { size } = await stat(file);
    if (size <= MAX_RECORD_BYTES) return { text: await readFile(file, 'utf8') };
    return { problem: `"${file}" is larger than any record (${String(size)} bytes); give another file` };
  } catch (error) {
    return { problem: problemText(error, file) };
  }
}

/** A record and the text that it was read from. */
export type ReadRecord =
  | (Extract<ParsedRecord, { readonly kind: 'record' }> & { readonly text: string })
  | Extract<ParsedRecord, { readonly kind: 'no-record' }>;

/** Reads the record of a run from a file, once. Never throws for any file: what is wrong comes back as `problem`. */
export async function readRecord(file: string): Promise<ReadRecord> {
  const read = await readBounded(file);
  if ('problem' in read) return { kind: 'no-record', problem: read.problem };
  const parsed = parseRecord(read.text, file);
  return parsed.kind === 'record' ? { ...parsed, text: read.text } : parsed;
}
