import type { Interface } from '../../interface/model.ts';
import { nearestFault } from '../../mock/faults/faults.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

/** What to say to a name that no fault of the document has. */
export function unknownFault(name: string, document: Interface): UsageFault {
  const advice = nearestFault(name, document, 'assay mock --list-faults prints them all');
  return new UsageFault(`there is no fault ${quoted(name)}: ${advice}`);
}
