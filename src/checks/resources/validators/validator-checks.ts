import type { Interface, Operation } from '../../../interface/model.ts';
import { type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import {
  actsOnTag,
  saysNotModified,
  showsDate,
  showsStatus,
  showsTag,
  takesDate,
  takesTag,
} from '../../../oracle/conditions.ts';
import { keyParameterOf } from '../../../interface/parameters/request-keys.ts';
import { toldLocks } from '../../../oracle/locks.ts';
import { saysWhenRefused } from '../../../oracle/contract.ts';
import type { Check, JudgedRun } from '../../check.ts';
import { openTribunal, saysNothing } from '../../judge-each.ts';
import type { Outcome } from '../../outcome.ts';
import { answeredTagFindings } from './answered-tags.ts';
import { judgeRepetitions } from './repetitions.ts';
import { isReadAgain, listTagFindings } from './list-tags.ts';
import { type TagLaw, tagFindings } from './validators.ts';

/** The checks of conditional and of repeated requests: each applies where the document has them. */

const OTHERS_CHANGE =
  'others may have changed the entries in between, by requests that are not part of this traffic';

function judgeLaw(law: TagLaw): (run: JudgedRun) => Outcome {
  return (run) => {
    const tribunal = openTribunal('must');
    const beside = law === 'tag-changes' || law === 'not-modified' ? [listTagFindings(run, law)] : [];
    const answered = law === 'tag-changes' ? [answeredTagFindings(run)] : [];
    for (const { violations, proofs } of [tagFindings(run, law), ...beside, ...answered]) {
      for (const operation of proofs) tribunal.proves(operation);
      for (const violation of violations) tribunal.breaks(violation);
    }
    return tribunal.outcome();
  };
}

function isOf(operation: Operation | undefined, holds: (operation: Operation) => boolean): boolean {
  return operation !== undefined && holds(operation);
}

function writersOf({ replace, change, remove }: Resource): readonly (Operation | undefined)[] {
  return [replace, change, remove];
}

function unless(
  reason: string,
  applies: (resource: Resource) => boolean,
): (document: Interface) => string | undefined {
  return (document) => {
    if (saysWhenRefused(document)) return reason;
    const own = resourcesOf(document).filter(
      ({ kind, create, replace, read }) =>
        kind === 'collection' && read !== undefined && (create ?? replace) !== undefined,
    );
    return own.some(applies) ? undefined : reason;
  };
}

/** True where a list, or what is always there, says to whoever has it that it is the same. */
function hasTaggedList({ operations }: Interface): boolean {
  return operations.some(
    (operation) => operation.method === 'GET' && !operation.path.includes('{') && saysNotModified(operation),
  );
}

/** True where the same is said of what a run can't change. */
function isReadAgainIn(document: Interface): boolean {
  return document.operations.some((operation) => isReadAgain(document, operation));
}

/** The same for lists, too. */
function unlessListed(
  otherwise: Check['notApplicable'],
  applies: (document: Interface) => boolean = hasTaggedList,
): Check['notApplicable'] {
  return (document) => (!saysWhenRefused(document) && applies(document) ? undefined : otherwise(document));
}

function tagCheck(
  law: TagLaw,
  notApplicable: Check['notApplicable'],
  title: string,
  explanation: string,
): Check {
  return {
    id: `resources.${law}`,
    suite: 'resources',
    level: 'must',
    needs: ['conditional'],
    title,
    explanation,
    notApplicable,
    judge: judgeLaw(law),
    foreign: saysNothing(OTHERS_CHANGE),
    // Whether a service shows a tag at all is its own business where the document does not require one.
    sharpens: true,
  };
}

export const validatorChecks: readonly Check[] = [
  tagCheck(
    'tag-changes',
    unlessListed(
      unless(
        'the document shows neither ETag nor Last-Modified of an entry that a run can change',
        (resource) =>
          (isOf(resource.read, showsTag) || isOf(resource.read, showsDate)) &&
          (resource.replace ?? resource.change) !== undefined,
      ),
    ),
    'the tag of an entry changes with its values',
    'Where the document shows an ETag with an entry: reads it before and after an update whose values are there. The tags differ (RFC 9110 section 8.8.1), strong or weak. A tag that changes without an update conforms. Last-Modified is another one where an update came two seconds later, and an update answers with no old tag. A creation or an update whose answer the next read repeats has the tag of that read, where it is strong and reads of what is the same have one tag.',
  ),
  tagCheck(
    'not-modified',
    unlessListed(
      unless(
        'the document has neither If-None-Match, If-Modified-Since nor 304 for an entry',
        ({ read }) => isOf(read, saysNotModified) || isOf(read, takesDate),
      ),
      isReadAgainIn,
    ),
    'who has the newest version is told so, and nobody else',
    'Where the document has If-None-Match or 304 for an entry: asks with the tag that was shown last, and with an older one. 200 with the same tag fails, and so does 304 where the values have changed, or with another tag (RFC 9110 section 13.1.2). Entries that nobody changes are asked for, too: 304 for a date from before the one that was shown fails, and for a tag that nothing had. 200 with a new tag conforms, and so does 200 where a date was sent alone.',
  ),
  tagCheck(
    'stale-tag-refused',
    unless(
      'the document has no condition and no 412 for a change or a removal',
      (resource) =>
        writersOf(resource).some(
          (operation) =>
            isOf(operation, takesTag) ||
            isOf(operation, takesDate) ||
            isOf(operation, (own) => toldLocks(resource, own).length > 0),
        ) || resource.actions.some(actsOnTag),
    ),
    'a change with an old tag is not made',
    'Where the document has If-Match or 412: changes an entry, and sends another change, a removal, and an action (`POST /orders/7/confirm`) with the tag from before. It fails where a later read shows that it was done: what changed in between is lost (RFC 9110 section 13.1.1). The same goes for a PUT with `If-None-Match: *` to what is there, for one with `If-Match` that makes something (201), for If-Unmodified-Since, for a tag that no version had, and for a version in the body (`version`, `etag`) of which the document says in words that it has to be the newest (`409: The version is stale`). Whatever refusal comes conforms.',
  ),
  tagCheck(
    'tag-required',
    unless('the document has 428 for no change or removal', (resource) =>
      writersOf(resource).some((operation) => isOf(operation, (own) => showsStatus(own, 428))),
    ),
    'a change without a condition is not made where one is asked for',
    'Where the document has 428: sends changes and removals without If-Match. It fails where a later read shows that it was done (RFC 6585 section 3).',
  ),
  {
    id: 'resources.repeated-once',
    suite: 'resources',
    level: 'must',
    needs: ['repeated'],
    title: 'the same creation with the same key makes nothing new',
    explanation:
      'Where a creation has the field Idempotency-Key or Repeatability-Request-ID, or a `requestId` in its query that is said to be the same for a retry: sends it twice with the same key and body. The second answer names the same entry, or refuses; it fails where another identity comes back, or the list has the entry twice. Where the document says so in whole sentences: the key is refused with another body, the first answer comes again with its status, and a field says so on it and on no other.',
    notApplicable: unless('no creation has the field Idempotency-Key, or one that is like it', ({ create }) =>
      isOf(create, (operation) => keyParameterOf(operation) !== undefined),
    ),
    judge: judgeRepetitions,
    foreign: saysNothing('whether a request is meant as the one before is not known'),
    sharpens: true,
  },
];
