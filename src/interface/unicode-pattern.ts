function isPattern(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

function withoutNeedlessEscapes(source: string): string {
  let result = '';
  let inClass = false;
  for (let index = 0; index < source.length; index++) {
    const character = source.charAt(index);
    if (character === '\\') {
      index += 1;
      const escaped = source.charAt(index);
      const needless = /[!-/:-@[-`{-~]/.test(escaped) && !'^$\\.*+?()[]{}|/'.includes(escaped);
      result += needless && !(escaped === '-' && inClass) ? escaped : `\\${escaped}`;
      continue;
    }
    if (character === '[') inClass = true;
    if (character === ']') inClass = false;
    result += character;
  }
  return result;
}

/**
 * The pattern as a regular expression with the `u` flag, which JSON Schema recommends and validators use. Many documents
 * escape more than that allows (`\:`, `\@`); those escapes are taken away. `undefined` when it is no pattern even so.
 */
export function unicodePattern(source: string): string | undefined {
  if (isPattern(source, 'u')) return source;
  const rewritten = isPattern(source, '') ? withoutNeedlessEscapes(source) : source;
  return isPattern(rewritten, 'u') ? rewritten : undefined;
}
