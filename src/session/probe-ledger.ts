import { type Check, suiteTraits } from '../checks/check.ts';
import { UNREACHED } from '../checks/judge-each.ts';
import type { Outcome } from '../checks/outcome.ts';
import { hasStatements } from '../interface/clauses.ts';
import { isSequence, mediaKindOf } from '../interface/content/media-kind.ts';
import type { Interface } from '../interface/model.ts';
import type { Reading } from '../oracle/reading.ts';
import type { AssayFault, LeftOut, RunSettings } from '../record/record.ts';
import { feeds, type Probe } from './suite.ts';
import type { Reason } from './reason.ts';
import { hasFailed } from './session.ts';

type Inconclusive = Extract<Outcome, { readonly kind: 'inconclusive' }>;

/** What lives on what other probes send: a quick run sends too little for it, although no probe is left out of it. */
const FED_BY_OTHERS: ReadonlySet<string> = new Set([
  'rate-limit-headers.falls',
  'collections.stable-entries',
]);
const MOST_REASON = 2_000;
/** What a document describes and no answer had: it says for no request that such an answer has to come. */
const NOT_PROVOKED = 'what was sent brought no answer that it looks at';

function unique(texts: readonly string[]): string {
  return [...new Set(texts)].join('; ');
}

/** True for probes that go over the limit on purpose. */
function wantsRefusal(probe: string): boolean {
  const [suite = ''] = probe.split('/', 1);
  return suiteTraits(suite).usesWindowUp === true;
}

/** True where the same request of the same probe went out again later, and was not refused over the limit. */
function wasTakenLater({ exchange }: Reading, readings: readonly Reading[]): boolean {
  const { probe, startMs, request } = exchange;
  const { method, target, body = new Uint8Array() } = request;
  return readings.some(({ answer, exchange: later }) => {
    const { request: other } = later;
    const isSame = later.probe === probe && other.method === method && other.target === target;
    const isTaken = isSame && later.startMs > startMs && answer?.limited === false;
    return isTaken && Buffer.compare(other.body ?? new Uint8Array(), body) === 0;
  });
}

/** True for a body that goes on behind what was read of it. A stream has no end that it could be read to. */
function isCut({ answer }: Reading): boolean {
  return answer?.answer.truncated === true && !isSequence(mediaKindOf(answer.mediaType ?? ''));
}

/**
 * Counts the answers that say nothing because something went wrong: a refusal over the limit, none at all, a failure, a cut. A request
 * that was refused, and taken after its rest, lacks nothing.
 */
function spoiledBy(readings: readonly Reading[]): string | undefined {
  const refused = readings.filter(
    (reading) =>
      reading.answer?.limited === true &&
      !wantsRefusal(reading.exchange.probe) &&
      !wasTakenLater(reading, readings),
  );
  const counts: readonly (readonly [count: number, what: string])[] = [
    [refused.length, 'refused over the limit'],
    [readings.filter(({ answer }) => answer === undefined).length, 'not answered'],
    [readings.filter(hasFailed).length, 'answered with a failure of the service'],
    [readings.filter(isCut).length, 'answered with a body that is too long to be read to its end'],
  ];
  const told = counts.filter(([count]) => count > 0).map(([count, what]) => `${String(count)} ${what}`);
  return told.length === 0 ? undefined : `of its requests ${told.join(', ')}`;
}

/** What is said of a check that lives on what other probes send, where these were ended. */
function unseenFor(why: Reason): Outcome {
  const reason = `what it looks at was not asked for: ${why.reason}`;
  if (why.cause === 'went-wrong') return { kind: 'inconclusive', reason };
  return why.option === undefined
    ? { kind: 'not-applicable', reason }
    : { kind: 'not-testable', reason, option: why.option };
}

/** Keeps what became of every probe of a run: what it sent, why it was left out, and what failed in assay itself. */
export class ProbeLedger {
  readonly faults: AssayFault[] = [];
  readonly #left: { readonly owner: string; readonly probe: string; readonly why: Reason }[] = [];
  readonly #sent = new Map<string, Set<string>>();
  readonly #takenOver = new Set<string>();
  /** Why the first probe was ended whose requests or time were spent. */
  #spent: Reason | undefined;
  /** The same of requests alone. */
  #requestsSpent: Reason | undefined;
  #current = '';

  /** Why probes were left out, as the record has it. */
  get leftOut(): readonly LeftOut[] {
    return this.#left.map(({ probe, why: { cause, reason } }) => ({ probe, reason, cause }));
  }

  /** Why requests did not last; `undefined` where they did. */
  get whyRequestsSpent(): Reason | undefined {
    return this.#requestsSpent;
  }

