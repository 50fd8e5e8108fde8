import { type Interface, isUnnamed } from '../../../interface/model.ts';
import { parameterNames } from '../../../interface/path-matching.ts';
import type { Situation } from '../../../oracle/situation.ts';
import { BAD_BODIES, BAD_CREDENTIALS, type Check, type JudgedRun } from '../../check.ts';
import { openTribunal, saysNothing, singleExchange, type Tribunal } from '../../judge-each.ts';
import { plainName } from '../../../interface/names.ts';
import { partOf } from '../../../interface/resources/resources.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { memberOf } from '../../../json/value.ts';
import type { Outcome } from '../../outcome.ts';
import { statusVerdict } from '../../statuses.ts';
import {
  type Creation,
  creationsOf,
  identityOf,
  isMadeAt,
  listingsOf,
  placeOf,
} from '../creations/creations.ts';
import { allCreationsOf } from '../creations/made-at-once.ts';
import { blame, judgeCreatedOnce, judgeEcho, judgeListed, judgeRefused, judgeStable } from '../judges.ts';
import { indexOf } from './listing.ts';
import { judgeReadBack } from '../creations/read-back.ts';
import { isNamedAgain, mayBeGoneBefore } from '../ownership/touched.ts';
import { isIdentityOfService, isJudged, isSureIdentity, isWhole } from '../promises.ts';

/** Judges that members of the service are not taken from the client. */
function judgeAssigned(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  for (const creation of creationsOf(run)) {
    if (creation.reading.expectation.situation !== 'assigned-member') continue;
    if (!isIdentityOfService(run, creation.collection)) continue;
    const sent = identityOf(creation.collection, creation.sent);
    const taken = sent !== undefined && sent === creation.identity;
    if (!taken) tribunal.proves(creation.collection.create.id);
    else
      blame(
        tribunal,
        creation,
        `${creation.collection.identity} assigned by the service`,
        `${creation.collection.identity}: ${creation.identity ?? ''}, as the client sent it`,
      );
  }
  for (const reading of run.readings) {
    if (reading.expectation.situation === 'assigned-member' && reading.answer?.status === 400) {
      tribunal.proves(reading.expectation.operation?.id);
    }
  }
  return tribunal.outcome();
}

/** True for creations that were on their way at the same time, and not in one request. */
function overlap(a: Creation, b: Creation): boolean {
  if (a.reading === b.reading) return false;
  const [x, y] = [a.reading.exchange, b.reading.exchange];
  return x.startMs < y.endMs && y.startMs < x.endMs;
}

const SHARED = 'two entries have one identity';

/** The member that stands in the path of an entry, where the service gives it beside an identity of another name. */
function givenNameOf({ contract }: JudgedRun, { collection, sent }: Creation): string | undefined {
  const { read, identity } = collection;
  const named = partOf(contract.interface, collection.create)?.resource.identity;
  const [parameter = ''] = parameterNames(read?.path ?? '').slice(-1);
  const isSure = named !== undefined && plainName(parameter).endsWith(plainName(named));
  return isSure && named !== identity && !Object.hasOwn(sent, named) ? named : undefined;
}

/** The members of an entry that no other one may have the same of. */
function ownMembersOf(run: JudgedRun, creation: Creation): readonly string[] {
  const { collection, identity } = creation;
  const named = givenNameOf(run, creation);
  const isSure = identity !== undefined && isSureIdentity(run, collection);
  return [...(isSure ? [collection.identity] : []), ...(named === undefined ? [] : [named])];
}

function valueOf({ returned }: Creation, name: string): string | undefined {
  const value = memberOf(returned, name);
  return value === undefined || value === null ? undefined : canonicalJson(value);
}

