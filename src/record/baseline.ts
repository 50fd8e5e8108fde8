import {
  childOf,
  type Cursor,
  faultAt,
  InterfaceFault,
  type InterfaceProblem,
  itemsOf,
  positionOf,
  requiredChild,
  rootOf,
  textOf,
} from '../document/cursor.ts';
import { checkForm } from '../document/form.ts';
import { parseSource } from '../document/source.ts';
import { nearestName } from '../system/nearest-name.ts';

/** A failure that is known and borne with: of a check, or of a check for one operation. */
export type KnownFailure = {
  readonly check: string;
  readonly operation?: string | undefined;
  readonly reason: string;
  /** Last day on which it excuses anything, `2026-12-31`, in UTC. */
  readonly expires?: string | undefined;
};

/** The known failures that a run was told of, and the file that they are from, as it was given. */
export type Baseline = { readonly file: string; readonly failures: readonly KnownFailure[] };

/** What the entries of a baseline may name: the catalogue of checks, and the operations of the document. */
export type BaselineNames = {
  readonly checks: readonly { readonly id: string; readonly level: string }[];
  readonly operations: readonly { readonly id: string }[];
};

/** A baseline read, or what is wrong with its file and where. */
export type ReadBaseline =
  | { readonly kind: 'baseline'; readonly baseline: Baseline }
  | { readonly kind: 'broken'; readonly problem: InterfaceProblem };

function adviceFor(name: string, known: readonly string[], otherwise: string): string {
  const near = nearestName(name, known);
  return near === undefined ? otherwise : `Did you mean "${near}"?`;
}

function checkOf(entry: Cursor, { checks }: BaselineNames): string {
  const at = requiredChild(entry, 'check');
  const id = textOf(at);
  const check = checks.find((candidate) => candidate.id === id);
  if (check === undefined) {
    const advice = 'Remove the entry, or take an id that "assay list" names.';
    const ids = checks.map((candidate) => candidate.id);
    throw faultAt(at, `there is no check "${id}"`, adviceFor(id, ids, advice));
  }
  if (check.level !== 'observe') return id;
  throw faultAt(at, `"${id}" only observes and never fails`, 'Remove the entry: nothing has to be excused.');
}

function operationOf(entry: Cursor, { operations }: BaselineNames): string | undefined {
  const at = childOf(entry, 'operation');
  if (at === undefined) return undefined;
  const id = textOf(at);
  const ids = operations.map((operation) => operation.id);
  if (ids.includes(id)) return id;
  const advice = ids.length === 0 ? 'Remove `operation`.' : `The operations are ${ids.join(', ')}.`;
  throw faultAt(at, `the document has no operation "${id}"`, adviceFor(id, ids, advice));
}

/** A day that exists: 31 February rolls over to another one. */
function dayOf(entry: Cursor): string | undefined {
  const at = childOf(entry, 'expires');
  if (at === undefined) return undefined;
  const day = textOf(at);
  const ms = Date.parse(`${day}T00:00:00Z`);
  if (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)) return day;
  throw faultAt(at, `there is no day ${day}`, 'Write a day of the calendar as 2026-12-31.');
}

function readEntry(entry: Cursor, names: BaselineNames): KnownFailure {
  const reason = requiredChild(entry, 'reason');
  if (textOf(reason).trim() === '')
    throw faultAt(reason, 'the reason is blank', 'Say why the failure is borne with.');
  const [check, operation, expires] = [checkOf(entry, names), operationOf(entry, names), dayOf(entry)];
  return {
    check,
    ...(operation === undefined ? {} : { operation }),
    reason: textOf(reason),
    ...(expires === undefined ? {} : { expires }),
  };
}

function refuseRepeats(entries: readonly Cursor[], failures: readonly KnownFailure[]): void {
  const lines = new Map<string, number>();
  for (const [at, { check, operation }] of failures.entries()) {
    const entry = entries[at];
    if (entry === undefined) continue;
    const name = operation === undefined ? `"${check}"` : `"${check}" for "${operation}"`;
    const line = lines.get(name);
    if (line !== undefined)
      throw faultAt(entry, `${name} is there twice: here and in line ${line}`, 'Remove one of the two.');
    lines.set(name, positionOf(entry).line);
  }
}

/**
 * Reads a file of known failures, YAML or JSON, which `schemas/baseline.schema.json` describes. `file` is how messages
 * and records call it. What names no check, no operation, or the same as another entry is a problem too.
 */
export function readBaseline(text: string, file: string, names: BaselineNames): ReadBaseline {
  try {
    const document = parseSource(text, { path: file, file, example: 'failures:' });
    checkForm(document, 'baseline.schema.json');
    const entries = itemsOf(requiredChild(rootOf(document), 'failures'));
    const failures = entries.map((entry) => readEntry(entry, names));
    refuseRepeats(entries, failures);
    return { kind: 'baseline', baseline: { file, failures } };
  } catch (error) {
    if (error instanceof InterfaceFault) return { kind: 'broken', problem: error.problem };
    throw error;
  }
}