  /** Why the document lets no request be made of an operation, by its id. */
  get unmade(): ReadonlyMap<string, string> {
    return new Map(
      this.#left.flatMap(({ why }) =>
        why.cause === 'declared' && why.operation !== undefined ? [[why.operation, why.reason]] : [],
      ),
    );
  }

  /** A probe begins: what is noted from now on is its. */
  begin(probe: string): void {
    this.#current = probe;
    this.#sent.set(probe, this.#sent.get(probe) ?? new Set());
  }

  /** A probe was done in an earlier part of the run: which requests were its is not known. */
  takeOver(probe: string): void {
    this.#takenOver.add(probe);
  }

  /** The current probe has sent a request. */
  sent(exchange: string): void {
    this.#sent.get(this.#current)?.add(exchange);
  }

  /** Notes a probe that does not run, by its id. */
  neverBegun(probe: string, why: Reason): void {
    this.#left.push({ owner: probe, probe, why });
  }

  /** Notes what the current probe can't do. `label` is what it calls that. */
  leaveOut(label: string, why: Reason): void {
    this.#left.push({ owner: this.#current, probe: label, why });
  }

  /** Notes that the current probe ended before its end: its requests were spent. */
  outOfRequests(label: string, why: Reason): void {
    this.#requestsSpent ??= why;
    this.outOfTime(label, why);
  }

  /** The same where its time was spent. */
  outOfTime(label: string, why: Reason): void {
    this.leaveOut(label, why);
    this.#spent ??= why;
  }

  /** Notes that a part of assay failed, while the current probe ran. */
  fault(part: string, reason: string): void {
    const told = reason.slice(0, MOST_REASON);
    const isKnown = this.faults.some((fault) => fault.part === part && fault.reason === told);
    if (!isKnown) this.faults.push({ part, reason: told });
    this.leaveOut(part, { cause: 'went-wrong', reason: `assay itself failed: ${told}` });
  }

  #readingsOf(probes: readonly Probe[], all: readonly Reading[]): readonly Reading[] {
    if (probes.length === 0 || probes.some(({ id }) => this.#takenOver.has(id))) return all;
    const ids = new Set(probes.flatMap(({ id }) => [...(this.#sent.get(id) ?? [])]));
    return all.filter(({ exchange }) => ids.has(exchange.id));
  }

  /**
   * Why a check has no evidence. What went wrong on the way leaves it inconclusive; where nothing did, and the caller or
   * the document keeps its probes from running, that is said, and the check is out of reach.
   */
  explained(
    check: Check,
    outcome: Inconclusive,
    options: {
      readonly probes: readonly Probe[];
      /** Those that count, of the whole run. */
      readonly readings: readonly Reading[];
      readonly document: Pick<Interface, 'clauses'>;
      readonly settings: Pick<RunSettings, 'profile' | 'readOnly'>;
    },
  ): Outcome {
    const feeding = options.probes.filter((probe) => feeds(probe, check));
    const owners = new Set(feeding.map(({ id }) => id));
    const left = this.#left.filter(({ owner }) => owners.has(owner)).map(({ why }) => why);
    const wrong = left.filter(({ cause }) => cause === 'went-wrong');
    if (wrong.length > 0) return { kind: 'inconclusive', reason: unique(wrong.map(({ reason }) => reason)) };
    const readings = this.#readingsOf(feeding, options.readings);
    const spoiled = spoiledBy(readings);
    if (spoiled !== undefined) return { kind: 'inconclusive', reason: `${outcome.reason}: ${spoiled}` };
    const { profile, readOnly } = options.settings;
    const reason = unique(left.map((why) => why.reason));
    const option = left.flatMap((why) => (why.cause === 'declared' ? (why.option ?? []) : []))[0];
    if (option !== undefined) return { kind: 'not-testable', reason, option };
    if (reason !== '') return { kind: 'not-applicable', reason };
    if (profile === 'quick' && FED_BY_OTHERS.has(check.id))
      return {
        kind: 'not-testable',
        reason: 'a quick run sends too little for it',
        option: '--profile standard',
      };
    if (outcome.reason === UNREACHED && this.#spent !== undefined && FED_BY_OTHERS.has(check.id))
      return unseenFor(this.#spent);
    // Nobody promised an answer that shows it: what was promised are operations, and those are counted by themselves.
    if (outcome.reason === UNREACHED && readings.length > 0 && !hasStatements(options.document))
      return { kind: 'not-applicable', reason: NOT_PROVOKED };
    if (feeding.length === 0 || readings.length > 0) return outcome;
    if (readOnly)
      return {
        kind: 'not-testable',
        reason: '--read-only: nothing that it needs may be sent',
        option: 'a run without --read-only',
      };
    return { kind: 'not-applicable', reason: 'the document gives a run nothing to send for it' };
  }
}
