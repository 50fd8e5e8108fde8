/** `ASSAY_TESTS=all` runs what the tests take samples of. */
const ALL = process.env['ASSAY_TESTS'] === 'all';
/** CI has the time for what would take `npm run check` beyond its three minutes. */
export const THOROUGH: boolean = ALL || !['', 'false'].includes(process.env['CI'] ?? '');
/** `npm run check` leaves out whole files as well; whoever names files runs them. */
export const TAKES_SAMPLES: boolean = !THOROUGH && process.env['ASSAY_TESTS'] === 'sample';

/** Every so many-th of the rows, the first one included, more of them in CI; all of them where everything was asked for. */
export function sampled<Row>(rows: readonly Row[], every: number, everyInCi = every): readonly Row[] {
  if (ALL) return rows;
  return everyNth(rows, THOROUGH ? everyInCi : every);
}

/** Every so many-th of the rows, the first one included; all of them in CI too. */
export function wholeInCi<Row>(rows: readonly Row[], every: number): readonly Row[] {
  return THOROUGH ? rows : everyNth(rows, every);
}

function everyNth<Row>(rows: readonly Row[], every: number): readonly Row[] {
  return rows.filter((_row, index) => index % every === 0);
}
