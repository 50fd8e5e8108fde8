import { isMap, isSeq, parseDocument } from 'yaml';
import type { KnownFailure } from '../run/baseline.ts';
import type { RunRecord } from '../run/record.ts';
import { knownFailures } from './known-failures.ts';

/** The reason of an entry that nobody has given one yet. */
export const NO_REASON_YET = 'TODO - say why this failure is borne with';

/** The text of a baseline brought up to date, what it excuses, and what is new and gone in it. */
export type UpdatedBaseline = {
  readonly text: string;
  readonly failures: readonly KnownFailure[];
  readonly added: readonly KnownFailure[];
  readonly removed: readonly KnownFailure[];
};

/** What would have to be excused: each operation of a failed check, or the check where a violation is of no operation. */
function failuresOf({ results, header }: RunRecord): readonly KnownFailure[] {
  return results.flatMap(({ id, outcome }) => {
    if (outcome.kind !== 'fail' && !(outcome.kind === 'warn' && header.settings.strict)) return [];
    const operations = outcome.violations.map(({ operation }) => operation);
    const named = operations.filter((operation) => operation !== undefined);
    if (named.length === 0 || named.length < operations.length) return [{ check: id, reason: NO_REASON_YET }];
    return [...new Set(named)].map((operation) => ({ check: id, operation, reason: NO_REASON_YET }));
  });
}

function isCovered({ check, operation }: KnownFailure, kept: readonly KnownFailure[]): boolean {
  return kept.some(
    (entry) => entry.check === check && (entry.operation === undefined || entry.operation === operation),
  );
}

function opening({ header }: RunRecord): string {
  const title = header.interface.title.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return `# Failures of "${title}" that are known: "assay test --baseline" excuses them.\n# A \`reason\` is for whoever reads a report; with \`expires: 2030-12-31\` an entry is good until that day.\nfailures: []\n`;
}

/** The same file with some items gone and others at its end; comments stay with what they are about. */
function editYaml(text: string, keep: (at: number) => boolean, added: readonly KnownFailure[]): string {
  const document = parseDocument(text, { stringKeys: true });
  const list = document.get('failures');
  if (!isSeq(list)) throw new Error('the baseline was read, but holds no list of failures');
  list.items = list.items.filter((_item, at) => keep(at));
  for (const entry of added) list.add(document.createNode(entry));
  list.flow = list.items.length === 0;
  if (isMap(document.contents)) document.contents.flow = false;
  return document.toString({ lineWidth: 0 });
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function editJson(text: string, failures: readonly KnownFailure[]): string {
  const before: unknown = JSON.parse(text);
  return `${JSON.stringify({ ...(before as object), failures }, undefined, 2)}\n`;
}

/**
 * Brings a baseline up to date with a run that was judged with it: what passes goes, what is still there or was not
 * reached stays as it is, with reason and date, and what is new gets a reason to be filled in. `text` is the file as it
 * was, `undefined` where there is none.
 */
export function updateBaseline(record: RunRecord, file: string, text: string | undefined): UpdatedBaseline {
  const standings = knownFailures(record);
  const keep = (at: number): boolean => standings[at]?.state.kind !== 'passes';
  const kept = standings.filter((_standing, at) => keep(at)).map(({ entry }) => entry);
  const removed = standings.filter((_standing, at) => !keep(at)).map(({ entry }) => entry);
  const added = failuresOf(record).filter((entry) => !isCovered(entry, kept));
  const failures = [...kept, ...added];
  const isJson = text === undefined ? file.endsWith('.json') : isJsonText(text);
  const edited = isJson ? editJson(text ?? '{}', failures) : editYaml(text ?? opening(record), keep, added);
  const changed = added.length + removed.length > 0 || text === undefined;
  return { text: changed ? edited : text, failures, added, removed };
}
