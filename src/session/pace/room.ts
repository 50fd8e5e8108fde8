import type { Quota } from '../../interface/model.ts';
import type { Reading } from '../../oracle/reading.ts';

/** What is known of the room that a key has. `told`: by the fields of its last answer. */
export type KnownRoom = {
  readonly readings: readonly Reading[];
  /** The key's shortest documented window, as far as it is known: the fields may speak of a longer one. */
  readonly quota: Quota | undefined;
  readonly told: { readonly remaining: number; readonly limit: number | undefined };
};

/**
 * The requests on the key that may count. Where the fields speak of the documented window themselves, and refused requests cost
 * nothing in some services, only what was served surely counts.
 */
function counted({ readings, quota, told }: KnownRoom, sinceMs: number): readonly Reading[] {
  const isOfQuota = told.limit === quota?.limit;
  return readings.filter(
    ({ answer, exchange }) =>
      exchange.request.credential.kind === 'valid' &&
      exchange.startMs > sinceMs &&
      !(isOfQuota && answer !== undefined && answer.status >= 400),
  );
}

/** Requests on the key that the window surely has room for: by the fields and by the documented quota. */
export function roomAt(nowMs: number, known: KnownRoom): number {
  const { quota, told } = known;
  if (quota === undefined) return told.remaining;
  const recent = counted(known, nowMs - quota.windowS * 1_000);
  return Math.min(told.remaining, quota.limit - recent.length);
}

/**
 * When there may be room for so many requests: where the fields say that too few remain, a whole window later, or at the
 * reset if that is later; else as soon as enough requests are older than a window. Monotonic ms.
 */
export function roomFromMs(
  nowMs: number,
  needed: number,
  resetMs: number | undefined,
  known: KnownRoom,
): number {
  const { quota, told } = known;
  const windowMs = (quota?.windowS ?? 0) * 1_000;
  if (told.remaining < needed || quota === undefined) return Math.max(nowMs + windowMs, resetMs ?? nowMs);
  const recent = counted(known, nowMs - windowMs);
  const last = recent[Math.min(recent.length, recent.length + needed - quota.limit) - 1];
  return last === undefined ? nowMs : last.exchange.startMs + windowMs;
}
