import { beforeAll, describe, expect, test } from 'vitest';
import type { Clause } from '../interface/model.ts';
import type { Contract } from '../oracle/contract.ts';
import { authenticationRows } from './authentication.test-data.ts';
import { passwordRows } from './passwords-shown.test-data.ts';
import { bodyRows, errorRows } from './bodies.test-data.ts';
import { checks } from './catalogue.ts';
import type { CheckRow } from './check-rows.test-data.ts';
import type { Check } from './check.ts';
import { contractOf, runOf } from './exchange.test-data.ts';
import { formatRows } from './formats.test-data.ts';
import { headRows } from './heads.test-data.ts';
import { documentedHeaderRows } from './headers.test-data.ts';
import { exactQuotaRows } from './limits/exact-quota.test-data.ts';
import { observedRows } from './observed.test-data.ts';
import type { OutcomeKind } from './outcome.ts';
import { rateLimitEnforcementRows, rateLimitHeaderRows } from './rate-limits.test-data.ts';
import { collectionRows } from './resources/lists/collections.test-data.ts';
import { deskRows } from './resources/desk.test-data.ts';
import { lifeRows } from './resources/life/life.test-data.ts';
import { updateRows } from './resources/life/updates.test-data.ts';
import { marketRows } from './resources/life/market.test-data.ts';
import { placeRows } from './resources/life/places.test-data.ts';
import { rangeRows } from './resources/ranges.test-data.ts';
import { severalRows } from './resources/creations/several-made.test-data.ts';
import { namedLinkRows } from './resources/linkages/named-links.test-data.ts';
import { holderListRows } from './resources/lists/holder-lists.test-data.ts';
import { uploadRows } from './resources/uploads.test-data.ts';
import { stateMemberRows } from './resources/members/members-of-states.test-data.ts';
import { wrongPasswordRows } from './wrong-passwords.test-data.ts';
import { absentEntryRows } from './resources/absent-entries.test-data.ts';
import { readAsNamedRows } from './resources/lists/read-as-named.test-data.ts';
import { linkageRows } from './resources/linkages/linkages.test-data.ts';
import { namedRows } from './resources/creations/named-is-there.test-data.ts';
import { uniqueRows } from './resources/creations/unique-kept.test-data.ts';
import { upkeepRows } from './resources/members/upkeep.test-data.ts';
import { pageRows } from './resources/pages/pages.test-data.ts';
import { statusRows, validationRows } from './validation/validation.test-data.ts';
import { valueRows } from './validation/values-taken.test-data.ts';

const rows: readonly CheckRow[] = [
  ...authenticationRows,
  ...statusRows,
  ...validationRows,
  ...valueRows,
  ...bodyRows,
  ...passwordRows,
  ...errorRows,
  ...documentedHeaderRows,
  ...collectionRows,
  ...lifeRows,
  ...updateRows,
  ...marketRows,
  ...placeRows,
  ...stateMemberRows,
  ...readAsNamedRows,
  ...absentEntryRows,
  ...wrongPasswordRows,
  ...uniqueRows,
  ...upkeepRows,
  ...namedRows,
  ...linkageRows,
  ...headRows,
  ...formatRows,
  ...rangeRows,
  ...uploadRows,
  ...holderListRows,
  ...severalRows,
  ...namedLinkRows,
  ...deskRows,
  ...pageRows,
  ...rateLimitHeaderRows,
  ...rateLimitEnforcementRows,
  ...exactQuotaRows,
  ...observedRows,
];

let contracts: {
  readonly library: Contract;
  readonly orders: Contract;
  readonly plain: Contract;
  readonly lives: Contract;
  readonly desk: Contract;
  readonly tickets: Contract;
  readonly articles: Contract;
  readonly market: Contract;
  readonly clinic: Contract;
  readonly tasks: Contract;
  readonly labels: Contract;
  readonly files: Contract;
  readonly copies: Contract;
  readonly notes: Contract;
  readonly uploads: Contract;
  readonly categories: Contract;
  readonly tagged: Contract;
  readonly batches: Contract;
};

/** The library without statements, and without a word on refused bodies. */
function withoutRefusals({ interface: document, basePath }: Contract): Contract {
  const operations = document.operations.map((operation) => ({
    ...operation,
    responses: operation.responses.filter(({ status }) => /^2|401/.test(status)),
  }));
  return { interface: { ...document, operations }, basePath };
}

/** The same statements, of every operation. */
function forAll(clauses: readonly Clause[]): readonly Clause[] {
  return clauses.map((clause) => ({
    ...clause,
    checks: clause.checks.map(({ check }) => ({ check, operation: undefined })),
  }));
}

