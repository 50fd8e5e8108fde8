import { moveMockClock } from '../exchange/move-mock-clock.ts';
import { machineClock, type Clock } from './clock.ts';

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
