import { cutText } from '../exchange-excerpt.ts';
import { html, type Content, type Markup } from './markup.ts';

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
