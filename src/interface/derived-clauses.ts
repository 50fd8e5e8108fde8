import type { Clause, Interface, Level } from './model.ts';

/**
 * Clauses for an interface without a `clauses.yaml`: one for each check, in the section that its id begins with, so
 * that reports have rows all the same. An interface with clauses of its own keeps those.
 */
export function derivedClauses(
  { clauses, operations }: Pick<Interface, 'clauses' | 'operations'>,
  checks: readonly { readonly id: string; readonly title: string; readonly level: Level }[],
): readonly Clause[] {
  if (clauses.length > 0) return clauses;
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
  }));
}
