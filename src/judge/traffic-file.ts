import { open } from 'node:fs/promises';
import { recordSchema } from '../run/record-schema.ts';
import { RECORD_VERSION, type RecordHeader } from '../run/record.ts';
import { parseObject } from './har-fields.ts';

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
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
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
