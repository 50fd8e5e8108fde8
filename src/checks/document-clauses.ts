import { checkClauses, hasStatements } from '../interface/clauses.ts';
import type { CheckReference, Clause, Interface, Operation, Section, Subject } from '../interface/model.ts';
import { subjectId, subjectPlace, subjectsOf, subjectText } from '../interface/subjects.ts';
import { mediaKindOf } from '../interface/content/media-kind.ts';
import { CONDITIONS } from '../oracle/conditions.ts';
import { refusalStatuses } from '../oracle/contract.ts';
import type { Check } from './check.ts';

/** Statements of a document that has no others: those that it makes by itself, each with the checks that prove it. */

const CREDENTIALS = [
  'missing-credential',
  'unknown-key',
  'altered-key',
  'other-scheme',
  'no-scheme',
  'empty-token',
];
const BODIES = [
  'missing-member',
  'wrong-type',
  'root-type',
  'constraint',
  'malformed-json',
  'empty-body',
  'no-body',
];

/** What shows that conditions of requests are heeded. */
const CONDITIONAL = ['not-modified', 'stale-tag-refused'];

function within(group: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${group}.${name}`);
}

function kindsOf({ responses }: Operation, status: string): ReadonlySet<string> {
  const shown = responses.find((response) => response.status === status)?.representations ?? [];
  return new Set(shown.map(({ mediaType }) => mediaKindOf(mediaType)));
}

function quotaNames({ rateLimits }: Interface): ReadonlySet<string> {
  return new Set(Object.values(rateLimits?.headers ?? {}).flatMap((name) => name?.toLowerCase() ?? []));
}

/** Which checks prove it, one of them at least, or why none does. */
function proofOf(
  document: Interface,
  operation: Operation,
  subject: Subject,
): { readonly checks: readonly string[] } | { readonly reason: string } {
  switch (subject.kind) {
    case 'security': {
      const named = operation.documentation === 'named' ? ['named-operation'] : CREDENTIALS;
      return { checks: within('authentication', named) };
    }
    case 'body':
      return { checks: ['statuses.success'] };
    case 'parameter': {
      const isCondition = subject.in === 'header' && CONDITIONS.includes(subject.name.toLowerCase());
      return { checks: ['statuses.success', ...(isCondition ? within('resources', CONDITIONAL) : [])] };
    }
    case 'refused-body':
      return {
        checks:
          refusalStatuses(operation).length === 0
            ? ['validation.undocumented-refusal']
            : within('validation', BODIES),
      };
    case 'refused-parameters':
      return refusalStatuses(operation).length === 0
        ? { reason: 'the document gives the refusal of a parameter no status' }
        : { checks: ['validation.parameter'] };
    case 'response':
      if (subject.status.startsWith('5'))
        return { reason: 'nothing that is sent may bring about a failure of the service' };
      return {
        checks: [/^[4d]/i.test(subject.status) ? 'statuses.no-server-error' : 'statuses.success'],
      };
    case 'answer-body': {
      if (subject.status.startsWith('5'))
        return { reason: 'nothing that is sent may bring about a failure of the service' };
      if (subject.status.startsWith('4')) return { checks: ['errors.shape'] };
      const kinds = kindsOf(operation, subject.status);
      return { checks: kinds.size === 1 && kinds.has('binary') ? ['bodies.media-type'] : ['bodies.schema'] };
    }
    case 'header':
      if (quotaNames(document).has(subject.name.toLowerCase()))
        return { checks: ['rate-limit-headers.present'] };
      return subject.required
        ? { checks: ['headers.documented'] }
        : { reason: 'the document leaves it to the service whether it comes' };
  }
}

type Known = ReadonlyMap<string, Check>;

function clauseOf(
  document: Interface,
  operation: Operation,
  subject: Subject,
  known: Known,
): Clause | undefined {
  const proof = proofOf(document, operation, subject);
  const checks = 'checks' in proof ? proof.checks.flatMap((id) => known.get(id) ?? []) : [];
  const reason = 'reason' in proof ? proof.reason : undefined;
  // No check that says it applies to this document: nothing could show it.
  if (checks.length === 0 && reason === undefined) return undefined;
  const references = checks.map(({ id }): CheckReference => ({ check: id, operation: operation.id }));
  return {
    id: subjectId(subject),
    section: operation.id,
    text: subjectText(subject, refusalStatuses(operation)),
    level: checks[0]?.level ?? 'must',
    checks: references,
    reason,
    records: undefined,
    isDerived: true,
    about: subject,
    get position() {
      return subjectPlace(operation, subject).position;
    },
    get pointer() {
      return subjectPlace(operation, subject).pointer;
    },
  };
}

const GENERAL: Section = { number: 'all', title: 'What goes for all operations' };

/**
 * The interface with what its document says by itself as clauses, under its operations, where no statements stand beside it:
 * in time and memory linear in what it says. What checks look at beyond that comes last, a row for each that applies.
 */
export function withDerivedClauses(document: Interface, checks: readonly Check[]): Interface {
  if (hasStatements(document)) return document;
  const applicable = checks.filter((check) => check.notApplicable(document) === undefined);
  const known = new Map(applicable.map((check) => [check.id, check]));
  const rows = new Map<string, Clause>();
  for (const operation of document.operations)
    for (const subject of subjectsOf(document, operation)) {
      const clause = clauseOf(document, operation, subject, known);
      // An id of one operation may look like that of a part of another; the first has it.
      if (clause !== undefined && !rows.has(clause.id)) rows.set(clause.id, clause);
    }
  const named = new Set([...rows.values()].flatMap((row) => row.checks.map(({ check }) => check)));
  const general = checkClauses(
    document,
    applicable.filter(({ id }) => !named.has(id)),
  );
  return {
    ...document,
    sections: [
      ...document.operations.map(({ id, method, path }) => ({ number: id, title: `${method} ${path}` })),
      GENERAL,
    ],
    clauses: [...rows.values(), ...general.map((clause) => ({ ...clause, section: GENERAL.number }))],
  };
}
