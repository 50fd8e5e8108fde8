import { curlLine } from '../../exchange/curl-line.ts';
import type { SentRequest } from '../../exchange/exchange.ts';
import { escapeTerminal } from '../escape-terminal.ts';
import { html, preformatted, type Markup } from './markup.ts';

const MAX_CURL = 2000;

/** A line to copy into a shell. The script puts a button beside it. */
export function command(label: string, line: string): Markup {
  return html`<div class="command">
    <span class="small soft">${label}</span>
    <pre class="copyable" data-name="${label}"><code>${preformatted(line)}</code></pre>
  </div>`;
}

/** The request as a curl line; nothing where the line would be too long, or altered by making it safe to show. */
export function curlCommand(baseUrl: string, request: SentRequest): Markup {
  const line = curlLine(baseUrl, request);
  if (line.length <= MAX_CURL && escapeTerminal(line, Infinity) === line) return command('curl', line);
  return html`<p class="small soft">
    No curl line: this request is too long for one or holds what a shell line cannot show.
  </p>`;
}
