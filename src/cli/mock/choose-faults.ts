import type { Interface } from '../../interface/model.ts';
import type { Fault } from '../../mock/faults/fault.ts';
import { faultsOf } from '../../mock/faults/faults.ts';
import { whyInapplicable } from '../../selftest/applicable-faults.ts';
import { suggestion } from '../../system/nearest-name.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

/** Faults that a mock of the document may show, and how many can't show in any, by the reason. */
export type FaultChoice = {
  readonly applicable: readonly Fault[];
  readonly inapplicable: ReadonlyMap<string, number>;
};

function isMeant(wanted: string, name: string): boolean {
  return wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
}

/** What to say to a name that no fault has. */
export function unknownFault(name: string, known: readonly Fault[]): UsageFault {
  const near = suggestion(
    name,
    known.map((fault) => fault.name),
  );
  const advice = near.startsWith('did you mean') ? near : 'assay mock --list-faults prints them all';
  return new UsageFault(`there is no fault ${quoted(name)}: ${advice}`);
}

/**
 * The faults of a document that are wanted: by name, or with a star at the end by the beginning of their names; all of them
 * by default. Throws a `UsageFault` for a name that none has.
 */
export function chooseFaults(document: Interface, wanted: readonly string[] | undefined): FaultChoice {
  const known = faultsOf(document);
  const unknown = wanted?.find((one) => !known.some(({ name }) => isMeant(one, name)));
  if (unknown !== undefined) throw unknownFault(unknown, known);
  const chosen = known.filter(({ name }) => wanted?.some((one) => isMeant(one, name)) ?? true);
  const inapplicable = new Map<string, number>();
  const applicable = chosen.filter((fault) => {
    const reason = whyInapplicable(document, fault);
    if (reason !== undefined) inapplicable.set(reason, (inapplicable.get(reason) ?? 0) + 1);
    return reason === undefined;
  });
  return { applicable, inapplicable };
}
