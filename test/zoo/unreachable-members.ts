import { comparing, honestCreate, honestDescribe, honestList, honestRateHeaders } from './honest-traits.ts';
import { fixedFromFirstHit, twoWindows, type MeterFactory, type Usage } from './limiters.ts';
import type { FaultyMember, FaultyRow, Family } from './member.ts';
import type { Header } from './traits.ts';

/** A faulty implementation that a polite client cannot tell from an honest one in one run, and why. */
export type UnreachableMember = FaultyMember & { readonly reason: string };

interface UnreachableRow extends FaultyRow {
  readonly family: Family;
  readonly reason: string;
}

const changing =
  (field: string, change: (value: string, usage: Usage, onConnection: number) => string) =>
  (...moment: Parameters<typeof honestRateHeaders>): readonly Header[] =>
    honestRateHeaders(...moment).map(([name, value]): Header => [
      name,
      name.endsWith(field) ? change(value, moment[0], moment[1].numberOnConnection) : value,
    ]);

/** Every request takes two, and the headers say so. */
const costingTwo: MeterFactory = (quota) => {
  const inner = fixedFromFirstHit(quota);
  return {
    ...inner,
    take: (nowMs) => {
      const first = inner.take(nowMs);
      return first.allowed ? inner.take(nowMs) : first;
    },
  };
};

const oneTooEarly: MeterFactory = (quota) => {
  const inner = fixedFromFirstHit(quota);
  return {
    ...inner,
    take: (nowMs) => {
      const before = inner.peek(nowMs);
      if (before.remaining !== 1) return inner.take(nowMs);
      return { ...before, allowed: false, waitMs: before.resetAtMs - nowMs };
    },
  };
};

const rows: readonly UnreachableRow[] = [
  {
    name: 'crash-on-delete',
    family: 'robustness',
    clauses: ['1-http-and-json'],
    title: '500 for methods that it does not know',
    reason: 'methods that could destroy data are never sent',
    traits: {
      alter: (answer, call) =>
        ['DELETE', 'PUT', 'PATCH'].includes(call.method)
          ? { status: 500, headers: [], content: { kind: 'none' } }
          : answer,
    },
  },
  {
    name: 'list-per-key',
    family: 'collections',
    clauses: ['4.1-answer-200'],
    title: 'each key sees only what it created itself, and the seed',
    reason: 'needs a second key',
    traits: {
      list: (call, service) =>
        honestList(call, service).filter((one) => one.name !== 'made with another key'),
      seed: [{ name: 'dog' }, { name: 'made with another key' }],
    },
  },
  {
    name: 'inherited-names-as-keys',
    family: 'authentication',
    clauses: ['5.3-invalid-key-401'],
    title: 'keys are looked up in a plain object, so that "constructor" is one',
    reason: 'one of countless words that would have to be tried as keys',
    traits: {
      credential: comparing((token, key) => token === key || Object.hasOwn(Object.prototype, token)),
    },
  },
  {
    name: 'wildcard-as-key',
    family: 'authentication',
    clauses: ['5.3-invalid-key-401'],
    title: 'keys are looked up with LIKE, so that % is one',
    reason: 'one of countless words that would have to be tried as keys',
    traits: { credential: comparing((token, key) => token === key || /^%+$/.test(token)) },
  },
  {
    name: 'dashes-in-keys-ignored',
    family: 'authentication',
    clauses: ['5.3-invalid-key-401'],
    title: 'dashes in keys do not count',
    reason:
      'alterations are of prefix, suffix, length and letter case; and keys may be one text in two spellings',
    traits: { credential: comparing((token, key) => token.replaceAll('-', '') === key.replaceAll('-', '')) },
  },
  {
    name: 'refuses-one-too-early',
    family: 'rate-limit-enforcement',
    clauses: ['8.1-over-the-limit-429'],
    title: '429 although the answer before said that one was left',
    reason: 'a counter that lags, or another user of the key, looks the same',
    traits: { meter: oneTooEarly },
  },
  {
    name: 'costs-two',
    family: 'rate-limit-enforcement',
    clauses: ['8-plan-free'],
    title: 'every request counts twice, which Remaining shows',
    reason: 'another user of the key looks the same',
    traits: { meter: costingTwo },
  },
  {
    name: 'day-not-limited',
    family: 'rate-limit-enforcement',
    clauses: ['8-plan-free'],
    title: 'the quota of a day is not enforced',
    reason: 'takes more requests than a run has',
    traits: { meter: twoWindows(Number.MAX_SAFE_INTEGER, 'minute') },
  },
  {
    name: 'day-too-small',
    family: 'rate-limit-enforcement',
    clauses: ['8-plan-free'],
    title: 'the quota of a day is 400',
    reason: 'takes more requests than a run has',
    traits: { meter: twoWindows(400, 'minute') },
  },
  {
    name: 'remaining-per-connection',
    family: 'rate-limit-headers',
    clauses: ['8-header-remaining'],
    title: 'Remaining starts again with each connection',
    reason: 'on one connection it is right, and on several it only rises, as refill does',
    traits: {
      rateHeaders: changing('Remaining', (_value, usage, count) => String(Math.max(0, usage.limit - count))),
    },
  },
  {
    name: 'reset-local-time-ahead',
    family: 'rate-limit-headers',
    clauses: ['8-header-reset'],
    title: 'Reset is a local time two hours ahead, taken for UTC',
    reason: 'lies within the day that a window may last',
    traits: { rateHeaders: changing('Reset', (value) => String(Number(value) + 7200)) },
  },
  {
    name: 'text-cut-at-65535',
    family: 'collections',
    clauses: ['4.2-answer-201'],
    title: 'texts are cut after 65,535 characters',
    reason: 'longer than any text that is sent',
    traits: {
      keep: ({ name, ...rest }) => ({
        ...rest,
        name: typeof name === 'string' ? name.slice(0, 65_535) : name,
      }),
    },
  },
  {
    name: 'first-thousand-only',
    family: 'collections',
    clauses: ['4.1-answer-200'],
    title: 'the list shows the first thousand',
    reason: 'the catalogue would have to be that large',
    traits: { list: (call, service) => honestList(call, service).slice(0, 1000) },
  },
  {
    name: 'forgets-after-a-day',
    family: 'collections',
    clauses: ['4.2-answer-201'],
    title: 'what was created is gone after a day',
    reason: 'takes longer than a run',
    traits: {
      list: (call, service) =>
        honestList(call, service).filter(
          (one) => one.createdAtMs < 0 || one.createdAtMs > service.now() - 86_400_000,
        ),
    },
  },
  {
    name: 'id-repeated-at-200',
    family: 'collections',
    clauses: ['2-category-id'],
    title: 'the two-hundredth id is given twice',
    reason: 'takes more creations than a run makes',
    traits: {
      create: (input, call, service) => {
        const category = honestCreate(input, call, service);
        return service.categories.length < 200 ? category : { ...category, id: 199n };
      },
    },
  },
  {
    name: 'one-word-censored',
    family: 'collections',
    clauses: ['4.2-answer-201'],
    title: 'the text "Scunthorpe" is shown as stars',
    reason: 'one of countless texts that would have to be tried',
    traits: {
      describe: (category, where, service) =>
        honestDescribe(
          {
            ...category,
            name:
              typeof category.name === 'string' ? category.name.replace('Scunthorpe', '***') : category.name,
          },
          where,
          service,
        ),
    },
  },
];

/** Kept apart: what no run within the budget can blame, so that nobody reads the score as more than it is. */
export const unreachableMembers: readonly UnreachableMember[] = rows.map((row) => ({
  ...row,
  kind: 'faulty',
}));
