import { type Check, suiteTraits } from '../../checks/check.ts';
import type { Violation } from '../../checks/outcome.ts';
import { SAFE_METHODS } from '../../http/exchange.ts';
import { basePathOf } from '../../http/target.ts';
import type { Interface } from '../../interface/model.ts';
import type { Contract } from '../../oracle/contract.ts';
import { readExchange, type Reading } from '../../oracle/reading.ts';
import type { CheckResult, RunRecord } from '../../record/record.ts';
import { kindOfViolation } from '../drawn/drawn-ledger.ts';
import { withMakers } from './retelling.ts';
import type { Story } from './story-again.ts';

/** Failed cases of a run: the requests that broke a check, with those that made what they name, so that a later run sends them first. */

/** A case to be sent again. */
export type FailedCase = {
  readonly checkId: string;
  /** Operation id, as far as there is one. */
  readonly operation: string | undefined;
  readonly story: Story;
  /** What the story was read with. */
  readonly recorded: Contract;
};

/** Cases of one check that are kept, and of one record: one of each way in which an operation deviates. */
const MOST_OF_CHECK = 5;
const MOST_OF_RECORD = 60;
/** The longest case, in requests, and what its bodies may take. */
const LONGEST_STORY = 40;
const MOST_BODY_BYTES = 64 * 1024;

function bodyBytes({ exchange }: Reading): number {
  const { request, result } = exchange;
  const answered = result.kind === 'answer' ? result.answer.body.length : 0;
  return (request.body?.length ?? 0) + answered;
}

/** True for a case that requests of a run can be: its credential is known, and what changes something is a documented operation. */
function canBeSent(story: Story): boolean {
  return (
    story.length > 0 &&
    story.length <= LONGEST_STORY &&
    story.reduce((sum, reading) => sum + bodyBytes(reading), 0) <= MOST_BODY_BYTES &&
    story.every(
      ({ exchange: { request }, expectation }) =>
        request.credential.kind !== 'undetermined' &&
        (SAFE_METHODS.has(request.method) || expectation.operation !== undefined),
    )
  );
}

type Found = { readonly result: CheckResult; readonly violation: Violation };

/** The first violation of each way to deviate, of checks that single requests show. */
function firstOfEach({ results }: RunRecord): readonly Found[] {
  return results
    .filter(({ suite }) => suiteTraits(suite).judgesWindows !== true)
    .flatMap((result) => {
      if (result.outcome.kind !== 'fail') return [];
      const first = new Map<string, Found>();
      for (const violation of result.outcome.violations) {
        const kind = kindOfViolation(violation);
        if (!first.has(kind)) first.set(kind, { result, violation });
      }
      return [...first.values()].slice(0, MOST_OF_CHECK);
    })
    .slice(0, MOST_OF_RECORD);
}

function namedBy({ sequence, exchanges }: Violation): readonly string[] {
  return sequence ?? exchanges;
}

function storiesOf(
  record: RunRecord,
  document: Interface,
): { readonly recorded: Contract; readonly stories: readonly (Found & { readonly story: Story })[] } {
  const recorded = { interface: document, basePath: basePathOf(record.header.settings.url) };
  const found = firstOfEach(record);
  if (found.length === 0) return { recorded, stories: [] };
  const all = [...record.exchanges.values()].map((exchange) => readExchange(recorded, exchange));
  // What made the entries of all of them is looked for once in the whole run.
  const ids = found.flatMap(({ violation }) => namedBy(violation));
  const told = withMakers(recorded, all, ids);
  const stories = found.map((one) => ({ ...one, story: withMakers(recorded, told, namedBy(one.violation)) }));
  return { recorded, stories: stories.filter(({ story }) => canBeSent(story)) };
}

/**
 * The failed cases of a run as a record of their own, which `assay replay` and `--replay-first` read; `undefined` where none of
 * them can be sent again. It is as redacted as the record.
 */
export function failedCasesOf(record: RunRecord, document: Interface): RunRecord | undefined {
  const { stories } = storiesOf(record, document);
  if (stories.length === 0) return undefined;
  const cited = new Set(
    stories.flatMap(({ story, violation }) => [
      ...story.map(({ exchange }) => exchange.id),
      ...violation.exchanges,
    ]),
  );
  const results = Map.groupBy(stories, ({ result }) => result);
  return {
    header: record.header,
    exchanges: new Map([...record.exchanges].filter(([id]) => cited.has(id))),
    results: [...results].map(([result, cases]): CheckResult => {
      const violations = cases.map(({ violation }) => violation);
      return { ...result, outcome: { kind: 'fail', violations, evidence: {} }, counterexamples: [] };
    }),
    footer: undefined,
    partial: true,
  };
}

/** The cases of a record, those of these checks; and how many there are of others. */
export function casesIn(
  record: RunRecord,
  document: Interface,
  checks: readonly Check[],
): { readonly cases: readonly FailedCase[]; readonly others: number } {
  const { recorded, stories } = storiesOf(record, document);
  const chosen = new Set(checks.map(({ id }) => id));
  const cases = stories
    .filter(({ result }) => chosen.has(result.id))
    .map(({ result, violation, story }) => ({
      checkId: result.id,
      operation: violation.operation,
      story,
      recorded,
    }));
  return { cases, others: stories.length - cases.length };
}
