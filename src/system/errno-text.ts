/** What the system calls a failure (`ENOSPC`), or the text of any other one. */
export function errnoText(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
