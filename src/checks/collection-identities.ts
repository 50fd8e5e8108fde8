import { blame } from './blame.ts';
import type { JudgedRun } from './check.ts';
import { creationsOf, identityOf, listingsOf, type Creation } from './creations.ts';
import { openTribunal, type Tribunal } from './judge-each.ts';
import { indexOf } from './listing-index.ts';
import type { Outcome } from './outcome.ts';

/** Judges that members of the service are not taken from the client. */
export function judgeAssigned(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  for (const creation of creationsOf(run)) {
    if (creation.reading.expectation.situation !== 'assigned-member') continue;
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

function overlap(a: Creation, b: Creation): boolean {
  const [x, y] = [a.reading.exchange, b.reading.exchange];
  return x.startMs < y.endMs && y.startMs < x.endMs;
}

const SHARED = 'two entries have one identity';

/** Judges that no identity is given twice: to creations one after the other, or to ones at the same time. */
export function judgeIdentities(run: JudgedRun, when: 'apart' | 'together'): Outcome {
  const tribunal = openTribunal('must');
  const creations = creationsOf(run);
  for (const [index, creation] of creations.entries()) {
    const others = creations
      .slice(0, index)
      .filter((other) => overlap(other, creation) === (when === 'together'));
    if (creation.identity === undefined || others.length === 0) continue;
    const twin = others.find(
      (other) => other.identity === creation.identity && other.collection.path === creation.collection.path,
    );
    if (twin === undefined) tribunal.proves(creation.collection.create.id);
    else {
      const actual = `${creation.collection.identity}: ${creation.identity}, for two entries`;
      const expected = 'an identity of its own for each entry';
      blame(tribunal, creation, expected, actual, [twin.reading.exchange.id], SHARED);
    }
  }
  if (when === 'apart') judgeRepeatedInList(run, creations, tribunal);
  return tribunal.outcome();
}

function judgeRepeatedInList(run: JudgedRun, creations: readonly Creation[], tribunal: Tribunal): void {
  for (const listing of listingsOf(run)) {
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
