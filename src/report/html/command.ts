import { curlLine } from '../../exchange/curl-line.ts';
import type { SentRequest } from '../../exchange/exchange.ts';
import type { RecordHeader } from '../../run/record.ts';
import { escapeTerminal } from '../escape-terminal.ts';
import { replayLine } from '../replay-line.ts';
import { html, preformatted, type Markup } from './markup.ts';
import { figure } from './prose.ts';

const LONGEST = 2000;
const LONG = 400;

function isShellText(line: string): boolean {
  return line.length <= LONGEST && escapeTerminal(line, Infinity) === line;
}

/**
 * A line to copy into a shell; a long one unfolds. The script puts a button beside it. `undefined` where the line would
 * be too long, or altered by making it safe to show.
 */
function command(label: string, line: string): Markup | undefined {
  if (!isShellText(line)) return undefined;
  const block = html`<pre class="copyable" data-name="${label}"><code>${preformatted(line)}</code></pre>`;
  const folded = html`<details>
    <summary>A line of ${figure(line.length)} characters</summary>
    ${block}
  </details>`;
  return html`<div class="command">
    <span class="small soft">${label}</span>
    ${line.length > LONG ? folded : block}
  </div>`;
}

function withheld(what: string): Markup {
  return html`<p class="small soft">
    No ${what} line: it would be too long, or hold what a shell line cannot show.
  </p>`;
}

/** The line that sends the request of a violation again. */
export function replayCommand(id: string, header: RecordHeader, recordFile: string | undefined): Markup {
  return command('Replay', replayLine(id, header, recordFile)) ?? withheld('replay');
}

/** The same request as a line for curl. */
export function curlCommand(baseUrl: string, request: SentRequest): Markup {
  return command('curl', curlLine(baseUrl, request)) ?? withheld('curl');
}
