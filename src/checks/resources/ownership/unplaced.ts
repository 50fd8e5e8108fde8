import { percentDecoded, targetParts } from '../../../http/target.ts';
import type { Interface, Operation } from '../../../interface/model.ts';
import {
  isNamedCreation,
  namedDeedOf,
  soundsLikeCreation,
} from '../../../interface/resources/words/named-deeds.ts';
import { partOf } from '../../../interface/resources/resources.ts';
import { isList, isName, isObject, type Json, objectsIn } from '../../../json/value.ts';
import { plainText } from '../../../json/lossless.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import type { JudgedRun } from '../../check.ts';
import { isOfRun } from '../creations/creations.ts';
import { isSuccess, tellsOfNew } from '../deeds.ts';

/** What was made, and has no place that anybody knows (`POST /users/create`): nothing proves it, and it is left as it is. */
export type Unplaced = { readonly reading: Reading; readonly names: readonly string[] };

const IDENTITY = /^_?(?:id|uuid|guid)$|[-_](?:id|uuid|guid)$|[a-z](?:Id|ID|Uuid|UUID)$/;

/** The names that an answer gives what it shows, outer ones first. */
function namesIn(value: Json, depth = 2): readonly string[] {
  if (isName(value)) return depth === 2 ? [plainText(value)] : [];
  if (isList(value)) return objectsIn(value).flatMap((item) => namesIn(item, depth));
  if (!isObject(value)) return [];
  const members = Object.entries(value);
  const own = members.flatMap(([name, member]) =>
    IDENTITY.test(name) && isName(member) ? [plainText(member)] : [],
  );
  const inner = depth === 0 ? [] : members.filter(([, member]) => isObject(member));
  return [...own, ...inner.flatMap(([, member]) => namesIn(member, depth - 1))];
}

function scalarsIn(value: Json | undefined): readonly string[] {
  // A truth value names nothing.
  if (value === undefined || value === null || typeof value === 'boolean') return [];
  if (isList(value)) return value.flatMap((item) => scalarsIn(item));
  return isObject(value) ? Object.values(value).flatMap((item) => scalarsIn(item)) : [plainText(value)];
}

/** What a request that was served took away, by its name. */
function namesOfRemoved({ exchange: { request } }: Reading, sent: Json | undefined): readonly string[] {
  const last = targetParts(request.target).path.split('/').at(-1) ?? '';
  return request.method === 'DELETE' ? [percentDecoded(last) ?? last] : scalarsIn(sent);
}

/**
 * True for an answer that says that something was made: in a list, without a word of what it is called, or by a call of which its status
 * or the end of its path says so, or its name where nothing is shown. What answers with a list may have looked for something.
 */
function makesUnplaced(document: Interface, operation: Operation, reading: Reading): boolean {
  const { status, json } = reading.answer ?? {};
  const found = partOf(document, operation);
  const isSilent = json?.kind !== 'json';
  if (found === undefined)
    return (
      namedDeedOf(document, operation) !== undefined &&
      (status === 201 || soundsLikeCreation(operation) || (isSilent && isNamedCreation(operation)))
    );
  const isShown = json?.kind === 'json' && isObject(json.value) && tellsOfNew(reading);
  return (
    found.part === 'create' &&
    found.resource.elsewhere === undefined &&
    (status === 201 || isSilent || isShown)
  );
}

/** False for a call that by its words removes another kind of thing than a request made: both may have the same address, say. */
function isAbout(document: Interface, removal: Operation, { expectation }: Reading): boolean {
  const maker = expectation.operation;
  const [own, other] = [removal, maker].map((one) =>
    one === undefined ? undefined : namedDeedOf(document, one)?.thing,
  );
  return own === undefined || other === undefined || own === '' || own === other;
}

/** What calls of a run made, as their status or the words of their path say, and no later call took away by its name. */
export function unplacedOf(run: JudgedRun): readonly Unplaced[] {
  const { interface: document } = run.contract;
  const made = new Map<Reading, readonly string[]>();
  for (const reading of run.readings) {
    const { answer, expectation, exchange } = reading;
    const { operation } = expectation;
    if (operation === undefined || answer === undefined || !isOfRun(reading) || !isSuccess(reading)) continue;
    const isRemoval = namedDeedOf(document, operation)?.does === 'removes';
    const sent = sentValue(reading);
    if (exchange.request.method === 'DELETE' || isRemoval) {
      const removed = namesOfRemoved(reading, sent);
      for (const [maker, names] of made)
        if (isAbout(document, operation, maker) && names.some((name) => removed.includes(name)))
          made.delete(maker);
    } else if (makesUnplaced(document, operation, reading))
      made.set(reading, answer.json.kind === 'json' ? namesIn(answer.json.value) : scalarsIn(sent));
  }
  return [...made].map(([reading, names]) => ({ reading, names }));
}
