import { givenOf, toldAlternativesOf } from '../../interface/parameters/told-alternatives.ts';
import { type Reading, sentValue } from '../../oracle/reading.ts';
import type { Check } from '../check.ts';
import { breaks, eachExchange, IRRELEVANT, PROVES, type Verdict } from '../judge-each.ts';
import { statusText } from '../statuses.ts';

/** Members of which the document wants one, and none beside it. */

function verdictOn(reading: Reading): Verdict {
  const { answer, expectation, exchange } = reading;
  const { operation, situation } = expectation;
  if (operation === undefined || answer === undefined || answer.limited || situation !== 'ordinary')
    return IRRELEVANT;
  const sent = exchange.request.credential.kind === 'valid' ? sentValue(reading) : undefined;
  if (sent === undefined) return IRRELEVANT;
  for (const told of toldAlternativesOf(operation)) {
    const given = givenOf(told, sent);
    // What changes a part of an entry may leave the rest as it is.
    const isMissing = told.isNeeded && given.length === 0 && operation.method === 'POST';
    if (!isMissing && !(told.isStrict && given.length > 1)) continue;
    if (answer.status >= 400 && answer.status < 500) return PROVES;
    if (answer.status < 200 || answer.status >= 300 || answer.status === 202) return IRRELEVANT;
    return breaks(
      `a refusal: ${told.words}`,
      `${statusText(answer)} for ${isMissing ? `none of ${told.names.join(', ')}` : given.join(' and ')}`,
      isMissing
        ? 'a body without any of several members is taken'
        : 'members that exclude each other are taken',
    );
  }
  return IRRELEVANT;
}

export const alternativeChecks: readonly Check[] = [
  {
    id: 'validation.alternatives',
    suite: 'validation',
    level: 'must',
    needs: ['ordinary'],
    title: 'of members that stand in for each other, one is given',
    explanation:
      'Where the document says in a whole sentence that one of several members of a body has to be given (`Either email or phone is required`), that one alone may be (`Exactly one of …`, `…, but not both`), or that they exclude each other (`Mutually exclusive with iban`), and has a refusal: sends none of them, and more than one of those that leave no room for it. Any refusal conforms.',
    notApplicable: ({ operations }) =>
      operations.some((operation) => toldAlternativesOf(operation).length > 0)
        ? undefined
        : 'the document does not say of members that they stand in for each other',
    ...eachExchange('must', verdictOn),
    sharpens: true,
  },
];
