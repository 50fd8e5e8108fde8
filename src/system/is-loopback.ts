/** Whether an address can only be this machine (RFC 1122 3.2.1.3, RFC 4291 2.5.3, RFC 6761 6.3). */
export function isLoopback(url: string): boolean {
  const host = new URL(url).hostname.replace(/\.$/, '');
  if (host === '[::1]' || host === 'localhost' || host.endsWith('.localhost')) return true;
  return /^127(\.\d{1,3}){3}$/.test(host) || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host);
}
