import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import {
  childOf,
  faultAt,
  itemsOf,
  nameOf,
  positionOf,
  requiredChild,
  rootOf,
  textOf,
  type Cursor,
} from './cursor.ts';
import type { CheckReference, Clause, Level, Operation, Section } from './model.ts';
import { nearestName } from './nearest-name.ts';
import { packageRoot } from './package-root.ts';
import type { SourceDocument } from './source-document.ts';

const LEVELS: readonly Level[] = ['must', 'http', 'should', 'observe'];

let compiled: ValidateFunction | undefined;

function validator(): ValidateFunction {
  if (compiled !== undefined) return compiled;
  const file = join(packageRoot(import.meta.dirname), 'schemas', 'clauses.schema.json');
  const schema: unknown = JSON.parse(readFileSync(file, 'utf8'));
  compiled = new Ajv2020({ strict: true, strictRequired: false }).compile(schema as object);
  return compiled;
}

function adviceFor({ keyword, params }: ErrorObject, at: Cursor): string {
  const { allowedValues, additionalProperty, missingProperty, type, pattern } = params as {
    readonly [name: string]: unknown;
  };
  switch (keyword) {
    case 'enum': {
      const allowed = Array.isArray(allowedValues) ? allowedValues.map(String) : [];
      const near = typeof at.value === 'string' ? nearestName(at.value, allowed) : undefined;
      return `Write one of ${allowed.join(', ')}.${near === undefined ? '' : ` Did you mean "${near}"?`}`;
    }
    case 'additionalProperties':
      return `Remove \`${String(additionalProperty)}\`, or correct its name.`;
    case 'required':
      return `Add \`${String(missingProperty)}\`.`;
    case 'type':
      return type === 'string'
        ? 'Write text, in quotes where it looks like a number.'
        : `Write ${type === 'object' ? 'a mapping' : `a value of the type ${String(type)}`}.`;
    case 'pattern':
      return `The form is ${String(pattern)}.`;
    default:
      return 'schemas/clauses.schema.json describes the file.';
  }
}

function checkForm(document: SourceDocument): void {
  const validate = validator();
  if (validate(document.root)) return;
  const error = validate.errors?.[0];
  if (error === undefined) return;
  let at = rootOf(document);
  for (const token of error.instancePath.split('/').slice(1)) {
    at = childOf(at, token.replaceAll('~1', '/').replaceAll('~0', '~')) ?? at;
  }
  const extra: unknown = error.params['additionalProperty'];
  const place = typeof extra === 'string' ? (childOf(at, extra) ?? at) : at;
  throw faultAt(
    place,
    `${nameOf(at)} ${error.message ?? 'is not valid'}${typeof extra === 'string' ? `: \`${extra}\`` : ''}`,
    adviceFor(error, at),
  );
}

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
  checkForm(document);
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
