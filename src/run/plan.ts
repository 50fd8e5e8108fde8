import { checks } from '../checks/catalogue.ts';
import { type Check, whyNotApplicable } from '../checks/check.ts';
import type { Outcome } from '../checks/outcome.ts';
import { schemeInWords } from '../credential/choose.ts';
import { credentialUses } from '../credential/alter.ts';
import { type KeyRing, oneKey, schemeOfUse } from '../credential/key-ring.ts';
import { type CredentialUse, isOfRegistered } from '../http/credential-use.ts';
import { basePathOf } from '../http/target.ts';
import type { CredentialScheme, Interface } from '../interface/model.ts';
import { forbidsKnownUser } from '../oracle/known-users.ts';
import type { Reading } from '../oracle/reading.ts';
import { unboundTotal } from '../record/allowance.ts';
import type { Counterexample, Profile, RunSettings, Stop } from '../record/record.ts';
import type { Reason } from '../session/reason.ts';
import { feeds, isThorough, type Probe, type Suite } from '../session/suite.ts';
import { hasFailed } from '../session/session.ts';
import { bound } from '../system/bounds.ts';

/** False where a use of the credential makes no sense for a scheme and a key. */
export function sendable(
  scheme: CredentialScheme | undefined,
  key: string | undefined,
  use: CredentialUse,
): boolean {
  if (scheme === undefined) return false;
  return credentialUses(scheme, key).some((row) => {
    if (row.use.kind !== use.kind || row.reason !== undefined) return false;
    return row.use.kind !== 'altered' || use.kind !== 'altered' || row.use.alteration === use.alteration;
  });
}

/** The same of what a run has for the scheme that a use means. */
export function sendableWith(
  { key, keyOf = oneKey(key) }: { readonly key: string | undefined; readonly keyOf?: KeyRing | undefined },
  scheme: CredentialScheme | undefined,
  use: CredentialUse,
): boolean {
  if (scheme === undefined) return false;
  const meant = schemeOfUse(scheme, use);
  return sendable(meant, keyOf(meant)?.text, use);
}

/** Puts the violations that shrunk counterexamples show in front. */
export function simplestFirst(outcome: Outcome, found: readonly Counterexample[]): Outcome {
  if (outcome.kind !== 'fail') return outcome;
  const shrunk = new Set(found.map(({ exchange }) => exchange));
  const rank = (exchanges: readonly string[]): number => (shrunk.has(exchanges[0] ?? '') ? 0 : 1);
  const violations = outcome.violations.toSorted((a, b) => rank(a.exchanges) - rank(b.exchanges));
  return { ...outcome, violations };
}

/** The counterexamples that violations are shown by. */
export function shownBy(outcome: Outcome, found: readonly Counterexample[]): readonly Counterexample[] {
  if (outcome.kind !== 'fail') return [];
  const proofs = new Set(outcome.violations.flatMap(({ exchanges }) => exchanges));
  return found.filter(({ exchange }) => proofs.has(exchange));
}

const ADDRESS_ADVICE =
  'check --url: it is the base address, with the path that the document gives it (for example a version segment), and nothing behind it';
const KEY_ADVICE =
  'check --key (or --key-env, ASSAY_KEY, and --auth where schemes have secrets of their own): it has to be valid for this address';

/** What to look at where nothing documented answers: the path that the document's own address has may be missing. */
function addressAdvice(url: string, documented: string): string {
  const own = URL.parse(url);
  if (own === null || documented === '' || basePathOf(url).endsWith(documented)) return ADDRESS_ADVICE;
  return `check --url: the address that the document gives has the path ${documented}; try ${own.origin}${documented}`;
}

function describe(reading: Reading): string {
  const { request, result } = reading.exchange;
  const what = `${request.method} ${request.target}`;
  if (result.kind === 'failure') return `${what}: ${result.failure.detail}`;
  return `${what}: ${result.answer.status} ${result.answer.reason}`.trimEnd();
}

/** So many refusals of a key, beside answers that are something else, tell that it is the wrong one. */
const TELLING_REFUSALS = 3;

/**
 * Whether the answers to the first valid requests refuse the key: it may be the wrong one. Nothing that asks for it was served, and
 * all answers are 401, or many of them: what looks at a body before the key may have said something else.
 */
