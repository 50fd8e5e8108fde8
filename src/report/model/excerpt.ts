import type { Exchange, HeaderLine } from '../../http/exchange.ts';

const MAX_HEADERS = 50;
const MAX_HEADER_VALUE = 1000;
const MAX_TARGET = 2000;
const MAX_BODY = 4000;

/** The start of a body as text. `bytes` is its whole length; `cut` says that the text is not all of it. */
type BodyExcerpt = { readonly text: string; readonly bytes: number; readonly cut: boolean };

export type MessageExcerpt = {
  /** The request line, or the status line. */
  readonly line: string;
  readonly headers: readonly HeaderLine[];
  readonly body: BodyExcerpt | undefined;
};

/** An exchange cut to a bounded size. `failure` stands in for the answer that never came. */
export type ExchangeExcerpt = {
  readonly request: MessageExcerpt;
  readonly answer: MessageExcerpt | undefined;
  readonly failure: string | undefined;
};

/** The first `length` UTF-16 units of the text, with a mark that there was more. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

function headerExcerpt(headers: readonly HeaderLine[]): readonly HeaderLine[] {
  const shown = headers.slice(0, MAX_HEADERS);
  return shown.map(([name, value]) => [cutText(name, 200), cutText(value, MAX_HEADER_VALUE)]);
}

function bodyExcerpt(body: Uint8Array | undefined, truncated: boolean): BodyExcerpt | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.subarray(0, MAX_BODY), {
    stream: body.length > MAX_BODY,
  });
  return { text, bytes: body.length, cut: truncated || body.length > MAX_BODY };
}

/** An exchange as reports show it: request line, headers and bodies as text, each bounded. */
export function exchangeExcerpt({ request, result }: Exchange): ExchangeExcerpt {
  const sent: MessageExcerpt = {
    line: `${cutText(request.method, 100)} ${cutText(request.target, MAX_TARGET)}`,
    headers: headerExcerpt(request.headers),
    body: bodyExcerpt(request.body, false),
  };
  switch (result.kind) {
    case 'failure': {
      const { kind, detail, bytesReceived } = result.failure;
      const failure = `${kind}: ${cutText(detail, MAX_HEADER_VALUE)} (${String(bytesReceived)} bytes received)`;
      return { request: sent, answer: undefined, failure };
    }
    case 'answer': {
      const { status, reason, httpVersion, headers, body, truncated } = result.answer;
      const line = `HTTP/${httpVersion} ${String(status)} ${cutText(reason, 200)}`.trimEnd();
      const answer = { line, headers: headerExcerpt(headers), body: bodyExcerpt(body, truncated) };
      return { request: sent, answer, failure: undefined };
    }
  }
}
