/** Memory after so many requests. */
export type MemorySample = { readonly requests: number; readonly bytes: number };

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** By how many bytes memory grows for each request: the slope of the least squares line. */
export function growthPerRequest(samples: readonly MemorySample[]): number {
  const [x, y] = [
    mean(samples.map((sample) => sample.requests)),
    mean(samples.map((sample) => sample.bytes)),
  ];
  const above = mean(samples.map(({ requests, bytes }) => (requests - x) * (bytes - y)));
  const below = mean(samples.map(({ requests }) => (requests - x) ** 2));
  return below === 0 ? 0 : above / below;
}
