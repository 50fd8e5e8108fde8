import type { Interface, Operation } from '../../../interface/model.ts';
import { type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { type ToldName, toldNames } from '../../../interface/resources/words/members/told-names.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { isName, isObject, listOf, memberOf, type Name } from '../../../json/value.ts';
import { saysWhenRefused } from '../../../oracle/contract.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { Check, JudgedRun } from '../../check.ts';
import { openTribunal, saysNothing } from '../../judge-each.ts';
import { excerptJson, type Outcome } from '../../outcome.ts';
import { statusText } from '../../statuses.ts';
import { type Deed, deedOf, entryIn, isSuccess, pathOfEntry } from '../deeds.ts';
import { sentTo } from '../life/members/entry-state.ts';

/** Whether a creation, a change or a replacement names what is there, where the document says in words that it has to. */

/** A request that makes or changes an entry, and the members by which it names what has to be there. */
export type Naming = {
  readonly resource: Resource;
  readonly operation: Operation;
  readonly names: readonly ToldName[];
};

/** Those of a document that say so. */
export const namingRequests = onceFor((document: Interface): readonly Naming[] => {
  if (saysWhenRefused(document)) return [];
  return resourcesOf(document).flatMap((resource) => {
    const { create, change, replace } = resource;
    return [create, change, replace].flatMap((operation): readonly Naming[] => {
      const sent = operation === undefined ? undefined : sentTo(operation, resource)?.schema;
      if (operation === undefined || sent === undefined) return [];
      const names = toldNames(document, operation, sent, create);
      return names.length === 0 ? [] : [{ resource, operation, names }];
    });
  });
});

/** Answers about who asks, and how often: they say nothing of what is named. */
const OF_WHO_ASKS: ReadonlySet<number> = new Set([401, 403, 407, 429]);

/** The names in a member of the body. */
function namedBy(
  { operation, resource }: Naming,
  { member, isList }: ToldName,
  reading: Reading,
): readonly Name[] {
  const whole = sentValue(reading);
  const place = fromPointer(sentTo(operation, resource)?.pointer ?? '');
  const body = whole === undefined ? undefined : valueAt(whole, place);
  const value = isObject(body) ? memberOf(body, member) : undefined;
  return (isList ? listOf(value) : [value]).filter(isName);
}

/** Where an answer to a request says that something is which it made. */
function placesMade({ resource, part, path, values }: Deed, reading: Reading): readonly string[] {
  if (!isSuccess(reading) || part === 'remove' || part === 'list') return [];
  const shown = part === 'create' ? entryIn(resource, reading) : undefined;
  const place = shown === undefined ? path : pathOfEntry(resource, values, shown);
  return place === undefined ? [] : [place];
}

function judge(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const namings = namingRequests(run.contract.interface);
  /** What a read showed not to be there, by its path, as long as nothing of its kind was made since. */
  const absent = new Map<string, { readonly by: Reading; readonly resource: Resource }>();
  /** What was made: a read that does not find it may lag. */
  const made = new Set<string>();
  for (const reading of namings.length === 0 ? [] : run.readings) {
    const { answer, exchange, expectation } = reading;
    const deed = deedOf(run.contract, reading);
    if (deed === undefined || answer === undefined || answer.limited) continue;
    if (exchange.request.credential.kind !== 'valid') continue;
    if (deed.part === 'read') {
      if (answer.status === 404 && !made.has(deed.path))
        absent.set(deed.path, { by: reading, resource: deed.resource });
      else absent.delete(deed.path);
      continue;
    }
    for (const path of placesMade(deed, reading)) made.add(path);
    if (deed.part === 'create' || deed.part === 'replace' || deed.part === 'makeAt')
      for (const [path, { resource }] of absent) if (resource === deed.resource) absent.delete(path);
    const naming = namings.find(({ operation }) => operation.id === expectation.operation?.id);
    if (naming === undefined || expectation.situation !== 'ordinary') continue;
    for (const told of naming.names) {
      const { named, member } = told;
      const missed = namedBy(naming, told, reading).flatMap((value) => {
        const path = pathOfEntry(named, [], { [named.identity ?? '']: value });
        const by = path === undefined ? undefined : absent.get(path)?.by;
        return by === undefined ? [] : [{ value, by }];
      })[0];
      if (missed === undefined) continue;
      if (isSuccess(reading) && answer.status !== 202)
        tribunal.breaks({
          exchanges: [exchange.id, missed.by.exchange.id],
          operation: naming.operation.id,
          expected: `a refusal: nothing is there that ${member} names, as the document says it has to be`,
          actual: `${statusText(answer)} with ${member}: ${excerptJson(missed.value)}, which a read got 404 for`,
          deviation: `a request names a ${member} that is not there, and is served`,
        });
      else if (answer.status >= 400 && answer.status < 500 && !OF_WHO_ASKS.has(answer.status))
        tribunal.proves(naming.operation.id);
    }
  }
  return tribunal.outcome();
}

/** The check of creations that name what has to be there. */
export const namedChecks: readonly Check[] = [
  {
    id: 'resources.named-is-there',
    suite: 'resources',
    level: 'must',
    needs: ['life'],
    title: 'what a creation or a change names has to be there, where the document says so',
    explanation:
      'Where the document says in a whole sentence that something has to be there which a creation, a change or a replacement names, also in a list (`422: The project does not exist`, `Must be the id of an existing project`, `All parcels have to exist (422)`): reads a name that nothing has, of the form of those that are there, and sends a request that names it once the read got 404. Any refusal conforms; a success is a violation.',
    notApplicable: (document) =>
      namingRequests(document).length > 0
        ? undefined
        : 'the document says of no member of a creation or a change that what it names has to be there',
    judge,
    foreign: saysNothing('what others made in between may be there'),
    // Whether something can be named that nothing has is for its form to say.
    sharpens: true,
  },
];
