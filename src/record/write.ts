import { randomInt } from 'node:crypto';
import type { Interface } from '../interface/model.ts';
import { plainJson } from '../json/value.ts';
import { packageManifest } from '../system/package.ts';
import { recordSchema } from './record-schema.ts';
import { RECORD_VERSION, type RecordEntry, type RecordHeader, type RunRecord } from './record.ts';
import { storeEntry, type StoredEntry } from './stored.ts';

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Six letters and digits for the names that a run creates: no two runs share them, whatever their seed. */
export function newRunId(): string {
  return Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)] ?? 'a').join('');
}

type Origin = 'specDirectory' | 'settings' | 'ownMock' | 'runId' | 'startedAt' | 'source' | 'resumes';

/** The first line of a record: which assay and which document it was made with, and where it comes from. */
export function recordHeader(
  { id, title, version, digest }: Interface,
  origin: Pick<RecordHeader, Origin>,
): RecordHeader {
  return {
    type: 'header',
    recordVersion: RECORD_VERSION,
    assayVersion: packageManifest().version,
    nodeVersion: process.version,
    interface: { id, title, version, digest },
    ...origin,
  };
}

/** A line of a record: its text, and why it could not be read back; `undefined` for one that can. */
export type WrittenLine = { readonly text: string; readonly fault: string | undefined };

function textOf(stored: StoredEntry): string {
  return `${plainJson(stored)}\n`;
}

/** One line of a record, with its line feed at the end; `parseRecord` reads it back. */
export function recordLine(entry: RecordEntry): string {
  return textOf(storeEntry(entry));
}

/**
 * One line of a record, held against the form that it will be read with. An entry that breaks the form of the record is a
 * fault of assay, and has to be known before somebody misses it in a report.
 */
export function checkedLine(entry: RecordEntry): WrittenLine {
  const stored = storeEntry(entry);
  const { type } = stored;
  const isReadable = recordSchema()[type];
  if (isReadable(stored)) return { text: textOf(stored), fault: undefined };
  const [error] = isReadable.errors ?? [];
  const where = error === undefined || error.instancePath === '' ? 'it' : error.instancePath;
  const fault = `a line of the record (${type}) could not be read back: ${where} ${error?.message ?? 'has another form'}`;
  return { text: textOf(stored), fault };
}

/** The lines of a record's file, made one by one: a record may be as long as all that a service sent. */
export function* recordLines({
  header,
  exchanges,
  done = [],
  results,
  footer,
}: RunRecord): Generator<string, void, undefined> {
  yield recordLine(header);
  for (const exchange of exchanges.values()) yield recordLine({ type: 'exchange', exchange });
  for (const id of done) yield recordLine({ type: 'probe', id, state: 'done' });
  for (const result of results) yield recordLine({ type: 'check', result });
  if (footer !== undefined) yield recordLine(footer);
}

/** A record as the text of its file. `parseRecord` reads the same record back, unless lines of it could not be read. */
export function recordText(record: RunRecord): string {
  return [...recordLines(record)].join('');
}