/** Judges that no identity is given twice: to creations one after the other, or to ones at the same time. */
function judgeIdentities(run: JudgedRun, when: 'apart' | 'together'): Outcome {
  const tribunal = openTribunal('must');
  const creations = allCreationsOf(run);
  for (const [index, creation] of creations.entries()) {
    const others = creations
      .slice(0, index)
      .filter((other) => overlap(other, creation) === (when === 'together'));
    if (others.length === 0 || !isJudged(run, creation)) continue;
    const names = ownMembersOf(run, creation);
    const isTwin = (other: Creation, name: string): boolean =>
      valueOf(creation, name) !== undefined &&
      valueOf(other, name) === valueOf(creation, name) &&
      other.collection.path === creation.collection.path &&
      // Entries inside of different ones may have the same identity.
      isMadeAt(other, placeOf(creation.reading)) &&
      !isNamedAgain(creation, other) &&
      !mayBeGoneBefore(run, other, creation);
    const twins = names.flatMap((name) => {
      const twin = others.find((other) => isTwin(other, name));
      return twin === undefined ? [] : [{ name, twin }];
    });
    if (twins.length === 0 && names.length > 0) tribunal.proves(creation.collection.create.id);
    for (const { name, twin } of twins.slice(0, 1)) {
      const actual = `${name}: ${valueOf(creation, name) ?? ''}, for two entries`;
      const expected = 'an identity of its own for each entry';
      blame(tribunal, creation, expected, actual, [twin.reading.exchange.id], SHARED);
    }
  }
  if (when === 'apart') judgeRepeatedInList(run, creations, tribunal);
  return tribunal.outcome();
}

function judgeRepeatedInList(run: JudgedRun, creations: readonly Creation[], tribunal: Tribunal): void {
  for (const listing of listingsOf(run)) {
    if (!isSureIdentity(run, listing.collection)) continue;
    const { repeated } = indexOf(listing, creations);
    const { exchange, expectation } = listing.reading;
    if (repeated === undefined) {
      if (listing.count > 1) tribunal.proves(expectation.operation?.id);
      continue;
    }
    tribunal.breaks({
      exchanges: [exchange.id],
      operation: expectation.operation?.id,
      expected: 'every identity once in the list',
      actual: `${listing.collection.identity}: ${repeated}, twice`,
      deviation: SHARED,
    });
  }
}

function unlessCollection(document: Interface): string | undefined {
  return document.collections.length > 0
    ? undefined
    : 'the document shows no collection that can be created and listed';
}

/** Checks of the member that names an entry. */
const OF_IDENTITIES: readonly string[] = [
  'collections.assigned-members',
  'collections.unique-identity',
  'collections.parallel-creation',
];

/** Why nothing can be said of identities. */
export function unlessNamed(document: Interface): string | undefined {
  const isNamed = document.collections.some((collection) => !isUnnamed(collection));
  return unlessCollection(document) ?? (isNamed ? undefined : 'no member of what is created names it');
}

function notApplicableTo(id: string): Check['notApplicable'] {
  if (id === 'collections.read-back') return unlessReadable;
  return OF_IDENTITIES.includes(id) ? unlessNamed : unlessCollection;
}

function unlessReadable(document: Interface): string | undefined {
  const readable = document.collections.some((collection) => collection.read !== undefined);
  return readable ? undefined : 'the document shows no operation that reads one entry';
}

const OTHERS_CHANGE =
  'others may have changed the entries in between, by requests that are not part of this traffic';

function check(
  id: string,
  needs: Check['needs'],
  title: string,
  explanation: string,
  judge: (run: JudgedRun) => Outcome,
  foreign: Check['foreign'] = saysNothing(OTHERS_CHANGE),
): Check {
  return {
    id,
    suite: 'collections',
    level: 'must',
    needs,
    title,
    explanation,
    notApplicable: notApplicableTo(id),
    judge: (run) => {
      const outcome = judge(run);
      if (id === 'collections.text-unchanged' && outcome.kind === 'inconclusive' && refusesUnusualText(run))
        return { kind: 'not-applicable', reason: 'every unusual text was refused, as the document allows' };
      if (outcome.kind === 'inconclusive' && READ_FROM_LISTS.includes(id) && showsNoWholeList(run))
        return {
          kind: 'not-applicable',
          reason: 'the lists have pages, and what one does not show is not missing',
        };
      if (outcome.kind !== 'inconclusive' || !run.capabilities.readOnly) return outcome;
      return {
        kind: 'not-testable',
        reason: '--read-only: nothing may be created',
        option: 'a run without --read-only',
      };
    },
    foreign,
  };
}

/** Checks that look for entries of the run in lists. */
const READ_FROM_LISTS: readonly string[] = [
  'collections.listed',
  'collections.created-once',
  'collections.refused-creates-nothing',
  'collections.stable-entries',
];

function showsNoWholeList(run: JudgedRun): boolean {
  const listings = listingsOf(run);
  return listings.length > 0 && !listings.some((listing) => isWhole(run, listing));
}

