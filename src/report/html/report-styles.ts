/** The style of the report alone, after that of every page. */
export const reportStyles: string = `
.bar { display: block; width: 100%; height: 10px; max-width: 46rem; border-radius: 5px; overflow: hidden; margin: 1.25rem 0 0.6rem; }
.fill-good { fill: var(--good-fill); } .fill-bad { fill: var(--bad-fill); } .fill-doubtful { fill: var(--doubtful-fill); }
.fill-told { fill: var(--told-fill); } .fill-quiet { fill: var(--quiet-fill); }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; font-size: 0.875rem; color: var(--soft); margin-bottom: 1.1rem; }
.legend b { color: var(--ink); font-weight: 640; }
dd .legend { margin: 0; }
.run-line { margin-bottom: 1.25rem; max-width: none; }
.address { color: var(--ink); }
.broken-list { display: grid; gap: 0.75rem; margin: 1.5rem 0 0; max-width: 56rem; }
.broken-list li { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr); }
.filter { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; margin: 1.25rem 0 0.5rem; }
.filter label { display: grid; gap: 0.25rem; font-size: 0.8125rem; color: var(--soft); min-width: 0; }
.filter .grow { flex: 1 1 14rem; }
.filter select { max-width: 14rem; color: var(--ink); }
.filter input { width: 100%; color: var(--ink); }
.filter p { flex-basis: 100%; margin: 0; }
.group { margin-top: 2rem; }
.group-head { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0.25rem 1rem; padding-bottom: 0.5rem; border-bottom: 1px solid var(--line); }
.clause { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: 0 1rem; padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
.clause:target, .broken:target > h3, .follows:target > h4 { background: var(--told-tint); box-shadow: 0 0 0 0.5rem var(--told-tint); border-radius: 2px; }
.statement { margin: 0; max-width: 64ch; }
.checks { display: grid; gap: 0.3rem; font-size: 0.875rem; padding-bottom: 0.25rem; }
.broken { padding: 1.25rem 1.5rem 1.5rem; margin-top: 1.25rem; border-top: 3px solid var(--bad-fill); }
.broken.warn { border-top-color: var(--doubtful-fill); }
.broken > p { margin: 0.3rem 0 0; }
.finding { margin-top: 1.1rem; padding-top: 1.1rem; border-top: 1px solid var(--line); display: grid; gap: 0.75rem; }
.finding p { margin: 0; }
.folded { margin-top: 1.1rem; }
.broken > .extent, .follows > .extent { color: var(--ink); font-weight: 560; margin: 0.5rem 0 0; }
.guess { margin: 0.35rem 0 0; padding-left: 0.75rem; border-left: 2px solid var(--told-fill); font-style: italic; }
.others { display: grid; gap: 0.3rem; font-size: 0.875rem; }
.follows { margin-top: 1.1rem; padding: 0 0 0 1rem; border-left: 2px solid var(--line); }
.follows > p { margin: 0.3rem 0 0; }
.folded > summary { padding: 0.25rem 0; }
h5 { margin: 0 0 0.35rem; font-size: 0.8125rem; font-weight: 560; color: var(--soft); }
.messages { display: grid; gap: 0.85rem; }
.message b { font-weight: 640; }
.command { display: grid; grid-template-columns: 4rem minmax(0, 1fr) auto; gap: 0 0.75rem; align-items: start; }
.command > span { padding-top: 0.7rem; }
.command > details { padding-top: 0.7rem; min-width: 0; }
.command button { margin-top: 0.15rem; }
.gaps { display: grid; gap: 1rem; margin: 0.75rem 0 1.5rem; }
.gaps p { margin: 0 0 0.15rem; }
.allow { display: inline-block; max-width: 100%; }
.gaps li { padding-left: 1rem; border-left: 2px solid var(--line); }
.leftovers { columns: 16rem; font-size: 0.875rem; column-gap: 2rem; }
#observed th { width: 34%; }
#observed td.id { width: 8rem; }
figure { margin: 1rem 0; }
figcaption { margin-top: 0.5rem; max-width: 68ch; }
.chart { display: block; width: 100%; min-width: 42rem; height: auto; overflow: visible; }
.chart .label { font: 500 12px var(--sans); fill: var(--ink); }
.chart .label.soft { fill: var(--soft); } .chart .label.bad { fill: var(--bad); } .chart .label.good { fill: var(--good); }
.chart .grid { stroke: var(--line); stroke-opacity: 1; }
.chart .remaining { stroke: var(--told); }
.chart .area { fill: var(--told-fill); }
.chart .pause { fill: var(--quiet-tint); fill-opacity: 1; }
.chart .stroke-bad { stroke: var(--bad); } .chart .stroke-good { stroke: var(--good); }
.totals { width: auto; margin: 1rem 0 0.5rem; }
.totals .number { padding-left: 1rem; }
.totals th { overflow-wrap: normal; }
.operation { margin-top: 1.75rem; }
.operation > p { margin: 0.5rem 0 0; }
.operation h3 code { background: none; padding: 0; font-size: 0.9375rem; }
.response { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0.4rem 1rem; padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
.response > div { display: grid; gap: 0.35rem; align-content: start; }
.response > div:first-child { display: block; }
.chips { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0 0.75rem; align-items: baseline; }
.chips ul { display: flex; flex-wrap: wrap; gap: 0.2rem 1.1rem; }
.chip { font-size: 0.8125rem; }
.chip code { background: none; padding: 0; }
@media (max-width: 40rem) {
  .clause, .response, .command { grid-template-columns: minmax(0, 1fr); gap: 0.35rem; }
  .command { grid-template-columns: minmax(0, 1fr) auto; align-items: end; }
  .command > span { padding: 0; }
  .command > pre, .command > details { grid-area: 2 / 1 / 3 / -1; padding-top: 0; }
  .command > pre { padding: 0.75rem 0.875rem; }
  .command button { grid-area: 1 / 2; margin: 0; }
  .chips { grid-template-columns: minmax(0, 1fr); }
  .broken { padding: 1rem; }
  .totals { width: 100%; }
  .totals td, .totals th { padding-right: 0; }
  .totals .number { padding-left: 0.75rem; }
  .filter label { flex: 1 1 8rem; }
  .filter select { max-width: none; width: 100%; }
  dl.facts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dl.facts dd { margin-bottom: 0.6rem; }
  .stacked thead { position: absolute; clip-path: inset(50%); }
  .stacked, .stacked tbody, .stacked tr, .stacked th, .stacked td { display: block; width: auto !important; }
  .stacked tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  .stacked th, .stacked td { border: 0; padding: 0; }
}
@media print {
  .broken { break-inside: auto; }
}
`;
