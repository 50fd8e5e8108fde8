import fc from 'fast-check';

const LAST_CODE_POINT = 0x10ffff;

/** One character of any code point, lone surrogates included. The `binary` unit of fast-check takes a second to make. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: LAST_CODE_POINT })
  .map((codePoint) => String.fromCodePoint(codePoint));
