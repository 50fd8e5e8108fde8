import type { ColourQuestion } from './wants-colour.ts';

/** Whether a line may be written over again: only at a terminal that can, and not in CI, where logs keep every state. */
export function wantsLiveLine({ isTerminal, env }: Omit<ColourQuestion, 'allowed'>): boolean {
  const ci = env['CI'];
  return (
    isTerminal && env['TERM'] !== 'dumb' && (ci === undefined || ci === '' || ci === 'false' || ci === '0')
  );
}
