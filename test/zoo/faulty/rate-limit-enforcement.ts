import { honestRateHeaders, honestTooMany, problem } from '../honest-traits.ts';
import type { MeterFactory, Usage } from '../limiters.ts';
import { fixedAligned, fixedFromFirstHit } from '../limiters.ts';
import { faulty, type FaultyMember } from '../member.ts';
import type { Answer, Call, Header, Service, Traits } from '../traits.ts';
import { crash, jsonAnswer } from './changes.ts';

/** Only a refusal of a creation shows it, and a standard run is refused once, when it lists. */
const SECOND_WINDOW = 'a standard run goes over the limit once, with one method';

/** Retry-After in another form; an empty list leaves it out. */
const retryAfter =
  (values: (usage: Usage, call: Call, service: Service) => readonly string[]): Traits['tooMany'] =>
  (usage, call, service) => ({
    ...honestTooMany(usage, call, service),
    headers: values(usage, call, service).map((value): Header => ['Retry-After', value]),
  });

/** Another status instead of the 429. */
const instead =
  (answer: (usage: Usage, call: Call, service: Service) => Answer): Traits['tooMany'] =>
  (usage, call, service) =>
    answer(usage, call, service);

/** Other rate-limit headers on a 429 alone. */
const headersOf429 =
  (
    change: (honest: readonly Header[], usage: Usage, service: Service) => readonly Header[],
  ): Traits['rateHeaders'] =>
  (usage, call, answer, service) => {
    const honest = honestRateHeaders(usage, call, answer, service);
    return answer.status === 429 ? change(honest, usage, service) : honest;
  };

const setting = (field: string, value: (usage: Usage, service: Service) => string): Traits['rateHeaders'] =>
  headersOf429((honest, usage, service) =>
    honest.map(([name, old]): Header => [name, name.endsWith(field) ? value(usage, service) : old]),
  );

const seconds = (usage: Usage): number => Math.max(1, Math.ceil(usage.waitMs / 1000));

/** Lets more through than it says, and shows 0 meanwhile. */
const overGenerous =
  (factor: number): MeterFactory =>
  (quota) => {
    const real = fixedFromFirstHit({ ...quota, limit: Math.round(quota.limit * factor) });
    const shown = (usage: Usage): Usage => ({
      ...usage,
      limit: quota.limit,
      remaining: Math.max(0, usage.remaining - (usage.limit - quota.limit)),
    });
    return {
      take: (nowMs) => shown(real.take(nowMs)),
      peek: (nowMs) => shown(real.peek(nowMs)),
      giveBack: (nowMs) => real.giveBack(nowMs),
    };
  };

const neverAgain: MeterFactory = (quota) => {
  const inner = fixedFromFirstHit(quota);
  let last: Usage | undefined;
  const stuck = (nowMs: number): Usage | undefined =>
    last === undefined ? undefined : { ...last, resetAtMs: nowMs + quota.windowMs, waitMs: quota.windowMs };
  return {
    peek: (nowMs) => stuck(nowMs) ?? inner.peek(nowMs),
    take: (nowMs) => {
      const usage = stuck(nowMs) ?? inner.take(nowMs);
      if (!usage.allowed) last = usage;
      return usage;
    },
    giveBack: (nowMs) => inner.giveBack(nowMs),
  };
};

const oneTooMany: MeterFactory = (quota) => {
  const inner = fixedFromFirstHit({ ...quota, limit: quota.limit + 1 });
  const shown = (usage: Usage): Usage => ({
    ...usage,
    limit: quota.limit,
    remaining: Math.max(0, usage.remaining - 1),
  });
  return {
    take: (nowMs) => shown(inner.take(nowMs)),
    peek: (nowMs) => shown(inner.peek(nowMs)),
    giveBack: (nowMs) => inner.giveBack(nowMs),
  };
};

