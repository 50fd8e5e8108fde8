import type { HeaderLine } from './stages.ts';

const SECOND_MS = 1000;

/** Makes `Date` lines (RFC 9110 section 6.6.1) of times in ms since the epoch; within a second the same one. */
export function createDateLine(): (now: number) => HeaderLine {
  let second = Number.NaN;
  let line: HeaderLine = ['Date', ''];
  return (now) => {
    const asked = Math.floor(now / SECOND_MS);
    if (asked !== second) {
      second = asked;
      line = ['Date', new Date(now).toUTCString()];
    }
    return line;
  };
}
