import { isMarked } from '../../../schema/direction.ts';
import { refusesWhatIsFull } from '../../../interface/resources/words/states/told-removals.ts';
import { sentTo } from './members/entry-state.ts';
import { shownOnce } from '../../../interface/resources/words/members/told-once.ts';
import { startTold } from '../../../interface/resources/words/states/told-starts.ts';
import { refusalTold } from '../../../interface/resources/words/states/told-refusals.ts';
import { transitionsTold } from '../../../interface/resources/words/states/told-transitions.ts';
import { isUpdatedWholly, replacesWholly } from './members/entry-state.ts';
import { stateTold } from '../../../interface/resources/words/states/told-states.ts';
import type { Interface, Operation } from '../../../interface/model.ts';
import type { Schema } from '../../../schema/keywords.ts';
import {
  entrySchemaOf,
  isListedAlone,
  type Resource,
  resourcesOf,
} from '../../../interface/resources/resources.ts';
import { requestSchema, saysWhenRefused } from '../../../oracle/contract.ts';
import { schemaMembers } from '../../../schema/members.ts';
import type { Check, JudgedRun } from '../../check.ts';
import { openTribunal, saysNothing } from '../../judge-each.ts';
import type { Outcome } from '../../outcome.ts';
import { ownInside } from './members/claims.ts';
import { surelyFixedIn } from './members/fixed-members.ts';
import { hiddenPlacesOf } from './members/hidden-members.ts';
import { type LifeLaw, showsAbsence, WISE } from './life.ts';
import { findingsOf } from './life-books.ts';
import { tellsOfMaking } from './made/made-place.ts';

/** The checks of the model of states (`lives.ts`): one for each law that requests and answers have to keep together. */

const OTHERS_CHANGE =
  'others may have changed the entries in between, by requests that are not part of this traffic';

function levelOf(law: LifeLaw): 'must' | 'should' {
  return WISE.has(law) ? 'should' : 'must';
}

function judgeLaw(law: LifeLaw): (run: JudgedRun) => Outcome {
  return (run) => {
    const tribunal = openTribunal(levelOf(law));
    const { violations, proofs } = findingsOf(run, law);
    for (const operation of proofs) tribunal.proves(operation);
    for (const violation of violations) tribunal.breaks(violation);
    const outcome = tribunal.outcome();
    if (outcome.kind !== 'inconclusive') return outcome;
    if (run.capabilities.readOnly)
      return {
        kind: 'not-testable',
        reason: '--read-only: nothing may be created, changed or removed',
        option: 'a run without --read-only',
      };
    return outcome;
  };
}

/** Resources whose entries a run can make and look at, of documents that do not say otherwise when a 4xx comes. */
function livesIn(document: Interface): readonly Resource[] {
  if (saysWhenRefused(document)) return [];
  return resourcesOf(document).filter(
    (resource) =>
      resource.kind === 'collection' &&
      (resource.read !== undefined || isListedAlone(resource)) &&
      (resource.create ?? resource.makeAt ?? resource.replace) !== undefined,
  );
}

/** Things that are always there, and that a run can change and read. */
function thingsIn(document: Interface): readonly Resource[] {
  if (saysWhenRefused(document)) return [];
  return resourcesOf(document).filter(({ kind }) => kind === 'singleton');
}

function unless(reason: string, applies: (resource: Resource) => boolean): Check['notApplicable'] {
  return (document) => (livesIn(document).some(applies) ? undefined : reason);
}

/** The same for laws that things that are always there keep as well. */
function unlessThere(reason: string, applies: (resource: Resource) => boolean): Check['notApplicable'] {
  return (document) => ([...livesIn(document), ...thingsIn(document)].some(applies) ? undefined : reason);
}

const NO_CHANGE = 'the document has no PUT or PATCH of an entry that a run can make and read';
/**
 * True for entries that actions lead on, or a change of which the document says from where it leads to where, or of which it says in which
 * states they are left alone.
 */
