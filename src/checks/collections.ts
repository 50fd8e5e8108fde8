import type { Interface } from '../interface/model.ts';
import type { Check, JudgedRun } from './check.ts';
import { judgeReadBack } from './collection-read-back.ts';
import { judgeAssigned, judgeIdentities } from './collection-identities.ts';
import { judgeCreatedOnce, judgeEcho, judgeListed, judgeRefused, judgeStable } from './collection-judges.ts';
import { saysNothing, singleExchange } from './each-exchange.ts';
import { statusVerdict } from './status-verdict.ts';
import type { Outcome } from './outcome.ts';

function unlessCollection(document: Interface): string | undefined {
  return document.collections.length > 0
    ? undefined
    : 'the document shows no collection that can be created and listed';
}

function unlessReadable(document: Interface): string | undefined {
  const readable = document.collections.some((collection) => collection.read !== undefined);
  return readable ? undefined : 'the document shows no operation that reads one entry';
}

const OTHERS_CHANGE =
  'others may have changed the entries in between, by requests that are not part of this traffic';

function check(
  id: string,
  title: string,
  explanation: string,
  judge: (run: JudgedRun) => Outcome,
  foreign: Check['foreign'] = saysNothing(OTHERS_CHANGE),
): Check {
  return {
    id,
    suite: 'collections',
    level: 'must',
    title,
    explanation,
    notApplicable: id === 'collections.read-back' ? unlessReadable : unlessCollection,
    judge: (run) => {
      const outcome = judge(run);
      if (id === 'collections.text-unchanged' && outcome.kind === 'inconclusive' && refusesUnusualText(run))
        return { kind: 'not-applicable', reason: 'every unusual text was refused, as the document allows' };
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

export const collectionChecks: readonly Check[] = [
  check(
    'collections.created-as-sent',
    'the answer to a creation shows what was sent',
    'Creates entries with all, some and no optional members, with ordinary and with empty optional text. The answer shows each member with the value that was sent.',
    (run) => judgeEcho(run, 'ordinary'),
    singleExchange((run) => judgeEcho(run, 'ordinary')),
  ),
  check(
    'collections.text-unchanged',
    'unusual text is stored unchanged',
    'Where unusual text is accepted (emoji, quotes, markup, percent signs, long text), it comes back character for character. White space trimmed at the ends is only observed.',
    (run) => judgeEcho(run, 'unusual'),
    singleExchange((run) => judgeEcho(run, 'unusual')),
  ),
  check(
    'collections.assigned-members',
    'the service assigns its members itself',
    'Sends a creation that brings an identity of its own. A refusal conforms, and so does a success that ignores it; taking it from the client does not.',
    judgeAssigned,
    singleExchange(judgeAssigned),
  ),
  check(
    'collections.unique-identity',
    'identities are unique',
    'No two creations of the run and no two entries of a list have the same identity.',
    (run) => judgeIdentities(run, 'apart'),
    singleExchange((run) => judgeIdentities(run, 'apart')),
  ),
  check(
    'collections.parallel-creation',
    'creations at the same time get identities of their own',
    'Sends several creations at once and compares their identities.',
    (run) => judgeIdentities(run, 'together'),
    saysNothing('it takes several creations that are sent at the same time'),
  ),
  check(
    'collections.listed',
    'what was created is listed',
    'Every entry that the run created is in the list, under its identity and with its values. Something that is missing is looked for in a second list, a moment later, before anyone is blamed.',
    judgeListed,
  ),
  check(
    'collections.created-once',
    'one creation makes one entry',
    'Every creation carries a text of its own, which the list shows once.',
    judgeCreatedOnce,
  ),
  check(
    'collections.refused-creates-nothing',
    'a refused creation creates nothing',
    'Refused creations (400, 401 and other 4xx) carry texts of their own; none of them is in the last list. What a refusal over the limit left behind is only observed.',
    judgeRefused,
  ),
  check(
    'collections.stable-entries',
    'listed entries keep their values',
    'Entries of the run that one list shows have the same values in a later one.',
    judgeStable,
  ),
  check(
    'collections.read-back',
    'an entry can be read by its identity',
    'Reads a created entry by its identity: the documented success with the values that were sent.',
    judgeReadBack,
  ),
];
