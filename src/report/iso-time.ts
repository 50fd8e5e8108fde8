/** The last millisecond of the year 9999: RFC 3339 has four digits for a year, and the formats of the reports follow it. */
const LAST_MS = 253_402_300_799_999;

/** A time in RFC 3339, in UTC. A record that somebody else wrote may hold times that it has no words for: the nearest stands in. */
export function isoTime(ms: number): string {
  return new Date(Number.isNaN(ms) ? 0 : Math.max(0, Math.min(LAST_MS, ms))).toISOString();
}
