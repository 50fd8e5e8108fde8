import { printHttpDate } from '../../http/date.ts';
import type { HeaderLine, Reply, Stages } from '../answers/stages/stages.ts';
import type { Charge } from '../limits/limiter.ts';
import type { VariationContext } from '../variation.ts';
import type { Fault } from './fault.ts';

const family = 'rate-limit-headers';

type Counted = Exclude<Charge, { readonly kind: 'unlimited' }>;
type Header = 'limit' | 'remaining' | 'reset';

function headerName({ interface: document }: VariationContext, role: Header): string | undefined {
  return document.rateLimits?.headers[role];
}

/** Rewrites one of the rate-limit headers; `undefined` leaves it out. */
function restating(
  stages: Stages,
  context: VariationContext,
  header: Header,
  change: (value: number, charge: Counted, reply: Reply) => string | undefined,
): Stages {
  const name = headerName(context, header);
  return {
    ...stages,
    decorate(reply, charge, visit) {
      const decorated = stages.decorate(reply, charge, visit);
      if (charge.kind === 'unlimited') return decorated;
      const headers = decorated.headers.flatMap((line): readonly HeaderLine[] => {
        if (line[0] !== name) return [line];
        const changed = change(Number(line[1]), charge, reply);
        return changed === undefined ? [] : [[name, changed]];
      });
      return { ...decorated, headers };
    },
  };
}

/** What services get wrong about the headers of their rate limit. */
export const rateLimitHeaderFaults: readonly Fault[] = [
  {
    name: 'rate-limit-headers-missing',
    family,
    title: 'no answer carries the rate-limit headers',
    breaks: ['rate-limit-headers.present'],
    apply: (stages) => ({ ...stages, decorate: (reply) => reply }),
  },
  {
    name: 'rate-limit-headers-missing-on-errors',
    family,
    title: 'only successes carry the rate-limit headers',
    breaks: ['rate-limit-headers.present'],
    apply: (stages) => ({
      ...stages,
      decorate: (reply, charge, visit) =>
        reply.status < 400 ? stages.decorate(reply, charge, visit) : reply,
    }),
  },
  {
    name: 'limit-as-text',
    family,
    title: 'the limit is not a number alone',
    breaks: ['rate-limit-headers.limit'],
    apply: (stages, context) => restating(stages, context, 'limit', (value) => `${value} requests`),
  },
  {
    name: 'limit-of-no-plan',
    family,
    title: 'the limit is one more than any plan says',
    breaks: ['rate-limit-headers.plan'],
    apply: (stages, context) => restating(stages, context, 'limit', (value) => String(value + 1)),
  },
  {
    name: 'remaining-constant',
    family,
    title: 'the remaining requests never go down',
    breaks: ['rate-limit-headers.falls'],
    apply: (stages, context) =>
      restating(stages, context, 'remaining', (_value, { window }) => String(window.quota.limit)),
  },
  {
    name: 'remaining-counts-up',
    family,
    title: 'the remaining requests are the ones already used',
    breaks: ['rate-limit-headers.falls'],
    apply: (stages, context) =>
      restating(stages, context, 'remaining', (value, { window }) => String(window.quota.limit - value)),
  },
  {
    name: 'remaining-negative',
    family,
    title: 'the remaining requests are sent with a minus',
    breaks: ['rate-limit-headers.remaining'],
    apply: (stages, context) => restating(stages, context, 'remaining', (value) => String(-1 - value)),
  },
  {
    name: 'remaining-above-limit',
    family,
    title: 'more requests remain than the limit allows',
    breaks: ['rate-limit-headers.remaining'],
    apply: (stages, context) =>
      restating(stages, context, 'remaining', (value, { window }) => String(value + window.quota.limit)),
  },
  {
    name: 'reset-in-milliseconds',
    family,
    title: 'the reset is given in milliseconds',
    breaks: ['rate-limit-headers.reset'],
    apply: (stages, context) => restating(stages, context, 'reset', (value) => String(value * 1000)),
  },
  {
    name: 'reset-as-date',
    family,
    title: 'the reset is an HTTP date',
    breaks: ['rate-limit-headers.reset'],
    apply: (stages, context) =>
      restating(stages, context, 'reset', (_value, { window }) => printHttpDate(window.resetAt)),
  },
  {
    name: 'reset-as-delta',
    family,
    title: 'the reset counts the seconds that are left',
    breaks: ['rate-limit-headers.reset'],
    apply: (stages, context) =>
      restating(stages, context, 'reset', (_value, { window }) =>
        String(Math.max(0, Math.ceil((window.resetAt - context.now()) / 1000))),
      ),
  },
  {
    name: 'reset-in-the-past',
    family,
    title: 'the reset lies an hour back',
    breaks: ['rate-limit-headers.reset'],
    apply: (stages, context) =>
      restating(stages, context, 'reset', () => String(Math.floor(context.now() / 1000) - 3600)),
  },
];
