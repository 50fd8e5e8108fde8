import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { unwritable, writeWholeFile } from '../../output/whole-file.ts';
import { errnoText } from '../../system/errno.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

/** Throws a `UsageFault` when the file cannot be written: before anything is sent, not after. */
export function requireWritable(file: string, option: string): void {
  const code = unwritable(file);
  if (code === undefined) return;
  throw new UsageFault(`cannot write ${quoted(file)} (${code}): give ${option} a place that can be written`);
}

/** Writes a file that others will need, so that not even a loss of power leaves half of it; `mode` is for a new one, before the umask. Throws a `UsageFault` when it cannot be written. */
export function writeAtomically(file: string, text: string, option: string, mode = 0o666): void {
  try {
    writeWholeFile(file, text, { mode, durable: true });
  } catch (error) {
    throw new UsageFault(
      `cannot write ${quoted(file)} (${errnoText(error)}): give ${option} a place that can be written`,
    );
  }
}

/** A file that a command reads: what it is, for messages. `file` is an absolute path. */
export type InputFile = { readonly file: string; readonly what: string };

/** A file that a command writes, and the option that names it. `file` is an absolute path. */
export type OutputFile = { readonly file: string; readonly option: string };

/** The same for every name of a file: links of all kinds, letter case where the system does not tell it. */
function identityOf(file: string): string {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${String(dev)}:${String(ino)}`;
  } catch {
    // A file that is not there yet is known by its folder.
  }
  try {
    return join(realpathSync(dirname(file)), basename(file));
  } catch {
    return file;
  }
}

/** Whether two names are those of one file. */
export function isSameFile(file: string, other: string): boolean {
  return identityOf(file) === identityOf(other);
}

/** The files of a document, as inputs. */
export function documentInputs({ files }: { readonly files: readonly string[] }): readonly InputFile[] {
  return files.map((file) => ({ file, what: 'a file of the interface document' }));
}

/**
 * No input is ever an output, and no two outputs are one file: throws a `UsageFault` that names both, before anything is
 * written.
 */
export function requireApart(outputs: readonly OutputFile[], inputs: readonly InputFile[]): void {
  const read = new Map(inputs.map((input) => [identityOf(input.file), input]));
  const written = new Map<string, OutputFile>();
  for (const output of outputs) {
    const identity = identityOf(output.file);
    const input = read.get(identity);
    if (input !== undefined)
      throw new UsageFault(
        `cannot write ${quoted(output.file)}: it is ${input.what}, which would be lost; give ${output.option} another file`,
      );
    const other = written.get(identity);
    if (other !== undefined)
      throw new UsageFault(
        `cannot write to ${quoted(output.file)} twice: ${other.option} and ${output.option} name the same file; give each one of its own`,
      );
    written.set(identity, output);
  }
}
