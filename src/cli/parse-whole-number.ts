import { quoted } from './quoted.ts';
import { UsageFault } from './usage-fault.ts';

/** Bounds of a number on the command line, both included, and a value to show as an example. */
export type NumberOption = {
  readonly option: string;
  readonly from: number;
  readonly to: number;
  readonly example: number;
};

/** A parser for a whole number in decimal digits. It throws a `UsageFault` for anything else. */
export function parseWholeNumber({ option, from, to, example }: NumberOption): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= from && value <= to) return value;
    throw new UsageFault(
      `cannot use ${option} ${quoted(text)}: give a whole number from ${String(from)} to ${String(to)}, for example ${option} ${String(example)}`,
    );
  };
}
