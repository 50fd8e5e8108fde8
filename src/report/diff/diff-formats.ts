/** The formats of a comparison, by the names that the command line takes. */
export const DIFF_FORMATS = ['terminal', 'markdown', 'html', 'json'] as const;

export type DiffFormat = (typeof DIFF_FORMATS)[number];
