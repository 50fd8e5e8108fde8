import type { Ask, MakeService } from '../run-against-service.ts';

/** A kind of interface: a small document as its authors write it, services of it that are honest, and ones with one fault each. */
export type Kind = {
  readonly title: string;
  readonly document: string;
  readonly honest: Readonly<Record<string, MakeService>>;
  /** Honest ones that keep a run from seeing everything. */
  readonly obstructed?: Readonly<Record<string, MakeService>>;
  /** `finds`: the check that has to blame or warn. */
  readonly faulty: Readonly<Record<string, { readonly serve: MakeService; readonly finds: string }>>;
  /** True for a request that a run must not send. */
  readonly astray?: (ask: Ask) => boolean;
};
