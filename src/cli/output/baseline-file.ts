import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { checks } from '../../checks/catalogue.ts';
import { formatInterfaceProblem } from '../../document/cursor.ts';
import type { Interface } from '../../interface/model.ts';
import { writeWholeFile } from '../../output/whole-file.ts';
import { type Baseline, readBaseline } from '../../record/baseline.ts';
import type { RunRecord } from '../../record/record.ts';
import { updateBaseline } from '../../report/model/known-failures.ts';
import { verdict } from '../../report/model/verdict.ts';
import { errnoText } from '../../system/errno.ts';
import type { TestFlags } from '../options.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import { requireWritable } from './files.ts';

/** The file of `--baseline`, before the run. `text` is `undefined` where it is still to be written. */
export type BaselineFile = {
  readonly file: string;
  readonly text: string | undefined;
  readonly baseline: Baseline;
};

const MAX_BYTES = 1024 * 1024;

function textOf(file: string, given: string): string {
  try {
    if (statSync(file).size <= MAX_BYTES) return readFileSync(file, 'utf8');
  } catch (error) {
    const code = errnoText(error);
    throw new UsageFault(
      `cannot read --baseline ${quoted(given)} (${code}); --update-baseline writes it from what fails now`,
    );
  }
  throw new UsageFault(
    `cannot use --baseline ${quoted(given)}: it is larger than any list of known failures`,
  );
}

/** Reads the known failures, before anything is sent. Throws a `UsageFault` that names file, line and what is right. */
export function openBaseline(
  flags: Pick<TestFlags, 'baseline' | 'updateBaseline' | 'shard'>,
  document: Interface,
  cwd: string,
): BaselineFile | undefined {
  const given = flags.baseline;
  const updates = flags.updateBaseline ?? false;
  if (given === undefined) {
    if (!updates) return undefined;
    throw new UsageFault('cannot use --update-baseline without the file: add --baseline FILE');
  }
  if (updates && flags.shard !== undefined)
    throw new UsageFault(
      'cannot use --update-baseline with --shard: a shard knows a part alone; update with a run of its own',
    );
  const file = resolve(cwd, given);
  if (updates) requireWritable(file, '--baseline');
  if (updates && !existsSync(file)) return { file, text: undefined, baseline: { file: given, failures: [] } };
  const text = textOf(file, given);
  const read = readBaseline(text, given, { checks, operations: document.operations });
  if (read.kind === 'broken') throw new UsageFault(formatInterfaceProblem(read.problem));
  return { file, text, baseline: read.baseline };
}

function isWhole(record: RunRecord): boolean {
  const stop = record.footer?.stop.kind;
  return !record.partial && (stop === 'completed' || stop === 'budget') && verdict(record).exitCode !== 2;
}

/**
 * Writes what fails now to the file, and says so in the header of the record, so that every report of it excuses the same.
 * A run that could not tell changes nothing. `note` says what was done.
 */
export function storeBaseline(
  record: RunRecord,
  { file, text, baseline }: BaselineFile,
): { readonly record: RunRecord; readonly note: string } {
  const given = quoted(baseline.file);
  if (!isWhole(record)) return { record, note: `the run could not tell what fails: ${given} is as it was` };
  const updated = updateBaseline(record, file, text);
  try {
    writeWholeFile(file, updated.text, { durable: true });
  } catch (error) {
    return { record, note: `cannot write ${given} (${errnoText(error)}): it is as it was` };
  }
  const settings = { ...record.header.settings, baseline: { ...baseline, failures: updated.failures } };
  const { added, removed, failures } = updated;
  const fill = added.length === 0 ? '' : '; give each new one its reason';
  return {
    record: { ...record, header: { ...record.header, settings } },
    note: `${given} lists ${String(failures.length)} known failures (${String(added.length)} new, ${String(removed.length)} gone)${fill}`,
  };
}
