/**
 * YAML whose quoted texts and flow collections go on at no more indentation than the name before them. YAML 1.2 wants more
 * (section 7.3); the parsers of Go, Python, Java and JavaScript that most documents were only ever read with don't mind, and say
 * the same of it. Spaces at the beginning of such a line mean nothing, so more of them change nothing.
 */

/** A place in the text: a line, and a column in it. */
type At = { readonly line: number; readonly column: number };

const SPACE = ' ';

function afterSpaces(line: string, from: number): number {
  let at = from;
  while (line[at] === SPACE) at += 1;
  return at;
}

/** Behind the quote that ends the text which begins at `from`, over any number of lines; `undefined` where none does. */
function quotedEnd(lines: readonly string[], from: At): At | undefined {
  const quote = lines.at(from.line)?.charAt(from.column);
  let column = from.column + 1;
  for (let number = from.line; number < lines.length; number += 1) {
    const line = lines.at(number) ?? '';
    for (; column < line.length; column += 1) {
      const character = line[column];
      if (quote === '"' && character === '\\') column += 1;
      else if (character === quote && quote === "'" && line[column + 1] === quote) column += 1;
      else if (character === quote) return { line: number, column: column + 1 };
    }
    column = 0;
  }
  return undefined;
}

/** Behind the bracket that ends the collection which begins at `from`. */
function collectionEnd(lines: readonly string[], from: At): At | undefined {
  let depth = 0;
  let { line: number, column } = from;
  for (; number < lines.length; number += 1, column = 0) {
    for (let line = lines.at(number) ?? ''; column < line.length; line = lines.at(number) ?? '') {
      const character = line[column] ?? '';
      const isFirst = /[\s[{,:]/.test(line[column - 1] ?? SPACE);
      if (character === '#' && isFirst) break;
      if ((character === '"' || character === "'") && isFirst) {
        const end = quotedEnd(lines, { line: number, column });
        if (end === undefined) return undefined;
        ({ line: number, column } = end);
        continue;
      }
      if (character === '{' || character === '[') depth += 1;
      if (character === '}' || character === ']') depth -= 1;
      column += 1;
      if (depth === 0) return { line: number, column };
    }
  }
  return undefined;
}

/** Where a line has its value, and the column of the name or of the dash that it belongs to. */
type Value = { readonly column: number; readonly parent: number };

function valueIn(lines: readonly string[], number: number): Value | undefined {
  const line = lines.at(number) ?? '';
  let column = afterSpaces(line, 0);
  let parent = -1;
  while (line[column] === '-' && line[column + 1] === SPACE) {
    parent = column;
    column = afterSpaces(line, column + 1);
  }
  const first = line[column];
  const isQuoted = first === '"' || first === "'";
  const quoted = isQuoted ? quotedEnd(lines, { line: number, column }) : undefined;
  if (isQuoted && quoted?.line !== number) return { column, parent };
  const colon = isQuoted ? afterSpaces(line, quoted?.column ?? 0) : line.indexOf(': ', column);
  if (first !== '{' && first !== '[' && line.startsWith(': ', colon)) {
    parent = column;
    column = afterSpaces(line, colon + 1);
  }
  while (line[column] === '!' || line[column] === '&') {
    const end = line.indexOf(SPACE, column);
    if (end === -1) return undefined;
    column = afterSpaces(line, end);
  }
  return { column, parent };
}

/** The text with these lines further in than what they belong to; the same text where it has none, or nobody can tell. */
export function withDeeperLines(text: string): string {
  const lines = text.split('\n');
  let block: number | undefined;
  for (let number = 0; number < lines.length; number += 1) {
    const line = lines.at(number) ?? '';
    const indent = afterSpaces(line, 0);
    if (line.trim() === '') continue;
    if (block !== undefined && indent > block) continue;
    block = undefined;
    if (line.charAt(indent) === '#') continue;
    const value = valueIn(lines, number);
    const character = value === undefined ? undefined : line[value.column];
    if (value === undefined || character === undefined) continue;
    if (character === '|' || character === '>') block = value.parent;
    if (!'"\'{['.includes(character)) continue;
    const from = { line: number, column: value.column };
    const end = character === '{' || character === '[' ? collectionEnd(lines, from) : quotedEnd(lines, from);
    if (end === undefined) return text;
    for (let inner = number + 1; inner <= end.line; inner += 1) {
      const own = lines.at(inner) ?? '';
      const missing = value.parent + 1 - afterSpaces(own, 0);
      if (own.trim() !== '' && missing > 0) lines.splice(inner, 1, SPACE.repeat(missing) + own);
    }
    number = end.line;
  }
  return lines.join('\n');
}
