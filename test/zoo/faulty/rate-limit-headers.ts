import { honestRateHeaders } from '../honest-traits.ts';
import { faulty, type FaultyMember, type FaultyRow } from '../member.ts';
import { slidingLog, type Usage } from '../limiters.ts';
import type { Answer, Call, Header, Service, Traits } from '../traits.ts';

type Field = 'Limit' | 'Remaining' | 'Reset';

interface Moment {
  readonly usage: Usage;
  readonly call: Call;
  readonly answer: Answer;
  readonly service: Service;
  /** Unix time of the service's own clock, in milliseconds. */
  readonly nowMs: number;
}

type When = (moment: Moment) => boolean;

const fields: readonly Field[] = ['Limit', 'Remaining', 'Reset'];
const always: When = () => true;
const status =
  (...statuses: readonly number[]): When =>
  ({ answer }) =>
    statuses.includes(answer.status);
const method =
  (name: string): When =>
  ({ call }) =>
    call.method === name;
const both =
  (one: When, other: When): When =>
  (moment) =>
    one(moment) && other(moment);
const ofNamed: When = ({ call }) => call.operation === 'getPet' || call.operation === 'listOrders';
const ofOperation =
  (operation: Call['operation']): When =>
  ({ call }) =>
    call.operation === operation;
const keyless: When = ({ call }) => call.credential !== 'valid';
const unreadable: When = ({ answer, call }) => {
  if (answer.status !== 400) return false;
  try {
    JSON.parse(call.body.toString());
    return false;
  } catch {
    return true;
  }
};

/** Writes the values of one header in another way; an empty list leaves it out. */
const writing =
  (
    field: Field,
    values: (value: string, moment: Moment) => readonly string[],
    when: When = always,
  ): Traits['rateHeaders'] =>
  (usage, call, answer, service) => {
    const nowMs = service.now() + service.traits.clockOffsetMs(call);
    const moment = { usage, call, answer, service, nowMs };
    const honest = honestRateHeaders(usage, call, answer, service);
    if (!when(moment)) return honest;
    return honest.flatMap(([name, value]): Header[] =>
      name === `X-RateLimit-${field}`
        ? values(value, moment).map((own): Header => [name, own])
        : [[name, value]],
    );
  };

const value = (
  field: Field,
  change: (value: string, moment: Moment) => string,
  when?: When,
): Traits['rateHeaders'] => writing(field, (old, moment) => [change(old, moment)], when);

const leavingOut = (left: readonly Field[], when: When = always): Traits['rateHeaders'] => {
  return (usage, call, answer, service) => {
    const honest = honestRateHeaders(usage, call, answer, service);
    const nowMs = service.now();
    if (!when({ usage, call, answer, service, nowMs })) return honest;
    return honest.filter(([name]) => !left.some((field) => name === `X-RateLimit-${field}`));
  };
};

const renaming = (name: (old: string) => string): Traits['rateHeaders'] => {
  return (...moment) => honestRateHeaders(...moment).map(([old, own]): Header => [name(old), own]);
};

const later =
  (seconds: number): ((value: string) => string) =>
  (old) =>
    String(Number(old) + seconds);

const missingAlways: readonly FaultyRow[] = fields.map((field): FaultyRow => ({
  name: `${field.toLowerCase()}-missing`,
  clauses: ['8-headers-everywhere'],
  title: `no X-RateLimit-${field}`,
  traits: { rateHeaders: leavingOut([field]) },
}));

const missingOnStatus: readonly FaultyRow[] = [200, 201, 400, 401].flatMap((code) => [
  {
    name: `headers-missing-on-${code}`,
    clauses: ['8-headers-everywhere'],
    title: `no rate-limit headers on a ${code}`,
    traits: { rateHeaders: leavingOut(fields, status(code)) },
  },
  ...fields.map((field): FaultyRow => ({
    name: `${field.toLowerCase()}-missing-on-${code}`,
    clauses: ['8-headers-everywhere'],
    title: `no X-RateLimit-${field} on a ${code}`,
    subtle: true,
    traits: { rateHeaders: leavingOut([field], status(code)) },
  })),
]);

