import type { Slowed } from '../../record/record.ts';

/** Says that fewer requests go out side by side, for the terminal while a run goes on and for its reports. */
export function slowedText({ to, because }: Slowed): string {
  return `slowed down to ${to === 1 ? 'one request at a time' : `${String(to)} requests side by side`}: ${because}`;
}
