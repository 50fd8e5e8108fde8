import { queryParameters, targetParts } from '../../http/target.ts';
import { areSame, comparedAs, type ToldPair, toldPairsOf } from '../../interface/parameters/told-pairs.ts';
import { isToCome, toldPastOf } from '../../interface/parameters/told-past.ts';
import { isObject, type Json, memberOf } from '../../json/value.ts';
import type { Operation } from '../../interface/model.ts';
import { type Reading, sentValue } from '../../oracle/reading.ts';
import type { Check } from '../check.ts';
import { breaks, eachExchange, IRRELEVANT, PROVES, type Verdict } from '../judge-each.ts';
import { excerptJson } from '../outcome.ts';
import { statusText } from '../statuses.ts';

/** Pairs of values of which the document says that the one is less than the other, and what it says to have been. */

function valueIn(reading: Reading, { place }: ToldPair, name: string): Json | undefined {
  if (place === 'query') {
    const values = queryParameters(targetParts(reading.exchange.request.target).query).getAll(name);
    return values.length === 1 ? values[0] : undefined;
  }
  const sent = sentValue(reading);
  return isObject(sent) ? memberOf(sent, name) : undefined;
}

/** A day has no zone: only what is farther apart is certainly on one side. */
const CLEARLY_MS = 2 * 86_400_000;

function verdictOn(reading: Reading): Verdict {
  const { answer, expectation, exchange } = reading;
  const { operation, situation } = expectation;
  if (operation === undefined || answer === undefined || answer.limited || situation !== 'ordinary')
    return IRRELEVANT;
  if (exchange.request.credential.kind !== 'valid') return IRRELEVANT;
  for (const pair of toldPairsOf(operation)) {
    const [less, more] = [valueIn(reading, pair, pair.less), valueIn(reading, pair, pair.more)];
    const over = comparedAs(pair.kind, less, more);
    const isTurned = over !== undefined && over >= (pair.kind === 'number' ? Number.MIN_VALUE : CLEARLY_MS);
    if (!isTurned && !areSame(pair, less, more)) continue;
    if (answer.status >= 400 && answer.status < 500) return PROVES;
    if (answer.status < 200 || answer.status >= 300 || answer.status === 202) return IRRELEVANT;
    return breaks(
      `a refusal: ${pair.words}`,
      `${statusText(answer)} for ${pair.less}: ${excerptJson(less)} and ${pair.more}: ${excerptJson(more)}`,
      isTurned ? 'values in the wrong order are taken' : 'two values that are the same are taken',
    );
  }
  return verdictOnPast(reading, operation);
}

/** When a service answered, by its own clock where it tells that. */
function answeredAt({ answer, exchange }: Reading): number {
  const told = Date.parse(answer?.header('date')[0] ?? '');
  return Number.isNaN(told) ? exchange.sentAt : Math.max(told, exchange.sentAt);
}

function verdictOnPast(reading: Reading, operation: Operation): Verdict {
  const { answer } = reading;
  const sent = toldPastOf(operation).length === 0 ? undefined : sentValue(reading);
  if (answer === undefined || !isObject(sent)) return IRRELEVANT;
  const wrong = toldPastOf(operation).find(({ name }) => isToCome(memberOf(sent, name), answeredAt(reading)));
  if (wrong === undefined) return IRRELEVANT;
  if (answer.status >= 400 && answer.status < 500) return PROVES;
  if (answer.status < 200 || answer.status >= 300 || answer.status === 202) return IRRELEVANT;
  return breaks(
    `a refusal: ${wrong.words}`,
    `${statusText(answer)} for ${wrong.name}: ${excerptJson(memberOf(sent, wrong.name))}`,
    'a day or a moment that is still to come is taken',
  );
}

export const toldOrderChecks: readonly Check[] = [
  {
    id: 'validation.order-of-values',
    suite: 'validation',
    level: 'must',
    needs: ['ordinary'],
    title: 'values that are in the wrong order are refused',
    explanation:
      'Where the document says of two members of a body, or of two parameters, in a whole sentence that the one has to be before, or less than, the other (`from must be before to`, `Must be after starts_at`), and has a refusal: sends them the other way round, and the same value for both, unless the sentence leaves room for that (`must not be after`). Where it says of a day or a moment that it has been (`Must not be in the future`): sends one of another century. Any refusal conforms.',
    notApplicable: ({ operations }) =>
      operations.some((operation) => toldPairsOf(operation).length > 0 || toldPastOf(operation).length > 0)
        ? undefined
        : 'the document does not say of two values which one is less, nor of one that it has been',
    ...eachExchange('must', verdictOn),
    sharpens: true,
  },
];
