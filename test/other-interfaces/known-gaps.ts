/**
 * What runs with other documents do not do yet, and why. Each is tested to fail: a gap that is closed makes its test
 * fail, so that it leaves this list.
 */
export const knownGaps: ReadonlyMap<string, string> = new Map([
  ['first-page-only', 'a standard run creates fewer entries than a page holds'],
]);
