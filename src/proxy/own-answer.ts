/** The field that tells an answer of the proxy itself from one of the target. */
const OWN_FIELD = 'X-Assay-Proxy';

/** What the proxy says itself: to those who may not, who ask for what it does not do, and where the target is silent. */
export type OwnStatus =
  | '403 Forbidden'
  | '421 Misdirected Request'
  | '501 Not Implemented'
  | '502 Bad Gateway';

/** An answer that the proxy gives itself, where the target cannot. It ends the connection and is never judged. */
export function ownAnswer(status: OwnStatus, text: string): Buffer {
  const body = Buffer.from(`assay proxy: ${text}\n`, 'utf8');
  const head = [
    `HTTP/1.1 ${status}`,
    `${OWN_FIELD}: this answer is not the target's`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${String(body.length)}`,
    'Connection: close',
    '',
    '',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}
