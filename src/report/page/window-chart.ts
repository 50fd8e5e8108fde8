import { type Content, figure, html, type Markup, ownText } from './markup.ts';
import { placed, type Placed, series, type Step, type WindowColumn } from './window-series.ts';

const WIDTH = 760;
const LEFT = 44;
const RIGHT = 748;
const TOP = 44;
const BASE = 196;
const KEY_LANE = 212;
const OTHER_LANE = 232;
const REFUSED_LABEL = 32;
const SERVED_LABEL = 14;
/** Nearer to each other, labels would overlap. */
const LABEL_ROOM = 190;

function short(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}

function stepsPath(steps: readonly Step[]): string {
  return steps
    .map(({ from, to, y }, at) => `${at === 0 ? `M${short(from)} ${short(y)}` : `V${short(y)}`}H${short(to)}`)
    .join('');
}

function remainingLines(list: readonly Placed[], scale: (value: number) => number): Content {
  return series(list, scale).map((steps) => {
    const path = ownText(stepsPath(steps));
    const start = short(steps[0]?.from ?? LEFT);
    return html`<path class="area" d="${path}V${BASE}H${start}Z" fill="#5a8fd8" fill-opacity="0.16" />
      <path class="remaining" d="${path}" fill="none" stroke="#2458a3" stroke-width="2" />`;
  });
}

type Bar = { readonly lane: number; readonly height: number; readonly tone: string; readonly fill: string };

const SERVED: Bar = { lane: KEY_LANE, height: 11, tone: 'told', fill: '#5a8fd8' };
const REFUSED: Bar = { lane: KEY_LANE - 5, height: 16, tone: 'bad', fill: '#d6463d' };
const OTHER: Bar = { lane: OTHER_LANE, height: 11, tone: 'quiet', fill: '#b6b9bd' };

function barsOf({ onKey, offKey, refused }: WindowColumn): readonly Bar[] {
  const key = refused > 0 ? REFUSED : SERVED;
  return [...(onKey > 0 ? [key] : []), ...(offKey > 0 ? [OTHER] : [])];
}

function bars(list: readonly Placed[]): Content {
  return list.flatMap(({ column, x, width }) =>
    barsOf(column).map(
      ({ lane, height, tone, fill }) =>
        html`<rect
          class="fill-${tone}"
          x="${short(x)}"
          y="${lane}"
          width="${short(width - (width > 3 ? 1 : 0))}"
          height="${height}"
          fill="${fill}"
        />`,
    ),
  );
}

function label(x: number, y: number, text: string, tone = 'soft'): Markup {
  const end = x > RIGHT - 60 ? 'end' : x < LEFT + 60 ? 'start' : 'middle';
  return html`<text
    class="label ${tone}"
    x="${short(x)}"
    y="${y}"
    text-anchor="${end}"
    font-size="12"
    fill="currentColor"
    >${text}</text
  >`;
}

function line(x: number, y: number, tone: string): Markup {
  return html`<line
    class="stroke-${tone}"
    x1="${short(x)}"
    x2="${short(x)}"
    y1="${y}"
    y2="${BASE}"
    stroke="currentColor"
    stroke-dasharray="3 3"
  />`;
}

/**
 * The first refusal of each series, and the first request that was served after it, where there is room for the words; the
 * bars below show all of them.
 */
function events(list: readonly Placed[], status: number): Content {
  const marks: Markup[] = [];
  let refusing = false;
  let freeFrom = { refused: LEFT, served: LEFT };
  for (const { column, x, width } of list) {
    const middle = x + width / 2;
    if (column.refused > 0 && !refusing) {
      refusing = true;
      if (middle < freeFrom.refused) continue;
      marks.push(
        line(middle, REFUSED_LABEL + 5, 'bad'),
        label(middle, REFUSED_LABEL, `✕ ${String(status)}`, 'bad'),
      );
      freeFrom = { ...freeFrom, refused: middle + LABEL_ROOM };
    } else if (refusing && column.refused === 0 && column.served > 0) {
      refusing = false;
      if (middle < freeFrom.served) continue;
      marks.push(
        line(middle, SERVED_LABEL + 5, 'good'),
        label(middle, SERVED_LABEL, '✓ served again', 'good'),
      );
      freeFrom = { ...freeFrom, served: middle + LABEL_ROOM };
    }
  }
  return marks;
}

function pauseBands(list: readonly Placed[]): Content {
  return list.flatMap(({ column, x, paused }, at) => {
    const before = list[at - 1];
    if (!paused || before === undefined) return [];
    const start = before.x + before.width;
    const middle = (start + x) / 2;
    return [
      html`<rect
        class="pause"
        x="${short(start)}"
        y="${TOP}"
        width="${short(x - start)}"
        height="${BASE - TOP}"
        fill="#888"
        fill-opacity="0.1"
      />`,
      html`<text
        class="label soft"
        x="${short(middle)}"
        y="${(TOP + BASE) / 2}"
        text-anchor="middle"
        font-size="12"
        fill="currentColor"
        >${String(Math.round(column.pauseS))} s</text
      >`,
    ];
  });
}

function gridLine(value: number, scale: (value: number) => number): Markup {
  const y = short(scale(value));
  return html`<line
      class="grid"
      x1="${LEFT}"
      x2="${RIGHT}"
      y1="${y}"
      y2="${y}"
      stroke="#888"
      stroke-opacity="0.35"
    />
    <text
      class="label soft"
      x="${LEFT - 8}"
      y="${short(scale(value) + 4)}"
      text-anchor="end"
      font-size="12"
      fill="currentColor"
      >${value}</text
    >`;
}

/** Remaining over the requests of a run, refusals, pauses and what came after. `summary` says the same in words. */
export function windowChart(columns: readonly WindowColumn[], status: number, summary: string): Markup {
  const list = placed(columns, { from: LEFT, to: RIGHT });
  const highest = columns.reduce(
    (most, { limit, remaining }) => Math.max(most, limit ?? 0, remaining ?? 0),
    1,
  );
  const scale = (value: number): number => BASE - ((BASE - TOP) * value) / highest;
  const middle = Math.round(highest / 2);
  const levels = [...new Set([0, middle, highest])];
  return html`<svg
    class="chart"
    viewBox="0 0 ${WIDTH} 272"
    width="${WIDTH}"
    role="img"
    aria-labelledby="chart-title chart-text"
  >
    <title id="chart-title">Remaining over the requests of the run</title>
    <desc id="chart-text">${summary}</desc>
    ${pauseBands(list)} ${levels.map((value) => gridLine(value, scale))} ${remainingLines(list, scale)}
    ${events(list, status)} ${bars(list)}
    <text
      class="label soft"
      x="${LEFT - 8}"
      y="${KEY_LANE + 10}"
      text-anchor="end"
      font-size="12"
      fill="currentColor"
    >
      key
    </text>
    <text
      class="label soft"
      x="${LEFT - 8}"
      y="${OTHER_LANE + 10}"
      text-anchor="end"
      font-size="12"
      fill="currentColor"
    >
      none
    </text>
    ${label(LEFT, 264, 'request 1')} ${label(RIGHT, 264, `request ${figure(columns.at(-1)?.last ?? 1)}`)}
  </svg>`;
}
