import { type Clock, machineClock } from '../system/clock.ts';

/**
 * Moves the clock of assay's own mock at an address by so many ms. False when there is no such endpoint, or when it is
 * switched off: then the caller has to wait like for any other service.
 */
async function moveMockClock(baseUrl: string, advanceMs: number): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/__assay/clock', baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs }),
      signal: AbortSignal.timeout(5_000),
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** A clock for runs against assay's own mock: it moves the mock's time along instead of waiting. */
export function mockClock(baseUrl: string): Clock {
  let movedMs = 0;
  return {
    now: () => machineClock.now() + movedMs,
    monotonicMs: () => machineClock.monotonicMs() + movedMs,
    sleep: async (ms, signal) => {
      const wholeMs = Math.ceil(ms);
      if (await moveMockClock(baseUrl, wholeMs)) movedMs += wholeMs;
      else await machineClock.sleep(ms, signal);
    },
  };
}
