/** Parts of traffic: `assay judge --partial` writes what one comes to, `assay merge` puts them together. */
import { resolve } from 'node:path';
import type { Interface } from '../../interface/model.ts';
import { writeWholeFile } from '../../output/whole-file.ts';
import type { RunRecord } from '../../record/record.ts';
import { bound } from '../../system/bounds.ts';
import { counted } from '../../system/counted.ts';
import { errnoText } from '../../system/errno.ts';
import { type JudgedPart, ledgerLines } from '../../traffic/ledger-file.ts';
import { missingParts, PartSum, recordOfPart } from '../../traffic/merge-ledgers.ts';
import type { CliIo } from '../io.ts';
import { loadRecordedDocument } from '../load-document.ts';
import type { MergeFlags } from '../traffic-options.ts';
import { type InputFile, requireApart, requireWritable } from '../output/files.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import { ledgersIn, STANDARD_STREAM } from './ledgers.ts';

/** Where a ledger goes: an absolute path, or `-` for standard output. */
export type PartialOutput = string;

/** Settles the place of a ledger before anything is read. Throws a `UsageFault`. */
export function partialOutput(
  given: string,
  inputs: readonly InputFile[],
  { cwd }: Pick<CliIo, 'cwd'>,
): PartialOutput {
  if (given === STANDARD_STREAM) return STANDARD_STREAM;
  const file = resolve(cwd, given);
  requireApart([{ file, option: '--partial' }], inputs);
  requireWritable(file, '--partial');
  return file;
}

/** Lines up to the bound; beyond it nothing can be read back. */
function* boundedLines(lines: Iterable<string>): Generator<string, void, undefined> {
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line);
    if (bytes > bound('ledgerBytes'))
      throw new UsageFault(
        `cannot write the ledger: it would be larger than ${String(bound('ledgerBytes'))} bytes; judge fewer checks or operations at once (--check, --include)`,
      );
    yield line;
  }
}

/** Writes a ledger, whole or not at all. Returns 0; throws a `UsageFault` when it cannot be written. */
export function writePart(
  part: JudgedPart,
  output: PartialOutput,
  io: Pick<CliIo, 'stdout' | 'stderr'>,
): number {
  const lines = boundedLines(ledgerLines(part));
  try {
    if (output === STANDARD_STREAM) io.stdout([...lines].join(''));
    else writeWholeFile(output, lines);
  } catch (error) {
    if (error instanceof UsageFault) throw error;
    throw new UsageFault(
      `cannot write ${quoted(output)} (${errnoText(error)}): give --partial a place that can be written`,
    );
  }
  const { judged, faults, files } = part.ledger;
  const unread = faults === 0 ? '' : `, ${counted(faults, 'part')} of them cannot be read`;
  io.stderr(
    `${counted(judged, 'exchange')} of ${counted(files.length, 'file')} judged${unread}; "assay merge" says what all ledgers come to\n`,
  );
  return 0;
}

/** What some files of ledgers come to, and those that are damaged, each in a few words. */
export type MergedParts = { readonly part: JudgedPart; readonly damaged: readonly string[] };

/** Puts the ledgers of all files together. Throws a `UsageFault` for ledgers that do not belong together. */
export async function mergeParts(
  names: readonly string[],
  io: Pick<CliIo, 'cwd' | 'stdin'>,
): Promise<MergedParts> {
  const sum = new PartSum();
  const damaged: string[] = [];
  for (const file of names) {
    for await (const read of ledgersIn(file, io)) {
      const { name } = read;
      if (read.kind === 'foreign') throw new UsageFault(`cannot merge: ${name} ${read.why}`);
      if (read.kind === 'damaged') damaged.push(`${name} ${read.why}: what it holds is missing`);
      else {
        const problem = sum.add(read.part, name);
        if (problem !== undefined) throw new UsageFault(`cannot merge: ${problem}`);
      }
    }
  }
  const part = sum.part();
  if (part === undefined)
    throw new UsageFault(
      `cannot merge: ${damaged[0] ?? 'there is no ledger'}; give what "assay judge --partial" wrote`,
    );
  return { part, damaged };
}

function requireParts({ parts }: JudgedPart, wanted: number | undefined): void {
  if (wanted === undefined || parts <= wanted) return;
  throw new UsageFault(
    `cannot merge ${String(parts)} parts as ${String(wanted)}: give --parts as many as "assay judge --partial" wrote`,
  );
}

/** Writes one ledger of several. What is damaged or missing would not be seen in it any more: then none is written. */
export function mergeToPart(
  { part, damaged }: MergedParts,
  { wanted, output }: { readonly wanted: number | undefined; readonly output: PartialOutput },
  io: Pick<CliIo, 'stdout' | 'stderr'>,
): number {
  requireParts(part, wanted);
  const [problem] = missingParts(part.parts, { wanted, damaged }).notes;
  if (problem !== undefined) throw new UsageFault(`cannot merge to one ledger: ${problem}`);
  return writePart(part, output, io);
}

/** The record of the whole traffic, with the document that it was judged by. Throws a `UsageFault`. */
export async function mergeToRecord(
  { part, damaged }: MergedParts,
  flags: MergeFlags,
  io: CliIo,
): Promise<{ readonly record: RunRecord; readonly document: Interface }> {
  requireParts(part, flags.parts);
  const { specDirectory, terms } = part;
  const header = { specDirectory, settings: terms.settings, interface: terms.interface };
  const document = await loadRecordedDocument({ header }, flags, io);
  if (document === undefined)
    throw new UsageFault(
      'cannot merge ledgers without the document that the traffic was judged by: name its folder with --spec',
    );
  if (document.digest !== terms.interface.digest)
    throw new UsageFault(
      'cannot merge by this document: the traffic was judged by another one, or by another version of it; name that one with --spec',
    );
  const missing = missingParts(part.parts, { wanted: flags.parts, damaged });
  return { record: recordOfPart(part, document, missing), document };
}
