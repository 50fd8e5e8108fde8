/** A non-negative decimal integer in digits only, or `undefined`. Longer than 30 digits is no count. */
export function parseCount(value: string): bigint | undefined {
  return /^\d{1,30}$/.test(value) ? BigInt(value) : undefined;
}
