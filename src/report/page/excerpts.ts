import type { Violation } from '../../checks/outcome.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { CheckResult, RecordHeader } from '../../record/record.ts';
import type { BrokenAnswer } from '../model/findings.ts';
import { cutText, exchangeExcerpt, type MessageExcerpt } from '../model/excerpt.ts';
import { curlLineOf, isShellText, replayLine, scriptLine } from '../model/replay-line.ts';
import { sequenceScript } from '../model/sequence-script.ts';
import { stepsOf } from '../model/sequence.ts';
import type { HtmlContext } from './mark.ts';
import { figure, html, type Markup, markupText, preformatted, prose } from './markup.ts';

const LONG = 400;

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

/** The longest script that a page shows. */
const MOST_SCRIPT = 16_000;

/** The shortest sequence that shows a violation: its requests as a numbered list, and a script for a shell that sends them. */
export function sequenceMarkup(
  { record, document, recordFile }: HtmlContext,
  result: CheckResult,
  { violation, id }: BrokenAnswer,
): Markup | undefined {
  const steps = stepsOf(record, violation);
  if (steps.length === 0) return undefined;
  const script = document === undefined ? undefined : sequenceScript(record, document, { result, violation });
  const shown =
    script === undefined || script.length > MOST_SCRIPT
      ? undefined
      : html`<details>
          <summary>The script</summary>
          <pre class="copyable" data-name="script"><code>${preformatted(script)}</code></pre>
        </details>`;
  return html`<p class="small soft">The shortest sequence that shows it</p>
    <ol class="steps">
      ${steps.map(
        ({ request, answer, expected }) =>
          html`<li>
            <code>${request}</code> <span class="soft">→ ${answer}</span>
            ${expected === undefined ? undefined : html`<br /><span class="soft">expected:</span> ${prose(expected)}`}
          </li>`,
      )}
    </ol>
    ${command('Script', scriptLine(id, recordFile))} ${shown}`;
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
function curlCommand({ record, recordFile }: HtmlContext, example: BrokenAnswer): Markup {
  const line = curlLineOf(example, record, { recordFile });
  return (line === undefined ? undefined : command('curl', line)) ?? withheld('curl');
}

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
function messages(exchange: Exchange): Markup {
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

/** Bytes that all excerpts of a page may take together. */
const ROOM = 900_000;

function excerptOf(context: HtmlContext, example: BrokenAnswer): Markup {
  const [id = ''] = example.violation.exchanges;
  const exchange = context.record.exchanges.get(id);
  if (exchange === undefined) return html`<p class="small soft">The record does not hold the exchange.</p>`;
  return html`<details>
      <summary>Request and answer <span class="id">${id}</span></summary>
      ${messages(exchange)}
    </details>
    ${example.violation.sequence === undefined ? curlCommand(context, example) : undefined}`;
}

/** Request, answer and curl line of violations in their order, until the room for them is used up. */
export function excerptsOf(
  context: HtmlContext,
  examples: readonly BrokenAnswer[],
): ReadonlyMap<Violation, Markup> {
  const excerpts = new Map<Violation, Markup>();
  let room = ROOM;
  for (const example of examples) {
    const excerpt = excerptOf(context, example);
    room -= Buffer.byteLength(markupText(excerpt));
    if (room < 0) break;
    excerpts.set(example.violation, excerpt);
  }
  return excerpts;
}
