/** Why a probe can't go on. Thrown by the session to unwind a probe; the engine turns it into data. */
export type HaltReason =
  | { readonly kind: 'budget'; readonly reason: string }
  | { readonly kind: 'limited'; readonly reason: string }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'broken-harness'; readonly reason: string }
  | { readonly kind: 'target-lost'; readonly reason: string };

/** Unwinds a probe. */
export class Halt extends Error {
  readonly halt: HaltReason;

  constructor(halt: HaltReason) {
    super('reason' in halt ? halt.reason : halt.kind);
    this.name = 'Halt';
    this.halt = halt;
  }
}
