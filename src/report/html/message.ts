import type { Exchange } from '../../exchange/exchange.ts';
import { cutText, exchangeExcerpt, type MessageExcerpt } from '../exchange-excerpt.ts';
import { html, preformatted, type Markup } from './markup.ts';
import { figure } from './prose.ts';

const MOST_HEADERS = 30;
const MAX_HEADER = 300;
const MAX_BODY = 2000;
const MAX_LINE = 500;

/** What the excerpt of a body leaves out, if anything. */
function bodyNote({ body }: MessageExcerpt): Markup | undefined {
  if (body === undefined) return undefined;
  if (!body.cut && body.text.length <= MAX_BODY) return undefined;
  return html`<p class="small soft">
    The body goes on: ${figure(body.bytes)} bytes in all; the record has them.
  </p>`;
}

function message(label: string, excerpt: MessageExcerpt): Markup {
  const { line, headers, body } = excerpt;
  const fields = headers
    .slice(0, MOST_HEADERS)
    .map(([name, value]) => `${name}: ${cutText(value, MAX_HEADER)}`);
  const hidden = headers.length - fields.length;
  const rest = hidden === 0 ? [] : [`… and ${String(hidden)} more fields`];
  const text = [
    ...[...fields, ...rest].map((field) => field.replaceAll('\n', '\\n')),
    '',
    body?.text.slice(0, MAX_BODY) ?? '',
  ];
  return html`<div class="message">
    <h5>${label}</h5>
    <pre><code><b>${cutText(line, MAX_LINE)}</b>
${preformatted(text.join('\n').trimEnd())}</code></pre>
    ${bodyNote(excerpt)}
  </div>`;
}

/** Request and answer of an exchange, each cut to a bounded size. */
export function messages(exchange: Exchange): Markup {
  const { request, answer, failure } = exchangeExcerpt(exchange);
  const received =
    answer === undefined
      ? html`<div class="message">
          <h5>No answer</h5>
          <pre><code>${failure}</code></pre>
        </div>`
      : message('Answer', answer);
  return html`<div class="messages">${message('Request', request)} ${received}</div>`;
}
