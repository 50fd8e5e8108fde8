import { palette } from '../../look/palette.ts';

/**
 * The style that all pages share: colours, type, layout, and the parts that more than one page uses. Colours come in
 * tones (`good`, `bad`, `doubtful`, `quiet`, `told`), each beside a word that says the same.
 */
export const pageStyles: string = `
${palette}*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 var(--sans); font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
.page { max-width: 78rem; margin: 0 auto; padding: 0 1.25rem 4rem; }
header { padding: 2.25rem 0 2rem; }
main:focus { outline: none; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; letter-spacing: -0.011em; }
h1 { margin: 0.35rem 0 0.5rem; font-size: clamp(1.75rem, 1.2rem + 2.4vw, 2.5rem); font-weight: 680; letter-spacing: -0.022em; }
h2 { margin: 0 0 0.35rem; font-size: 1.375rem; font-weight: 660; }
h3 { margin: 0; font-size: 1.0625rem; font-weight: 640; }
h4 { margin: 0; font-size: 1rem; font-weight: 620; }
p { margin: 0 0 0.75rem; max-width: 68ch; }
main > section { padding: 2.25rem 0 0.5rem; border-top: 1px solid var(--line); margin-bottom: 2rem; }
ul, ol { margin: 0; padding: 0; list-style: none; }
a { color: var(--told); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--told); outline-offset: 2px; border-radius: 3px; }
code, pre, kbd { font-family: var(--mono); font-size: 0.8125rem; }
code { background: var(--field); padding: 0.1em 0.35em; border-radius: 4px; }
pre, code, dd, td, bdi { unicode-bidi: isolate; }
pre { margin: 0; padding: 0.75rem 0.875rem; background: var(--field); border-radius: 6px; line-height: 1.5; white-space: pre-wrap; }
pre code { background: none; padding: 0; }
.lead { font-size: 1.125rem; color: var(--ink); margin: 0 0 1rem; }
.eyebrow { margin: 0; color: var(--soft); font-size: 0.875rem; }
.soft, .note { color: var(--soft); }
.small { font-size: 0.875rem; }
.id { font-family: var(--mono); font-size: 0.8125rem; color: var(--soft); }
.good { color: var(--good); } .bad { color: var(--bad); } .doubtful { color: var(--doubtful); }
.told { color: var(--told); } .quiet { color: var(--quiet); }
.mark { display: inline-flex; gap: 0.4em; align-items: baseline; font-weight: 600; font-size: 0.875rem; white-space: nowrap; }
.mark > [aria-hidden] { flex: none; width: 1em; text-align: center; }
.notice { margin: 0 0 0.75rem; padding: 0.75rem 1rem; border-radius: 6px; border-left: 3px solid var(--doubtful-fill); background: var(--doubtful-tint); max-width: 68ch; }
.notice.bad { border-color: var(--bad-fill); background: var(--bad-tint); color: inherit; }
.notice.told { border-color: var(--told-fill); background: var(--told-tint); color: inherit; }
.notice > :last-child { margin-bottom: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
caption { text-align: left; color: var(--soft); padding: 0 0 0.5rem; }
th, td { text-align: left; vertical-align: baseline; padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
thead th { color: var(--soft); font-weight: 560; }
td.number, th.number { text-align: right; }
dl.facts { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: 0.35rem 1.5rem; margin: 0; }
dl.facts dt { color: var(--soft); font-size: 0.875rem; padding-top: 0.1em; }
dl.facts dd { margin: 0; min-width: 0; }
summary { cursor: pointer; color: var(--soft); font-size: 0.875rem; }
summary:hover { color: var(--ink); }
details[open] > summary { margin-bottom: 0.6rem; }
.skip { position: absolute; left: -99rem; top: 0.5rem; background: var(--card); padding: 0.5rem 0.75rem; z-index: 3; }
.skip:focus { left: 0.5rem; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }
button, select, input {
  font: inherit; font-size: 0.875rem; color: inherit; background: var(--card);
  border: 1px solid var(--quiet-fill); border-radius: 6px; padding: 0.35rem 0.65rem; min-height: 2.25rem; max-width: 100%;
}
button { cursor: pointer; }
button:hover { border-color: var(--ink); }
.contents { position: sticky; top: 0; z-index: 2; background: var(--paper); margin: 0 -1.25rem; padding: 0 1.25rem; border-bottom: 1px solid var(--line); overflow-x: auto; scrollbar-width: none; }
.contents ul { display: flex; gap: 1.35rem; width: max-content; }
.contents a { display: block; padding: 0.7rem 0; font-size: 0.875rem; color: var(--soft); text-decoration: none; white-space: nowrap; }
.contents a:hover { color: var(--ink); text-decoration: underline; }
.contents .note { font-size: 0.8125rem; opacity: 1; }
.contents a:focus-visible { outline-offset: -3px; }
@media (max-width: 63.99rem) {
  html { scroll-padding-top: 4rem; }
  main > section:first-child { border-top: 0; }
}
@media (min-width: 64rem) {
  .page { display: grid; grid-template-columns: 12.5rem minmax(0, 1fr); column-gap: 3.5rem; padding: 0 2.5rem 6rem; }
  .page > header { grid-column: 1 / -1; padding: 3.5rem 0 2.25rem; border-bottom: 1px solid var(--line); }
  main > section:first-child { border-top: 0; }
  .page > main:nth-child(2) { grid-column: 1 / -1; }
  .contents { align-self: start; margin: 0; padding: 2.25rem 0; border: 0; max-height: 100vh; overflow-y: auto; }
  .contents ul { display: block; width: auto; }
  .contents a { display: flex; justify-content: space-between; gap: 0.75rem; padding: 0.3rem 0; white-space: normal; }
}
@media print {
  :root {
    --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #ccc; --field: #f5f5f5; --quiet: #444;
    --good: #14653a; --bad: #b0211a; --doubtful: #855000; --told: #2458a3;
  }
  .contents, .skip, button, form { display: none !important; }
  .page { display: block; max-width: none; padding: 0; }
  header, main > section { padding-top: 1rem; }
  body { font-size: 10pt; }
  h2, h3, h4, summary { break-after: avoid; }
  tr, li { break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`;
