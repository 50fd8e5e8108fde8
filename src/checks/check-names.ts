import { checks } from './catalogue.ts';

/**
 * Names of all checks, with their suites. The build puts the list itself in the place of this module: the command line names them
 * in its help, for which the checks need not be loaded.
 */
export const CHECK_NAMES: readonly { readonly suite: string; readonly id: string }[] = checks.map(
  ({ suite, id }) => ({ suite, id }),
);
