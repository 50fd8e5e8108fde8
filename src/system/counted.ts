/** `1 request`, `2 requests`: for nouns that take an s. */
export function counted(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}
