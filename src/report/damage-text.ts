import type { RunRecord } from '../run/record.ts';

function plural(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** What of a record, or of the traffic that it was made of, could not be read, in a few words; `undefined` for nothing. */
export function damageText({ damage, footer, partial }: RunRecord): string | undefined {
  const faults = footer?.traffic?.faults ?? 0;
  if (damage !== undefined) {
    const more = damage.first.length < damage.lines ? ' and more' : '';
    const which = `${damage.lines === 1 ? 'line' : 'lines'} ${damage.first.join(', ')}${more}`;
    return `${plural(damage.lines, 'line')} of the record cannot be read (${which})`;
  }
  if (faults > 0) return `${plural(faults, 'part')} of the traffic cannot be read`;
  return partial && footer !== undefined ? 'lines of the record cannot be read' : undefined;
}
