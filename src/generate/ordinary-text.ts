import fc from 'fast-check';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const INNER = [...LETTERS, ...'0123456789- '.split('')];
const ORDINARY = /^[A-Za-z](?:[A-Za-z0-9-]| (?! ))*$/;

/**
 * Text that no service has a reason to refuse: `minLength` to `maxLength` (3 to 40) ASCII letters, digits, hyphens and
 * inner single spaces, a letter first. Names that every object inherits (`constructor`) are left out.
 */
export function ordinaryText(
  options: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> {
  const { minLength = 3, maxLength = Math.max(40, minLength) } = options;
  if (maxLength === 0) return fc.constant('');
  const rest = fc.array(fc.constantFrom(...INNER), {
    minLength: Math.max(0, minLength - 1),
    maxLength: maxLength - 1,
    size: 'max',
  });
  return fc
    .tuple(fc.constantFrom(...LETTERS), rest)
    .map(([first, others]) => `${first}${others.join('').replaceAll(/ {2}| $/g, '-')}`.slice(0, maxLength))
    .filter(
      (text) => text.length >= minLength && ORDINARY.test(text) && !Reflect.has(Object.prototype, text),
    );
}
