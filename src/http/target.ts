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

/** Whether an address can only be this machine (RFC 1122 3.2.1.3, RFC 4291 2.5.3, RFC 6761 6.3). */
export function isLoopback(url: string): boolean {
  const host = new URL(url).hostname.replace(/\.$/, '');
  if (host === '[::1]' || host === 'localhost' || host.endsWith('.localhost')) return true;
  return /^127(\.\d{1,3}){3}$/.test(host) || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host);
}