/** Begins to count at one less than nothing. */
const uncountedFirst: MeterFactory = (quota) => {
  const inner = fixedFromFirstHit({ ...quota, limit: quota.limit + 1 });
  const shown = (usage: Usage): Usage => ({
    ...usage,
    limit: quota.limit,
    remaining: Math.min(quota.limit, usage.remaining),
  });
  return {
    take: (nowMs) => shown(inner.take(nowMs)),
    peek: (nowMs) => shown(inner.peek(nowMs)),
    giveBack: (nowMs) => inner.giveBack(nowMs),
  };
};

const atLeastOne = (usage: Usage): Usage => ({ ...usage, remaining: Math.max(1, usage.remaining) });

/** Never says that nothing remains. */
const neverBelowOne: MeterFactory = (quota) => {
  const inner = fixedFromFirstHit(quota);
  return {
    take: (nowMs) => atLeastOne(inner.take(nowMs)),
    peek: (nowMs) => atLeastOne(inner.peek(nowMs)),
    giveBack: (nowMs) => inner.giveBack(nowMs),
  };
};

/** A window that is longer than that of the plan; the fields tell its real end. */
const longerWindow =
  (factor: number): MeterFactory =>
  (quota) =>
    fixedFromFirstHit({ ...quota, windowMs: quota.windowMs * factor });

const UNTOLD_MS = 1_000;

/** A window that really ends a second after the end that Reset and Retry-After tell. */
const longerThanTold =
  (windows: 'from-first-hit' | 'in-whole-seconds' | 'of-the-clock'): MeterFactory =>
  (quota) => {
    const inner =
      windows === 'of-the-clock'
        ? fixedAligned(quota)
        : fixedFromFirstHit({ ...quota, windowMs: quota.windowMs + UNTOLD_MS });
    const clock = (nowMs: number): number => {
      if (windows === 'of-the-clock') return nowMs - UNTOLD_MS;
      return windows === 'in-whole-seconds' ? Math.floor(nowMs / 1_000) * 1_000 : nowMs;
    };
    const shown = (usage: Usage): Usage => ({
      ...usage,
      resetAtMs: windows === 'of-the-clock' ? usage.resetAtMs : usage.resetAtMs - UNTOLD_MS,
      waitMs: Math.max(0, usage.waitMs - UNTOLD_MS),
    });
    return {
      peek: (nowMs) => shown(inner.peek(clock(nowMs))),
      take: (nowMs) => shown(inner.take(clock(nowMs))),
      giveBack: (nowMs) => inner.giveBack(clock(nowMs)),
    };
  };

/** A key that is shut out for minutes by its first request over the limit. `told`: in Reset, or in Retry-After alone. */
const banningAtOnce =
  (windows: number, told: 'reset' | 'wait'): MeterFactory =>
  (quota) => {
    const inner = fixedFromFirstHit(quota);
    let bannedUntil = 0;
    const shown = (usage: Usage, nowMs: number): Usage =>
      nowMs >= bannedUntil
        ? usage
        : {
            ...usage,
            allowed: false,
            remaining: 0,
            waitMs: bannedUntil - nowMs,
            resetAtMs: told === 'reset' ? bannedUntil : usage.resetAtMs,
          };
    return {
      peek: (nowMs) => shown(inner.peek(nowMs), nowMs),
      take: (nowMs) => {
        if (nowMs < bannedUntil) return shown(inner.peek(nowMs), nowMs);
        const usage = inner.take(nowMs);
        if (!usage.allowed && quota.caller === 'key') bannedUntil = nowMs + windows * quota.windowMs;
        return shown(usage, nowMs);
      },
      giveBack: (nowMs) => inner.giveBack(nowMs),
    };
  };

/** Refuses whatever comes on the key, and shows what it would have left. */
const refusingAll =
  (limit: number, remaining: number): MeterFactory =>
  (quota) => {
    const inner = fixedFromFirstHit(quota);
    const refused = (usage: Usage, nowMs: number): Usage =>
      quota.caller === 'key'
        ? { limit, remaining, allowed: false, resetAtMs: nowMs + quota.windowMs, waitMs: 2_000 }
        : usage;
    return {
      peek: (nowMs) => refused(inner.peek(nowMs), nowMs),
      take: (nowMs) => refused(inner.take(nowMs), nowMs),
      giveBack: (nowMs) => inner.giveBack(nowMs),
    };
  };

