import { fieldValues } from '../http/fields.ts';
import type { Interface, Operation } from '../interface/model.ts';
import { showsStatus } from '../oracle/conditions.ts';
import type { Reading } from '../oracle/reading.ts';
import type { Check } from './check.ts';
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

/** True where the document says that what is asked for in no format of its own gets 406. */
export function refusesFormats(operation: Operation): boolean {
  return operation.method === 'GET' && operation.documentation === 'full' && showsStatus(operation, 406);
}

function verdictOn(reading: Reading): Verdict {
  const { answer, expectation, exchange } = reading;
  const { operation } = expectation;
  const types = acceptedTypes(reading);
  if (operation === undefined || answer === undefined || types === undefined || answer.limited)
    return IRRELEVANT;
  if (!refusesFormats(operation) || exchange.request.credential.kind !== 'valid') return IRRELEVANT;
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
      'Where the document has 406: asks for each documented format alone (`Accept: text/csv`), and for one that there is not. What comes is in the format that was asked for, or it is refused (RFC 9110 section 15.5.7). Where the document has no 406, a service may take no notice of `Accept`.',
    notApplicable: ({ operations }: Interface) =>
      operations.some(refusesFormats) ? undefined : 'the document has no 406',
    ...eachExchange('must', verdictOn),
    sharpens: true,
  },
];
