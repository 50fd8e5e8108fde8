import type { Check } from '../../checks/check.ts';
import { isBroken } from '../../checks/outcome.ts';
import { SAFE_METHODS } from '../../http/exchange.ts';
import { matchOperation } from '../../interface/path-matching.ts';
import type { CheckResult, ReplayedTally, RunRecord, Shard } from '../../record/record.ts';
import { removeSince } from '../../session/entries/clean-up.ts';
import { allowedIn } from '../../session/entries/entry-requests.ts';
import { ownershipOf } from '../../session/entries/own-things.ts';
import type { ProbeContext } from '../../session/probe.ts';
import type { SendSpec } from '../../session/pace/sending.ts';
import { casesIn, type FailedCase } from './failed-cases.ts';
import { REPLAYED } from './open-replaying.ts';
import { pauseBefore } from './shortest-sequences.ts';
import { storyAgain } from './story-again.ts';

/** Cases of all files together. */
const MOST_CASES = 200;
/** What they may take of all requests: what is planned has to have its own. */
const SHARE = 0.2;
/** How often the run waits for a list to follow. */
const MOST_PAUSES = 3;
const MOST_NAMED = 20;
const LONGEST_REASON = 300;

type Sent = { readonly one: FailedCase; readonly exchanges: ReadonlySet<string> };

/**
 * Sends what failed in earlier runs before anything else that is planned. The answers are exchanges of the run as any other: every check
 * judges them. A record may come from anybody: its requests go to the address of this run alone, to documented operations that
 * the run may send, and nothing is changed but entries that this run made.
 */
export class ReplayFirst {
  readonly #context: ProbeContext;
  readonly #cases: readonly FailedCase[];
  readonly #sent: Sent[] = [];
  readonly #unsent = new Map<string, number>();
  #pauses = MOST_PAUSES;
  /** Why the session did not take the last request that it did not take. */
  #why: string | undefined;

  constructor(
    context: ProbeContext,
    options: {
      /** Those that hold the cases. */
      readonly records: readonly RunRecord[];
      /** The checks that this run judges. */
      readonly checks: readonly Check[];
      /** Where this run is a part of one: cases of other checks are for other parts. */
      readonly shard: Shard | undefined;
    },
  ) {
    const { records, checks, shard } = options;
    // What can't be sent of a case is told with the case.
    this.#context = { ...context, leaveOut: (_probe, { reason }) => (this.#why = reason) };
    const read = records.map((record) => casesIn(record, context.document, checks));
    this.#cases = read.flatMap(({ cases }) => cases).slice(0, MOST_CASES);
    const others = read.reduce((sum, one) => sum + one.others, 0);
    if (others > 0 && shard === undefined)
      this.#leave('their checks are not among those of this run', others);
    const more = read.reduce((sum, { cases }) => sum + cases.length, 0) - this.#cases.length;
    if (more > 0) this.#leave(`there are more than ${String(MOST_CASES)}`, more);
  }

  #leave(reason: string, count = 1): void {
    const told = reason.slice(0, LONGEST_REASON);
    this.#unsent.set(told, (this.#unsent.get(told) ?? 0) + count);
  }

  /** Sends the cases, as far as their share of the budget goes. Throws `Halt` when the session can't go on. */
  async send(): Promise<void> {
    const { budget } = this.#context.session;
    const most = Math.floor(budget.most * SHARE);
    const before = budget.spent;
    const spent = (): number =>
      budget.spent.withKey - before.withKey + budget.spent.withoutKey - before.withoutKey;
    try {
      for (const [at, one] of this.#cases.entries()) {
        if (spent() + one.story.length > most)
          this.#leave(`they would take more than ${String(most)} requests`);
        else await this.#sendOne(one, at + 1);
      }
    } finally {
      budget.giveBack({
        key: budget.spent.withKey - before.withKey,
        address: budget.spent.withoutKey - before.withoutKey,
      });
    }
  }

  async #sendOne(one: FailedCase, place: number): Promise<void> {
    const pausesMs = one.story.map(({ exchange }, at) => pauseBefore(exchange, one.story[at - 1]?.exchange));
    const pauses = pausesMs.filter((pauseMs) => pauseMs > 0).length;
    if (pauses > this.#pauses) {
      this.#leave('they would take too many waits for lists');
      return;
    }
    this.#pauses -= pauses;
    const known = new Set(ownershipOf(this.#context.session).entries);
    this.#why = undefined;
    const { sent, problem } = await storyAgain(this.#context, one.story, {
      recorded: one.recorded,
      probe: `${REPLAYED}/${String(place)}`,
      pausesMs,
      refusal: (spec) => this.#refusal(spec),
    });
    if (problem === undefined)
      this.#sent.push({ one, exchanges: new Set(sent.map(({ exchange }) => exchange.id)) });
    else this.#leave(this.#why ?? problem);
    // The next case may make the same again, which a service may have once alone.
    await removeSince(this.#context, known);
  }

  /** Why a request must not go out, whatever file it is from. */
  #refusal({ method, path, credential }: SendSpec): string | undefined {
    const { document, readOnly, capabilities, sendable } = this.#context;
    const [bare = ''] = path.split('?', 1);
    const match = matchOperation(document, method, bare);
    const operation = match?.operation;
    const isSafe = SAFE_METHODS.has(method);
    const asked = `${method} ${bare}`;
    if (operation === undefined)
      return isSafe ? undefined : `${asked} is no documented operation, and may change something`;
    if (!isSafe && readOnly) return `--read-only: ${asked} may change something`;
    if (!allowedIn(this.#context)(operation)) return `${asked} is not among what this run may send`;
    if (credential.kind === 'other-key' && capabilities.otherKey === undefined)
      return 'they need the key of another user (--other-key)';
    if (credential.kind !== 'none' && operation.credential !== undefined && !sendable(credential, operation))
      return `${asked} needs a credential that this run does not have`;
    return undefined;
  }

  /** What became of the cases, by the outcomes of the whole run. */
  tally(results: readonly CheckResult[]): ReplayedTally {
    const again = this.#sent.filter((sent) => comesAgain(sent, results));
    const gone = this.#sent.filter((sent) => !again.includes(sent));
    return {
      cases: this.#sent.length,
      again: again.length,
      gone: gone
        .map(({ one: { checkId, operation } }) =>
          operation === undefined ? checkId : `${checkId} (${operation})`,
        )
        .slice(0, MOST_NAMED),
      unsent: [...this.#unsent].slice(0, MOST_NAMED).map(([reason, count]) => ({ reason, count })),
    };
  }
}

/** True where the check blames one of the exchanges of a case. */
function comesAgain({ one, exchanges }: Sent, results: readonly CheckResult[]): boolean {
  const outcome = results.find(({ id }) => id === one.checkId)?.outcome;
  return (
    outcome !== undefined &&
    isBroken(outcome) &&
    outcome.violations.some((violation) =>
      [...violation.exchanges, ...(violation.sequence ?? [])].some((id) => exchanges.has(id)),
    )
  );
}