/** Refuses after some requests although much is left. */
const refusingEarly =
  (after: number, every: number): MeterFactory =>
  (quota) => {
    const inner = fixedFromFirstHit(quota);
    let count = 0;
    return {
      ...inner,
      take: (nowMs) => {
        count += 1;
        const usage = inner.take(nowMs);
        const refused =
          quota.caller === 'key' && usage.allowed && count > after && (count - after) % every === 1;
        return refused ? { ...usage, allowed: false, waitMs: usage.resetAtMs - nowMs } : usage;
      },
    };
  };

/** Lets some operations through whatever the count. */
const unlimited =
  (operation: Call['operation']): Traits['tooMany'] =>
  (usage, call, service) =>
    call.operation === operation ? undefined : honestTooMany(usage, call, service);

/** Something that is wrong after the key has been over its limit once. */
const afterRefusal = (service: Service, call: Call): boolean => {
  if (call.usage?.allowed === false && call.credential === 'valid') service.memory.set('refused', true);
  return (
    service.memory.get('refused') === true && call.usage?.allowed === true && call.credential === 'valid'
  );
};

export const rateLimitEnforcementFaults: readonly FaultyMember[] = faulty('rate-limit-enforcement', [
  {
    name: 'never-refused',
    clauses: ['8.1-over-the-limit-429', '8-plan-free'],
    title: 'Remaining stays at 0 and nothing is refused',
    traits: { tooMany: () => undefined },
  },
  {
    name: 'never-refused-and-slow',
    clauses: ['8.1-over-the-limit-429', '7.2-status-429'],
    title: 'nothing is refused, and each answer takes 200 ms',
    subtle: true,
    traits: { tooMany: () => undefined, latencyMs: () => 200 },
  },
  {
    name: 'list-never-refused',
    clauses: ['8.1-over-the-limit-429', '7.2-status-429'],
    title: 'reading is not refused',
    subtle: true,
    traits: { tooMany: unlimited('listCategories') },
  },
  {
    name: 'create-never-refused',
    clauses: ['8.1-over-the-limit-429', '7.2-status-429'],
    title: 'creating is not refused',
    subtle: true,
    thoroughOnly: SECOND_WINDOW,
    traits: { tooMany: unlimited('createCategory') },
  },
  {
    name: 'twice-the-limit',
    clauses: ['8.1-over-the-limit-429', '8-plan-free'],
    title: 'twice the limit is let through, Remaining 0 meanwhile',
    subtle: true,
    traits: { meter: overGenerous(2) },
  },
  {
    name: 'forbidden-over-limit',
    clauses: ['8.1-over-the-limit-429', '7.2-status-429'],
    title: '403 over the limit',
    traits: {
      tooMany: instead((usage, call, service) => ({
        ...problem(403, 'Rate limit exceeded.', call, service),
        headers: [['Retry-After', String(seconds(usage))]],
      })),
    },
  },
  {
    name: 'unavailable-over-limit',
    clauses: ['8.1-over-the-limit-429', '7.2-status-429'],
    title: '503 over the limit',
    traits: {
      tooMany: instead((usage, call, service) => ({
        ...problem(503, 'Rate limit exceeded.', call, service),
        headers: [['Retry-After', String(seconds(usage))]],
      })),
    },
  },
  {
    name: 'ok-over-limit',
    clauses: ['8.1-over-the-limit-429', '7.2-status-429'],
    title: '200 with an Error over the limit',
    traits: {
      tooMany: instead(() =>
        jsonAnswer(200, { code: 'rate_limited', message: 'Too many requests.', status: 429 }),
      ),
    },
  },
  {
    name: 'unauthorized-over-limit',
    clauses: ['8.1-over-the-limit-429', '7.2-status-429'],
    title: '401 over the limit',
    traits: { tooMany: instead((_usage, call, service) => problem(401, 'Quota used up.', call, service)) },
  },
  {
    name: 'bad-request-over-limit',
    clauses: ['8.1-over-the-limit-429', '7.2-status-429'],
    title: '400 over the limit',
    traits: { tooMany: instead((_usage, call, service) => problem(400, 'Quota used up.', call, service)) },
  },
  {
    name: 'payment-over-limit',
    clauses: ['8.1-over-the-limit-429', '7.2-status-429'],
    title: '402 over the limit',
    traits: {
      tooMany: instead((_usage, call, service) => problem(402, 'Upgrade your plan.', call, service)),
    },
  },
  {
    name: 'own-status-over-limit',
    clauses: ['8.1-over-the-limit-429', '7.2-status-429'],
    title: '420 over the limit',
    traits: {
      tooMany: instead((_usage, call, service) => problem(420, 'Enhance your calm.', call, service)),
    },
  },
  {
    name: 'crash-over-limit',
    clauses: ['8.1-over-the-limit-429', '7.2-status-429'],
    title: '500 over the limit',
    traits: { tooMany: instead(() => crash) },
  },
  {
    name: 'drop-over-limit',
    clauses: ['8.1-over-the-limit-429', '7.2-status-429'],
    title: 'the connection breaks over the limit',
    traits: {
      tooMany: (usage, call, service) => ({ ...honestTooMany(usage, call, service), breaks: 'before' }),
    },
  },
  {
    name: 'over-limit-never-answered',
    clauses: ['8.1-over-the-limit-429'],
    title: 'a request over the limit is never answered',
    subtle: true,
    traits: {
      tooMany: (usage, call, service) => ({
        ...honestTooMany(usage, call, service),
        breaks: 'never-answers',
      }),
    },
  },
  {
    name: 'empty-list-over-limit',
    clauses: ['8.1-over-the-limit-429', '7.2-status-429'],
    title: 'an empty list over the limit',
    subtle: true,
    traits: {
      tooMany: (usage, call, service) =>
        call.operation === 'listCategories' ? jsonAnswer(200, []) : honestTooMany(usage, call, service),
    },
  },
  {
    name: 'retry-after-missing',
    clauses: ['8.2-retry-after'],
    title: 'no Retry-After',
    traits: { tooMany: retryAfter(() => []) },
  },
  {
    name: 'retry-after-missing-on-create',
    clauses: ['8.2-retry-after'],
    title: 'no Retry-After on a 429 to a request to create',
    subtle: true,
    thoroughOnly: SECOND_WINDOW,
    traits: {
      tooMany: retryAfter((usage, call) => (call.method === 'POST' ? [] : [String(seconds(usage))])),
    },
  },
  {
    name: 'retry-after-word',
    clauses: ['8.2-retry-after', 'HTTP-retry-after-form'],
    title: 'Retry-After is a word',
    traits: { tooMany: retryAfter(() => ['soon']) },
  },
  {
    name: 'retry-after-empty',
    clauses: ['8.2-retry-after', 'HTTP-retry-after-form'],
    title: 'Retry-After is empty',
    traits: { tooMany: retryAfter(() => ['']) },
  },
  {
    name: 'retry-after-negative',
    clauses: ['8.2-retry-after', 'HTTP-retry-after-form'],
    title: 'Retry-After is -1',
    traits: { tooMany: retryAfter(() => ['-1']) },
  },
  {
    name: 'retry-after-decimal',
    clauses: ['8.2-retry-after', 'HTTP-retry-after-form'],
    title: 'Retry-After has a fraction',
    traits: { tooMany: retryAfter((usage) => [(usage.waitMs / 1000).toFixed(3)]) },
  },
  {
    name: 'retry-after-with-unit',
    clauses: ['8.2-retry-after', 'HTTP-retry-after-form'],
    title: 'Retry-After is 42s',
    traits: { tooMany: retryAfter((usage) => [`${seconds(usage)}s`]) },
  },
  {
    name: 'retry-after-utc',
    clauses: ['HTTP-retry-after-form'],
    title: 'Retry-After is a date that ends in UTC',
    shows: 'warning',
    traits: {
      tooMany: retryAfter((usage, _call, service) => [
        new Date(service.now() + usage.waitMs + 1000).toUTCString().replace('GMT', 'UTC'),
      ]),
    },
  },
  {
    name: 'retry-after-offset',
    clauses: ['HTTP-retry-after-form'],
    title: 'Retry-After is a date that ends in -0000',
    shows: 'warning',
    traits: {
      tooMany: retryAfter((usage, _call, service) => [
        new Date(service.now() + usage.waitMs + 1000).toUTCString().replace('GMT', '-0000'),
      ]),
    },
  },
  {
    name: 'retry-after-iso-date',
    clauses: ['8.2-retry-after', 'HTTP-retry-after-form'],
    title: 'Retry-After is a date of ISO 8601',
    traits: {
      tooMany: retryAfter((usage, _call, service) => [new Date(service.now() + usage.waitMs).toISOString()]),
    },
  },
  {
    name: 'retry-after-unix-time',
    clauses: ['8.2-retry-after'],
    title: 'Retry-After is a Unix timestamp',
    traits: {
      tooMany: retryAfter((usage, _call, service) => [
        String(Math.ceil((service.now() + usage.waitMs) / 1000)),
      ]),
    },
  },
  {
    name: 'retry-after-nan',
    clauses: ['8.2-retry-after', 'HTTP-retry-after-form'],
    title: 'Retry-After is NaN',
    traits: { tooMany: retryAfter(() => ['NaN']) },
  },
  {
    name: 'retry-after-repeated',
    clauses: ['8.2-retry-after', 'HTTP-single-fields'],
    title: 'two lines of Retry-After that differ',
    traits: { tooMany: retryAfter((usage) => [String(seconds(usage)), String(seconds(usage) + 30)]) },
  },
  {
    name: 'retry-after-too-short',
    clauses: ['8.2-back-off'],
    title: 'Retry-After is 1 whatever the wait',
    traits: { tooMany: retryAfter(() => ['1']) },
  },
  {
    name: 'retry-after-half',
    clauses: ['8.2-back-off'],
    title: 'Retry-After is half of the wait',
    subtle: true,
    traits: { tooMany: retryAfter((usage) => [String(Math.ceil(usage.waitMs / 2000))]) },
  },
  {
    name: 'retry-after-zero',
    clauses: ['8.2-back-off'],
    title: 'Retry-After is 0 whatever the wait',
    traits: { tooMany: retryAfter(() => ['0']) },
  },
  {
    name: 'retry-after-past-date',
    clauses: ['8.2-back-off'],
    title: 'Retry-After is a date in the past',
    traits: {
      tooMany: retryAfter((_usage, _call, service) => [new Date(service.now() - 5000).toUTCString()]),
    },
  },
  {
    name: 'never-recovers',
    clauses: ['8.2-back-off'],
    title: 'after one 429 there are only 429s',
    traits: { meter: neverAgain },
  },
  {
    name: 'recovers-after-two-windows',
    clauses: ['8.2-back-off'],
    title: 'the first request after the wait is refused as well',
    traits: {
      meter: (quota) => {
        const inner = fixedFromFirstHit(quota);
        let owed = false;
        return {
          ...inner,
          take: (nowMs) => {
            const usage = inner.take(nowMs);
            if (!usage.allowed) owed = true;
            else if (owed) {
              owed = false;
              return { ...usage, allowed: false, remaining: 0, waitMs: usage.resetAtMs - nowMs };
            }
            return usage;
          },
        };
      },
    },
  },
  {
    name: 'refuses-early',
    clauses: ['8.1-over-the-limit-429', '8-plan-free'],
    title: '429 from the eleventh request on, with fifty left',
    traits: { meter: refusingEarly(10, 1_000_000) },
  },
  {
    name: 'refuses-at-times',
    clauses: ['8.1-over-the-limit-429'],
    title: 'after twenty requests every fifteenth is a 429, with many left',
    subtle: true,
    traits: { meter: refusingEarly(20, 15) },
  },
  {
    name: 'headers-missing-on-429',
    clauses: ['8-headers-everywhere'],
    title: 'no rate-limit headers on a 429',
    traits: { rateHeaders: headersOf429(() => []) },
  },
  {
    name: 'remaining-missing-on-429',
    clauses: ['8-headers-everywhere'],
    title: 'no Remaining on a 429',
    subtle: true,
    traits: { rateHeaders: headersOf429((honest) => honest.filter(([name]) => !name.endsWith('Remaining'))) },
  },
  {
    name: 'reset-missing-on-429',
    clauses: ['8-headers-everywhere'],
    title: 'no Reset on a 429',
    subtle: true,
    traits: { rateHeaders: headersOf429((honest) => honest.filter(([name]) => !name.endsWith('Reset'))) },
  },
  {
    name: 'limit-missing-on-429',
    clauses: ['8-headers-everywhere'],
    title: 'no Limit on a 429',
    subtle: true,
    traits: { rateHeaders: headersOf429((honest) => honest.filter(([name]) => !name.endsWith('Limit'))) },
  },
  {
    name: 'remaining-grows-on-429',
    clauses: ['8-header-remaining'],
    title: 'Remaining on a 429 is positive and grows',
    traits: {
      rateHeaders: setting('Remaining', (_usage, service) => String(10 + service.tally('refusals'))),
    },
  },
  {
    name: 'remaining-negative-on-429',
    clauses: ['8-header-remaining'],
    title: 'Remaining on a 429 is -1',
    subtle: true,
    traits: { rateHeaders: setting('Remaining', () => '-1') },
  },
  {
    name: 'limit-zero-on-429',
    clauses: ['8-header-limit'],
    title: 'Limit on a 429 is 0',
    subtle: true,
    traits: { rateHeaders: setting('-Limit', () => '0') },
  },
  {
    name: 'limit-of-no-plan-on-429',
    clauses: ['8-plan-free'],
    title: 'Limit on a 429 is one of no plan',
    subtle: true,
    traits: { rateHeaders: setting('-Limit', () => '61') },
  },
  {
    name: 'accepts-one-too-many',
    clauses: ['8.1-over-the-limit-429', '8-plan-free'],
    title: 'one request more than the limit',
    subtle: true,
    traits: { meter: oneTooMany },
  },
  {
    name: 'first-request-not-counted',
    clauses: ['8.1-over-the-limit-429', '8-plan-free'],
    title: 'the first request of a window is not counted, so that one more is served',
    subtle: true,
    traits: { meter: uncountedFirst },
  },
  {
    name: 'accepts-one-too-many-now-and-then',
    clauses: ['8.1-over-the-limit-429', '8-plan-free'],
    title: 'the first request over the limit of each window is served: off by one in the comparison',
    subtle: true,
    traits: {
      tooMany: (usage, call, service) => {
        const once = `served ${usage.resetAtMs}`;
        if (call.credential !== 'valid' || service.memory.get(once) === true)
          return honestTooMany(usage, call, service);
        service.memory.set(once, true);
        return undefined;
      },
    },
  },
  {
    name: 'remaining-never-below-one',
    clauses: ['8-header-remaining'],
    title: 'Remaining is 1 after the last request of a window, and on its 429',
    subtle: true,
    traits: { meter: neverBelowOne },
  },
  {
    name: 'remaining-one-on-429',
    clauses: ['8-header-remaining', '8.1-over-the-limit-429'],
    title: 'Remaining on a 429 is 1',
    subtle: true,
    traits: { rateHeaders: setting('Remaining', () => '1') },
  },
  {
    name: 'remaining-full-on-429',
    clauses: ['8-header-remaining', '8.1-over-the-limit-429'],
    title: 'Remaining on a 429 is that of the next window',
    traits: { rateHeaders: setting('Remaining', (usage) => String(usage.limit)) },
  },
  {
    name: 'limit-of-day-on-429',
    clauses: ['8-header-limit', '8-plan-free'],
    title: 'Limit on a 429 is that of the day, all else that of the minute',
    subtle: true,
    traits: { rateHeaders: setting('-Limit', () => '1000') },
  },
  {
    name: 'reset-soon-on-429',
    clauses: ['8-header-reset'],
    title: 'Reset on a 429 is in five seconds, Retry-After at the end of the window',
    subtle: true,
    traits: {
      rateHeaders: setting('Reset', (_usage, service) => String(Math.ceil(service.now() / 1000) + 5)),
    },
  },
  {
    name: 'reset-late-on-429',
    clauses: ['8-header-reset'],
    title: 'Reset on a 429 is half a minute after the end of the window',
    subtle: true,
    traits: {
      rateHeaders: setting('Reset', (usage) => String(Math.ceil(usage.resetAtMs / 1000) + 30)),
    },
  },
  {
    name: 'window-longer-than-reset',
    clauses: ['8-header-reset', '8.2-retry-after', '8-plan-free'],
    title: 'the window is a second longer than Reset and Retry-After say',
    subtle: true,
    onlyBy: 'rate-limit-enforcement.recovery',
    traits: { meter: longerThanTold('from-first-hit') },
  },
  {
    name: 'window-longer-than-reset-rounded-down',
    clauses: ['8-header-reset', '8.2-retry-after', '8-plan-free'],
    title: 'the window is a second longer than Reset and Retry-After say, which are rounded down',
    subtle: true,
    traits: {
      meter: longerThanTold('from-first-hit'),
      resetRounding: 'down',
      retryAfter: (waitMs) => String(Math.floor(waitMs / 1000)),
    },
  },
  {
    name: 'window-ends-after-its-last-second',
    clauses: ['8-header-reset', '8.2-retry-after', '8-plan-free'],
    title: 'a window counted in whole seconds ends after the second that Reset names, not with its begin',
    subtle: true,
    onlyBy: 'rate-limit-enforcement.recovery',
    traits: { meter: longerThanTold('in-whole-seconds') },
  },
  {
    name: 'window-of-clock-ends-late',
    clauses: ['8-header-reset', '8.2-retry-after'],
    title: 'windows of the clock end a second after the Reset',
    subtle: true,
    onlyBy: 'rate-limit-enforcement.recovery',
    traits: { meter: longerThanTold('of-the-clock') },
  },
  {
    name: 'windows-of-eighty-seconds',
    clauses: ['8-plan-free', '8-header-reset'],
    title: 'windows last eighty seconds: whoever sends 48 a minute is refused',
    subtle: true,
    traits: { meter: longerWindow(4 / 3) },
  },
  {
    name: 'windows-of-five-minutes',
    clauses: ['8-plan-free', '8-header-reset'],
    title: 'windows last five minutes',
    traits: { meter: longerWindow(5) },
  },
  {
    name: 'windows-of-an-hour',
    clauses: ['8-plan-free', '8-header-reset'],
    title: 'the quota of a minute is that of an hour',
    traits: { meter: longerWindow(60) },
  },
  {
    name: 'banned-at-once',
    clauses: ['8.3-ban'],
    title: 'the first request over the limit shuts the key out for three windows, which Reset tells',
    shows: 'warning',
    traits: { meter: banningAtOnce(3, 'reset') },
  },
  {
    name: 'banned-at-once-for-long',
    clauses: ['8.3-ban'],
    title: 'the first request over the limit shuts the key out for ten windows',
    shows: 'warning',
    traits: { meter: banningAtOnce(10, 'reset') },
  },
  {
    name: 'banned-at-once-by-wait',
    clauses: ['8.3-ban'],
    title:
      'the first request over the limit shuts the key out for five windows, which only Retry-After tells',
    shows: 'warning',
    subtle: true,
    traits: { meter: banningAtOnce(5, 'wait') },
  },
  {
    name: 'refuses-all-with-59-left',
    clauses: ['8.1-over-the-limit-429', '8-plan-free'],
    title: 'nothing but 429, with 59 of 60 left',
    traits: { meter: refusingAll(60, 59) },
  },
  {
    name: 'refuses-all-with-a-day-left',
    clauses: ['8.1-over-the-limit-429', '8-plan-free'],
    title: 'nothing but 429, with all 1,000 of the day left',
    traits: { meter: refusingAll(1000, 1000) },
  },
  {
    name: 'refuses-all-after-twenty',
    clauses: ['8.1-over-the-limit-429', '8-plan-free'],
    title:
      'from the twenty-first request on nothing but 429, with 39 left and another minute to wait each time',
    subtle: true,
    traits: {
      meter: (quota) => {
        const inner = fixedFromFirstHit(quota);
        const refusing = refusingAll(60, 39)(quota);
        let count = 0;
        return {
          ...inner,
          take: (nowMs) => {
            count += 1;
            return quota.caller === 'key' && count > 20 ? refusing.take(nowMs) : inner.take(nowMs);
          },
        };
      },
    },
  },
  {
    name: 'reset-past-on-429',
    clauses: ['8-header-reset'],
    title: 'Reset on a 429 is a minute ago',
    subtle: true,
    traits: {
      rateHeaders: setting('Reset', (_usage, service) => String(Math.floor(service.now() / 1000) - 60)),
    },
  },
  {
    name: 'reset-delta-on-429',
    clauses: ['8-header-reset'],
    title: 'Reset on a 429 is the number of seconds to go',
    subtle: true,
    traits: { rateHeaders: setting('Reset', (usage) => String(seconds(usage))) },
  },
  {
    name: 'forgets-after-refusal',
    clauses: ['4.1-answer-200'],
    title: 'after a 429 the catalogue is back at its start',
    subtle: true,
    traits: {
      tooMany: (usage, call, service) => {
        service.categories.splice(3);
        return honestTooMany(usage, call, service);
      },
    },
  },
  {
    name: 'remaining-missing-after-recovery',
    clauses: ['8-headers-everywhere'],
    title: 'after the recovery Remaining is missing',
    subtle: true,
    traits: {
      rateHeaders: (usage, call, answer, service) => {
        const honest = honestRateHeaders(usage, call, answer, service);
        return afterRefusal(service, call) ? honest.filter(([name]) => !name.endsWith('Remaining')) : honest;
      },
    },
  },
  {
    name: 'silent-after-refusal',
    clauses: ['8.2-back-off'],
    title: 'after a 429 the key gets no answer any more',
    traits: {
      alter: (answer, call, service) =>
        afterRefusal(service, call) ? { ...answer, breaks: 'never-answers' } : answer,
    },
  },
  {
    name: 'silent-to-all-after-refusal',
    clauses: ['8.2-back-off'],
    title: 'after a 429 nobody gets an answer any more',
    subtle: true,
    traits: {
      alter: (answer, call, service) => {
        if (call.usage?.allowed === false && call.credential === 'valid') service.memory.set('silent', true);
        return service.memory.get('silent') === true && answer.status !== 429
          ? { ...answer, breaks: 'never-answers' }
          : answer;
      },
    },
  },
  {
    name: 'hangs-up-after-refusal',
    clauses: ['8.2-back-off'],
    title: 'after a 429 the connection is closed whenever the key is sent',
    subtle: true,
    traits: {
      alter: (answer, call, service) =>
        afterRefusal(service, call) ? { ...answer, breaks: 'before' } : answer,
    },
  },
  {
    name: 'crash-after-recovery',
    clauses: ['8.2-back-off'],
    title: 'the requests after the recovery are a 500',
    subtle: true,
    traits: { alter: (answer, call, service) => (afterRefusal(service, call) ? crash : answer) },
  },
]);
