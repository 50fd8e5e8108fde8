const DAY_NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const IMF_FIXDATE = new RegExp(
  `^(${DAY_NAMES.join('|')}), (\\d{2}) (${MONTHS.join('|')}) (\\d{4}) (\\d{2}):(\\d{2}):(\\d{2}) GMT$`,
);

type Parsed = { readonly atMs: number; readonly dayName: string };

/** The answers of one second have the same date. */
let last: { readonly value: string; readonly parsed: Parsed | undefined } = { value: '', parsed: undefined };

function parse(value: string): Parsed | undefined {
  if (last.value !== value) last = { value, parsed: parsed(value) };
  return last.parsed;
}

function parsed(value: string): Parsed | undefined {
  const match = IMF_FIXDATE.exec(value);
  if (match === null) return undefined;
  const [, dayName = '', day = '', monthName = '', year = '', hours = '', minutes = '', seconds = ''] = match;
  const month = MONTHS.indexOf(monthName);
  const date = new Date(0);
  date.setUTCFullYear(Number(year), month, Number(day));
  const exists = date.getUTCMonth() === month && date.getUTCDate() === Number(day);
  // 60 is a leap second; it counts as the first second of the next minute.
  if (!exists || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60) return undefined;
  return { atMs: date.setUTCHours(Number(hours), Number(minutes), Number(seconds)), dayName };
}

/**
 * Time of an HTTP date in ms since the epoch; `undefined` when it is no IMF-fixdate, the only form that may be sent
 * (RFC 9110 section 5.6.7). A wrong day name does not matter here: see `hasWrongDayName`.
 */
export function parseHttpDate(value: string): number | undefined {
  return parse(value)?.atMs;
}

const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59);

/** A time in ms since the epoch as an IMF-fixdate, to the second below; its years have four digits, so that it ends with 9999. */
export function printHttpDate(atMs: number): string {
  return new Date(Math.min(Math.max(0, atMs), LAST_MS)).toUTCString();
}

const OTHER_FORMS = [
  // Another name for the same zone, or its offset; RFC 850 with two digits for the year.
  /^(?:[A-Z][a-z]{2,8}, )?\d{2}[ -][A-Z][a-z]{2}[ -](?:\d{2}|\d{4}) \d{2}:\d{2}:\d{2} (?:GMT|UTC|UT|[+-]\d{4})$/,
  // asctime(), which is in UTC.
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * Time of a date in a form that may not be sent, but that says when all the same: the obsolete ones of RFC 9110 section 5.6.7,
 * and the dates of mail, with another name for GMT or an offset. `undefined` for every other text.
 */
function parseOtherDate(value: string): number | undefined {
  const index = OTHER_FORMS.findIndex((form) => form.test(value));
  if (index < 0) return undefined;
  const atMs = Date.parse(index === 0 ? value.replace(/ UT$/, ' GMT') : `${value} GMT`);
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** Whether an IMF-fixdate names another day of the week than its date has. */
export function hasWrongDayName(value: string): boolean {
  const date = parse(value);
  return date !== undefined && DAY_NAMES[new Date(date.atMs).getUTCDay()] !== date.dayName;
}

export type RetryAfter =
  | { readonly kind: 'seconds'; readonly seconds: number }
  /** `waitMs`: how long that is after the `Date` of the same answer, not below 0; `undefined` without a Date. */
  | {
      readonly kind: 'date';
      readonly atMs: number;
      readonly waitMs: number | undefined;
      /** True for the only form that may be sent, an IMF-fixdate. */
      readonly isHttpDate: boolean;
    }
  | { readonly kind: 'invalid'; readonly reason: string };

/** What a count of seconds too large to hold stands for, RFC 9111 section 1.2.2. */
const MAX_SECONDS = 2_147_483_648;

/**
 * Parses the value of `Retry-After` (RFC 9110 section 10.2.3). `dateMs` is the time that the answer's own `Date` gives.
 * Dates in forms that may not be sent are read as well: whoever asks for a wait gets it.
 * More seconds than 2^31 count as 2^31.
 */
export function parseRetryAfter(value: string, dateMs: number | undefined): RetryAfter {
  if (/^\d+$/.test(value)) {
    return { kind: 'seconds', seconds: Math.min(Number(value), MAX_SECONDS) };
  }
  const httpDateMs = parseHttpDate(value);
  const atMs = httpDateMs ?? parseOtherDate(value);
  if (atMs !== undefined) {
    const waitMs = dateMs === undefined ? undefined : Math.max(0, atMs - dateMs);
    return { kind: 'date', atMs, waitMs, isHttpDate: httpDateMs !== undefined };
  }
  const shown = value.length > 60 ? `${value.slice(0, 60)}…` : value;
  return { kind: 'invalid', reason: `"${shown}" is neither a number of seconds nor an HTTP date` };
}
