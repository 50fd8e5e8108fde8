import { fieldFreedoms } from './field-freedoms.ts';
import type { Freedom } from './freedom.ts';
import { keptFreedoms } from './kept-freedoms.ts';
import { listFreedoms } from './list-freedoms.ts';
import { refusalFreedoms } from './refusal-freedoms.ts';
import { shownFreedoms } from './shown-freedoms.ts';
import { statusFreedoms } from './status-freedoms.ts';

/** Everything that a mock may do otherwise and still do what its document says. */
export const freedoms: readonly Freedom[] = [
  ...shownFreedoms,
  ...fieldFreedoms,
  ...keptFreedoms,
  ...listFreedoms,
  ...statusFreedoms,
  ...refusalFreedoms,
];
