import type { Interface, Operation } from '../../interface/model.ts';
import { partOf, type Resource, resourcesOf } from '../../interface/resources/resources.ts';
import { shownBy } from '../../interface/resources/shown-entries.ts';
import { isState, type State } from '../../interface/resources/words/told-states.ts';
import { type ToldMember, toldMembersOfStates } from '../../interface/resources/words/told-members.ts';
import { type JsonObject, memberOf } from '../../json/value.ts';
import type { Reading } from '../../oracle/reading.ts';
import type { Check, JudgedRun } from '../check.ts';
import { openTribunal, saysNothing } from '../judge-each.ts';
import { excerptJson, type Outcome } from '../outcome.ts';
import { entriesIn, entryIn, isSuccess } from './deeds.ts';

/** Whether an entry has the values that go with its state, as the document says of its members: one answer shows both. */

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

function shownIn({ contract, readings }: JudgedRun): readonly Shown[] {
  return readings.flatMap((reading): readonly Shown[] => {
    const { operation } = reading.expectation;
    if (operation === undefined || !isSuccess(reading)) return [];
    const found = shownOf(contract.interface, operation);
    if (found === undefined || toldMembersOfStates(found.resource).length === 0) return [];
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
            ({ state }) => `${resource.path} ${state} ${excerptJson(memberOf(entry, state))}`,
          )
        : [],
    ),
  );
  for (const { reading, entry, resource } of shown)
    for (const told of toldMembersOfStates(resource)) {
      const [state, value] = [memberOf(entry, told.state), memberOf(entry, told.name)];
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
      'Where the document says of a member in a whole sentence in which states it has a value (`Set when and only when the order is canceled`, `Null until it is done or failed`): looks at each entry that an answer shows with both. `Until` says nothing of states but those that new entries have, and those that it names.',
    notApplicable: (document) =>
      resourcesOf(document).some((resource) => toldMembersOfStates(resource).length > 0)
        ? undefined
        : 'the document does not say in which states a member has a value',
    judge,
    foreign: saysNothing('which states new entries have is told by the whole traffic'),
    // Whether entries come into such a state is theirs.
    sharpens: true,
  },
];
