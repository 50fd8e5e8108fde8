import { plainJson } from './plain-json.ts';
import type { RecordEntry } from './record.ts';
import { storeEntry } from './stored-entry.ts';

/** One line of a record, with its line feed at the end; `parseRecord` reads it back. */
export function recordLine(entry: RecordEntry): string {
  return `${plainJson(storeEntry(entry))}\n`;
}
