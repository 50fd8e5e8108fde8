import { linesOf } from '../../http/fields.ts';
import type { JsonObject } from '../../json/value.ts';
import { STATUS_CODES } from '../server/listener.ts';
import { explainRefusal, type ExplanationOptions } from './refusals.ts';
import type { Mask } from './mask.ts';
import type { Excerpt, RequestDetail } from './requests.ts';

export type RequestViewOptions = ExplanationOptions & {
  readonly mask: Mask;
  /** Scheme, host and port of the mock. */
  readonly origin: string;
};

/** Makes what the page shows of requests, without keys. Texts are as sent: whoever shows them has to escape them. */
export type RequestViews = {
  /** A line of the list. */
  readonly row: (detail: RequestDetail) => JsonObject;
  /** Both messages, why it was refused, and a command that sends it again. */
  readonly full: (detail: RequestDetail) => JsonObject;
};

function fieldLines(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([name, value]) => `${name}: ${value}`).join('\n');
}

/** A body that was not read is unknown, unless there was none to read (RFC 9112 section 6.3). */
function requestBody({ body, rawHeaders }: RequestDetail): Excerpt | undefined {
  const sends = rawHeaders.some(
    (name, index) => index % 2 === 0 && /^(content-length|transfer-encoding)$/i.test(name),
  );
  return body ?? (sends ? undefined : { bytes: new Uint8Array(), size: 0 });
}

/** Builds the views of one mock's requests. */
export function createRequestViews(options: RequestViewOptions): RequestViews {
  const { mask, origin } = options;

  function explained(detail: RequestDetail): JsonObject | null {
    const explanation = explainRefusal(detail, options);
    if (explanation === undefined) return null;
    const { reason, advice = null, clauses, documented = null } = explanation;
    return { reason: mask.text(reason, detail), advice, clauses, documented };
  }
  function body(excerpt: Excerpt | undefined, detail: RequestDetail): JsonObject | null {
    if (excerpt === undefined) return null;
    const text = Buffer.from(excerpt.bytes).toString('utf8');
    return { text: mask.text(text, detail), size: excerpt.size, cut: excerpt.bytes.length < excerpt.size };
  }
  function row(detail: RequestDetail): JsonObject {
    const {
      number,
      at,
      method,
      target,
      plan = null,
      operation = null,
      status = null,
      durationMs,
    } = detail.logged;
    return {
      number,
      at,
      method,
      target: mask.text(target, detail),
      plan,
      operation,
      status,
      durationMs: Math.round(durationMs * 10) / 10,
      reason: explained(detail)?.['reason'] ?? null,
    };
  }
  function head(detail: RequestDetail): string {
    const { logged, target, rawHeaders } = detail;
    const shown = mask.target(target, detail);
    const fields = linesOf(rawHeaders).map(
      ([name, value]) => [name, mask.field(name, value, detail)] as const,
    );
    return `${logged.method} ${shown} HTTP/1.1\n${fieldLines(fields)}`;
  }
  function answerHead(detail: RequestDetail): string | null {
    const { answer } = detail;
    const { status } = detail.logged;
    if (status === undefined) return null;
    const fields = answer.headers.map(([name, value]) => [name, mask.field(name, value, detail)] as const);
    return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\n${fieldLines(fields)}`;
  }
  return {
    row,
    full: (detail) => ({
      ...row(detail),
      explanation: explained(detail),
      address: detail.logged.address,
      request: { head: head(detail), body: body(requestBody(detail), detail) },
      answer: {
        head: answerHead(detail),
        body: detail.logged.method === 'HEAD' ? null : body(detail.answer.body, detail),
        delivery: detail.answer.delivery,
      },
      curl: mask.curlLine(detail, origin),
    }),
  };
}
