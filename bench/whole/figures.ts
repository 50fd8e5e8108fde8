/** Sums over measured values: medians, slopes, and how they are shown. */

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2;
}

/** A cost by the size of what it is paid for. */
export type Point = { readonly size: number; readonly cost: number };

/**
 * How a cost grows: the slope of the logarithms by least squares. 1 is linear, less than 1 has a share that does not grow. `NaN`
 * for fewer than two sizes.
 */
export function growthOf(points: readonly Point[]): number {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(Math.max(cost, 1e-9)) }));
  const mean = (of: (point: { readonly x: number; readonly y: number }) => number): number =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const top = logs.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  const bottom = logs.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return top / bottom;
}

/** What one more costs, between the two largest sizes. */
export function marginalOf(points: readonly Point[]): number {
  const sorted = points.toSorted((a, b) => a.size - b.size);
  const [before, last] = sorted.slice(-2);
  return before === undefined || last === undefined
    ? Number.NaN
    : (last.cost - before.cost) / (last.size - before.size);
}

const WIDTH = 56;
const HEIGHT = 12;

/** Where a value stands on a logarithmic axis of so many steps. */
function placeOf(value: number, all: readonly number[], steps: number): number {
  const [least, most] = [Math.log(Math.min(...all)), Math.log(Math.max(...all))];
  return most === least ? 0 : Math.round(((Math.log(value) - least) / (most - least)) * (steps - 1));
}

/** The points on logarithmic axes, as text: a straight line is a power, and one that climbs a column a row is linear. */
export function plotOf(title: string, points: readonly Point[], unit: string): string {
  const [sizes, costs] = [points.map(({ size }) => size), points.map(({ cost }) => cost)];
  const marked = new Set(
    points.map(
      ({ size, cost }) =>
        `${String(placeOf(size, sizes, WIDTH))} ${String(HEIGHT - 1 - placeOf(cost, costs, HEIGHT))}`,
    ),
  );
  const rows = Array.from({ length: HEIGHT }, (_row, y) => {
    const cells = Array.from({ length: WIDTH }, (_cell, x) =>
      marked.has(`${String(x)} ${String(y)}`) ? 'o' : ' ',
    );
    const label = y === 0 ? Math.max(...costs) : y === HEIGHT - 1 ? Math.min(...costs) : undefined;
    const told = label === undefined ? '' : `${label.toPrecision(2)} ${unit}`;
    return `${told.padStart(14)} |${cells.join('').trimEnd()}`;
  });
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)].map((size) => size.toLocaleString('en'));
  const axis = `${' '.repeat(15)}+${'-'.repeat(WIDTH)}`;
  const ends = `${' '.repeat(16)}${least ?? ''}${(most ?? '').padStart(WIDTH - (least ?? '').length)}`;
  return [title, '', ...rows, axis, ends].join('\n');
}