function leadsOn(resource: Resource): boolean {
  const { actions, change, replace, remove, read } = resource;
  const isLeft = [change, replace, remove].some(
    (operation) => operation !== undefined && refusalTold(resource, operation) !== undefined,
  );
  const isTold = isLeft || (change !== undefined && transitionsTold(resource, change) !== undefined);
  return read !== undefined && (actions.length > 0 || isTold);
}

/** True where the document says in which state entries begin, and no creation takes it. */
function startsByItself(resource: Resource): boolean {
  const told = startTold(resource);
  const sent = resource.create === undefined ? undefined : sentTo(resource.create, resource)?.schema;
  return told !== undefined && sent !== undefined && !schemaMembers(sent).properties.has(told.member);
}

/** True for entries that are not removed as long as others name them. */
function isKeptByNames(document: Interface, { read, remove }: Resource): boolean {
  const told = remove === undefined ? undefined : refusesWhatIsFull(document, remove);
  return read !== undefined && told !== undefined && told.named.length > 0;
}

const NO_ACTION = 'the document has no action on an entry that a run can make and read';
const NO_REMOVAL = 'the document has no DELETE of an entry that a run can make and read';

function changes({ replace, change }: Resource): boolean {
  return (replace ?? change) !== undefined;
}

function removes({ remove }: Resource): boolean {
  return remove !== undefined;
}

/** True where the words of the document say what state an action leads to. */
function tellsOfStates(resource: Resource): boolean {
  return resource.actions.some((action) => stateTold(resource, action) !== undefined);
}

function hidesInside(operation: Operation | undefined, resource: Resource): boolean {
  return operation !== undefined && hiddenPlacesOf(operation, resource).length > 0;
}

/** True where clients may send a member that is theirs alone, or the service has one that they may try to send. */
function marks(mark: 'readOnly' | 'writeOnly'): (resource: Resource) => boolean {
  return (resource) => {
    const { create, replace, change } = resource;
    const writers = [create, replace, change];
    const taken = writers.flatMap((operation): readonly Schema[] => {
      const schema = operation === undefined ? undefined : requestSchema(operation);
      return schema === undefined ? [] : [schema];
    });
    const schemas: readonly Schema[] =
      mark === 'readOnly' && taken.length > 0 ? [entrySchemaOf(resource) ?? true] : taken;
    const isInside = mark === 'writeOnly' && writers.some((one) => hidesInside(one, resource));
    const isOutside = schemas.some((schema) =>
      [...schemaMembers(schema).properties.keys()].some((name) => isMarked(schema, name, mark)),
    );
    return isOutside || isInside;
  };
}

/** True where an update may try to change what the document says is set for good. */
function setsForGood(resource: Resource): boolean {
  return [resource.replace, resource.change].some(
    (operation) => operation !== undefined && surelyFixedIn(operation, resource).size > 0,
  );
}

/** True where a body has an object in which entries show members of the service. */
function hasOwnInside(resource: Resource): boolean {
  return [resource.create, resource.replace, resource.change].some(
    (operation) => operation !== undefined && ownInside(operation, resource).length > 0,
  );
}

function lifeCheck(
  law: LifeLaw,
  needs: Check['needs'],
  notApplicable: Check['notApplicable'],
  title: string,
  explanation: string,
): Check {
  return {
    id: `resources.${law}`,
    suite: 'resources',
    level: levelOf(law),
    needs,
    title,
    explanation,
    notApplicable,
    judge: judgeLaw(law),
    foreign: saysNothing(OTHERS_CHANGE),
    // Which states a run comes to is the service's as well: where none is decided there is nothing to prove.
    sharpens: true,
  };
}

