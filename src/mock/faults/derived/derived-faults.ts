import type { Interface } from '../../../interface/model.ts';
import type { Fault } from '../fault.ts';
import { accountFaults } from './account-faults.ts';
import { lifeFaults } from './life-faults.ts';
import { linkFaults } from './link-faults.ts';
import { holderListFaults, pageFaults } from './page-faults.ts';
import { parametersFaults } from './parameter-faults.ts';
import { planFaults } from './plan-faults.ts';
import { requestBodyFaults } from './request-body-faults.ts';
import { responseFaults } from './response-faults.ts';
import { responseHeaderFaults } from './response-header-faults.ts';
import { responseMemberFaults } from './response-member-faults.ts';
import { restrictedFaults } from './restricted-faults.ts';
import { severalFaults } from './several-faults.ts';
import { strangerFaults } from './stranger-faults.ts';
import { tagFaults } from './tag-faults.ts';
import { uploadFaults } from './upload-faults.ts';
import { storedMemberFaults } from './stored-member-faults.ts';

const known = new WeakMap<Interface, readonly Fault[]>();

/**
 * The faults that follow from a document: each operation, response, member, field, credential, parameter and plan yields
 * some. Names are stable while the document is. Throws when the document holds a schema that cannot be compiled.
 */
export function derivedFaults(document: Interface): readonly Fault[] {
  const derived =
    known.get(document) ??
    [
      restrictedFaults,
      requestBodyFaults,
      parametersFaults,
      responseFaults,
      responseMemberFaults,
      responseHeaderFaults,
      storedMemberFaults,
      lifeFaults,
      tagFaults,
      uploadFaults,
      strangerFaults,
      pageFaults,
      holderListFaults,
      linkFaults,
      severalFaults,
      accountFaults,
      planFaults,
    ].flatMap((derive) => derive(document));
  known.set(document, derived);
  return [...new Map(derived.map((fault) => [fault.name, fault])).values()];
}
