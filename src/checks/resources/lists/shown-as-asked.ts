import { queryParameters, targetParts } from '../../../http/target.ts';
import type { Interface, Operation } from '../../../interface/model.ts';
import {
  entriesShownBy,
  FEWEST_FIELDS,
  membersAsked,
  type ShapeAsk,
  shapeAsksOf,
} from '../../../interface/parameters/shape-asks.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { isList, isObject, type Json, type JsonObject, memberOf, objectsIn } from '../../../json/value.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { Check, JudgedRun } from '../../check.ts';
import { openTribunal, saysNothing, type Tribunal } from '../../judge-each.ts';
import { excerpt, excerptJson, type Outcome } from '../../outcome.ts';

/** Whether answers show of entries what was asked for: some members alone (`fields`), or objects in place of identities (`expand`). */

function entriesShown(operation: Operation, { answer }: Reading): readonly JsonObject[] {
  const json = answer?.json;
  const pointer = entriesShownBy(operation)?.pointer;
  if (answer?.status !== 200 || json === undefined || json.kind === 'invalid') return [];
  const at: Json | undefined = pointer === undefined ? json.value : valueAt(json.value, fromPointer(pointer));
  return at === undefined ? [] : objectsIn(isList(at) ? at : [at]);
}

function askedIn({ exchange }: Reading, { parameter }: ShapeAsk): ReadonlySet<string> {
  const query = queryParameters(targetParts(exchange.request.target).query);
  return new Set(query.getAll(parameter.name).flatMap((value) => value.split(',')));
}

function judgeFields(tribunal: Tribunal, ask: ShapeAsk, reading: Reading, operation: Operation): void {
  const asked = askedIn(reading, ask);
  if (asked.size === 0 || [...asked].some((value) => !ask.members.has(value))) return;
  const entries = entriesShown(operation, reading);
  const isOther = (name: string): boolean => ask.members.has(name) && !asked.has(name) && !ask.kept.has(name);
  const others = new Set(entries.flatMap((entry) => Object.keys(membersAsked(entry, ask))).filter(isOther));
  const [other] = others;
  // Where no values are listed, a service may show one or two in any case.
  if (other !== undefined && (ask.isFree !== true || others.size >= FEWEST_FIELDS))
    tribunal.breaks({
      exchanges: [reading.exchange.id],
      operation: operation.id,
      expected: `only ${[...asked].join(', ')}: by the document ${ask.parameter.name} shows these alone`,
      actual: `${other} as well`,
      deviation: 'members are shown that were not asked for',
    });
  else if (entries.length > 0) tribunal.proves(operation.id);
}

/** What a run shows of one member that may be an object. */
type Seen = {
  readonly reading: Reading;
  readonly operation: Operation;
  readonly member: string;
  readonly value: Json;
};

/** So many identities that are no objects tell: what one names may be gone. */
const FEWEST_IDENTITIES = 2;

/** What is shown where an operation is asked to expand members, and where it is not. */
function seenBy(
  run: JudgedRun,
  operation: Operation,
  ask: ShapeAsk,
): Record<'wanted' | 'others', readonly Seen[]> {
  const all = run.readings.flatMap((reading) => {
    if (reading.expectation.operation !== operation || reading.expectation.situation !== 'ordinary')
      return [];
    const asked = askedIn(reading, ask);
    return entriesShown(operation, reading).flatMap((entry) =>
      [...ask.members].flatMap(([value, member]) => {
        const shown = memberOf(entry, member);
        const isShown = shown !== undefined && shown !== null;
        return isShown
          ? [{ isWanted: asked.has(value), seen: { reading, operation, member, value: shown } }]
          : [];
      }),
    );
  });
  const [wanted, others] = [true, false].map((isWanted) =>
    all.filter((one) => one.isWanted === isWanted).map(({ seen }) => seen),
  );
  return { wanted: wanted ?? [], others: others ?? [] };
}

function judgeExpanded(run: JudgedRun, tribunal: Tribunal): void {
  const asks = run.contract.interface.operations.flatMap((operation) =>
    shapeAsksOf(operation).flatMap((ask) => (ask.kind === 'expand' ? [{ operation, ask }] : [])),
  );
  const seen = asks.map(({ operation, ask }) => ({ ask, ...seenBy(run, operation, ask) }));
  const wanted = seen.flatMap((one) => one.wanted);
  const objects = wanted.filter(({ value }) => typeof value !== 'string');
  for (const { operation } of objects) tribunal.proves(operation.id);
  const [first] = wanted;
  if (
    first !== undefined &&
    objects.length === 0 &&
    new Set(wanted.map(({ value }) => value)).size >= FEWEST_IDENTITIES
  )
    tribunal.breaks({
      exchanges: [...new Set(wanted.map(({ reading }) => reading.exchange.id))].slice(0, FEWEST_IDENTITIES),
      operation: first.operation.id,
      expected: `${first.member} as an object: it was asked to be expanded`,
      actual: excerptJson(first.value),
      deviation: 'what is asked to be expanded is not',
    });
  for (const { ask, others } of seen) {
    const object = others.find(({ member, value }) => ask.plain.has(member) && isObject(value));
    if (object !== undefined)
      tribunal.breaks({
        exchanges: [object.reading.exchange.id],
        operation: object.operation.id,
        expected: `the identity in ${object.member}: by the document it is an object only where that is asked for`,
        actual: excerpt(excerptJson(object.value)),
        deviation: 'what is not asked to be expanded is',
      });
  }
}

export const shapeChecks: readonly Check[] = [
  {
    id: 'resources.shown-as-asked',
    suite: 'resources',
    level: 'must',
    needs: ['ordinary'],
    title: 'entries are shown as they are asked for',
    explanation:
      'Where a parameter (`fields`) is said to show only these members, or to name the members to answer with: asks for one, and no other of those that may be asked for comes, but required ones and those that the description names; of JSON:API, `fields[TYPE]` says the same of attributes; where no values are listed, less than three others are nothing wrong. Where `expand` lists members that are texts or objects: asks for each, and it is an object, unless all that was shown is nothing or one identity; without being asked for it is none, where the document says so.',
    notApplicable: ({ operations }: Interface) =>
      operations.some((operation) => shapeAsksOf(operation).length > 0)
        ? undefined
        : 'the document has no parameter that says what is shown of an entry',
    judge: (run): Outcome => {
      const tribunal = openTribunal('must');
      for (const operation of run.contract.interface.operations)
        for (const ask of shapeAsksOf(operation)) {
          if (ask.kind === 'fields')
            for (const reading of run.readings)
              if (reading.expectation.operation === operation && reading.expectation.situation === 'ordinary')
                judgeFields(tribunal, ask, reading, operation);
        }
      judgeExpanded(run, tribunal);
      return tribunal.outcome();
    },
    foreign: saysNothing('it takes several answers to tell'),
    // Whether entries have such a member is theirs.
    sharpens: true,
  },
];
