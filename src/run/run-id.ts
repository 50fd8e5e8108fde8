import { randomInt } from 'node:crypto';

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Six letters and digits for the names that a run creates: no two runs share them, whatever their seed. */
export function newRunId(): string {
  return Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)] ?? 'a').join('');
}