beforeAll(async () => {
  const [library, orders] = [await contractOf('test/mock/library'), await contractOf('test/specs/orders')];
  // With statements a valid request is certainly fine: the rows are about refusals of such.
  contracts = {
    library: { ...library, interface: { ...library.interface, clauses: forAll(orders.interface.clauses) } },
    orders,
    plain: withoutRefusals(library),
    lives: await contractOf('test/lives'),
    desk: await contractOf('test/lives/desk'),
    tickets: await contractOf('test/tickets'),
    articles: await contractOf('test/specs/articles'),
    market: await contractOf('test/lives/market'),
    clinic: await contractOf('test/lives/clinic'),
    tasks: await contractOf('test/specs/tasks'),
    labels: await contractOf('test/specs/labels'),
    files: await contractOf('test/specs/files'),
    copies: await contractOf('test/specs/copies'),
    notes: await contractOf('test/specs/notes'),
    uploads: await contractOf('test/specs/uploads'),
    categories: await contractOf('test/specs/categories'),
    tagged: await contractOf('test/specs/tagged'),
    batches: await contractOf('test/specs/batches'),
  };
});

function checkOf(id: string): Check {
  const found = checks.find((check) => check.id === id);
  if (found === undefined) throw new Error(`There is no check ${id}.`);
  return found;
}

const brokenKind = (check: Check): OutcomeKind => (check.level === 'must' ? 'fail' : 'warn');
const asText = ({ exchanges, capabilities }: CheckRow): string => JSON.stringify([exchanges, capabilities]);
const rowsOf = (check: Check): readonly CheckRow[] => rows.filter((each) => each.check === check.id);

describe.each(checks)('$id', (check) => {
  test.each(rowsOf(check))('judge() says $shows: $name', ({ exchanges, shows, document, capabilities }) => {
    const run = runOf(contracts[document ?? 'library'], exchanges, capabilities);
    expect(check.notApplicable(run.contract.interface)).toBeUndefined();
    const outcome = check.judge(run);
    expect(outcome).toMatchObject({ kind: shows });
    const known = [...run.readings, ...run.superseded].map((reading) => reading.exchange.id);
    switch (outcome.kind) {
      case 'fail':
      case 'warn':
        for (const violation of outcome.violations) {
          expect(violation.exchanges).not.toEqual([]);
          expect(known).toEqual(expect.arrayContaining([...violation.exchanges]));
          expect(violation.expected).not.toBe('');
          expect(violation.actual).not.toBe('');
        }
        break;
      case 'pass':
        expect(Object.values(outcome.evidence).every((evidence) => evidence > 0)).toBe(true);
        break;
      case 'observed':
        for (const { exchanges: proofs } of outcome.observations)
          expect(known).toEqual(expect.arrayContaining([...proofs]));
        break;
      case 'not-applicable':
      case 'not-testable':
      case 'blocked':
      case 'inconclusive':
      case 'harness-error':
        expect(outcome.reason).not.toBe('');
    }
  });

  test('judge() says nothing of a run without exchanges', () => {
    const { kind } = check.judge(runOf(contracts.library, [], { exclusive: true, exhaust: true }));
    expect(kind).toBe('inconclusive');
  });

  test('has rows that pass and rows that break it, or one that observes', () => {
    const kinds = new Set(rowsOf(check).map((each) => each.shows));
    const needed = check.level === 'observe' ? ['observed'] : ['pass', brokenKind(check)];
    expect([...kinds]).toEqual(expect.arrayContaining(needed));
    if (check.level === 'observe') expect(kinds).not.toContain('fail');
    if (check.level !== 'must') expect(kinds).not.toContain('fail');
  });

  test('has broken rows that differ from every row that passes', () => {
    const passing = new Set(
      rowsOf(check)
        .filter((each) => each.shows === 'pass')
        .map(asText),
    );
    const broken = rowsOf(check).filter((each) => each.shows === 'fail' || each.shows === 'warn');
    expect(broken.filter((each) => passing.has(asText(each)))).toEqual([]);
  });
});

test('checks have ids of their own that begin with a family', () => {
  const ids = checks.map((check) => check.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*$/.test(id))).toEqual([]);
});

test('checks that observe say so by their family, and no others do', () => {
  const astray = checks.filter(({ id, level }) => id.startsWith('observed.') !== (level === 'observe'));
  expect(astray).toEqual([]);
});

test('rows belong to checks that there are', () => {
  expect(rows.map((each) => each.check).filter((id) => checkOf(id).id !== id)).toEqual([]);
});
