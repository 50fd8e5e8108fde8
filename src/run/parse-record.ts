import type { Exchange } from '../exchange/exchange.ts';
import { recordSchema, type RecordSchema } from './record-schema.ts';
import {
  RECORD_VERSION,
  type CheckResult,
  type RecordFooter,
  type RecordHeader,
  type RunRecord,
} from './record.ts';
import { restoreExchange } from './stored-entry.ts';

/** A record read back, or one line of text that says why the text is none and what would be right. */
export type ParsedRecord =
  | { readonly kind: 'record'; readonly record: RunRecord }
  | { readonly kind: 'no-record'; readonly problem: string };

type Draft = {
  readonly exchanges: Map<string, Exchange>;
  readonly results: CheckResult[];
  footer: RecordFooter | undefined;
  broken: boolean;
};

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

/** A line that can't be read makes the record partial, nothing more: a killed run leaves half a line. */
function addEntry(draft: Draft, value: unknown, schema: RecordSchema): void {
  if (schema.exchange(value)) draft.exchanges.set(value.exchange.id, restoreExchange(value.exchange));
  else if (schema.check(value)) draft.results.push(value.result);
  else if (schema.footer(value)) draft.footer = value;
  else draft.broken = true;
}

/** Reads NDJSON. `name` is how messages call the text, usually its file. Never throws for any text. */
export function parseRecord(text: string, name: string): ParsedRecord {
  const lines = text.split('\n').map((line) => line.trim());
  const [first, ...rest] = lines.filter((line) => line !== '').map(parseLine);
  if (lines.every((line) => line === '')) {
    return { kind: 'no-record', problem: `"${name}" is empty; ${WHAT_IS_RIGHT}` };
  }
  const schema = recordSchema();
  const header = parseHeader(first, schema);
  if (typeof header === 'string') return { kind: 'no-record', problem: `"${name}" ${header}` };
  if (rest.some((value) => schema.header(value))) {
    return { kind: 'no-record', problem: `"${name}" holds more than one run; give one record at a time` };
  }
  const draft: Draft = { exchanges: new Map(), results: [], footer: undefined, broken: false };
  for (const value of rest) addEntry(draft, value, schema);
  const { exchanges, results, footer, broken } = draft;
  const partial = broken || footer === undefined;
  return { kind: 'record', record: { header, exchanges, results, footer, partial } };
}
