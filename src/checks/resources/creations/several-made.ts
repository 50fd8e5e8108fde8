import { severalAtOnce, severalBy, type Several } from '../../../interface/resources/several-at-once.ts';
import { isList, isObject, type Json, type JsonObject } from '../../../json/value.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { Check, JudgedRun } from '../../check.ts';
import { openTribunal, saysNothing } from '../../judge-each.ts';
import type { Outcome } from '../../outcome.ts';
import { TELLING_LAG_MS } from '../judges.ts';
import { indexOf } from '../lists/listing.ts';
import { isWhole } from '../promises.ts';
import { creationsOf, type Listing, listingsOf, markersOf } from './creations.ts';
import { placeSent, resultsAtOnce, sentAtOnce } from './made-at-once.ts';

/** What one request made that asked for several entries at once: each of them, or its answer says that it was not. */

/** Words of members that tell of entries which were not made. */
const TELLS_OF_FAILURE = /err|fail|reject|invalid|skip|duplicat|conflict|refus|ignor|warn/i;

/** True where a body may say that something was not done: a member of such a name that holds anything. */
function mayTellOfFailure(body: Json): boolean {
  if (isList(body)) return body.some(mayTellOfFailure);
  if (!isObject(body)) return false;
  return Object.entries(body).some(([name, value]) => {
    const isEmpty = value === null || value === false || value === 0 || (isList(value) && value.length === 0);
    return (TELLS_OF_FAILURE.test(name) && !isEmpty) || mayTellOfFailure(value);
  });
}

/** A request for several entries, each with a text of its own, and what its answer has for them. */
type Asked = {
  readonly reading: Reading;
  readonly several: Several;
  readonly sent: readonly JsonObject[];
  readonly results: readonly JsonObject[];
  /** The whole of its answer. */
  readonly told: Json;
  /** The places among those sent that the results are about. */
  readonly places: readonly (number | undefined)[];
};

function askedIn(run: JudgedRun, reading: Reading): Asked | undefined {
  const several = severalBy(run.contract.interface, reading.expectation.operation);
  if (several === undefined || reading.exchange.request.credential.kind !== 'valid') return undefined;
  const [sent, results] = [sentAtOnce(several, reading), resultsAtOnce(several, reading)];
  const isTelling = sent !== undefined && sent.length > 1 && sent.every((one) => markersOf(one).length > 0);
  if (!isTelling || results === undefined) return undefined;
  const places = results.map((result) => placeSent(several, sent, result));
  const told = reading.answer?.json.kind === 'json' ? reading.answer.json.value : null;
  return { reading, several, sent, results, told, places };
}

/** The list that shows another entry of the same request, and not the one of which the answer tells nothing. */
function listWithout(
  run: JudgedRun,
  { reading, several, sent, places }: Asked,
): { readonly listing: Listing; readonly missing: JsonObject } | undefined {
  const left = sent.filter((_one, at) => !places.includes(at));
  for (const listing of listingsOf(run)) {
    const isLate = listing.reading.exchange.startMs - reading.exchange.endMs < TELLING_LAG_MS;
    if (listing.collection !== several.collection || isLate || !isWhole(run, listing)) continue;
    const { byMarker } = indexOf(listing, creationsOf(run));
    const isThere = (one: JsonObject): boolean => markersOf(one).some((marker) => byMarker.has(marker));
    const missing = sent.some(isThere) ? left.find((one) => !isThere(one)) : undefined;
    if (missing !== undefined) return { listing, missing };
  }
  return undefined;
}

function judgeSeveral(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  for (const reading of run.readings) {
    const asked = askedIn(run, reading);
    if (asked === undefined) continue;
    const { several, sent, results, places } = asked;
    const operation = reading.expectation.operation?.id;
    const breaks = (
      expected: string,
      actual: string,
      deviation: string,
      others: readonly string[] = [],
    ): void => {
      tribunal.breaks({
        exchanges: [reading.exchange.id, ...others],
        operation,
        expected,
        actual,
        deviation,
      });
    };
    const known = places.filter((at) => at !== undefined);
    const isInOrder = known.every((at, index) => index === 0 || at > (known[index - 1] ?? -1));
    if (several.hasOneEach && results.length !== sent.length)
      breaks(
        `${String(sent.length)} results, one for each entry of the request, as the document says`,
        String(results.length),
        'the answer has no result for each entry',
      );
    else if (several.isInOrder && known.length === sent.length && !isInOrder)
      breaks(
        'the results in the order of the request, as the document says',
        known.map((at) => String(at + 1)).join(', '),
        'the results are in another order',
      );
    else if (new Set(known).size === sent.length) tribunal.proves(operation);
    else if (results.length < sent.length && !mayTellOfFailure(asked.told)) {
      const without = listWithout(run, asked);
      if (without !== undefined)
        breaks(
          `${String(sent.length)} entries, or an answer that says which of them were not made`,
          `${String(results.length)} in the answer, and ${markersOf(without.missing).join(' ')} is not in the list`,
          'not all of several entries are made',
          [without.listing.reading.exchange.id],
        );
    }
  }
  return tribunal.outcome();
}

export const severalChecks: readonly Check[] = [
  {
    id: 'resources.several-made',
    suite: 'resources',
    level: 'must',
    needs: ['life'],
    title: 'what is asked for at once is made, each of it, or the answer says that it was not',
    explanation:
      'Asks for three entries at once (`POST /products/batch`), each with a text of its own, and then for the list: each is in the answer, or in the list, as long as the answer tells of nothing that was not made. Where the document says so, the answer has one result for each, and in the order of the request. What each of them shows is judged as that of a single creation.',
    notApplicable: (document) =>
      severalAtOnce(document).some(({ results }) => results !== undefined)
        ? undefined
        : 'the document has no creation of several entries at once whose answer shows them',
    judge: judgeSeveral,
    foreign: saysNothing(
      'others may have made and removed entries, by requests that are not part of this traffic',
    ),
    sharpens: true,
  },
];
