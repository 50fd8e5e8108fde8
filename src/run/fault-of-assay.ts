import type { RunRecord } from './record.ts';

/** An error of assay's own as text, with where it came from. */
export function faultText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Aborting a run with this as the reason makes its end a fault of assay, not the wish of a user. */
export class FaultOfAssay extends Error {
  constructor(cause: unknown) {
    super(faultText(cause), { cause });
    this.name = 'FaultOfAssay';
  }
}

/** Assay could not bring a run to its end. `record` is what it knew until then. */
export class RunBroken extends Error {
  readonly record: RunRecord;

  constructor(record: RunRecord, cause: unknown) {
    super(faultText(cause), { cause });
    this.name = 'RunBroken';
    this.record = record;
  }
}
