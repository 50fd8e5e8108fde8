import { parseCount } from '../../checks/limits/quota-trace.ts';
import { parseHttpDate, parseRetryAfter } from '../../http/date.ts';
import type { Exchange, HeaderLine } from '../../http/exchange.ts';
import { fieldValues } from '../../http/fields.ts';
import type { RateLimits } from '../../interface/model.ts';
import type { RunRecord } from '../../record/record.ts';

/** One request, or some that follow one another where the run has more than fit. */
export type WindowColumn = {
  /** Numbers of the first and the last request, from 1. */
  readonly first: number;
  readonly last: number;
  /** Seconds since the start of the run. */
  readonly atS: number;
  /** Seconds without a request before it. */
  readonly pauseS: number;
  /** How many were sent with the valid key, and without it. */
  readonly onKey: number;
  readonly offKey: number;
  /** Answers with the limit's status to requests on the key. */
  readonly refused: number;
  readonly served: number;
  /** The last values that answers on the key told. */
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  readonly retryAfterS: number | undefined;
  /** Request line and answer of the only request. */
  readonly text: { readonly request: string; readonly answer: string } | undefined;
};

const MOST_COLUMNS = 240;

type Point = {
  readonly exchange: Exchange;
  readonly status: number | undefined;
  readonly onKey: boolean;
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  readonly retryAfterS: number | undefined;
};

/** Traffic of others counts as sent with a valid key where the answer doesn't deny it. */
function isOnKey({ request }: Exchange, status: number | undefined): boolean {
  const { kind } = request.credential;
  return (
    kind === 'valid' || kind === 'valid-other-scheme-case' || (kind === 'undetermined' && status !== 401)
  );
}

/** Counts beyond a billion are no quota that a chart could show. */
function countIn(headers: readonly HeaderLine[], name: string | undefined): number | undefined {
  const [value] = name === undefined ? [] : fieldValues(headers, name);
  const count = value === undefined ? undefined : parseCount(value);
  return count === undefined || count > 1_000_000_000n ? undefined : Number(count);
}

function waitIn(headers: readonly HeaderLine[], name: string | undefined): number | undefined {
  const [value] = name === undefined ? [] : fieldValues(headers, name);
  const [date] = fieldValues(headers, 'date');
  if (value === undefined) return undefined;
  const parsed = parseRetryAfter(value, date === undefined ? undefined : parseHttpDate(date));
  switch (parsed.kind) {
    case 'seconds':
      return parsed.seconds;
    case 'date':
      return parsed.waitMs === undefined ? undefined : parsed.waitMs / 1000;
    case 'invalid':
      return undefined;
  }
}

function pointOf({ headers: names }: RateLimits, exchange: Exchange): Point {
  const answer = exchange.result.kind === 'answer' ? exchange.result.answer : undefined;
  const status = answer?.status;
  const onKey = isOnKey(exchange, status);
  const headers = onKey ? (answer?.headers ?? []) : [];
  return {
    exchange,
    status,
    onKey,
    limit: countIn(headers, names.limit),
    remaining: countIn(headers, names.remaining),
    retryAfterS: waitIn(headers, names.retryAfter),
  };
}

function textOf({ exchange, status }: Point): WindowColumn['text'] {
  const { request, result } = exchange;
  const failure = result.kind === 'failure' ? `no answer: ${result.failure.kind}` : 'no answer';
  return {
    request: `${request.method} ${request.target}`,
    answer: status === undefined ? failure : String(status),
  };
}

function columnOf(
  limits: RateLimits,
  points: readonly Point[],
  { first, endedMs }: { readonly first: number; readonly endedMs: number | undefined },
): WindowColumn {
  const onKey = points.filter((point) => point.onKey);
  const refused = onKey.filter(({ status }) => status === limits.status).length;
  const [start] = points;
  const startMs = start?.exchange.startMs ?? 0;
  return {
    first,
    last: first + points.length - 1,
    atS: startMs / 1000,
    pauseS: endedMs === undefined ? 0 : Math.max(0, startMs - endedMs) / 1000,
    onKey: onKey.length,
    offKey: points.length - onKey.length,
    refused,
    served: onKey.filter(({ status }) => status !== undefined).length - refused,
    limit: onKey.findLast(({ limit }) => limit !== undefined)?.limit,
    remaining: onKey.findLast(({ remaining }) => remaining !== undefined)?.remaining,
    retryAfterS: onKey.findLast(({ retryAfterS }) => retryAfterS !== undefined)?.retryAfterS,
    text: start === undefined || points.length > 1 ? undefined : textOf(start),
  };
}

/** The requests of a run in their order, with what the limiter said, in at most 240 columns. */
export function windowColumns(record: RunRecord, limits: RateLimits): readonly WindowColumn[] {
  const points = [...record.exchanges.values()].map((exchange) => pointOf(limits, exchange));
  const size = Math.max(1, Math.ceil(points.length / MOST_COLUMNS));
  return Array.from({ length: Math.ceil(points.length / size) }, (_, at) => {
    const start = at * size;
    const endedMs = points[start - 1]?.exchange.endMs;
    return columnOf(limits, points.slice(start, start + size), { first: start + 1, endedMs });
  });
}

/** A pause is shown as a gap, in columns, from so many seconds on. */
const PAUSE_COLUMNS = 6;
const SHORTEST_PAUSE_S = 1;
const MOST_PAUSES = 8;

/** A column with its place on the horizontal axis. `paused`: a gap stands before it. */
export type Placed = {
  readonly column: WindowColumn;
  readonly x: number;
  readonly width: number;
  readonly paused: boolean;
};

/** Columns side by side between two places, with a gap for each of the longest pauses. */
export function placed(
  columns: readonly WindowColumn[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly Placed[] {
  const longest = columns
    .filter(({ pauseS }) => pauseS >= SHORTEST_PAUSE_S)
    .toSorted((a, b) => b.pauseS - a.pauseS)
    .slice(0, MOST_PAUSES);
  const pauses = new Set(longest);
  const gap = Math.max(PAUSE_COLUMNS, Math.round(columns.length / 14));
  const step = (to - from) / Math.max(1, columns.length + pauses.size * gap);
  let x = from;
  return columns.map((column) => {
    const paused = pauses.has(column);
    if (paused) x += gap * step;
    const at = x;
    x += step;
    return { column, x: at, width: step, paused };
  });
}

export type Step = { readonly from: number; readonly to: number; readonly y: number };

/**
 * Remaining as steps, one for each request on the key, in series: a pause ends one, and so does an answer that tells no
 * count. Requests without the key leave the level as it is.
 */
export function series(
  list: readonly Placed[],
  scale: (value: number) => number,
): readonly (readonly Step[])[] {
  const all: Step[][] = [];
  let open: Step[] | undefined;
  for (const { column, x, width, paused } of list) {
    const { remaining, onKey } = column;
    if (paused || (onKey > 0 && remaining === undefined)) open = undefined;
    const y = remaining === undefined ? open?.at(-1)?.y : scale(remaining);
    if (y === undefined) continue;
    if (open === undefined) {
      open = [];
      all.push(open);
    }
    open.push({ from: x, to: x + width, y });
  }
  return all;
}