const repeated: readonly FaultyRow[] = fields.map((field): FaultyRow => ({
  name: `${field.toLowerCase()}-repeated`,
  clauses: ['HTTP-single-fields', '8-headers-everywhere'],
  title: `two lines of X-RateLimit-${field}, from gateway and service`,
  traits: { rateHeaders: writing(field, (old) => [old, String(Number(old) + 940)]) },
}));

export const rateLimitHeaderFaults: readonly FaultyMember[] = faulty('rate-limit-headers', [
  {
    name: 'none-on-named-operations',
    clauses: ['8-headers-everywhere', '1-orders-named'],
    title: 'no headers on the operations that are only named',
    traits: { rateHeaders: leavingOut(fields, ofNamed) },
  },
  ...fields.map((field): FaultyRow => ({
    name: `${field.toLowerCase()}-missing-on-named-operations`,
    clauses: ['8-headers-everywhere'],
    title: `no ${field} on the operations that are only named`,
    subtle: true,
    traits: { rateHeaders: leavingOut([field], ofNamed) },
  })),
  {
    name: 'remaining-missing-on-orders',
    clauses: ['8-headers-everywhere', '4.3-orders'],
    title: 'no Remaining on the orders',
    subtle: true,
    traits: { rateHeaders: leavingOut(['Remaining'], ofOperation('listOrders')) },
  },
  {
    name: 'reset-missing-on-pets-that-are-not-there',
    clauses: ['8-headers-everywhere', '4.3-pet-by-id'],
    title: 'no Reset on the 404 of a pet',
    subtle: true,
    traits: { rateHeaders: leavingOut(['Reset'], both(status(404), ofOperation('getPet'))) },
  },
  ...missingAlways,
  ...missingOnStatus,
  ...repeated,
  {
    name: 'headers-missing',
    clauses: ['8-headers-everywhere'],
    title: 'no rate-limit headers at all',
    traits: { rateHeaders: () => [] },
  },
  {
    name: 'headers-missing-on-get',
    clauses: ['8-headers-everywhere'],
    title: 'no rate-limit headers on reading, with or without a key',
    traits: { rateHeaders: leavingOut(fields, method('GET')) },
  },
  {
    name: 'headers-missing-on-post',
    clauses: ['8-headers-everywhere'],
    title: 'no rate-limit headers on creating, with or without a key',
    traits: { rateHeaders: leavingOut(fields, method('POST')) },
  },
  {
    name: 'reset-missing-on-post',
    clauses: ['8-headers-everywhere'],
    title: 'no Reset on creating',
    subtle: true,
    traits: { rateHeaders: leavingOut(['Reset'], method('POST')) },
  },
  {
    name: 'headers-missing-on-list-401',
    clauses: ['8-headers-everywhere'],
    title: 'no rate-limit headers on a 401 to a list',
    subtle: true,
    traits: { rateHeaders: leavingOut(fields, both(status(401), method('GET'))) },
  },
  {
    name: 'headers-missing-on-create-401',
    clauses: ['8-headers-everywhere'],
    title: 'no rate-limit headers on a 401 to a request to create',
    subtle: true,
    traits: { rateHeaders: leavingOut(fields, both(status(401), method('POST'))) },
  },
  {
    name: 'headers-missing-without-authorization',
    clauses: ['8-headers-everywhere'],
    title: 'no rate-limit headers for a request without Authorization',
    subtle: true,
    traits: {
      rateHeaders: leavingOut(fields, ({ call }) => call.headers['authorization'] === undefined),
    },
  },
  {
    name: 'headers-missing-on-malformed',
    clauses: ['8-headers-everywhere'],
    title: 'no rate-limit headers when the parser refuses, ahead of the limiter',
    subtle: true,
    traits: { rateHeaders: leavingOut(fields, unreadable) },
  },
  {
    name: 'headers-missing-on-invalid',
    clauses: ['8-headers-everywhere'],
    title: 'no rate-limit headers when the validation refuses',
    subtle: true,
    traits: {
      rateHeaders: leavingOut(fields, (moment) => moment.answer.status === 400 && !unreadable(moment)),
    },
  },
  {
    name: 'headers-missing-at-times',
    clauses: ['8-headers-everywhere'],
    title: 'one node of four sends no rate-limit headers',
    subtle: true,
    traits: { rateHeaders: leavingOut(fields, ({ call }) => call.number % 4 === 3) },
  },
  {
    name: 'headers-missing-on-reused-connection',
    clauses: ['8-headers-everywhere'],
    title: 'rate-limit headers only on the first answer of a connection',
    subtle: true,
    traits: { rateHeaders: leavingOut(fields, ({ call }) => call.numberOnConnection > 1) },
  },
  {
    name: 'headers-of-the-draft-only',
    clauses: ['8-headers-everywhere'],
    title: 'RateLimit-Limit instead of X-RateLimit-Limit, and so on',
    traits: { rateHeaders: renaming((name) => name.replace('X-', '')) },
  },
  {
    name: 'headers-with-another-dash',
    clauses: ['8-headers-everywhere'],
    title: 'X-Rate-Limit-Limit instead of X-RateLimit-Limit, and so on',
    traits: { rateHeaders: renaming((name) => name.replace('RateLimit', 'Rate-Limit')) },
  },
  {
    name: 'headers-swapped',
    clauses: ['8-header-limit', '8-header-remaining'],
    title: 'Limit and Remaining are swapped',
    traits: {
      rateHeaders: renaming((name) =>
        name.endsWith('-Limit')
          ? 'X-RateLimit-Remaining'
          : name.endsWith('-Remaining')
            ? 'X-RateLimit-Limit'
            : name,
      ),
    },
  },
  {
    name: 'headers-undefined-without-key',
    clauses: ['8-header-limit', '8-header-remaining', '8-header-reset'],
    title: 'undefined and NaN in the headers of a 401',
    traits: {
      rateHeaders: (usage, call, answer, service) =>
        call.credential === 'valid'
          ? honestRateHeaders(usage, call, answer, service)
          : [
              ['X-RateLimit-Limit', 'undefined'],
              ['X-RateLimit-Remaining', 'NaN'],
              ['X-RateLimit-Reset', 'NaN'],
            ],
    },
  },
  {
    name: 'limit-word',
    clauses: ['8-header-limit'],
    title: 'Limit is a word',
    traits: { rateHeaders: value('Limit', () => 'sixty') },
  },
  {
    name: 'limit-with-unit',
    clauses: ['8-header-limit'],
    title: 'Limit is 60/min',
    traits: { rateHeaders: value('Limit', (old) => `${old}/min`) },
  },
  {
    name: 'limit-list',
    clauses: ['8-header-limit'],
    title: 'Limit is a list with windows, as of a mesh',
    traits: { rateHeaders: value('Limit', (old) => `${old}, ${old};w=60, 1000;w=86400`) },
  },
  {
    name: 'limit-quoted',
    clauses: ['8-header-limit'],
    title: 'Limit is in quotes',
    traits: { rateHeaders: value('Limit', (old) => `"${old}"`) },
  },
  {
    name: 'limit-decimal',
    clauses: ['8-header-limit'],
    title: 'Limit is 60.0',
    traits: { rateHeaders: value('Limit', (old) => `${old}.0`) },
  },
  {
    name: 'limit-empty',
    clauses: ['8-header-limit'],
    title: 'Limit is empty',
    traits: { rateHeaders: value('Limit', () => '') },
  },
  {
    name: 'limit-of-no-plan',
    clauses: ['8-plan-free', '8-header-limit'],
    title: 'Limit is 100, which no plan has',
    traits: { rateHeaders: value('Limit', () => '100') },
  },
  {
    name: 'limit-of-no-plan-on-post',
    clauses: ['8-plan-free', '8-header-limit'],
    title: 'Limit is 120 on a creation, which no plan has',
    subtle: true,
    traits: { rateHeaders: value('Limit', () => '120', status(201)) },
  },
  {
    name: 'limit-of-pro',
    clauses: ['8-plan-free', '8-header-limit'],
    title: 'Limit is the one of another plan',
    traits: {
      rateHeaders: value(
        'Limit',
        () => '300',
        (moment) => !keyless(moment),
      ),
    },
  },
  {
    name: 'limit-of-pro-on-400',
    clauses: ['8-plan-free', '8-header-limit'],
    title: 'Limit on a 400 is the one of another plan',
    subtle: true,
    traits: { rateHeaders: value('Limit', () => '300', status(400)) },
  },
  {
    name: 'limit-zero',
    clauses: ['8-header-limit'],
    title: 'Limit is 0',
    traits: { rateHeaders: value('Limit', () => '0') },
  },
  {
    name: 'limit-zero-without-key',
    clauses: ['8-header-limit'],
    title: 'Limit is 0 on a 401',
    subtle: true,
    traits: { rateHeaders: value('Limit', () => '0', status(401)) },
  },
  {
    name: 'limit-negative',
    clauses: ['8-header-limit'],
    title: 'Limit is -1, for none',
    traits: { rateHeaders: value('Limit', () => '-1') },
  },
  {
    name: 'limit-one-off',
    clauses: ['8-plan-free', '8-header-limit'],
    title: 'Limit is one too small',
    subtle: true,
    traits: { rateHeaders: value('Limit', (old) => String(Number(old) - 1)) },
  },
  {
    name: 'limit-shrinks',
    clauses: ['8-header-limit', '8-plan-free'],
    title: 'Limit is what remains',
    traits: { rateHeaders: value('Limit', (_old, { usage }) => String(usage.remaining)) },
  },
  {
    name: 'remaining-constant',
    clauses: ['8-header-remaining'],
    title: 'Remaining never changes',
    traits: { rateHeaders: value('Remaining', (_old, { usage }) => String(usage.limit - 1)) },
  },
  {
    name: 'remaining-zero',
    clauses: ['8-header-remaining'],
    title: 'Remaining is always 0',
    traits: { rateHeaders: value('Remaining', () => '0') },
  },
  {
    name: 'remaining-counts-up',
    clauses: ['8-header-remaining'],
    title: 'Remaining is what was used',
    traits: { rateHeaders: value('Remaining', (_old, { usage }) => String(usage.limit - usage.remaining)) },
  },
  {
    name: 'remaining-counts-up-unevenly',
    clauses: ['8-header-remaining'],
    title:
      'Remaining is what was used; answers take up to 80 ms, and Reset is when all requests have left a log',
    subtle: true,
    traits: {
      meter: slidingLog('all-left'),
      latencyMs: (_call, service) => service.random() * 80,
      rateHeaders: value('Remaining', (_old, { usage }) => String(usage.limit - usage.remaining)),
    },
  },
  {
    name: 'reading-uncounted',
    clauses: ['8-header-remaining', '7.2-status-429'],
    title: 'what reads is not counted',
    subtle: true,
    traits: { counts: (call) => call.method !== 'GET' },
  },
  {
    name: 'remaining-random',
    clauses: ['8-header-remaining'],
    title: 'Remaining is drawn by lot',
    traits: {
      rateHeaders: value('Remaining', (_old, { usage, service }) =>
        String(Math.floor(service.random() * usage.limit)),
      ),
    },
  },
  {
    name: 'remaining-above-limit',
    clauses: ['8-header-remaining'],
    title: 'Remaining is above Limit',
    traits: { rateHeaders: value('Remaining', (old) => String(Number(old) + 940)) },
  },
  {
    name: 'remaining-above-limit-without-key',
    clauses: ['8-header-remaining'],
    title: 'Remaining is above Limit on a 401',
    subtle: true,
    traits: { rateHeaders: value('Remaining', (old) => String(Number(old) + 940), status(401)) },
  },
  {
    name: 'remaining-negative',
    clauses: ['8-header-remaining'],
    title: 'Remaining is negative',
    traits: { rateHeaders: value('Remaining', (old) => `-${old}`) },
  },
  {
    name: 'remaining-minus-one-without-key',
    clauses: ['8-header-remaining'],
    title: 'Remaining is -1 on a 401',
    subtle: true,
    traits: { rateHeaders: value('Remaining', () => '-1', status(401)) },
  },
  {
    name: 'remaining-below-zero-at-the-end',
    clauses: ['8-header-remaining'],
    title: 'Remaining is shown five too low, and negative near the end of the window',
    subtle: true,
    traits: { rateHeaders: value('Remaining', (old) => String(Number(old) - 5)) },
  },
  {
    name: 'remaining-decimal',
    clauses: ['8-header-remaining'],
    title: 'Remaining has a fraction, as of a token bucket',
    traits: { rateHeaders: value('Remaining', (old) => `${old}.25`) },
  },
  {
    name: 'remaining-decimal-on-400',
    clauses: ['8-header-remaining'],
    title: 'Remaining has a fraction on a 400, which costs half',
    subtle: true,
    traits: { rateHeaders: value('Remaining', (old) => `${old}.5`, status(400)) },
  },
  {
    name: 'remaining-percent',
    clauses: ['8-header-remaining'],
    title: 'Remaining is a percentage',
    traits: {
      rateHeaders: value(
        'Remaining',
        (_old, { usage }) => `${Math.round((usage.remaining / usage.limit) * 100)}%`,
      ),
    },
  },
  {
    name: 'remaining-of-limit',
    clauses: ['8-header-remaining'],
    title: 'Remaining is written as 42/60',
    traits: { rateHeaders: value('Remaining', (old, { usage }) => `${old}/${usage.limit}`) },
  },
  {
    name: 'remaining-empty-on-201',
    clauses: ['8-header-remaining'],
    title: 'Remaining is empty on a 201',
    subtle: true,
    traits: { rateHeaders: value('Remaining', () => '', status(201)) },
  },
  {
    name: 'reset-delta',
    clauses: ['8-header-reset'],
    title: 'Reset is the number of seconds to go',
    traits: {
      rateHeaders: value('Reset', (_old, { usage, service }) =>
        String(Math.ceil((usage.resetAtMs - service.now()) / 1000)),
      ),
    },
  },
  {
    name: 'reset-delta-on-400',
    clauses: ['8-header-reset'],
    title: 'Reset on a 400 is the number of seconds to go',
    subtle: true,
    traits: {
      rateHeaders: value(
        'Reset',
        (_old, { usage, service }) => String(Math.ceil((usage.resetAtMs - service.now()) / 1000)),
        status(400),
      ),
    },
  },
  {
    name: 'reset-milliseconds',
    clauses: ['8-header-reset'],
    title: 'Reset is in milliseconds',
    traits: { rateHeaders: value('Reset', (old) => `${old}000`) },
  },
  {
    name: 'reset-milliseconds-on-201',
    clauses: ['8-header-reset'],
    title: 'Reset on a 201 is in milliseconds',
    subtle: true,
    traits: { rateHeaders: value('Reset', (old) => `${old}000`, status(201)) },
  },
  {
    name: 'reset-nanoseconds',
    clauses: ['8-header-reset'],
    title: 'Reset is in nanoseconds',
    traits: { rateHeaders: value('Reset', (old) => `${old}000000000`) },
  },
  {
    name: 'reset-http-date',
    clauses: ['8-header-reset'],
    title: 'Reset is an HTTP-date',
    traits: { rateHeaders: value('Reset', (old) => new Date(Number(old) * 1000).toUTCString()) },
  },
  {
    name: 'reset-iso-date',
    clauses: ['8-header-reset'],
    title: 'Reset is a date of ISO 8601',
    traits: { rateHeaders: value('Reset', (old) => new Date(Number(old) * 1000).toISOString()) },
  },
  {
    name: 'reset-decimal',
    clauses: ['8-header-reset'],
    title: 'Reset has a fraction',
    traits: { rateHeaders: value('Reset', (_old, { usage }) => String(usage.resetAtMs / 1000 + 0.5)) },
  },
  {
    name: 'reset-zero',
    clauses: ['8-header-reset'],
    title: 'Reset is 0',
    traits: { rateHeaders: value('Reset', () => '0') },
  },
  {
    name: 'reset-zero-without-key',
    clauses: ['8-header-reset'],
    title: 'Reset is 0 on a 401',
    subtle: true,
    traits: { rateHeaders: value('Reset', () => '0', status(401)) },
  },
  {
    name: 'reset-a-minute-ago',
    clauses: ['8-header-reset'],
    title: 'Reset is the start of the window',
    traits: { rateHeaders: value('Reset', (_old, { nowMs }) => String(Math.floor(nowMs / 1000) - 30)) },
  },
  {
    name: 'reset-at-start',
    clauses: ['8-header-reset'],
    title: 'Reset is the time at which the service was started',
    subtle: true,
    traits: {
      rateHeaders: value('Reset', (_old, { nowMs, service }) => {
        const known = service.memory.get('started');
        if (known === undefined) service.memory.set('started', nowMs - 600_000);
        return String(Math.floor(Number(service.memory.get('started')) / 1000));
      }),
    },
  },
  {
    name: 'reset-local-time',
    clauses: ['8-header-reset'],
    title: 'Reset is a local time five hours behind, taken for UTC',
    traits: { rateHeaders: value('Reset', later(-18_000)) },
  },
  {
    name: 'reset-next-year',
    clauses: ['8-header-reset'],
    title: 'Reset is in a year',
    traits: { rateHeaders: value('Reset', later(31_536_000)) },
  },
  {
    name: 'reset-next-month',
    clauses: ['8-header-reset'],
    title: 'Reset on a 200 is in thirty days, as for a monthly plan',
    subtle: true,
    traits: { rateHeaders: value('Reset', later(2_592_000), status(200)) },
  },
  {
    name: 'reset-negative',
    clauses: ['8-header-reset'],
    title: 'Reset is -1',
    traits: { rateHeaders: value('Reset', () => '-1') },
  },
  {
    name: 'reset-infinity',
    clauses: ['8-header-reset'],
    title: 'Reset is Infinity on a 401',
    traits: { rateHeaders: value('Reset', () => 'Infinity', keyless) },
  },
  {
    name: 'reset-five-minutes-ago-on-400',
    clauses: ['8-header-reset'],
    title: 'Reset on a 400 is five minutes ago',
    subtle: true,
    traits: {
      rateHeaders: value('Reset', (_old, { nowMs }) => String(Math.floor(nowMs / 1000) - 300), status(400)),
    },
  },
  {
    name: 'reset-hexadecimal',
    clauses: ['8-header-reset'],
    title: 'Reset is in hexadecimal digits',
    traits: { rateHeaders: value('Reset', (old) => `0x${Number(old).toString(16)}`) },
  },
  {
    name: 'reset-missing-at-first',
    clauses: ['8-headers-everywhere'],
    title: 'no Reset on the first answer of a window',
    subtle: true,
    traits: {
      rateHeaders: writing(
        'Reset',
        () => [],
        ({ usage }) => usage.remaining >= usage.limit - 1,
      ),
    },
  },
]);
