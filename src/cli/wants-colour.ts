/** What decides about colours: the flag wins, then `FORCE_COLOR`, `NO_COLOR`, `TERM=dumb`, then the stream. */
export type ColourQuestion = {
  /** False after `--no-color`. */
  readonly allowed: boolean;
  readonly isTerminal: boolean;
  readonly env: { readonly [name: string]: string | undefined };
};

/** As Node itself decides (`FORCE_COLOR` before `NO_COLOR`), apart from the flag. */
export function wantsColour({ allowed, isTerminal, env }: ColourQuestion): boolean {
  if (!allowed) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  const refused = env['NO_COLOR'];
  if (refused !== undefined && refused !== '') return false;
  return isTerminal && env['TERM'] !== 'dumb';
}
