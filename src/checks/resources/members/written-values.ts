/** One value in two texts: numbers as documents have them for amounts (`type: string`, `format: decimal`), and days. */

const NUMERAL = /^([+-]?)(\d*)(?:(\.)(\d*))?$/;

/** With blanks for zeros, so that those at an end can be trimmed. */
function blanked(digits: string): string {
  return digits.replaceAll('0', ' ');
}

/** A number as it is written with a decimal point, without the zeros that say nothing; `undefined` for other texts. */
function plainNumeral(text: string): { readonly digits: string; readonly hasPoint: boolean } | undefined {
  const [, sign = '', whole = '', point, part = ''] = NUMERAL.exec(text) ?? [];
  if (whole === '' && part === '') return undefined;
  const digits = `${blanked(whole).trimStart()}.${blanked(part).trimEnd()}`;
  return { digits: `${sign === '-' && digits !== '.' ? '-' : ''}${digits}`, hasPoint: point !== undefined };
}

/** True for one number in two texts of which one has a decimal point (`7` and `7.00`): `007` and `7` may be two codes. */
export function isSameNumeral(sent: string, got: string): boolean {
  const [own, other] = [plainNumeral(sent), plainNumeral(got)];
  return own !== undefined && own.digits === other?.digits && (own.hasPoint || other.hasPoint);
}

const AMOUNT = /^[+-]?\d{1,15}\.\d{1,9}$/;
/** What is rounded to two decimals is this far from what it was, with the error of the sum. */
const ROUNDED_AWAY = 0.0051;

/** True for an amount in the place of another one that has decimals (`2631.00`, of `2631.57`), farther away than rounding to two of them goes. */
export function isOtherAmount(sent: string, got: string): boolean {
  if (!AMOUNT.test(sent) || plainNumeral(got) === undefined) return false;
  return Math.abs(Number(sent) - Number(got)) > ROUNDED_AWAY;
}

const DAY_OR_ITS_MIDNIGHT = /^(\d{4}-\d\d-\d\d)(?:T00:00:00(?:\.0{1,9})?Z)?$/;

/** True for a day in the place of its midnight in UTC, or the other way round: what keeps days alone shows those. */
export function isSameDay(sent: string, got: string): boolean {
  const [own, other] = [sent, got].map((text) => DAY_OR_ITS_MIDNIGHT.exec(text)?.[1]);
  return own !== undefined && own === other;
}
