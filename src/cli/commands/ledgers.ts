/** Which of the files of a command hold ledgers, and the ledgers in them. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errnoText } from '../../system/errno.ts';
import { beginsAsLedger, LedgerReader, type ReadPart } from '../../traffic/ledger-file.ts';
import type { CliIo } from '../io.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

/** Stands for standard input or standard output. */
export const STANDARD_STREAM = '-';
const LONGEST_BEGINNING = 64;

async function openedFile(name: string, path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw new UsageFault(
      `cannot read ${quoted(name)} (${errnoText(error)}); give what "assay test --shard" or "assay judge --partial" wrote`,
    );
  }
}

/** What a file is, as far as its first bytes tell. A pipe is not looked into: nobody could read it again. */
async function holdsLedgers(name: string, cwd: string): Promise<'yes' | 'no' | 'empty'> {
  if (name === STANDARD_STREAM) return 'yes';
  const handle = await openedFile(name, resolve(cwd, name));
  try {
    const stat = await handle.stat();
    if (stat.isDirectory()) return 'no';
    if (!stat.isFile()) return 'yes';
    const head = Buffer.alloc(LONGEST_BEGINNING);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    if (bytesRead === 0) return 'empty';
    return beginsAsLedger(head.subarray(0, bytesRead)) ? 'yes' : 'no';
  } finally {
    await handle.close();
  }
}

/** Whether files are ledgers, or records. Throws a `UsageFault` for files that cannot be read, and where there are both. */
export async function areLedgers(names: readonly string[], cwd: string): Promise<boolean> {
  const kinds = await Promise.all(
    names.map(async (name) => ({ name, holds: await holdsLedgers(name, cwd) })),
  );
  const ledger = kinds.find(({ holds }) => holds === 'yes');
  const other = kinds.find(({ holds }) => holds === 'no');
  if (ledger !== undefined && other !== undefined)
    throw new UsageFault(
      `cannot merge ${quoted(other.name)} with ${quoted(ledger.name)}: the second one is a ledger and the first one is none; give ledgers, or the records of shards`,
    );
  return ledger !== undefined;
}

async function* bytesOf(name: string, io: Pick<CliIo, 'cwd' | 'stdin'>): AsyncGenerator<Buffer> {
  if (name !== STANDARD_STREAM) {
    for await (const chunk of createReadStream(resolve(io.cwd, name)))
      if (Buffer.isBuffer(chunk)) yield chunk;
    return;
  }
  if (io.stdin === undefined)
    throw new UsageFault('cannot read ledgers from standard input: there is none here; give files');
  for await (const chunk of io.stdin()) yield Buffer.from(chunk);
}

/** The ledgers of a file one after another, each with how messages call it. What cannot be read is damaged; never throws for it. */
export async function* ledgersIn(
  name: string,
  io: Pick<CliIo, 'cwd' | 'stdin'>,
): AsyncGenerator<ReadPart & { readonly name: string }> {
  const shown = name === STANDARD_STREAM ? 'standard input' : quoted(name);
  const reader = new LedgerReader();
  let count = 0;
  const named = (part: ReadPart): ReadPart & { readonly name: string } => {
    count += 1;
    return { ...part, name: count === 1 ? shown : `ledger ${String(count)} of ${shown}` };
  };
  try {
    for await (const chunk of bytesOf(name, io)) for (const part of reader.push(chunk)) yield named(part);
  } catch (error) {
    if (error instanceof UsageFault) throw error;
    yield named({ kind: 'damaged', why: `broke off (${errnoText(error)})` });
    return;
  }
  for (const part of reader.end()) yield named(part);
}
