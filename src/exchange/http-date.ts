const DAY_NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const IMF_FIXDATE = new RegExp(
  `^(${DAY_NAMES.join('|')}), (\\d{2}) (${MONTHS.join('|')}) (\\d{4}) (\\d{2}):(\\d{2}):(\\d{2}) GMT$`,
);

type Parsed = { readonly atMs: number; readonly dayName: string };

function parse(value: string): Parsed | undefined {
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

/** Whether an IMF-fixdate names another day of the week than its date has. */
export function hasWrongDayName(value: string): boolean {
  const parsed = parse(value);
  return parsed !== undefined && DAY_NAMES[new Date(parsed.atMs).getUTCDay()] !== parsed.dayName;
}
