import { html, markupText, type Markup } from './markup.ts';
import { figure } from './prose.ts';

/** The first items of a list as markup, and a notice that counts the others where there are any. */
export type Fitting = { readonly shown: readonly Markup[]; readonly notice: Markup | undefined };

/**
 * As many items as fit: at most `most`, and at most `room` bytes together. The rooms of all sections add up to less than
 * 3 MB. `noun` is what the notice calls the items.
 */
export function fitting<Item>(
  items: readonly Item[],
  layout: {
    readonly most: number;
    readonly room: number;
    readonly noun: string;
    readonly show: (item: Item) => Markup;
  },
): Fitting {
  const shown: Markup[] = [];
  let left = layout.room;
  for (const item of items.slice(0, layout.most)) {
    const markup = layout.show(item);
    left -= Buffer.byteLength(markupText(markup));
    if (left < 0) break;
    shown.push(markup);
  }
  const rest = items.length - shown.length;
  const notice =
    rest === 0
      ? undefined
      : html`<p class="notice">
          ${figure(rest)} more ${layout.noun} are left out here; the JSON report has them.
        </p>`;
  return { shown, notice };
}
