/** Narrower columns are unreadable; long words stand out instead. */
const MIN_WIDTH = 20;

/** Breaks a line at spaces into lines of at most `width` characters; a longer word keeps a line of its own. */
export function wrapText(text: string, width: number): readonly string[] {
  const limit = Math.max(MIN_WIDTH, width);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > limit) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
