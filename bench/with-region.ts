/**
 * The page with `text` between the markers of the region, `<!-- name -->` and `<!-- /name -->`; at the end of the page, if it
 * has no such markers.
 */
export function withRegion(page: string, name: string, text: string): string {
  const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const region = `${opening}\n\n${text.trim()}\n\n${closing}`;
  const begin = page.indexOf(opening);
  const end = page.indexOf(closing);
  if (begin === -1 || end < begin) return `${page.trimEnd()}\n\n${region}\n`;
  return `${page.slice(0, begin)}${region}${page.slice(end + closing.length)}`;
}
