/** Characters that stand for the classes of expressions. */
const COMMON = [' ', '\t', 'a', 'A', '0', '"', '\\', ',', '.', '-', '/', '\n'];
const BLANKS = [' ', 'a'];
const MOST_CHARACTERS = 14;

/** Characters that an expression is about: what it has literally, and what its classes stand for. */
function charactersOf(pattern: string): readonly string[] {
  const literal = pattern.replaceAll(/\\[dDwWsSbBnrtpPux]|[()[\]{}?*+|^$]/g, '');
  const own = [...new Set(literal)].filter((character) => character !== '\\');
  return [...new Set([...own.slice(0, MOST_CHARACTERS), ...COMMON])];
}

/**
 * Texts of about this length that make an expression try over and over: runs of what it is about, alone and in pairs, after
 * a beginning that may fit and before an end that fits nothing.
 */
export function hostileTexts(pattern: string, length: number): readonly string[] {
  const characters = charactersOf(pattern);
  const [first = 'a'] = characters;
  const units = [
    ...characters,
    ...characters.map((one) => `${first}${one}`),
    ...characters.map((one) => ` ${one}`),
  ];
  const runs = [...new Set(units)].flatMap((unit) => {
    const run = unit.repeat(Math.ceil(length / unit.length));
    return ['', first, '\u0000'].map((start) => `${start}${run}\u0000`);
  });
  // What an expression looks for in the middle, behind a beginning with a separator of its own.
  const behind = characters.flatMap((separator) =>
    BLANKS.map((blank) => `a${separator}${blank.repeat(length)}\u0000`),
  );
  return [...runs, ...behind];
}
