import { readFile, stat } from 'node:fs/promises';
import { parseRecord, type ParsedRecord } from './parse-record.ts';

/** More than any run writes; a file that is larger is not read into memory. */
const MAX_RECORD_BYTES = 256 * 1024 * 1024;

function problemText(error: unknown, file: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT')
    return `there is no file "${file}"; run "assay test" first, or give the record's path`;
  if (code === 'EISDIR')
    return `"${file}" is a directory; give the record's file, for example reports/last.ndjson`;
  return `cannot read the record "${file}" (${code || String(error)}); give a file that can be read`;
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