export function refusesKey(readings: readonly Reading[]): boolean {
  const answers = readings.flatMap(({ answer, expectation }) => {
    const isPublic = expectation.operation !== undefined && expectation.operation.credential === undefined;
    return answer === undefined || answer.limited || isPublic ? [] : [answer];
  });
  const refused = answers.filter(({ status }) => status === 401).length;
  if (refused === 0 || answers.some(({ status }) => status < 400)) return false;
  return refused === answers.length || (refused >= TELLING_REFUSALS && refused * 2 >= answers.length);
}

const NAMED_ANSWERS = 3;

function described(readings: readonly Reading[]): string {
  const more = readings.length - NAMED_ANSWERS;
  const named = readings.slice(0, NAMED_ANSWERS).map(describe).join('; ');
  return more > 0 ? `${named}; and ${String(more)} more` : named;
}

/**
 * Says from the first valid requests (all of the run so far) whether the target can be tested at all. A key that is
 * refused everywhere, or an address where nothing documented answers, is no finding about the service. `documentedPath` is the
 * path of the address that the document gives.
 */
export function usable(readings: readonly Reading[], url: string, documentedPath: string): Stop | undefined {
  const counted = readings.filter((r) => r.answer?.limited !== true);
  if (counted.length === 0) return undefined;
  const seen = described(counted);
  const answers = counted.flatMap((reading) => reading.answer ?? []);
  if (answers.length === 0) {
    const failures = counted.flatMap(({ exchange }) =>
      exchange.result.kind === 'failure' ? [exchange.result.failure] : [],
    );
    const spoke = failures.some((failure) => failure.kind === 'malformed');
    const reason = spoke ? `${url} does not speak HTTP: ${seen}` : `${url} does not answer: ${seen}`;
    return { kind: 'unusable-target', reason, advice: ADDRESS_ADVICE };
  }
  const every = (test: (status: number) => boolean): boolean =>
    answers.every((answer) => test(answer.status));
  if (refusesKey(readings)) {
    const used = new Map(
      readings.flatMap(({ expectation }) => {
        const scheme = expectation.operation?.credential;
        return scheme === undefined ? [] : [[scheme.id, schemeInWords(scheme)] as const];
      }),
    );
    const sent = used.size === 0 ? '' : ` (sent as ${[...used.values()].join('; ')})`;
    return {
      kind: 'unusable-target',
      reason: `the target refuses the key: ${seen}${sent}`,
      advice: KEY_ADVICE,
    };
  }
  if (every((status) => status === 404)) {
    return {
      kind: 'unusable-target',
      reason: `nothing documented answers at ${url}: ${seen}`,
      advice: addressAdvice(url, documentedPath),
    };
  }
  return undefined;
}

/** The end of a run whose service took the key of another user for nothing at all: of that user nobody can tell anything. */
export function refusedOther(readings: readonly Reading[]): Stop | undefined {
  const own = readings.filter(
    ({ exchange, answer }) =>
      exchange.request.credential.kind === 'other-key' &&
      !isOfRegistered(exchange.request.credential) &&
      answer !== undefined &&
      !answer.limited,
  );
  const isRefused = own.every(({ answer }) => answer?.status === 401 || answer?.status === 403);
  if (own.length === 0 || !isRefused || forbidsKnownUser(readings)) return undefined;
  return {
    kind: 'unusable-target',
    reason: `the target refuses the key of the other user: ${own.slice(0, 1).map(describe).join('')}`,
    advice: 'check --other-key (or --other-key-env, ASSAY_OTHER_KEY): it has to be valid for this address',
  };
}

/** The end of a run whose target does not answer any more, or never did. */
export function lostTarget(reason: string, readings: readonly Reading[]): Stop {
  const answered = readings.findLastIndex((reading) => reading.answer !== undefined);
  if (answered < 0)
    return {
      kind: 'unusable-target',
      reason: `the target does not answer: ${reason}`,
      advice: 'check --url, and that the service is running',
    };
  const first = readings[answered + 1]?.exchange;
  const suspect = first === undefined ? '' : `${first.request.method} ${first.request.target} (${first.id})`;
  return {
    kind: 'unusable-target',
    reason: `the target stopped answering${suspect === '' ? '' : ` at ${suspect}`}: ${reason}`,
    advice: `check that the service is still running${suspect === '' ? '' : ', and whether that request ended it'}`,
  };
}

/** The end of a run whose key was taken, and is not any more: what came afterwards says nothing of the service. */
export function lostKey(reason: string): Stop {
  return {
    kind: 'unusable-target',
    reason: `the key stopped being taken in the middle of the run: ${reason}`,
    advice:
      'see whether the key ran out, or whether one of the last requests of the run ended it, and give the run a key of its own',
  };
}

