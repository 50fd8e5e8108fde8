import { checks } from './catalogue.ts';
import type { Check } from './check.ts';

/** What there is to read of a check. */
export type CheckText = Pick<Check, 'id' | 'suite' | 'level' | 'title' | 'explanation'>;

/**
 * What there is to read of all checks. The build puts the list itself in the place of this module: commands that show it need
 * nothing that judges.
 */
export const CHECK_TEXTS: readonly CheckText[] = checks.map(({ id, suite, level, title, explanation }) => ({
  id,
  suite,
  level,
  title,
  explanation,
}));
