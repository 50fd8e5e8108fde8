/** How long answers wait, in ms: each as long as is drawn for it, evenly between both ends. */
export type Latency = { readonly minMs: number; readonly maxMs: number };

/** Longer waits end in the timeouts of clients and in no insight. */
export const MAX_LATENCY_MS = 60_000;

/** The wait of one answer. `random` gives numbers from 0 to below 1. */
export function drawLatencyMs({ minMs, maxMs }: Latency, random: () => number = Math.random): number {
  return maxMs <= minMs ? minMs : minMs + Math.floor(random() * (maxMs - minMs + 1));
}

/** A latency of so many ms, or between two ends. Throws a RangeError for what no wait can be. */
export function latencyBetween(ms: number | readonly [minMs: number, maxMs: number]): Latency {
  const [minMs, maxMs] = typeof ms === 'number' ? [ms, ms] : ms;
  if (!(minMs >= 0 && minMs <= maxMs && maxMs <= MAX_LATENCY_MS))
    throw new RangeError(
      `cannot wait ${minMs} to ${maxMs} ms: give ms from 0 to ${MAX_LATENCY_MS}, the lower end first`,
    );
  return { minMs, maxMs };
}

/** Reads `200` or `100-800`, in ms; `undefined` for anything else and beyond the longest wait. */
export function parseLatency(text: string): Latency | undefined {
  const [, from = '', to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const [minMs, maxMs] = [Number(from), Number(to)];
  if (from === '' || minMs > maxMs || maxMs > MAX_LATENCY_MS) return undefined;
  return { minMs, maxMs };
}
