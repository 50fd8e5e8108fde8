/** How long answers wait, in ms: each as long as is drawn for it, evenly between both ends. */
export type Latency = { readonly minMs: number; readonly maxMs: number };

/** Longer waits end in the timeouts of clients and in no insight. */
export const MAX_LATENCY_MS = 60_000;

/** The wait of one answer. `random` gives numbers from 0 to below 1. */
export function drawLatencyMs({ minMs, maxMs }: Latency, random: () => number = Math.random): number {
  return maxMs <= minMs ? minMs : minMs + Math.floor(random() * (maxMs - minMs + 1));
}
