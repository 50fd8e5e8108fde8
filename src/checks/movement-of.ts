/** How a value moves over requests that go one after the other. `unclear`: too few, too quick, or explained by refill. */
export type Movement = 'falls' | 'constant' | 'grows' | 'stays' | 'erratic' | 'unclear';

const FEWEST_STEPS = 8;
/** A service may count what it reads alone: creations and refusals may be given back. */
const FEWEST_READS = 4;
const FEWEST_FOR_LITTLE_MOVEMENT = 20;
const SHORTEST_SPAN_MS = 300;
const TELLING_FALL = 5;
/** Nodes that count apart each give a falling row of values; more rows than this are no nodes. */
const MOST_NODES = 9;

/** Length of the longest strictly rising subsequence: the fewest falling rows that the values can be sorted into. */
function fallingRows(values: readonly number[]): number {
  const ends: number[] = [];
  for (const value of values) {
    const at = ends.findIndex((end) => end >= value);
    if (at < 0) ends.push(value);
    else ends[at] = value;
  }
  return ends.length;
}

/** Rows that are many already: values that hardly ever follow one another are no nodes then. */
const MANY_ROWS = 6;
const SMALL_STEP = 2;
/** Of nodes, also with dear requests and other users, more follow one another; of numbers drawn by lot a quarter does. */
const FEWEST_FOLLOWING = 0.4;

/** The share of values that follow one of their falling row by a small step, as each request on a node does. */
function followingShare(values: readonly number[]): number {
  let ends: readonly number[] = [];
  let following = 0;
  for (const value of values) {
    const nearest = Math.min(...ends.filter((end) => end >= value));
    ends = [...ends.toSpliced(ends.indexOf(nearest), ends.includes(nearest) ? 1 : 0), value];
    if (nearest - value <= SMALL_STEP) following += 1;
  }
  return following / values.length;
}

/** True for values that no few nodes give out, whatever was used of each before. */
function isWithoutOrder(values: readonly number[]): boolean {
  const rows = fallingRows(values);
  return rows > MOST_NODES || (rows > MANY_ROWS && followingShare(values) < FEWEST_FOLLOWING);
}

function totalRise(values: readonly number[]): number {
  return values.reduce((sum, value, i) => sum + Math.max(0, value - (values[i - 1] ?? value)), 0);
}

/**
 * How Remaining moves over accepted requests. `made` requests were accepted meanwhile, of `sent` in all; refill gives
 * some back. Previous use that leaves a sliding window can lift the value, even at every step for a while, but neither
 * keeps it the same to the request nor lifts it by what was sent, and never by more than the limit.
 */
export function movementOf(
  remaining: readonly number[],
  options: {
    readonly made: number;
    /** Those of them that only read; without it all of them. */
    readonly reads?: number;
    readonly sent: number;
    readonly limit: number;
    readonly elapsedMs: number;
    readonly windowS: number;
    /** Nothing was sent for a whole window before: no earlier use can leave it meanwhile. */
    readonly rested?: boolean;
  },
): Movement {
  const { made, sent, limit, elapsedMs, windowS } = options;
  const [first = 0] = remaining;
  const last = remaining.at(-1) ?? 0;
  const refill = 1 + (limit * elapsedMs) / (windowS * 1000);
  const lowest = Math.min(...remaining);
  if (remaining.length < FEWEST_STEPS || elapsedMs < SHORTEST_SPAN_MS || made - 1 - refill < TELLING_FALL) {
    // Refill may explain why it does not fall, and nothing but requests why it does.
    return remaining.length >= FEWEST_STEPS && lowest <= first - TELLING_FALL ? 'falls' : 'unclear';
  }
  const reads = options.reads ?? made;
  const fresh = first >= limit - 3 || options.rested === true;
  const many = remaining.length >= FEWEST_FOR_LITTLE_MOVEMENT;
  if (remaining.every((value) => value === first))
    return (fresh || many) && reads >= 2 ? 'constant' : 'unclear';
  const rises = remaining.every((value, i) => i === 0 || value > (remaining[i - 1] ?? 0));
  const counted = first <= limit / 4 && last - first >= made - 1 && last - first <= sent - 1;
  if (rises && counted && many) return 'grows';
  const explained = 2 * limit + refill + made;
  const brief = refill < limit / 4;
  if (brief && totalRise(remaining) > explained && isWithoutOrder(remaining)) return 'erratic';
  if (first >= limit - 3 && many && lowest >= first - 1) return reads >= FEWEST_READS ? 'stays' : 'unclear';
  return lowest < first ? 'falls' : 'unclear';
}
