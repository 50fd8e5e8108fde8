import { matchOperation, splitTarget } from '../../../interface/path-matching.ts';
import { isList, isObject, type Json, type JsonObject, memberOf } from '../../../json/value.ts';
import type { Collection } from '../../../interface/model.ts';
import type { Contract } from '../../../oracle/contract.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import type { Schema } from '../../../schema/keywords.ts';
import type { JudgedRun } from '../../check.ts';
import type { Creation, Difference } from './creations.ts';
import { isEchoPromised, promisedDifferences } from '../promises.ts';
import { sendersOf } from '../senders.ts';

/** What an answer to a creation shows of something that the request names, and not of what it makes. */

/** The values in the path of a request, as texts. */
export function namedInPath(
  { interface: document, basePath }: Contract,
  { exchange }: Reading,
): readonly string[] {
  const { path } = splitTarget(basePath, exchange.request.target);
  return [...(matchOperation(document, exchange.request.method, path)?.pathValues.values() ?? [])];
}

/** The texts and numbers of a value, as texts. */
function namesIn(value: Json | undefined): readonly string[] {
  if (isList(value)) return value.flatMap(namesIn);
  if (isObject(value)) return Object.values(value).flatMap(namesIn);
  return value === undefined || value === null || typeof value === 'boolean' ? [] : [String(value)];
}

/**
 * Whether a request is about something that another one names, in its path or its body: an answer may show of that what is not its own, the
 * price of the service that is booked.
 */
export function isAboutNamed(
  creation: Creation,
  others: readonly Creation[],
  run: JudgedRun,
): (other: Reading) => boolean {
  const named = new Set([
    ...namedInPath(run.contract, creation.reading),
    ...namesIn(sentValue(creation.reading)),
  ]);
  const made = new Set(
    others
      .filter(({ collection, returned }) =>
        namesIn(memberOf(returned, collection.identity)).some((name) => named.has(name)),
      )
      .map(({ reading }) => reading),
  );
  return (other) => made.has(other) || namedInPath(run.contract, other).some((value) => named.has(value));
}

/** True for a request that makes or changes entries of a collection. */
function isOf({ path }: Collection, { expectation }: Reading): boolean {
  const asked = expectation.operation?.path;
  return asked === path || asked?.startsWith(`${path}/{`) === true;
}

/**
 * The first member that an entry does not show as its creation sent it. What the creation names elsewhere may have a text of its own for
 * that, unless the document promises an echo: a message that is sent by a template has the subject of the template.
 */
export function changedMember(
  run: JudgedRun,
  creation: Creation,
  others: readonly Creation[],
  { entry, shownAs }: { readonly entry: JsonObject; readonly shownAs?: Schema | undefined },
): Difference | undefined {
  const { collection, sent } = creation;
  const isPromised = isEchoPromised(run, collection);
  const isOfNamed = ({ member, got }: Difference): boolean => {
    if (typeof got !== 'string' || isPromised) return false;
    const senders = sendersOf(run, member, got).filter((other) => !isOf(collection, other));
    const [first] = senders;
    return first !== undefined && senders.some(isAboutNamed(creation, others, run));
  };
  return promisedDifferences(run, collection, sent, entry, shownAs).find(
    (difference) => difference.fidelity === 'changed' && !isOfNamed(difference),
  );
}
