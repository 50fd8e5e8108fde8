import { escapeUTF8 } from 'entities/escape';
import { escapeTerminal } from '../escape.ts';
import { cutText } from '../model/excerpt.ts';

const MARKUP: unique symbol = Symbol('markup');

/** A piece of HTML that is safe to put between tags. Only `html`, `preformatted` and `ownText` make one. */
export type Markup = { readonly [MARKUP]: string };

/** What a template takes: text of any origin is escaped, `undefined` is nothing, lists are joined. */
export type Content = Markup | string | number | undefined | readonly Content[];

/** Most characters of one text; whoever wants fewer cuts it before. */
const LONGEST = 1000;

/** What could hide, reorder or break text is spelled out as on the terminal; then mark-up becomes text. */
function escaped(text: string): string {
  return escapeUTF8(escapeTerminal(text, LONGEST));
}

function made(text: string): Markup {
  return { [MARKUP]: text };
}

function isMarkup(content: Content): content is Markup {
  return typeof content === 'object' && MARKUP in content;
}

/** The HTML of a piece of markup. */
export function markupText(content: Content): string {
  if (content === undefined) return '';
  if (typeof content === 'string') return escaped(content);
  if (typeof content === 'number') return String(content);
  return isMarkup(content) ? content[MARKUP] : content.map(markupText).join('');
}

/**
 * A template of HTML. Every value is escaped and bounded, in text and between the quotes of an attribute alike, unless
 * it is markup itself: nothing can be forgotten. The value of an attribute has to stand in double quotes.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return made(
    strings.reduce((text, part, at) => `${text}${at === 0 ? '' : markupText(values[at - 1])}${part}`, ''),
  );
}

/** Text for `<pre>`: its line feeds stay line feeds, everything else in it is escaped. Not bounded as a whole. */
export function preformatted(text: string): Markup {
  return made(
    text
      .split('\n')
      .map((line) => escapeUTF8(escapeTerminal(line, Infinity)))
      .join('\n'),
  );
}

/** Text that the program itself holds, as it is: the content of `<style>` and `<script>`. Never text of others. */
export function ownText(text: string): Markup {
  return made(text);
}

const MAX_PROSE = 600;

/** A statement or a reason: what stands between back quotes is code. */
export function prose(text: string, longest: number = MAX_PROSE): Markup {
  const parts = cutText(text, longest).split(/`([^`]+)`/);
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** An anchor on the page that no text can break out of. */
export function anchor(kind: 'clause' | 'violation', id: string): string {
  const safe = cutText(id, 200).replaceAll(
    /[^\w.-]/gu,
    (character) => `_${(character.codePointAt(0) ?? 0).toString(16)}`,
  );
  return `${kind}-${safe}`;
}

/** `12,345`: a number as people read it. */
export function figure(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 request`, `12,345 requests`. */
export function quantity(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A list with something between its items. */
export function joined(items: readonly Content[], between: Content): Content {
  return items.map((item, at) => (at === 0 ? item : [between, item]));
}

/** A title at the beginning of a line. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
