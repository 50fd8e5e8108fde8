import type { Violation } from '../../checks/outcome.ts';
import { curlCommand } from './command.ts';
import { html, markupText, type Markup } from './markup.ts';
import { messages } from './message.ts';
import type { HtmlContext } from './report-context.ts';

/** Bytes that all excerpts of a page may take together. */
const ROOM = 900_000;

function excerptOf({ record }: HtmlContext, { exchanges }: Violation): Markup {
  const [id = ''] = exchanges;
  const exchange = record.exchanges.get(id);
  if (exchange === undefined) return html`<p class="small soft">The record does not hold the exchange.</p>`;
  return html`<details>
      <summary>Request and answer <span class="id">${id}</span></summary>
      ${messages(exchange)}
    </details>
    ${curlCommand(record.header.settings.url, exchange.request)}`;
}

/** Request, answer and curl line of violations in their order, until the room for them is used up. */
export function excerptsOf(
  context: HtmlContext,
  violations: readonly Violation[],
): ReadonlyMap<Violation, Markup> {
  const excerpts = new Map<Violation, Markup>();
  let room = ROOM;
  for (const violation of violations) {
    const excerpt = excerptOf(context, violation);
    room -= Buffer.byteLength(markupText(excerpt));
    if (room < 0) break;
    excerpts.set(violation, excerpt);
  }
  return excerpts;
}
