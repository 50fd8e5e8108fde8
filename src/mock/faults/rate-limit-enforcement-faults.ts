import type { Caller, HeaderLine, Refusal, Stages, Visit } from '../answers/stages/stages.ts';
import type { Charge } from '../limits/limiter.ts';
import type { VariationContext } from '../variation.ts';
import type { Fault } from './fault.ts';

const family = 'rate-limit-enforcement';

/** Changes or lifts the refusal of requests over the limit. */
function limiting(stages: Stages, change: (refusal: Refusal, visit: Visit) => Refusal | undefined): Stages {
  return {
    ...stages,
    limit(charge, visit) {
      const refusal = stages.limit(charge, visit);
      return refusal === undefined ? undefined : change(refusal, visit);
    },
  };
}

/** Rewrites when a refused caller may come back; `undefined` leaves it out. */
function postponing(
  stages: Stages,
  { interface: document }: VariationContext,
  change: (seconds: number) => string | undefined,
): Stages {
  const name = document.rateLimits?.headers.retryAfter;
  return limiting(stages, (refusal) => ({
    ...refusal,
    headers: refusal.headers.flatMap((line): readonly HeaderLine[] => {
      if (line[0] !== name) return [line];
      const changed = change(Number(line[1]));
      return changed === undefined ? [] : [[name, changed]];
    }),
  }));
}

function callerName(caller: Caller, { request }: Visit): string {
  return caller.kind === 'key' ? `key ${caller.key.key}` : `address ${request.address}`;
}

/** Refuses from the half of the quota on. */
function refusedEarly(charge: Charge): Charge {
  if (charge.kind !== 'accepted' || charge.window.remaining >= charge.window.quota.limit / 2) return charge;
  return { kind: 'refused', window: charge.window, retryAt: charge.window.resetAt, reason: 'limit' };
}

/** What services get wrong about refusing requests over the limit. */
export const rateLimitEnforcementFaults: readonly Fault[] = [
  {
    name: 'limit-not-enforced',
    family,
    title: 'requests over the limit are answered as ever',
    breaks: ['rate-limit-enforcement.refusal'],
    apply: (stages) => limiting(stages, () => undefined),
  },
  {
    name: 'limit-not-enforced-on-writes',
    family,
    title: 'requests over the limit are refused for reading operations alone',
    breaks: ['rate-limit-enforcement.refusal'],
    apply: (stages) =>
      limiting(stages, (refusal, { request }) => (request.method === 'GET' ? refusal : undefined)),
  },
  {
    name: 'limited-early',
    family,
    title: 'requests are refused once half of the quota is used',
    breaks: ['rate-limit-enforcement.not-early'],
    apply: (stages) => ({
      ...stages,
      charge: (caller, visit) => refusedEarly(stages.charge(caller, visit)),
    }),
  },
  {
    name: 'forbidden-over-limit',
    family,
    title: 'requests over the limit get 403',
    breaks: ['rate-limit-enforcement.refusal'],
    apply: (stages) => limiting(stages, (refusal) => ({ ...refusal, status: 403 })),
  },
  {
    name: 'unavailable-over-limit',
    family,
    title: 'requests over the limit get 503',
    breaks: ['rate-limit-enforcement.refusal'],
    apply: (stages) => limiting(stages, (refusal) => ({ ...refusal, status: 503 })),
  },
  {
    name: 'ok-over-limit',
    family,
    title: 'requests over the limit get 200, with the error as body',
    breaks: ['rate-limit-enforcement.refusal'],
    apply: (stages) => limiting(stages, (refusal) => ({ ...refusal, status: 200 })),
  },
  {
    name: 'retry-after-missing',
    family,
    title: 'refusals do not say when to come back',
    breaks: ['rate-limit-enforcement.retry-after'],
    apply: (stages, context) => postponing(stages, context, () => undefined),
  },
  {
    name: 'retry-after-in-milliseconds',
    family,
    title: 'refusals give the wait in milliseconds',
    breaks: ['rate-limit-enforcement.retry-after-unit'],
    apply: (stages, context) => postponing(stages, context, (seconds) => String(seconds * 1000)),
  },
  {
    name: 'retry-after-too-short',
    family,
    title: 'refusals give a wait of one second, whatever is left of the window',
    breaks: ['rate-limit-enforcement.recovery'],
    apply: (stages, context) => postponing(stages, context, () => '1'),
  },
  {
    name: 'retry-after-unreadable',
    family,
    title: 'refusals give the wait in words',
    breaks: ['rate-limit-enforcement.retry-after'],
    apply: (stages, context) => postponing(stages, context, (seconds) => `${seconds} seconds`),
  },
  {
    name: 'limit-never-ends',
    family,
    title: 'who went over the limit once is refused for good',
    breaks: ['rate-limit-enforcement.recovery'],
    apply(stages, { now }) {
      const refused = new Set<string>();
      return {
        ...stages,
        charge(caller, visit) {
          const charge = stages.charge(caller, visit);
          const name = callerName(caller, visit);
          if (charge.kind === 'refused') refused.add(name);
          if (charge.kind !== 'accepted' || !refused.has(name)) return charge;
          const { quota } = charge.window;
          const retryAt = now() + quota.windowS * 1000;
          return { kind: 'refused', window: charge.window, retryAt, reason: 'limit' };
        },
      };
    },
  },
];
