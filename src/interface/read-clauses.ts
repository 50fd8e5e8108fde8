import { checkForm } from './check-form.ts';
import {
  childOf,
  faultAt,
  itemsOf,
  positionOf,
  requiredChild,
  rootOf,
  textOf,
  type Cursor,
} from './cursor.ts';
import type { CheckReference, Clause, Level, Operation, Section } from './model.ts';
import { nearestName } from './nearest-name.ts';
import type { SourceDocument } from './source-document.ts';

const LEVELS: readonly Level[] = ['must', 'http', 'should', 'observe'];

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