/** True when every unusual text got the documented refusal: none was stored that could have changed. */
function refusesUnusualText({ readings }: JudgedRun): boolean {
  const unusual = readings.filter(({ expectation }) => expectation.situation === 'unusual-text');
  return (
    unusual.length > 0 &&
    unusual.every(
      (reading) => (reading.answer?.status ?? 0) >= 400 && statusVerdict(reading).kind === 'proves',
    )
  );
}

function isInSituation({ readings }: JudgedRun, situation: Situation): boolean {
  return readings.some(({ expectation }) => expectation.situation === situation);
}

function isCreation(alone: JudgedRun): boolean {
  return creationsOf(alone).length > 0 && !isUnusual(alone);
}

function isUnusual(alone: JudgedRun): boolean {
  return isInSituation(alone, 'unusual-text');
}

function isAssigned(alone: JudgedRun): boolean {
  return isInSituation(alone, 'assigned-member');
}

/** One creation by itself repeats no identity. */
function isListing(alone: JudgedRun): boolean {
  return listingsOf(alone).length > 0;
}

export const collectionChecks: readonly Check[] = [
  check(
    'collections.created-as-sent',
    ['creation'],
    'the answer to a creation shows what was sent',
    'Creates entries with all, some and no optional members, with ordinary and with empty optional text. The answer shows each member with the value that was sent.',
    (run) => judgeEcho(run, 'ordinary'),
    singleExchange((run) => judgeEcho(run, 'ordinary'), isCreation),
  ),
  check(
    'collections.text-unchanged',
    ['unusual-text', 'last-list'],
    'unusual text is stored unchanged',
    'Where unusual text is accepted (emoji, quotes, markup, percent signs, long text), it comes back character for character. White space trimmed at the ends is only observed.',
    (run) => judgeEcho(run, 'unusual'),
    singleExchange((run) => judgeEcho(run, 'unusual'), isUnusual),
  ),
  check(
    'collections.assigned-members',
    ['assigned-member'],
    'the service assigns its members itself',
    'Sends a creation that brings an identity of its own. A refusal conforms, and so does a success that ignores it; taking it from the client does not.',
    judgeAssigned,
    singleExchange(judgeAssigned, isAssigned),
  ),
  check(
    'collections.unique-identity',
    ['creation'],
    'identities are unique',
    'No two creations of the run and no two entries of a list have the same identity, unless the first was removed before.',
    (run) => judgeIdentities(run, 'apart'),
    singleExchange((run) => judgeIdentities(run, 'apart'), isListing),
  ),
  check(
    'collections.parallel-creation',
    ['parallel-creation'],
    'creations at the same time get identities of their own',
    'Sends several creations at once and compares their identities.',
    (run) => judgeIdentities(run, 'together'),
    saysNothing('it takes several creations that are sent at the same time'),
  ),
  check(
    'collections.listed',
    ['creation', 'parallel-creation', 'last-list'],
    'what was created is listed',
    'Every entry that the run created is in the list, under its identity and with its values. One that a 201 shows without an identity, although the document has it there, is in the list with its text; so is one that nothing names, in a list that does not end at a round number. Something that is missing is looked for in a second list, a moment later, before anyone is blamed.',
    judgeListed,
  ),
  check(
    'collections.created-once',
    ['creation', 'parallel-creation', 'last-list'],
    'one creation makes one entry',
    'Every creation carries a text of its own, which the list shows once.',
    judgeCreatedOnce,
  ),
  check(
    'collections.refused-creates-nothing',
    [...BAD_CREDENTIALS, ...BAD_BODIES, 'last-list'],
    'a refused creation creates nothing',
    'Refused creations (400, 401 and other 4xx) carry texts of their own; none of them is in the last list. So do refused creations of several at once, of which the document says that all are made or none (`POST /notes/batch`). What a refusal over the limit or a payment that failed (402) left behind is only observed.',
    judgeRefused,
  ),
  check(
    'collections.stable-entries',
    ['last-list'],
    'listed entries keep their values',
    'Entries of the run that one list shows have the same values in a later one.',
    judgeStable,
  ),
  check(
    'collections.read-back',
    ['read-back'],
    'an entry can be read by its identity',
    'Reads a created entry by its identity: the documented success with the values that were sent. An object without members is not the entry that its creation shows. Where the Location of a creation names another entry, that is read, too: it has to be the created one (RFC 9110 section 10.2.2).',
    judgeReadBack,
  ),
];
