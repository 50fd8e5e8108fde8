const HOST_LINE = /(\r\n[Hh][Oo][Ss][Tt]:[ \t]*)([^\r\n]*?)(?=[ \t]*\r\n)/g;

/**
 * A request's head with the target's authority as the value of Host, and every other byte as it was. A head with several
 * Host lines or none stays as it is.
 */
export function withHost(head: Buffer, authority: string): Buffer {
  const text = head.toString('latin1');
  const [line, ...more] = text.matchAll(HOST_LINE);
  const [, before = '', value = ''] = line ?? [];
  if (line === undefined || more.length > 0 || value === authority) return head;
  const start = line.index + before.length;
  return Buffer.from(text.slice(0, start) + authority + text.slice(start + value.length), 'latin1');
}
