/** The line that a fenced block ends with is its fence or a longer one (CommonMark, section 4.5). */
function withoutFences(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of lines) {
    const [, ticks] = /^ {0,3}(`{3,})[^`]*$/.exec(line) ?? [];
    if (fence === undefined && ticks !== undefined) fence = ticks;
    else if (fence !== undefined && line.trim().startsWith(fence) && /^ {0,3}`+\s*$/.test(line))
      fence = undefined;
    else if (fence === undefined) kept.push(line);
  }
  if (fence !== undefined) throw new Error('a fenced block has no end');
  return kept;
}

/** Code spans end at a run of backticks that is as long as their first (section 6.1); an escaped one opens none. */
function withoutSpans(line: string): string {
  let rest = line;
  let kept = '';
  for (;;) {
    const [before = '', ticks = ''] = /^((?:\\.|[^\\`])*?)(`+)/.exec(rest)?.slice(1) ?? [];
    if (ticks === '') return kept + rest;
    const after = rest.slice(before.length + ticks.length);
    const end = [...after.matchAll(/`+/g)].find(([run]) => run.length === ticks.length);
    if (end === undefined) throw new Error(`a code span has no end: ${line.slice(0, 200)}`);
    kept += before;
    rest = after.slice(end.index + ticks.length);
  }
}

/** Cells of a table end at a pipe, also inside of code, unless a backslash that is not escaped itself stands before it. */
function cellsOf(line: string): readonly string[] {
  return line.startsWith('|') ? ['', ...(line.match(/(?:\\.|[^\\|])+/g) ?? [])] : [line];
}

/** What of a Markdown text can be mark-up: without fenced blocks, code spans and `<code>` elements. */
export function outsideCode(markdown: string): string {
  return withoutFences(markdown.split('\n'))
    .map((line) =>
      line.startsWith('<details>')
        ? line.replaceAll(/<code>[^<]*<\/code>/g, '')
        : cellsOf(line).map(withoutSpans).join(' | '),
    )
    .join('\n');
}
