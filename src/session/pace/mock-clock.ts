import { request as httpsRequest } from 'node:https';
import { type Clock, machineClock } from '../../system/clock.ts';
import { http } from '../../system/node-http.ts';

const LONGEST_MS = 5_000;

/**
 * Moves the clock of assay's own mock at an address by so many ms. False when there is no such endpoint, or when it is
 * switched off: then the caller has to wait like for any other service.
 */
function moveMockClock(baseUrl: string, advanceMs: number): Promise<boolean> {
  const options = {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    signal: AbortSignal.timeout(LONGEST_MS),
  };
  const place = new URL('/__assay/clock', baseUrl);
  const request = place.protocol === 'https:' ? httpsRequest : http.request;
  return new Promise((resolve) => {
    const asked = request(place, options, (answer) => {
      answer.on('error', () => resolve(false));
      answer.on('end', () => resolve(Math.trunc((answer.statusCode ?? 0) / 100) === 2));
      answer.resume();
    });
    asked.on('error', () => resolve(false));
    asked.end(JSON.stringify({ advanceMs }));
  });
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
