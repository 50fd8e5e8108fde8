const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const DEFAULT_LENGTH = 32;

function draw(length: number, random: () => number): string {
  return Array.from({ length }, () => ALPHABET.charAt(Math.floor(random() * ALPHABET.length))).join('');
}

/** A character of the alphabet that is not `character`. */
function other(character: string): string {
  return character === 'A' ? 'B' : 'A';
}

/**
 * A key of letters and digits that is as long as `key` (at least 1; 32 where there is no key) and differs from it in
 * more than letter case. `random` gives numbers in [0, 1).
 */
export function randomKey(key: string | undefined, random: () => number): string {
  const made = draw(key === undefined ? DEFAULT_LENGTH : Math.max(1, key.length), random);
  if (key === undefined || made.toLowerCase() !== key.toLowerCase()) return made;
  return other(made.charAt(0).toUpperCase()) + made.slice(1);
}
