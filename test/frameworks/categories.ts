/** What every service here keeps, whatever framework it is written with. */

/** The documented plan, and the window that it is counted in. */
export const LIMIT = 60;
export const WINDOW_MS = 60_000;

export type Category = {
  readonly id: number;
  readonly name: string;
  readonly description?: string | undefined;
};

/** The categories that a service starts with. */
export const seed = (): Category[] => [
  { id: 1, name: 'dog', description: 'Dogs of all kinds' },
  { id: 2, name: 'cat' },
];
