/** The text without the slashes at its end. In linear time: who writes an address may write many. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

/** The path of a base address without a trailing slash; the empty string where it has none, or is no address. */
export function basePathOf(url: string): string {
  return withoutEndSlashes(URL.parse(url)?.pathname ?? '');
}
