import {
  childOf,
  type Cursor,
  faultAt,
  type InterfaceProblem,
  itemsOf,
  positionOf,
  requiredChild,
  rootOf,
  textOf,
} from '../document/cursor.ts';
import { checkForm } from '../document/form.ts';
import type { SourceDocument } from '../document/source.ts';
import { nearestName } from '../system/nearest-name.ts';
import { onceFor } from '../system/once-for.ts';
import {
  type CheckReference,
  type Clause,
  type Interface,
  type Level,
  LEVELS,
  type Operation,
  type Section,
} from './model.ts';

function readReference(cursor: Cursor, operations: readonly Operation[]): CheckReference {
  const text = textOf(cursor);
  const at = text.indexOf('@');
  if (at === -1) return { check: text, operation: undefined };
  const operation = text.slice(at + 1);
  if (!operations.some(({ id }) => id === operation)) {
    const near = nearestName(
      operation,
      operations.map(({ id }) => id),
    );
    throw faultAt(
      cursor,
      `"${text}" names the operation "${operation}", which is not in the document`,
      near === undefined
        ? `The operations are ${operations.map(({ id }) => id).join(', ')}.`
        : `Did you mean "${near}"?`,
    );
  }
  return { check: text.slice(0, at), operation };
}

function readClause(cursor: Cursor, operations: readonly Operation[]): Clause {
  const optional = (name: string): string | undefined => {
    const member = childOf(cursor, name);
    return member === undefined ? undefined : textOf(member);
  };
  const list = childOf(cursor, 'checks');
  const checks = (list === undefined ? [] : itemsOf(list)).map((item) => readReference(item, operations));
  const id = textOf(requiredChild(cursor, 'id'));
  const reason = optional('reason');
  if (checks.length === 0 && reason === undefined) {
    throw faultAt(
      cursor,
      `the clause "${id}" has neither \`checks\` nor a \`reason\``,
      'Name the checks that prove it, or say in `reason` why none can.',
    );
  }
  if (checks.length > 0 && reason !== undefined) {
    throw faultAt(
      cursor,
      `the clause "${id}" has \`checks\` and a \`reason\` why none can prove it`,
      'Remove one of the two.',
    );
  }
  const level = LEVELS.find((candidate) => candidate === optional('level'));
  if (level === undefined)
    throw faultAt(cursor, `the clause "${id}" has no level`, `Write one of ${LEVELS.join(', ')}.`);
  return {
    id,
    section: textOf(requiredChild(cursor, 'section')),
    text: textOf(requiredChild(cursor, 'text')),
    level,
    checks,
    reason,
    records: optional('records'),
    position: positionOf(cursor),
  };
}

function refuseRepeats(cursors: readonly Cursor[], name: string, noun: string): void {
  const lines = new Map<string, number>();
  for (const cursor of cursors) {
    const value = textOf(requiredChild(cursor, name));
    const line = lines.get(value);
    if (line !== undefined)
      throw faultAt(
        cursor,
        `the ${noun} "${value}" is there twice: here and in line ${line}`,
        `Give each ${noun} a \`${name}\` of its own.`,
      );
    lines.set(value, positionOf(cursor).line);
  }
}

/**
 * The sections and statements of a `clauses.yaml`, which `schemas/clauses.schema.json` describes.
 * Whether its check ids exist is for `unknownCheckReferences` to say. Throws `InterfaceFault`.
 */
export function readClauses(
  document: SourceDocument,
  operations: readonly Operation[],
): { readonly sections: readonly Section[]; readonly clauses: readonly Clause[] } {
  checkForm(document, 'clauses.schema.json');
  const sectionRows = itemsOf(requiredChild(rootOf(document), 'sections'));
  const clauseRows = itemsOf(requiredChild(rootOf(document), 'clauses'));
  refuseRepeats(sectionRows, 'number', 'section');
  refuseRepeats(clauseRows, 'id', 'clause');
  const sections = sectionRows.map((cursor) => ({
    number: textOf(requiredChild(cursor, 'number')),
    title: textOf(requiredChild(cursor, 'title')),
  }));
  const clauses = clauseRows.map((cursor) => {
    const clause = readClause(cursor, operations);
    if (!sections.some(({ number }) => number === clause.section)) {
      throw faultAt(
        requiredChild(cursor, 'section'),
        `the clause "${clause.id}" is in section "${clause.section}", which is not listed`,
        `The sections are ${sections.map(({ number }) => number).join(', ')}; add it to \`sections\`, or correct it.`,
      );
    }
    return clause;
  });
  return { sections, clauses };
}

/** A row for each check, in the section that its id begins with: for what is about no single part of a document. */
export function checkClauses(
  { operations }: Pick<Interface, 'operations'>,
  checks: readonly { readonly id: string; readonly title: string; readonly level: Level }[],
): readonly Clause[] {
  const file = operations[0]?.position.file ?? '';
  return checks.map(({ id, title, level }) => ({
    id,
    section: id.split('.', 1)[0] ?? id,
    text: title,
    level,
    checks: [{ check: id, operation: undefined }],
    reason: undefined,
    records: undefined,
    position: { file, line: 1 },
    isDerived: true,
  }));
}

/** Ids of the statements that name a check; where rows are derived its own id, by which records tell it of every part. */
export function clausesOf({ clauses }: Pick<Interface, 'clauses'>, check: string): readonly string[] {
  if (clauses.length > 0 && !hasStatements({ clauses })) return [check];
  return clauses
    .filter(({ checks }) => checks.some((reference) => reference.check === check))
    .map(({ id }) => id);
}

/** Those that somebody wrote: a document may say ten thousand things by itself, and is asked often. */
const statementsOf = onceFor((clauses: readonly Clause[]) =>
  clauses.filter(({ isDerived = false }) => !isDerived),
);

/** True where statements stand beside the document, and not only rows that were derived for reports. */
export function hasStatements({ clauses }: Pick<Interface, 'clauses'>): boolean {
  return statementsOf(clauses).length > 0;
}

/** True where a statement beside the document names a check for an operation, or for all of them. */
export function isStated(
  { clauses }: Pick<Interface, 'clauses'>,
  check: string,
  operation: Pick<Operation, 'id'>,
): boolean {
  return statementsOf(clauses).some(({ checks }) =>
    checks.some(
      (named) => named.check === check && (named.operation === undefined || named.operation === operation.id),
    ),
  );
}

/** One problem for each reference of a clause to a check that is not among the known ids. Lines are those of the clauses. */
export function unknownCheckReferences(
  { clauses }: Pick<Interface, 'clauses'>,
  knownIds: Iterable<string>,
): readonly InterfaceProblem[] {
  const known = new Set(knownIds);
  return clauses.flatMap(({ id, checks, position }) =>
    checks
      .filter(({ check }) => !known.has(check))
      .map(({ check }) => {
        const near = nearestName(check, known);
        return {
          ...position,
          problem: `the clause "${id}" names the check "${check}", which does not exist`,
          advice:
            near === undefined
              ? 'Remove it, or use the id of a check that exists.'
              : `Did you mean "${near}"?`,
        };
      }),
  );
}
