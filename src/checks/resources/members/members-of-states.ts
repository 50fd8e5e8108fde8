import { opened } from '../../../interface/resources/lists/member-places.ts';
import type { Interface, Operation } from '../../../interface/model.ts';
import { partOf, type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { shownBy } from '../../../interface/resources/shown-entries.ts';
import { isState, type State } from '../../../interface/resources/words/states/told-states.ts';
import {
  toldLeftOut,
  type ToldMember,
  toldMembersOfStates,
} from '../../../interface/resources/words/states/told-members.ts';
import { type Json, type JsonObject, memberOf } from '../../../json/value.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { Check, JudgedRun } from '../../check.ts';
import { openTribunal, saysNothing } from '../../judge-each.ts';
import { excerptJson, type Outcome } from '../../outcome.ts';
import { deedOf, entriesIn, entryIn, isSuccess, pathOfEntry } from '../deeds.ts';
import { TELLING_LAG_MS } from '../judges.ts';
import { SAFE_METHODS } from '../../../http/exchange.ts';
import { splitTarget } from '../../../interface/path-matching.ts';
import { canonicalPath } from '../../../interface/resources/places/places.ts';
import { listAskOf } from '../pages/page-asks.ts';
import { targetParts } from '../../../http/target.ts';

/**
 * Whether an entry has the values that go with its state, as the document says of its members, and is in lists that it leaves out by its
 * state: one answer shows both.
 */

/** The resource whose entries an operation shows, and whether it makes one. */
function shownOf(
  document: Interface,
  operation: Operation,
): { readonly resource: Resource; readonly part: string } | undefined {
  const found = partOf(document, operation);
  if (found !== undefined) return found;
  const resource = resourcesOf(document).find(
    (one) => one.actions.includes(operation) && shownBy(operation, one) !== undefined,
  );
  return resource === undefined ? undefined : { resource, part: 'action' };
}

type Shown = {
  readonly reading: Reading;
  readonly entry: JsonObject;
  readonly resource: Resource;
  readonly part: string;
};

function isTold(resource: Resource): boolean {
  return toldMembersOfStates(resource).length > 0 || toldLeftOut(resource) !== undefined;
}

/** True for a list that was asked for nothing. */
function isPlain({ contract }: JudgedRun, reading: Reading): boolean {
  const ask = listAskOf(contract, reading);
  return ask === undefined ? targetParts(reading.exchange.request.target).query === '' : ask.rest === '';
}

/** The state of a listed entry that is left out by its state, unless something was done to it a moment before. */
function stateLeftOut(run: JudgedRun, { reading, entry, resource, part }: Shown): Json | undefined {
  const told = part === 'list' ? toldLeftOut(resource) : undefined;
  const state = told === undefined ? undefined : memberOf(opened(entry), told.member);
  if (told === undefined || !told.isLeftOut(state) || !isPlain(run, reading)) return undefined;
  const path = pathOfEntry(resource, deedOf(run.contract, reading)?.values ?? [], entry);
  return path === undefined || wasTouched(run, path, reading) ? undefined : state;
}

/** True where something was sent to an entry, or to what is below it, a moment before a reading: lists may lag. */
function wasTouched(
  { contract, readings }: JudgedRun,
  path: string,
  { exchange: { startMs } }: Reading,
): boolean {
  return readings.some(({ exchange }) => {
    const isBefore = exchange.startMs <= startMs && exchange.endMs >= startMs - TELLING_LAG_MS;
    if (!isBefore || SAFE_METHODS.has(exchange.request.method)) return false;
    const place = splitTarget(contract.basePath, exchange.request.target).path;
    return place !== undefined && `${canonicalPath(place)}/`.startsWith(`${path}/`);
  });
}

function shownIn({ contract, readings }: JudgedRun): readonly Shown[] {
  return readings.flatMap((reading): readonly Shown[] => {
    const { operation } = reading.expectation;
    if (operation === undefined || !isSuccess(reading)) return [];
    const found = shownOf(contract.interface, operation);
    if (found === undefined || !isTold(found.resource)) return [];
    const { resource, part } = found;
    const entries = part === 'list' ? (entriesIn(resource, reading) ?? []) : [entryIn(resource, reading)];
    return entries.flatMap((entry) => (entry === undefined ? [] : [{ reading, entry, resource, part }]));
  });
}

/** What the document says of the value: that there is one, or that there is none; `undefined` where it leaves it open. */
function wantedOf(
  { says, values }: ToldMember,
  state: State,
  isFirst: boolean,
): 'a value' | 'none' | undefined {
  if (values.includes(state)) return says === 'only' ? undefined : 'a value';
  if (says === 'there') return undefined;
  // What comes behind those states nobody says.
  return says === 'until' && !isFirst ? undefined : 'none';
}

function judge(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const shown = shownIn(run);
  const first = new Set(
    shown.flatMap(({ resource, entry, part }) =>
      part === 'create'
        ? toldMembersOfStates(resource).map(
            ({ state }) => `${resource.path} ${state} ${excerptJson(memberOf(opened(entry), state))}`,
          )
        : [],
    ),
  );
  for (const one of shown) {
    const { reading, entry, resource } = one;
    const left = stateLeftOut(run, one);
    if (left !== undefined)
      tribunal.breaks({
        exchanges: [reading.exchange.id],
        operation: reading.expectation.operation?.id,
        expected: `none that is left out: ${toldLeftOut(resource)?.words ?? ''}`,
        actual: `an entry in the state ${excerptJson(left)}`,
        deviation: 'a list shows what it leaves out by the document',
      });
    for (const told of toldMembersOfStates(resource)) {
      const [state, value] = [memberOf(opened(entry), told.state), memberOf(entry, told.name)];
      if (!isState(state) || value === undefined) continue;
      const wanted = wantedOf(told, state, first.has(`${resource.path} ${told.state} ${excerptJson(state)}`));
      if (wanted === undefined) continue;
      if ((value === null) === (wanted === 'none')) tribunal.proves(reading.expectation.operation?.id);
      else
        tribunal.breaks({
          exchanges: [reading.exchange.id],
          operation: reading.expectation.operation?.id,
          expected: `${wanted === 'none' ? 'null' : 'a value'} in ${told.name}, with ${told.state}: ${excerptJson(state)}: ${told.words}`,
          actual: `${told.name}: ${excerptJson(value)}`,
          deviation: `a member ${wanted === 'none' ? 'has a value' : 'has none'} in a state of the entry`,
        });
    }
  }
  return tribunal.outcome();
}

export const stateMemberChecks: readonly Check[] = [
  {
    id: 'resources.members-of-states',
    suite: 'resources',
    level: 'must',
    needs: ['ordinary'],
    title: 'entries have the values that go with their state',
    explanation:
      'Where the document says of a member in a whole sentence in which states it has a value (`Set when and only when the order is canceled`, `Null until it is done or failed`): looks at each entry that an answer shows with both. A list that is asked for nothing shows none in a state that it leaves out (`Void orders are not listed`, `Archived notes are left out unless all are asked for`), but for what was done a moment before. `Until` says nothing of states but those that new entries have, and those that it names.',
    notApplicable: (document) =>
      resourcesOf(document).some(isTold)
        ? undefined
        : 'the document does not say in which states a member has a value',
    judge,
    foreign: saysNothing('which states new entries have is told by the whole traffic'),
    // Whether entries come into such a state is theirs.
    sharpens: true,
  },
];
