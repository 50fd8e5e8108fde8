import type { Quota } from '../../interface/model.ts';
import { type Charge, MAX_ACCOUNTS, type RequestLimiter, tightest, type WindowView } from '../limiter.ts';
import type { ChargeTold } from './step.ts';

/** An account to be charged, and the quotas of the request. */
export type Asked = { readonly name: string; readonly quotas: readonly Quota[] };

/**
 * The face of a limiter that counts elsewhere. Stages ask it without waiting, so they are asked twice: first for what they
 * would charge, and again once that was charged. What it shows of accounts is what this mock heard of them last.
 */
export type SharedLimiter = RequestLimiter & {
  /** What `charge` asks for; `undefined` where it asks for nothing. */
  readonly asked: (charge: () => Charge) => Asked | undefined;
  /** What `charge` returns now that this was counted. */
  readonly counted: (asked: Asked, told: ChargeTold, charge: () => Charge) => Charge;
};

export type SharedLimiterOptions = {
  readonly now: () => number;
  /** Passes on that a refused caller was told another time than its refusal had. */
  readonly pass: (name: string, retryAt: number) => void;
};

type Heard = {
  readonly windows: readonly WindowView[];
  readonly retryAt: number;
  readonly bannedUntil: number | undefined;
};

const UNLIMITED: Charge = { kind: 'unlimited' };

function chargeOf({ quotas }: Asked, { kind, retryAt, windows }: ChargeTold): Charge {
  const measured = windows.flatMap((window, at) => {
    const quota = quotas[at];
    return quota === undefined ? [] : [{ quota, ...window }];
  });
  const window = tightest(measured);
  switch (kind) {
    case 'accepted':
      return { kind, window };
    case 'limit':
      return { kind: 'refused', window, retryAt, reason: kind };
    case 'ban':
      return { kind: 'refused', window: { ...window, remaining: 0 }, retryAt, reason: kind };
  }
}

export function createSharedLimiter({ now, pass }: SharedLimiterOptions): SharedLimiter {
  const heard = new Map<string, Heard>();
  let question: Asked | undefined;
  let given: Charge | undefined;
  let refused = 0;
  let bans = 0;

  function note({ name, quotas }: Asked, { kind, retryAt, windows, banned }: ChargeTold): void {
    const views = quotas.map((quota, at) => ({
      quota,
      remaining: windows[at]?.remaining ?? quota.limit,
      resetAt: windows[at]?.resetAt ?? now(),
    }));
    heard.delete(name);
    heard.set(name, { windows: views, retryAt, bannedUntil: kind === 'ban' ? retryAt : undefined });
    const [oldest] = heard.keys();
    if (heard.size > MAX_ACCOUNTS && oldest !== undefined) heard.delete(oldest);
    if (kind !== 'accepted') refused += 1;
    if (banned) bans += 1;
  }
  return {
    take(name, quotas) {
      if (quotas.length === 0) return UNLIMITED;
      question ??= { name, quotas };
      return given ?? UNLIMITED;
    },
    asked(charge) {
      question = undefined;
      charge();
      return question;
    },
    counted(asked, told, charge) {
      note(asked, told);
      given = chargeOf(asked, told);
      try {
        return charge();
      } finally {
        given = undefined;
      }
    },
    told(name, retryAt) {
      if (retryAt < (heard.get(name)?.retryAt ?? Number.NEGATIVE_INFINITY)) pass(name, retryAt);
    },
    tally: () => ({ callers: heard.size, refused, bans }),
    latest: (most) => [...heard.keys()].slice(-most).reverse(),
    view(name) {
      const found = heard.get(name);
      if (found === undefined) return undefined;
      const { windows, bannedUntil } = found;
      return {
        windows: windows.map((window) =>
          window.resetAt > now() ? window : { ...window, remaining: window.quota.limit, resetAt: now() },
        ),
        bannedUntil: bannedUntil !== undefined && now() < bannedUntil ? bannedUntil : undefined,
      };
    },
    reset() {
      heard.clear();
      refused = 0;
      bans = 0;
    },
  };
}
