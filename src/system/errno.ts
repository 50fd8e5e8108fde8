/** What the system calls a failure, `ENOENT` for example; of several that happened at once the first. `undefined` for any other fault. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? errnoOf(error.errors[0]) : undefined;
}

/** The same for a message: without such a name the text of the fault. */
export function errnoText(error: unknown): string {
  return errnoOf(error) ?? (error instanceof Error ? error.message : String(error));
}