export const lifeChecks: readonly Check[] = [
  lifeCheck(
    'update-stored',
    ['life'],
    unlessThere(NO_CHANGE, changes),
    'an update is stored',
    'Changes and replaces entries that the run made, and reads them. Each member that the request and the entry describe alike has the value that was sent; another way of writing it (letter case, white space, precision, order) is no fault.',
  ),
  lifeCheck(
    'change-keeps-rest',
    ['life'],
    unlessThere(
      'the document has no PATCH of an entry that a run can make and read',
      ({ change }) => change !== undefined,
    ),
    'a change leaves the rest alone',
    'Sends a PATCH with one member and reads the entry: members that the run gave values before, and that the PATCH does not name, keep them (RFC 5789, RFC 7396).',
  ),
  lifeCheck(
    'replacement-is-whole',
    ['life'],
    unlessThere(
      'the document has no PUT beside a PATCH, and none that says it replaces',
      (resource) => resource.replace !== undefined && replacesWholly(resource),
    ),
    'a replacement replaces the whole entry',
    'Sends a PUT without an optional member that had a value: it is gone afterwards, or has its default (RFC 9110 section 9.3.4). Asked only where the document tells PUT and PATCH apart, or says by the name of the operation or in a whole sentence that it replaces. Where it calls the PUT an update, `resources.update-is-whole` warns instead, but for members with a documented default.',
  ),
  lifeCheck(
    'update-is-whole',
    ['life'],
    unlessThere('the document has no PUT beside a PATCH that it calls an update', (resource) =>
      isUpdatedWholly(resource),
    ),
    'an update by PUT leaves nothing of what it does not name',
    'The same of a PUT beside a PATCH which the document calls an update. A warning: RFC 9110 section 9.3.4 says that a PUT replaces, and widespread frameworks keep optional members that it leaves out.',
  ),
  lifeCheck(
    'replaced-not-made',
    ['life'],
    unlessThere(
      'the document has no PUT with 201 beside another success',
      ({ replace }) => replace !== undefined && tellsOfMaking(replace),
    ),
    'what is there is replaced, and not made',
    'Sends a PUT to an entry of the run that was read right before: 201 says that something was made (RFC 9110 section 9.3.4), and is only for what was not there. Asked where the document has 200 or 204 beside it.',
  ),
  lifeCheck(
    'made-not-replaced',
    ['life'],
    unless(
      'the document has no PUT with 201 beside another success',
      ({ replace }) => replace !== undefined && tellsOfMaking(replace),
    ),
    'what was not there is made, and not replaced',
    'Reads a place that nobody else has used, sends a PUT there, and reads it again: where there was nothing, and now there is something, the answer is 201 (RFC 9110 section 9.3.4). Asked where the document has it beside 200 or 204, and does not give these to creations as well (`200: Created or replaced`).',
  ),
  lifeCheck(
    'others-unchanged',
    ['life'],
    unless(NO_CHANGE, (resource) => changes(resource) || removes(resource) || tellsOfStates(resource)),
    'requests change the entry that they name and no other',
    'Changes and removes one entry of the run, or does something to it that leads to a state by the words of the document (`An open order becomes paid`), and reads another one: it is there with its values and in its state.',
  ),
  lifeCheck(
    'refused-changes-nothing',
    ['life'],
    unlessThere(NO_CHANGE, (resource) => changes(resource) || removes(resource)),
    'a refused request changes nothing',
    'Sends changes and removals that have to be refused, for their body or for their key, to an entry of the run, and reads it: it is there with its values. A list of changes that asks first for a value which the entry has not (`test`) is not served (RFC 6902 section 5).',
  ),
  lifeCheck(
    'removed-is-gone',
    ['life'],
    unless(NO_REMOVAL, removes),
    'what was removed is gone',
    'Removes an entry of the run: reading it then gets 404 or 410, changing it is not served, and no list shows it, read again a moment later; one that by the words of the document is asked for what was removed, too, does. A removal that is answered with 202, and an entry that tells in a documented member that it was removed, conform.',
  ),
  lifeCheck(
    'identity-not-reused',
    ['life'],
    unless(NO_REMOVAL, removes),
    'an identity is never given again',
    'Makes an entry after another one was removed: it has an identity of its own. A warning: no RFC forbids it, but whoever kept a link gets another entry. Identities that clients choose are their business.',
  ),
  lifeCheck(
    'listed-as-read',
    ['life'],
    unless(
      'the document has no list of entries that a run can make and read',
      ({ list }) => list !== undefined,
    ),
    'a list shows the values of the entry',
    'Compares members that the run gave values in the list and in the entry itself. A list that lags is given time.',
  ),
  lifeCheck(
    'read-only-kept',
    ['life'],
    unlessThere(
      'no entry that can be made or changed has a member that is readOnly, or is set for good or for the beginning by the document',
      (resource) =>
        marks('readOnly')(resource) ||
        hasOwnInside(resource) ||
        setsForGood(resource) ||
        startsByItself(resource),
    ),
    'members of the service are not taken from the client',
    'Sends members that the document marks readOnly with values of its own, in updates and in creations, other values for what a creation sets for good (`Immutable`, `Cannot be changed later`) in updates, and in creations another state than the one that the document says new entries to begin in (`A booking starts as tentative`). A refusal conforms, and so does a success that ignores them.',
  ),
  lifeCheck(
    'write-only-hidden',
    ['life'],
    unless(
      'no body of a request has a member that is writeOnly, and nothing is said to be shown once',
      (resource) => marks('writeOnly')(resource) || shownOnce(resource).length > 0,
    ),
    'members of the client alone are never shown',
    'Members that the document marks writeOnly are sent, and appear with their value in no answer; also those inside of other members and of the items of lists, where their value tells whose it is. A mask in their place conforms. What the answer to a creation has, and the document says to be shown this once (`The secret is only shown once`), is in no other answer.',
  ),
  lifeCheck(
    'children-follow',
    ['life'],
    (document) =>
      livesIn(document).some(
        ({ parent, read, list }) =>
          showsAbsence(read ?? list) &&
          resourcesOf(document).some(({ path, remove }) => path === parent && remove !== undefined),
      ) || livesIn(document).some((resource) => isKeptByNames(document, resource))
        ? undefined
        : 'the document has no entries inside of others that can be removed',
    'what is inside of an entry goes with it',
    'Removes an entry of the run that others are inside of: reading these gets 404 or 410 where the document shows that, and nothing new is made there. A document may say instead that what has something inside is not removed (`409 if it still has books`), or what others name in their bodies (`A carrier that parcels still refer to cannot be deleted`): then it is not.',
  ),
  lifeCheck(
    'action-stored',
    ['life'],
    unless(NO_ACTION, leadsOn),
    'what is done to an entry is done',
    'Sends actions to entries of the run (`POST /bookings/7/cancel`) and reads them: a state that is called as the action is (`cancelled`), and that the answer shows or the document lists, is there, read again a moment later, and so is one that the document says in words (`An open order becomes paid`), with a value in members, or none, where it says that (`closed_at is set`). Where the document has a refusal for what was already done, or for any state but one (`409: The order is not open`), doing it then is not served. A 202 promises nothing yet. What was removed and brought back (`POST /notes/7/restore`) is shown again by reads, and by a list of all.',
  ),
  lifeCheck(
    'made-as-asked',
    ['life', 'creation'],
    unless(
      'the document has no entry that a run can make and read',
      ({ create, makeAt }) => create !== undefined || makeAt !== undefined,
    ),
    'a new entry has what the creation gave it',
    'Makes entries with all, some and no optional members, and reads them: a text or a number that the creation gave is shown, where entries show such a member at all. Its own words are not others, where no list that shows all of an entry is held to that. What it left out has the documented default, or is not shown; another value is a violation where all such creations get the same one.',
  ),
];
