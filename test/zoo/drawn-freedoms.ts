import fc from 'fast-check';
import { anyCharacter } from '../any-character.ts';
import {
  blocking,
  extending,
  fixedAligned,
  gcra,
  lateCounting,
  nodes,
  slidingCounter,
  slidingLog,
  steppedBucket,
  tokenBucket,
  twoWindows,
  type MeterFactory,
} from './limiters.ts';
import type { ConformingMember } from './member.ts';
import type { Call, NewCategory, Stage, Traits } from './traits.ts';

/** More ids than any run makes. */
const MOST_IDS = 1_000_000n;
const LEAST_ID = -(2n ** 63n);
const GREATEST_ID = 2n ** 63n - 1n;

function drawn<T>(
  what: string,
  values: fc.Arbitrary<T>,
  traits: (value: T) => Partial<Traits>,
  text: (value: T) => string = (value) => JSON.stringify(value),
): fc.Arbitrary<ConformingMember> {
  return values.map((value) => ({
    kind: 'conforming',
    family: 'drawn',
    name: `${what}(${text(value)})`,
    title: `${what}: ${text(value)}`,
    traits: traits(value),
  }));
}

const ids = drawn(
  'ids',
  fc
    .record({
      start: fc.bigInt({ min: LEAST_ID, max: GREATEST_ID }),
      step: fc.bigInt({ min: 1n, max: 1_000n }),
    })
    .map(({ start, step }) => ({ start, step: start + step * MOST_IDS > GREATEST_ID ? -step : step })),
  ({ start, step }) => ({ nextId: (service) => start + step * BigInt(service.tally('id')) }),
  ({ start, step }) => `from ${start} by ${step}`,
);

const latency = drawn(
  'latency',
  fc.record({ leastMs: fc.nat({ max: 120 }), jitterMs: fc.nat({ max: 120 }) }),
  ({ leastMs, jitterMs }) => ({ latencyMs: (_call, service) => leastMs + service.random() * jitterMs }),
);

const clocks = drawn(
  'clocks',
  fc.record({
    offsetMs: fc.integer({ min: -1_800_000, max: 1_800_000 }),
    nodes: fc.integer({ min: 1, max: 4 }),
    apartMs: fc.nat({ max: 300 }),
  }),
  ({ offsetMs, nodes: count, apartMs }) => ({
    clockOffsetMs: (call) => offsetMs + (call.number % count) * apartMs,
  }),
);

type RetryAfter = { readonly form: 'seconds' | 'padded' | 'date'; readonly extraS: number };

const retryAfter = drawn(
  'retry-after',
  fc.record<RetryAfter>({
    form: fc.constantFrom('seconds', 'padded', 'date'),
    extraS: fc.nat({ max: 30 }),
  }),
  ({ form, extraS }) => ({
    retryAfter: (waitMs, nowMs) => {
      const seconds = Math.max(1, Math.ceil(waitMs / 1000)) + extraS;
      switch (form) {
        case 'seconds':
          return String(seconds);
        case 'padded':
          return String(seconds).padStart(6, '0');
        case 'date':
          return new Date(Math.ceil((nowMs + waitMs) / 1000 + extraS) * 1000).toUTCString();
      }
    },
  }),
);

