/**
 * Cuts a large YAML text at the entries of its outer block mappings, so that each can be read for itself. An entry begins at a line of
 * the mapping's own indentation: whatever goes on over several lines in it is indented further (YAML 1.2 section 8.2.2). A text in
 * which that is not so gives pieces that are no YAML, and is then read as a whole.
 */

/** A part of the text by its offsets, with the line that it begins at, counted from 0. */
export type Leaf = { readonly start: number; readonly end: number; readonly line: number };

/** An entry that is a mapping itself, cut further: `head` is the text up to the end of its first line. */
type Branch = { readonly head: Leaf; readonly entries: readonly Entry[] };

export type Entry = Leaf | Branch;

/** Below it a piece is not cut any further. */
const SMALL = 32_768;
const DEEPEST = 12;

const NAME_ALONE = /^ *(?:[\w/.$~][^\s:#&*]*|"[^"\\\n]*"|'[^'\n]*'):[ \t]*(?:#[^\n]*)?\r?$/;

type Line = {
  readonly start: number;
  readonly end: number;
  readonly number: number;
  readonly indent: number;
};

/** The lines of a part that say something: not empty, and no comments. */
function* linesIn(text: string, { start, end, line }: Leaf): Generator<Line> {
  let number = line;
  for (let at = start; at < end; number += 1) {
    const next = text.indexOf('\n', at);
    const after = next === -1 || next >= end ? end : next + 1;
    let first = at;
    while (text.charAt(first) === ' ') first += 1;
    const character = text.charAt(first);
    const isBlank = first >= after || character === '\n' || character === '\r' || character === '#';
    if (!isBlank) yield { start: at, end: after, number, indent: first - at };
    at = after;
  }
}

/** The entries of the mapping that a part is; `undefined` where it is none that can be cut. */
function entriesIn(text: string, part: Leaf, depth: number): readonly Entry[] | undefined {
  const starts: Line[] = [];
  for (const line of linesIn(text, part)) {
    const { indent } = starts[0] ?? line;
    if (line.indent < indent) return undefined;
    if (line.indent > indent) continue;
    if (/[-?\t]/.test(text.charAt(line.start + line.indent))) return undefined;
    starts.push(line);
  }
  return starts.map((line, at) => {
    const next = starts[at + 1];
    const leaf = { start: line.start, end: next?.start ?? part.end, line: line.number };
    return cutFurther(text, leaf, line, depth) ?? leaf;
  });
}

function cutFurther(text: string, leaf: Leaf, first: Line, depth: number): Branch | undefined {
  if (leaf.end - leaf.start < SMALL || depth >= DEEPEST) return undefined;
  const head = { ...leaf, end: first.end };
  if (!NAME_ALONE.test(text.slice(head.start, head.end).trimEnd())) return undefined;
  const body = { start: head.end, end: leaf.end, line: leaf.line + 1 };
  const [inner] = linesIn(text, body);
  if (inner === undefined || inner.indent <= first.indent) return undefined;
  const entries = entriesIn(text, body, depth + 1);
  return entries === undefined ? undefined : { head, entries };
}

/** The outermost entries of a large text; `undefined` for a small one, and for what has to be read as a whole. */
export function piecesOf(text: string): readonly Entry[] | undefined {
  if (text.length < 8 * SMALL) return undefined;
  const [begin = ''] = /^---[ \t]*\r?\n/.exec(text) ?? [];
  // Several documents, directives and merges: what one piece says holds for others.
  if (/^(?:---|\.\.\.|%)/m.test(text.slice(begin.length)) || text.includes('<<')) return undefined;
  return entriesIn(text, { start: begin.length, end: text.length, line: begin === '' ? 0 : 1 }, 0);
}
