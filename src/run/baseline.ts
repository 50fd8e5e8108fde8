/** A failure that is known and borne with: of a check, or of a check for one operation. */
export type KnownFailure = {
  readonly check: string;
  readonly operation?: string | undefined;
  readonly reason: string;
  /** Last day on which it excuses anything, `2026-12-31`, in UTC. */
  readonly expires?: string | undefined;
};

/** The known failures that a run was told of, and the file that they are from, as it was given. */
export type Baseline = { readonly file: string; readonly failures: readonly KnownFailure[] };
