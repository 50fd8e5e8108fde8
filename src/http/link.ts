import { withoutBlanks } from './fields.ts';

/** What stands in a Link field (RFC 8288 section 3). Every step is linear in the length of the field, which strangers write. */

/** The place behind the character that ends something, outside of quoted text; the end of the text where none comes. */
function endOf(text: string, from: number, isEnd: (character: string) => boolean): number {
  let isQuoted = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && isEnd(character)) return at;
  }
  return text.length;
}

function unquoted(text: string): string {
  return text.startsWith('"') && text.endsWith('"') && text.length > 1 ? text.slice(1, -1) : text;
}

function relationsIn(parameters: string): readonly string[] {
  for (let at = 0; at < parameters.length;) {
    const end = endOf(parameters, at, (character) => character === ';');
    const parameter = parameters.slice(at, end);
    const sign = parameter.indexOf('=');
    const name = withoutBlanks(sign < 0 ? parameter : parameter.slice(0, sign)).toLowerCase();
    // Only the first one counts (section 3.3).
    if (name === 'rel' && sign >= 0)
      return unquoted(withoutBlanks(parameter.slice(sign + 1)))
        .toLowerCase()
        .split(/\s+/);
    at = end + 1;
  }
  return [];
}

/** True for a line of links: each begins with its target in angle brackets. */
export function isLinkLine(line: string): boolean {
  for (let at = 0; at < line.length;) {
    const end = endOf(line, at, (character) => character === ',');
    const link = withoutBlanks(line.slice(at, end));
    const close = link.startsWith('<') ? line.indexOf('>', at) : -1;
    if (link !== '' && close < 0) return false;
    // There may be a comma in the target.
    at = link === '' ? end + 1 : endOf(line, close, (character) => character === ',') + 1;
  }
  return true;
}

/** The targets of the links with a relation, as they are written, of all lines of the field. */
export function linkTargets(lines: readonly string[], relation: string): readonly string[] {
  return lines.flatMap((line) => {
    const found: string[] = [];
    for (let at = 0; at < line.length;) {
      const open = line.indexOf('<', at);
      const close = open < 0 ? -1 : line.indexOf('>', open);
      if (close < 0) break;
      const end = endOf(line, close + 1, (character) => character === ',');
      if (relationsIn(line.slice(close + 1, end)).includes(relation)) found.push(line.slice(open + 1, close));
      at = end + 1;
    }
    return found;
  });
}
