/** Request targets, their parts and how they are encoded, and addresses. */

/** Text with its percent-escapes undone (RFC 3986 section 2.1); `undefined` where one is broken, or they are no UTF-8. */
export function percentDecoded(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** So often somebody on the way may decode a path before it is looked at. */
const MOST_DECODED = 3;

/**
 * True for the text of a segment that some server or proxy may take for another place than one segment: dot segments (RFC 3986
 * section 5.2.4), behind slashes and encodings too, and controls, at which some stop reading.
 */
export function leadsElsewhere(segment: string): boolean {
  let read = segment;
  for (let round = 0; round < MOST_DECODED; round += 1) {
    // oxlint-disable-next-line no-control-regex -- it is these that are looked for
    if (/[\u0000-\u001f\u007f]/.test(read)) return true;
    if (read.split(/[\\/]/).some((part) => /^\.{1,2}(?:;|$)/.test(part))) return true;
    const decoded = percentDecoded(read);
    if (decoded === undefined || decoded === read) return false;
    read = decoded;
  }
  return false;
}

/** Path and query of a request target as they were sent, without the fragment that no target should have. */
export function targetParts(target: string): { readonly path: string; readonly query: string } {
  const hash = target.indexOf('#');
  const whole = hash < 0 ? target : target.slice(0, hash);
  const mark = whole.indexOf('?');
  return mark < 0 ? { path: whole, query: '' } : { path: whole.slice(0, mark), query: whole.slice(mark + 1) };
}

/** The parameters of a query, decoded. A question mark at its beginning belongs to it. */
export function queryParameters(query: string): URLSearchParams {
  return new URLSearchParams(`?${query}`);
}

/** A name or value of a query as `queryParameters` reads it: `+` is a blank, a broken escape stands for itself. */
export function queryDecoded(text: string): string {
  if (!/[%+]/.test(text)) return text.toWellFormed();
  return new URLSearchParams(`=${text.replaceAll('&', '%26')}`).get('') ?? '';
}

/**
 * A target with other values for the parameters of its query, wherever `replace` has one for the decoded name and value; what it
 * gives is written as it is, and so is all the rest. Also what a fragment holds is looked at.
 */
export function withQueryValues(
  target: string,
  replace: (name: string, value: string) => string | undefined,
): string {
  const mark = target.indexOf('?');
  if (mark < 0) return target;
  // Split by an expression with a group, the parameters are at even places and what parts them is at odd ones.
  const parts = target.slice(mark + 1).split(/([&#])/);
  const changed = parts.map((part, index) => {
    const at = part.indexOf('=');
    if (index % 2 === 1 || at < 0) return part;
    const other = replace(queryDecoded(part.slice(0, at)), queryDecoded(part.slice(at + 1)));
    return other === undefined ? part : `${part.slice(0, at)}=${other}`;
  });
  return target.slice(0, mark + 1) + changed.join('');
}

/** The text without the slashes at its end. In linear time: who writes an address may write many. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

function isUsual(port: string): boolean {
  return port === '' || port === '80' || port === '443';
}

/** True for an address at the host of a request, by its `Host`: ports that are usual for http and https are the same. */
export function isSameHost(link: URL, host: string): boolean {
  const own = URL.parse(`http://${host}`);
  if (own === null || link.hostname !== own.hostname) return false;
  return link.port === own.port || (isUsual(link.port) && isUsual(own.port));
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

/** The query with what another one has under names of its own. */
export function joinedQuery(own: string, other: string): string {
  const names = queryParameters(own);
  const added = other.split('&').filter((pair) => {
    const [name = ''] = queryParameters(pair).keys();
    return pair !== '' && !names.has(name);
  });
  return [...(own === '' ? [] : [own]), ...added].join('&');
}
