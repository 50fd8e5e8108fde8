import { createHash } from 'node:crypto';
import { commonStyles } from '../../output/page-styles.ts';
import { textBeside } from '../../system/package.ts';
import { html, type Markup, markupText, ownText } from './markup.ts';

/**
 * The style that all pages share: colours, type, layout, and the parts that more than one page uses. Colours come in
 * tones (`good`, `bad`, `doubtful`, `quiet`, `told`), each beside a word that says the same.
 */
const pageStyles = commonStyles + textBeside(import.meta.dirname, 'page.css');

/** A link to a part of the page. `note` is a short figure beside it. */
type PageLink = { readonly href: string; readonly label: string; readonly note?: string | undefined };

export type HtmlPage = {
  readonly title: string;
  /** What the page says first, with its `<h1>`. */
  readonly header: Markup;
  /** The parts of the page; without any there is no navigation. */
  readonly contents?: readonly PageLink[];
  readonly main: Markup;
  /** Rules of the program's own that go after those that all pages share. */
  readonly styles?: string;
  /** A script of the program's own, run once the page is there. The page has to do without. */
  readonly script?: string;
};

function source(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Nothing is loaded, sent or run but this very style and this very script (CSP Level 3, section 6.6). */
function policy(styles: string, script: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src ${source(styles)}`,
    `script-src ${script === undefined ? "'none'" : source(script)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function contentsList(contents: readonly PageLink[]): Markup | undefined {
  if (contents.length === 0) return undefined;
  const items = contents.map(({ href, label, note }) => {
    const figure = note === undefined ? undefined : html` <span class="note">${note}</span>`;
    return html`<li><a href="${href}">${label}${figure}</a></li> `;
  });
  return html`<nav class="contents" aria-label="Contents">
    <ul>
      ${items}
    </ul>
  </nav>`;
}

/**
 * A whole page in one file: no request leaves it, and a policy of its own forbids every style and script but the ones it
 * was made with. It reads well without either.
 */
export function htmlPage({ title, header, contents = [], main, styles = '', script }: HtmlPage): string {
  const allStyles = `${pageStyles}${styles}`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy(allStyles, script)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        ${ownText(`<style>${allStyles}</style>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <div class="page">
          <header>${header}</header>
          ${contentsList(contents)}
          <main id="main" tabindex="-1">${main}</main>
        </div>
        ${script === undefined ? undefined : ownText(`<script>${script}</script>`)}
      </body>
    </html> `;
  return markupText(page);
}
