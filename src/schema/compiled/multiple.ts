/**
 * Whether a number is a multiple of another as JSON writes them both: in decimals. A double divided by 0.01 is seldom whole, and
 * 34.8 is a multiple of 0.01 all the same.
 */

type Decimal = { readonly digits: bigint; readonly exponent: number };

/** The shortest decimals that a double stands for. */
function decimalOf(value: number): Decimal {
  const [mantissa = '0', power = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(`${whole}${fraction}`), exponent: Number(power) - fraction.length };
}

/** True where `value` is a whole number of times `step`, both finite and `step` not 0 (JSON Schema, `multipleOf`). */
export function isMultipleOf(value: number, step: number): boolean {
  if (!Number.isFinite(value) || !Number.isFinite(step) || step === 0) return false;
  if (Number.isInteger(value) && Number.isInteger(step)) return value % step === 0;
  const [one, other] = [decimalOf(value), decimalOf(step)];
  const least = Math.min(one.exponent, other.exponent);
  const scaled = ({ digits, exponent }: Decimal): bigint => digits * 10n ** BigInt(exponent - least);
  return scaled(one) % scaled(other) === 0n;
}