const inLetterCase = (text: string, mask: number): string =>
  Array.from(text)
    .map((letter, index) => ((mask >> (index % 16)) & 1 ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');

const headerCase = drawn('header-case', fc.nat({ max: 65_535 }), (mask) => ({
  headerName: (name) => inLetterCase(name, mask),
}));

const mediaType = drawn(
  'media-type',
  fc
    .record({
      mask: fc.nat({ max: 65_535 }),
      parameters: fc.subarray(['charset=utf-8', 'charset="UTF-8"', 'profile="a;b=c"', 'v=1']),
      separator: fc.constantFrom(';', '; ', ' ;', ' ; '),
    })
    .map(({ mask, parameters, separator }) =>
      [inLetterCase('application/json', mask), ...parameters].join(separator),
    ),
  (type) => ({ mediaType: type }),
);

const stages: readonly Stage[] = ['limit', 'authenticate', 'route', 'read'];
const order = drawn('order', fc.shuffledSubarray([...stages], { minLength: 4 }), (drawnOrder) => ({
  order: drawnOrder,
}));

const transport = drawn(
  'transport',
  fc.constantFrom<Traits['transport']>(
    'chunked',
    'connection-close',
    'close-delimited',
    'http-1.0',
    'http-1.0-close-delimited',
  ),
  (kind) => ({ transport: kind }),
);

type MediaTypePolicy = Traits['wrongMediaType'];

const statuses = drawn(
  'statuses',
  fc.record<Pick<Traits, 'wrongMediaType' | 'missingMediaType' | 'tooLargeStatus' | 'emptyTokenStatus'>>({
    wrongMediaType: fc.constantFrom<MediaTypePolicy>('accept', 400, 415),
    missingMediaType: fc.constantFrom<MediaTypePolicy>('accept', 400, 415),
    tooLargeStatus: fc.constantFrom(400, 413),
    emptyTokenStatus: fc.constantFrom(400, 401),
  }),
  (values) => values,
);

const texts = drawn(
  'texts',
  fc.record({
    mostName: fc.integer({ min: 40, max: 6_000 }),
    mostDescription: fc.integer({ min: 60, max: 6_000 }),
    refuses: fc.subarray([
      '^\\s*$',
      '^$',
      '\\p{Cc}',
      '[<>]',
      '[^ -~]',
      '\\p{Extended_Pictographic}',
      '\\p{Cf}',
    ]),
  }),
  ({ mostName, mostDescription, refuses }) => ({
    textProblem: (member, text) =>
      text.length > (member === 'name' ? mostName : mostDescription) ||
      refuses.some((pattern) => new RegExp(pattern, 'u').test(text))
        ? 'does not please'
        : undefined,
  }),
);

const bodySize = drawn('body-size', fc.integer({ min: 8_000, max: 3_000_000 }), (maxBodyBytes) => ({
  maxBodyBytes,
}));

const entries = drawn(
  'entries',
  fc.array(
    fc.record<NewCategory>(
      { name: fc.string({ unit: anyCharacter, maxLength: 30 }), description: fc.string({ maxLength: 60 }) },
      { requiredKeys: ['name'] },
    ),
    { maxLength: 40 },
  ),
  (seed) => ({ seed }),
  (seed) => `${seed.length} of them`,
);

const lag = drawn('lag', fc.integer({ min: 1, max: 900 }), (lagMs) => ({ lagMs }));

const meters: Readonly<Record<string, MeterFactory>> = {
  fixedAligned,
  'slidingLog oldest-leaves': slidingLog('oldest-leaves'),
  'slidingLog all-left': slidingLog('all-left'),
  slidingCounter,
  'tokenBucket next-token': tokenBucket('next-token'),
  'tokenBucket full': tokenBucket('full'),
  steppedBucket,
  gcra,
  blocking,
  extending,
};

const meter = drawn('meter', fc.constantFrom(...Object.keys(meters)), (name) => ({
  meter: meters[name] ?? fixedAligned,
}));

const days = drawn(
  'days',
  fc.record({
    shown: fc.constantFrom('minute', 'day', 'tightest', 'refusing'),
    usedToday: fc.nat({ max: 850 }),
  }),
  ({ shown, usedToday }) => ({ meter: twoWindows(1000, shown, usedToday) }),
);

const severalNodes = drawn(
  'nodes',
  fc.record({
    count: fc.integer({ min: 2, max: 3 }),
    name: fc.constantFrom('fixedAligned', 'tokenBucket full'),
  }),
  ({ count, name }) => ({ meter: nodes(count, meters[name] ?? fixedAligned) }),
);

const late = drawn('late-counting', fc.integer({ min: 1, max: 60 }), (lagMs) => ({
  meter: lateCounting(lagMs),
}));

const withoutKey = drawn(
  'allowance-without-key',
  fc.integer({ min: 3, max: 200 }),
  (allowanceWithoutKey) => ({
    allowanceWithoutKey,
  }),
);

const uncounted: Readonly<Record<string, (call: Call) => boolean>> = {
  'HEAD and OPTIONS': ({ method }) => method === 'HEAD' || method === 'OPTIONS',
  'other paths': ({ operation }) => operation === undefined,
  'without a valid key': ({ credential }) => credential !== 'valid',
  'named operations': ({ operation }) => operation === 'getPet' || operation === 'listOrders',
};

const counting = drawn('not-counted', fc.subarray(Object.keys(uncounted)), (names) => ({
  counts: (call) => !names.some((name) => uncounted[name]?.(call)),
}));

const refunds = drawn('refunds', fc.subarray([201, 400, 401, 404, 405, 413, 415]), (given) => ({
  refunds: (status) => given.includes(status),
}));

const basePath = drawn(
  'base-path',
  fc.array(fc.constantFrom('api', 'pets', 'eu-1', 'a.b', '~x', 'v2'), { maxLength: 3 }),
  (segments) => ({ basePath: ['', ...segments, 'v1'].join('/') }),
);

const reading = drawn(
  'reading',
  fc.record<Pick<Traits, 'unknownMembers' | 'assignedId' | 'repeatedMembers' | 'trailingSlash' | 'head'>>({
    unknownMembers: fc.constantFrom('ignore', 'refuse', 'keep'),
    assignedId: fc.constantFrom('ignore', 'refuse'),
    repeatedMembers: fc.constantFrom('last', 'refuse'),
    trailingSlash: fc.constantFrom('same', 'not-found'),
    head: fc.constantFrom('as-get', 'wrong-method'),
  }),
  (values) => values,
);

const extraHeaders = drawn(
  'extra-headers',
  fc.array(
    fc.tuple(
      fc.constantFrom(
        'ETag',
        'Vary',
        'Server',
        'X-Powered-By',
        'Age',
        'Strict-Transport-Security',
        'X-Limit',
      ),
      fc.constantFrom('W/"1"', '*', 'a, b', '', 'max-age=0', '17'),
    ),
    { maxLength: 8 },
  ),
  (lines) => ({ extraHeaders: () => lines }),
);

/** Freedoms of which the conforming members are samples, with parameters anywhere in their range. */
export const drawnFreedoms: readonly fc.Arbitrary<ConformingMember>[] = [
  ids,
  latency,
  clocks,
  retryAfter,
  headerCase,
  mediaType,
  order,
  transport,
  statuses,
  texts,
  bodySize,
  entries,
  lag,
  meter,
  days,
  severalNodes,
  late,
  withoutKey,
  counting,
  refunds,
  basePath,
  reading,
  extraHeaders,
];
