import { DIFF_FORMATS, type DiffFormat } from '../report/diff/diff-formats.ts';
import { quoted } from './quoted.ts';
import { suggestion } from '../interface/nearest-name.ts';
import { UsageFault } from './usage-fault.ts';

/** A comparison that was asked for. `file` is `undefined` for standard output. */
export type DiffRequest = { readonly format: DiffFormat; readonly file: string | undefined };

/** Reads `FORMAT` or `FORMAT=FILE`. Throws a `UsageFault` that names the formats. */
export function parseDiffFormat(text: string): DiffRequest {
  const [name = '', ...rest] = text.split('=');
  const format = DIFF_FORMATS.find((candidate) => candidate === name);
  if (format === undefined)
    throw new UsageFault(
      `cannot use --format ${quoted(text)}: there is no format ${quoted(name)}; ${suggestion(name, DIFF_FORMATS)}`,
    );
  const file = rest.length === 0 ? undefined : rest.join('=');
  if (file === '')
    throw new UsageFault(`cannot use --format ${quoted(text)}: the file has no name; write ${format}=FILE`);
  return { format, file: file === '-' ? undefined : file };
}
