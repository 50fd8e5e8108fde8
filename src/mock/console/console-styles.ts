import { palette } from '../../look/palette.ts';

/** The style of the console, in the colours of the reports. */
export const consoleStyles: string = `
${palette}*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 3.5rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 0.9375rem/1.5 var(--sans); font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
[hidden] { display: none !important; }
h1, h2, h3 { margin: 0; line-height: 1.25; letter-spacing: -0.011em; text-wrap: balance; }
h1 { font-size: clamp(1.5rem, 1.2rem + 1.4vw, 2rem); font-weight: 680; letter-spacing: -0.022em; }
h2 { font-size: 1.125rem; font-weight: 660; }
h3 { font-size: 0.8125rem; font-weight: 560; color: var(--soft); letter-spacing: 0; }
p { margin: 0; max-width: 68ch; }
ul, ol { margin: 0; padding: 0; list-style: none; }
a { color: var(--told); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--told); outline-offset: 2px; border-radius: 4px; }
code, pre, textarea, .mono { font-family: var(--mono); font-size: 0.8125rem; }
code, pre, bdi, .mono { unicode-bidi: isolate; }
pre { margin: 0; padding: 0.75rem 0.875rem; background: var(--field); border-radius: 6px; line-height: 1.5; white-space: pre-wrap; max-height: 24rem; overflow-y: auto; }
.soft { color: var(--soft); } .small { font-size: 0.8125rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .doubtful { color: var(--doubtful); } .told { color: var(--told); }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -99rem; top: 0.5rem; background: var(--card); padding: 0.5rem 0.75rem; z-index: 3; }
.skip:focus { left: 0.5rem; }
button, select, input, textarea {
  font: inherit; font-size: 0.875rem; color: inherit; background: var(--card); max-width: 100%;
  border: 1px solid var(--quiet-fill); border-radius: 6px; padding: 0.35rem 0.65rem; min-height: 2.25rem;
}
textarea { font-family: var(--mono); font-size: 0.8125rem; width: 100%; line-height: 1.5; resize: vertical; }
button { cursor: pointer; white-space: nowrap; }
button:hover { border-color: var(--ink); }
button.main { background: var(--ink); color: var(--paper); border-color: var(--ink); font-weight: 600; padding-inline: 1.1rem; }
button.plain { border-color: transparent; background: none; color: var(--told); padding: 0 0.25rem; min-height: 1.75rem; }
button.plain:hover { text-decoration: underline; }
button[aria-pressed="true"] { background: var(--told-tint); border-color: var(--told); }
label { display: grid; gap: 0.25rem; font-size: 0.8125rem; color: var(--soft); min-width: 0; }
label > :is(input, select, textarea) { color: var(--ink); width: 100%; }
label.check { display: flex; align-items: center; gap: 0.5rem; font-size: 0.875rem; color: var(--ink); min-height: 2.25rem; }
label.check input { width: auto; min-height: 0; margin: 0; accent-color: var(--told); }
.page { max-width: 90rem; margin: 0 auto; padding: 0 1.25rem 4rem; }
.page > header { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; align-items: end; justify-content: space-between; padding: 1.75rem 0 1.25rem; }
.eyebrow { color: var(--soft); font-size: 0.875rem; }
header .address { margin-top: 0.35rem; }
.link { display: inline-flex; gap: 0.45em; align-items: center; font-size: 0.875rem; color: var(--soft); }
.link::before { content: ""; width: 0.6em; height: 0.6em; border-radius: 50%; background: var(--quiet-fill); }
.link[data-state="live"]::before { background: var(--good-fill); }
.link[data-state="lost"]::before { background: var(--bad-fill); }
.contents { position: sticky; top: 0; z-index: 2; background: var(--paper); border-bottom: 1px solid var(--line); margin: 0 -1.25rem; padding: 0 1.25rem; overflow-x: auto; scrollbar-width: none; }
.contents ul { display: flex; gap: 1.35rem; width: max-content; }
.contents a { display: block; padding: 0.7rem 0; font-size: 0.875rem; color: var(--soft); text-decoration: none; }
.contents a:hover { color: var(--ink); text-decoration: underline; }
.contents a:focus-visible { outline-offset: -3px; }
#live { display: grid; gap: 0 3rem; }
section { padding: 1.5rem 0; border-top: 1px solid var(--line); min-width: 0; }
.side, .wide { min-width: 0; }
.wide > section:first-child { border-top: 0; }
.head { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; margin-bottom: 0.75rem; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; }
#narrow { margin-bottom: 0.75rem; }
#moves { margin-top: 0.75rem; }
#moves button { flex: 1; padding-inline: 0.35rem; }
#answer { margin-top: 1.25rem; }
.mid { align-items: center; }
.row > .grow { flex: 1 1 12rem; }
.stack { display: grid; gap: 0.75rem; min-width: 0; }
.notice { padding: 0.75rem 1rem; border-left: 3px solid var(--doubtful-fill); border-radius: 6px; background: var(--doubtful-tint); display: grid; gap: 0.4rem; }
.notice b { font-weight: 640; }
.problem { color: var(--bad); font-size: 0.875rem; margin-top: 0.5rem; }
.problem:empty { display: none; }
.requests { border-top: 1px solid var(--line); }
.requests > li { border-bottom: 1px solid var(--line); }
.line { display: grid; grid-template-columns: 4.5rem 3.75rem minmax(0, 1fr) 7.5rem 4.75rem; gap: 0.1rem 0.75rem; align-items: baseline; width: 100%; text-align: left; white-space: normal; background: none; border: 0; border-radius: 4px; padding: 0.5rem 0.35rem; min-height: 2.5rem; }
.line:hover { background: var(--quiet-tint); }
.line[aria-expanded="true"] { background: var(--told-tint); }
.line .when, .line .who, .line .took { color: var(--soft); font-size: 0.8125rem; }
.line .took { text-align: right; }
.line .status { font-weight: 640; }
.line .method { font-weight: 600; }
.line .why { grid-column: 3 / -1; color: var(--soft); font-size: 0.875rem; }
.detail { padding: 0.75rem 0.35rem 1.5rem; display: grid; gap: 1rem; }
.messages { display: grid; gap: 1rem; }
.message { display: grid; gap: 0.35rem; align-content: start; min-width: 0; }
.beside { display: flex; gap: 0.5rem 1rem; align-items: center; min-height: 1.75rem; justify-content: space-between; }
.empty { padding: 1.25rem 0; color: var(--soft); }
.quota { display: grid; gap: 0.4rem; padding: 0.65rem 0; border-bottom: 1px solid var(--line); }
.quota:last-child { border-bottom: 0; padding-bottom: 0; }
.quota:first-child { padding-top: 0; }
.gauge { display: grid; gap: 0.15rem; font-size: 0.8125rem; color: var(--soft); }
.bar { height: 8px; border-radius: 4px; background: var(--quiet-tint); border: 1px solid var(--line); overflow: hidden; }
.bar > span { display: block; height: 100%; background: var(--good-fill); }
.bar[data-tone="low"] > span { background: var(--doubtful-fill); }
.bar[data-tone="out"] { background: var(--bad-tint); border-color: var(--bad-fill); }
.time { font-size: 1.75rem; font-weight: 620; letter-spacing: -0.02em; line-height: 1.2; }
.tags { display: grid; gap: 0.5rem; }
.tags li { display: flex; gap: 0.5rem; justify-content: space-between; align-items: start; padding: 0.4rem 0.65rem; background: var(--doubtful-tint); border-radius: 6px; }
details > summary { cursor: pointer; padding: 0.25rem 0; }
details[open] > summary { margin-bottom: 0.4rem; }
.entries { display: grid; gap: 0.35rem; max-height: 20rem; overflow-y: auto; }
.entries pre { padding: 0.4rem 0.65rem; }
.fields { display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: baseline; padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid var(--line); }
@media (min-width: 64rem) {
  .page { padding: 0 2.5rem 5rem; }
  .contents { display: none; }
  html { scroll-padding-top: 1rem; }
  .page > header { padding: 2.25rem 0 1.5rem; border-bottom: 1px solid var(--line); }
  #live { grid-template-columns: minmax(0, 1fr) 21rem; }
  .side > section:first-child { border-top: 0; }
  .messages { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
@media (max-width: 40rem) {
  .line { grid-template-columns: 3.5rem minmax(0, 1fr) auto; }
  .line .when { grid-area: 2 / 1 / 3 / 2; } .line .who { grid-area: 2 / 2; } .line .took { grid-area: 1 / 3; }
  .line .why { grid-column: 1 / -1; }
  .line .status { grid-area: 1 / 1; } .line .what { grid-area: 1 / 2; }
  .line .when { grid-column: 1 / 3; } .line .who { grid-area: 2 / 3; text-align: right; }
}
@media (prefers-reduced-motion: no-preference) {
  .bar > span { transition: width 0.2s; }
  .fresh { animation: fresh 1.5s; }
  @keyframes fresh { from { background: var(--told-tint); } }
}
`;
