const BEGIN = '<!-- rivals -->';
const END = '<!-- /rivals -->';

/** The page with `text` between the markers of the rivals; at the end of the page, if it has no such markers. */
export function withRegion(page: string, text: string): string {
  const region = `${BEGIN}\n\n${text.trim()}\n\n${END}`;
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin) return `${page.trimEnd()}\n\n${region}\n`;
  return `${page.slice(0, begin)}${region}${page.slice(end + END.length)}`;
}
