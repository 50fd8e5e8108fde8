import { plainJson } from './plain-json.ts';
import { recordSchema } from './record-schema.ts';
import type { RecordEntry } from './record.ts';
import { storeEntry } from './stored-entry.ts';

/** One line of a record, with its line feed at the end; `parseRecord` reads it back. */
export function recordLine(entry: RecordEntry): string {
  return `${plainJson(storeEntry(entry))}\n`;
}

/**
 * Why a line could not be read back; `undefined` for one that can. An entry that breaks the form of the record is a fault
 * of assay, and has to be known before somebody misses it in a report.
 */
export function lineFault(entry: RecordEntry): string | undefined {
  const stored = storeEntry(entry);
  const { type } = stored;
  const isReadable = recordSchema()[type];
  if (isReadable(stored)) return undefined;
  const [error] = isReadable.errors ?? [];
  const where = error === undefined || error.instancePath === '' ? 'it' : error.instancePath;
  return `a line of the record (${type}) could not be read back: ${where} ${error?.message ?? 'has another form'}`;
}
