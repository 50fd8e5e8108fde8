import type { CredentialScheme, Interface, Operation } from '../../interface/model.ts';
import type { Reading } from '../../oracle/reading.ts';
import { onceFor } from '../../system/once-for.ts';
import { asksForProof, touchesAccount } from '../account.ts';
import type { ProbeContext } from '../probe.ts';

/**
 * A credential for operations for which the document names none, and which refuse whoever sends none (401, RFC 9110 section 15.5.2): it
 * is forgotten there, and the one that most others take is sent. Nothing that lacks it is judged: the document does not ask for it.
 */

/** The credential that most operations of a document take; `undefined` where none takes any. */
const usualCredential: (document: Interface) => CredentialScheme | undefined = onceFor(
  (document: Interface): CredentialScheme | undefined => {
    const taken = document.operations.flatMap(({ documentation, credential }) =>
      documentation === 'full' && credential !== undefined ? [credential] : [],
    );
    const count = ({ id }: CredentialScheme): number => taken.filter((one) => one.id === id).length;
    return taken.toSorted((a, b) => count(b) - count(a))[0];
  },
);

/** True for the answer to a request that carried no credential since the document names none, and that was refused for it. */
export function lacksCredential({ answer, exchange, expectation: { operation } }: Reading): boolean {
  if (operation?.documentation !== 'full' || operation.credential !== undefined) return false;
  return answer?.status === 401 && exchange.request.credential.kind === 'valid' && !asksForProof(operation);
}

type Refused = { readonly operations: Set<string>; noted: number };

const refusedIn = new WeakMap<object, Refused>();

/** The operations that refused what carried no credential, by their ids. */
function refusedBy(session: Pick<ProbeContext['session'], 'readings'>): ReadonlySet<string> {
  const { readings } = session;
  const known = refusedIn.get(session) ?? { operations: new Set(), noted: 0 };
  refusedIn.set(session, known);
  for (const reading of readings.slice(Math.min(known.noted, readings.length)))
    if (lacksCredential(reading)) known.operations.add(reading.expectation.operation?.id ?? '');
  known.noted = readings.length;
  return known.operations;
}

/**
 * What a request of an operation carries: its own credential, or the one that is lent to it. None is lent to what could change the account
 * of the run once it is asked by that.
 */
export function credentialFor(
  { document, session, allowWrites }: Pick<ProbeContext, 'document' | 'session' | 'allowWrites'>,
  operation: Operation,
): CredentialScheme | undefined {
  if (operation.credential !== undefined || operation.documentation !== 'full') return operation.credential;
  const credential = usualCredential(document);
  if (credential === undefined || !refusedBy(session).has(operation.id)) return undefined;
  const isHarmless = allowWrites || touchesAccount(document, { ...operation, credential }) === undefined;
  return isHarmless ? credential : undefined;
}
