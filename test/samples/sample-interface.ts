import type { Clause, Interface } from '../../src/interface/model.ts';

/** A clause for tests. */
export function sampleClause(id: string, changes: Partial<Clause> = {}): Clause {
  return {
    id,
    section: '4.1',
    text: `Text of ${id}.`,
    level: 'must',
    checks: [],
    reason: undefined,
    records: undefined,
    position: { file: 'clauses.yaml', line: 1 },
    ...changes,
  };
}

/** A document without operations, for tests of what reads only its clauses or plans. */
export function sampleInterface(changes: Partial<Interface> = {}): Interface {
  return {
    id: 'library',
    title: 'Library',
    version: '1.0.0',
    digest: 'ab'.repeat(32),
    files: [],
    basePath: '/v1',
    operations: [],
    collections: [],
    rateLimits: undefined,
    sections: [{ number: '4.1', title: 'Books' }],
    clauses: [],
    ...changes,
  };
}
