import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { quoted } from './quoted.ts';
import { UsageFault } from './usage-fault.ts';

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