/**
 * The checks that a run reports: the selected ones, of the selected suites, and of the shard where it is one; then those that its
 * caller brought along, which need no selection.
 */
export function selectedChecks(
  settings: Pick<RunSettings, 'suites' | 'checks' | 'shard'>,
  own: readonly Check[] = [],
): readonly Check[] {
  const selected = checks.filter(
    (check) =>
      (settings.suites.length === 0 || settings.suites.includes(check.suite)) &&
      (settings.checks.length === 0 || settings.checks.includes(check.id)) &&
      (settings.shard === undefined || settings.shard.checks.includes(check.id)),
  );
  return [...selected, ...own];
}

/** What happens to a probe: it runs, or it is left out for a reason; `unselected` ones are not even mentioned. */
export type Fate =
  | { readonly kind: 'runs' }
  | ({ readonly kind: 'left-out' } & Extract<Reason, { readonly cause: 'declared' }>)
  | { readonly kind: 'unselected' };

/** Decides whether a probe runs. */
export function fateOf(
  probe: Probe,
  suite: Suite,
  settings: RunSettings,
  document: Interface,
  own: readonly Check[] = [],
): Fate {
  const wanted = selectedChecks(settings, own).filter((c) => whyNotApplicable(document, c) === undefined);
  const isWanted = wanted.some((check) => feeds(probe, check));
  const selected =
    settings.checks.length > 0 || settings.shard !== undefined
      ? isWanted
      : settings.suites.length === 0 || settings.suites.includes(suite.name) || isWanted;
  if (!selected) return { kind: 'unselected' };
  if (probe.creates && settings.readOnly)
    return {
      kind: 'left-out',
      cause: 'declared',
      reason: '--read-only: it would create something',
      option: 'a run without --read-only',
    };
  if (probe.profiles.includes(settings.profile)) return { kind: 'runs' };
  return {
    kind: 'left-out',
    cause: 'declared',
    reason: `not part of --profile ${settings.profile}`,
    option: `--profile ${LARGER_PROFILES[settings.profile]}`,
  };
}

const LARGER_PROFILES: { readonly [profile in Profile]: Profile } = {
  quick: 'standard',
  standard: 'thorough',
  thorough: 'deep',
  deep: 'deep',
};

/**
 * Why the budget did not last. It is the profile's choice where no request was wasted on something that went wrong, and
 * the caller did not lower it.
 */
export function spentBudget(
  reason: string,
  { settings, document }: { readonly settings: RunSettings; readonly document: Interface },
  readings: readonly Reading[],
): Reason {
  const { profile } = settings;
  const isLowered = settings.maxRequests < unboundTotal(document, settings);
  const isWasted = readings.some((reading) => reading.answer === undefined || hasFailed(reading));
  const isLimited = readings.some(({ answer }) => answer?.limited === true);
  if (isLowered || isWasted || isLimited) return { cause: 'went-wrong', reason };
  return {
    cause: 'declared',
    reason: `${reason}: it is all that --profile ${profile} sends`,
    option: isThorough(profile) ? '--suite, one part at a time' : `--profile ${LARGER_PROFILES[profile]}`,
  };
}

/** Why a probe is left out for which the time of the profile is too short: a declaration, unless failures wasted windows. */
export function spentTime(reason: string, readings: readonly Reading[]): Reason {
  const isWasted = readings.some((reading) => reading.answer === undefined || hasFailed(reading));
  return isWasted
    ? { cause: 'went-wrong', reason }
    : { cause: 'declared', reason, option: '--suite, one part at a time' };
}

/** So long judging may take at least, in ms: what was sent late is no reason to say nothing. */
const LEAST_JUDGING_MS = 2_500;

/** What a check comes to that is not judged any more. */
export const TOO_LATE = {
  kind: 'inconclusive',
  reason: 'the time for judging, after that of --max-duration, is over',
} as const;

/**
 * When judging has to be over, on the monotonic clock. What takes longer is more than was foreseen; whatever took long before it,
 * judging has a time of its own.
 */
export function judgingEndMs({
  startedMs,
  sinceMs,
  maxDurationS,
}: {
  readonly startedMs: number;
  /** When the judging began. */
  readonly sinceMs: number;
  readonly maxDurationS: number;
}): number {
  return Math.max(startedMs + maxDurationS * 1000 + bound('judgingMs'), sinceMs + LEAST_JUDGING_MS);
}
