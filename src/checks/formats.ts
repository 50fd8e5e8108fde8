import { fieldValues } from '../http/fields.ts';
import type { Interface, Operation } from '../interface/model.ts';
import { showsStatus } from '../oracle/conditions.ts';
import type { Reading } from '../oracle/reading.ts';
import { sentencesOf } from '../interface/names.ts';
import { onceForBoth } from '../system/once-for.ts';
import type { Check, Circumstances } from './check.ts';
import { breaks, eachExchange, IRRELEVANT, PROVES, type Verdict } from './judge-each.ts';
import { statusText } from './statuses.ts';

/** The format that a request asks for with `Accept`, where the document has 406 for one that there is not. */

/** Media types, in lower case and without parameters; `undefined` where others are taken as well. */
function acceptedTypes({ exchange }: Reading): readonly string[] | undefined {
  const [accept = '', ...more] = fieldValues(exchange.request.headers, 'accept');
  const types = accept.split(',').map((each) => each.split(';')[0]?.trim().toLowerCase() ?? '');
  return accept === '' || more.length > 0 || types.some((type) => !/^[\w.+-]+\/[\w.+-]+$/.test(type))
    ? undefined
    : types;
}

/** What says more of a 406 than its name does: `None of the formats`, `If we have none that you accept, the answer is 406`. */
const NO_SUCH =
  /\b(?:none of|no such|no|none that|not one of|other than)\b.{0,40}\b(?:formats?|media types?|content types?|representations?|accept)\b/i;
const WITH_STATUS = /\b406\b/;

/**
 * True where the document says in words that what is asked for in no format of its own gets 406. Many list it for all operations, and
 * take no notice of `Accept`.
 */
export const refusesFormats: (document: Interface, operation: Operation) => boolean = onceForBoth(
  (document: Interface, operation: Operation): boolean => {
    if (operation.method !== 'GET' || operation.documentation !== 'full' || !showsStatus(operation, 406))
      return false;
    const own = operation.responses
      .filter(({ status }) => status === '406')
      .map(({ description }) => description);
    const told = [document.about, operation.description].flatMap((text) =>
      sentencesOf(text ?? '').filter((sentence) => WITH_STATUS.test(sentence)),
    );
    return [...own, ...told].some((words) => NO_SUCH.test(words));
  },
);

function verdictOn(reading: Reading, { contract }: Circumstances): Verdict {
  const { answer, expectation, exchange } = reading;
  const { operation } = expectation;
  const types = acceptedTypes(reading);
  if (operation === undefined || answer === undefined || types === undefined || answer.limited)
    return IRRELEVANT;
  if (!refusesFormats(contract.interface, operation) || exchange.request.credential.kind !== 'valid')
    return IRRELEVANT;
  if (answer.status === 406) return PROVES;
  const [type] = answer.header('content-type');
  if (answer.status < 200 || answer.status >= 300 || type === undefined) return IRRELEVANT;
  const own = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (types.includes(own)) return PROVES;
  return breaks(
    `${types.join(' or ')}, as was asked for, or 406: the document has it`,
    `${statusText(answer)} as ${own}`,
    'another format than was asked for',
  );
}

export const formatChecks: readonly Check[] = [
  {
    id: 'bodies.format-asked',
    suite: 'validation',
    level: 'must',
    needs: ['ordinary'],
    title: 'what is asked for in one format comes in it',
    explanation:
      'Where the document says in words when 406 comes (`406: None of the formats`): asks for each documented format alone (`Accept: text/csv`), and for one that there is not. What comes is in the format that was asked for, or it is refused (RFC 9110 section 15.5.7). Elsewhere a service may take no notice of `Accept`.',
    notApplicable: (document: Interface) =>
      document.operations.some((operation) => refusesFormats(document, operation))
        ? undefined
        : 'the document does not say in words when 406 comes',
    ...eachExchange('must', verdictOn),
    sharpens: true,
  },
];
