/** What a run said of a mock with one fault. */
export type TrialOutcome =
  /** These checks failed. */
  | { readonly kind: 'noticed'; readonly checks: readonly string[] }
  /** The run found the target so broken that it could not be tested, and said so. */
  | { readonly kind: 'unusable'; readonly reason: string }
  /** No check failed; these warned, and don't of an honest mock. */
  | { readonly kind: 'warned'; readonly checks: readonly string[] }
  /** The mock did something else than an honest one, and the run was content. */
  | { readonly kind: 'survived' }
  /** Nothing that the run sent made the fault show: the mock did what an honest one does. */
  | { readonly kind: 'not-shown' }
  /** The run was content, whether the fault showed or not; one of the profile `thorough` is not: these checks fail or warn. */
  | { readonly kind: 'left-to-thorough'; readonly shown: boolean; readonly checks: readonly string[] }
  /** Assay itself, or its mock, failed: no statement about the suites. */
  | { readonly kind: 'broken'; readonly reason: string };

/** One fault, and what became of it. */
export type Trial = {
  readonly fault: string;
  readonly outcome: TrialOutcome;
  readonly requests: number;
  readonly durationMs: number;
};
