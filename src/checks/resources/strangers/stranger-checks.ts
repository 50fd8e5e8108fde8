import { isOfRegistered } from '../../../http/credential-use.ts';
import type { Interface, Operation } from '../../../interface/model.ts';
import { isListedAlone, type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { saysWhenRefused } from '../../../oracle/contract.ts';
import type { Check, JudgedRun } from '../../check.ts';
import { openTribunal, saysNothing } from '../../judge-each.ts';
import type { Outcome } from '../../outcome.ts';
import { isReadByAll } from './sights-of-other.ts';
import { isShared } from './kept-from-others.ts';
import { type StrangerLaw, strangerFindings } from './strangers.ts';

/** The checks that need a second key: what one user makes is kept from another (`strangers.ts`). */

function listed(operation: Operation | undefined): readonly Operation[] {
  return operation === undefined ? [] : [operation];
}

/** What each law is about. */
const OPERATIONS: { readonly [law in StrangerLaw]: (resource: Resource) => readonly Operation[] } = {
  read: ({ read }) => listed(read),
  listed: ({ list }) => listed(list),
  changed: ({ change, replace, actions }) => [...listed(change), ...listed(replace), ...actions],
  removed: ({ remove }) => listed(remove),
};

const NEEDS_OTHER: Outcome = {
  kind: 'not-testable',
  reason: 'it takes the key of another user',
  option: '--other-key',
};

function judgeLaw(law: StrangerLaw): (run: JudgedRun) => Outcome {
  return (run) => {
    const asked = run.readings.filter(({ exchange }) => exchange.request.credential.kind === 'other-key');
    const isRegistered =
      run.capabilities.otherKey === 'registered' ||
      asked.some(({ exchange }) => isOfRegistered(exchange.request.credential));
    if (asked.length === 0 && run.capabilities.otherKey === undefined && run.readings.length > 0)
      return NEEDS_OTHER;
    const own = keptIn(run.contract.interface, law).flatMap((resource) => OPERATIONS[law](resource));
    const isAllShared =
      own.length > 0 &&
      own.every((operation) => isShared(operation, run.contract.interface, run.capabilities));
    if (isAllShared && !isRegistered)
      return {
        kind: 'not-applicable',
        reason: 'all that it is about is shared by all users, or by those of a role, as was said',
      };
    const { violations, warnings, proofs, isOfOpen } = strangerFindings(run, law);
    const isToldNothing = [...violations, ...warnings, ...proofs].length === 0;
    // Of somebody who is registered only the document tells, mostly of few operations.
    if (isRegistered && isToldNothing) return NEEDS_OTHER;
    if ((law === 'read' || law === 'listed') && isToldNothing && isOfOpen)
      return {
        kind: 'not-applicable',
        reason: 'all that another user asked for tells that everybody may see it',
      };
    const tribunal = openTribunal(violations.length > 0 ? 'must' : 'should');
    for (const operation of proofs) tribunal.proves(operation);
    for (const violation of [...violations, ...warnings]) tribunal.breaks(violation);
    return tribunal.outcome('no request of another user told it');
  };
}

/**
 * Resources whose entries a run can make and read, with a credential. Of those that lists alone show, whoever may see the list of what
 * holds them may see them.
 */
function keptIn(document: Interface, law: StrangerLaw): readonly Resource[] {
  if (saysWhenRefused(document)) return [];
  // A list that is inside of nothing may show what a removal is told not to be there.
  const isTold = ({ parent, path, remove }: Resource): boolean =>
    law !== 'listed' || (parent === undefined && !path.includes('{') && remove !== undefined);
  const isSeen = (resource: Resource): boolean =>
    resource.read !== undefined || (law !== 'read' && isTold(resource) && isListedAlone(resource));
  return resourcesOf(document).filter(
    (resource) =>
      resource.kind === 'collection' &&
      isSeen(resource) &&
      (law !== 'listed' || !isReadByAll(resource)) &&
      (resource.create ?? resource.replace)?.credential !== undefined,
  );
}

function strangerCheck(law: StrangerLaw, title: string, explanation: string): Check {
  return {
    id: `resources.not-${law}-by-others`,
    suite: 'resources',
    level: 'must',
    needs: ['other-user'],
    title,
    explanation,
    notApplicable: (document) =>
      keptIn(document, law).some((resource) => OPERATIONS[law](resource).length > 0)
        ? undefined
        : 'the document has no such operation on entries that a run can make and read with a key',
    judge: judgeLaw(law),
    foreign: saysNothing('whose key made an entry is not known'),
    // What reading shows a run can always ask; a list may have pages, and bodies may be beyond assay.
    ...(law === 'read' ? {} : { sharpens: true }),
  };
}

const SAID_TO_BE_SHARED =
  'Operations without a credential, with `x-assay-shared: true`, or named by --shared are left out.';

export const strangerChecks: readonly Check[] = [
  strangerCheck(
    'read',
    'an entry is not shown to another user',
    `With --other-key: reads an entry of the run with the key of another user. A refusal conforms, whichever it is; an entry of the other user's own at the same place does too. Where the list shows it to both users as well, the service openly shares such entries, and it is a warning. What stands below an entry (\`GET /parcels/{id}/label\`) is read with both keys as well: it is a warning where the other user gets the same as the first, with something of the entry in it, although the entry itself is refused, and a failure where the operation says \`x-assay-private: true\`. ${SAID_TO_BE_SHARED}`,
  ),
  strangerCheck(
    'listed',
    'no list shows an entry to another user',
    `With --other-key: lists with both keys, one after the other. That an entry is not there tells only where the first user sees it at the same place. Where reading shows it as well, it is a warning; where everybody reads it without a credential, it is left out. ${SAID_TO_BE_SHARED}`,
  ),
  strangerCheck(
    'changed',
    'an entry is not changed by another user',
    `With --other-key: sends changes and replacements of an entry of the run with the key of another user, and reads it with the first, in its list where nothing else shows it. It fails where the first user sees the new values; an answer of success alone is none. What an action does to the entry counts where the other user is not allowed to read it. ${SAID_TO_BE_SHARED}`,
  ),
  strangerCheck(
    'removed',
    'an entry is not removed by another user',
    `With --other-key: sends the removal of an entry of the run with the key of another user, and reads it with the first, in its list where nothing else shows it. It fails where it is gone; an answer of success alone is none. ${SAID_TO_BE_SHARED}`,
  ),
];
