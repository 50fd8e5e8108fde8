import type { Operation, Parameter } from '../../../interface/model.ts';
import { nameInQuery } from '../../../interface/resources/names/name-in-query.ts';
import { partOf } from '../../../interface/resources/resources.ts';
import { queryParameters, targetParts } from '../../../http/target.ts';
import { plainText } from '../../../json/lossless.ts';
import { isName, type Name } from '../../../json/value.ts';
import { validatorOf } from '../../../oracle/contract.ts';
import type { Sent } from '../../entries/own-things.ts';
import { onceText } from './own-keys.ts';
import { firstValue, type Parts, withParameter } from '../valid-request.ts';

/** Names that the query of a creation gives (`?publisherId=acme`): each request gives another one, since what is there is refused. */

type Naming = { readonly session: Sent; readonly seed: number; readonly marker: () => string };

/** So many names are drawn before one counts as taken. */
const MOST_DRAWN = 8;

/** The values that earlier requests of an operation gave a parameter. */
function given({ session }: Naming, operation: Operation, name: string): ReadonlySet<string> {
  const own = session.readings.filter(({ expectation }) => expectation.operation?.id === operation.id);
  return new Set(
    own.flatMap(({ exchange }) => queryParameters(targetParts(exchange.request.target).query).getAll(name)),
  );
}

/** A drawn name that no request gave. */
function otherName({ seed }: Naming, parameter: Parameter, taken: ReadonlySet<string>): Name | undefined {
  for (let others = 0; others < MOST_DRAWN; others += 1) {
    const name = firstValue(parameter, seed, others + taken.size);
    if (isName(name) && !taken.has(plainText(name))) return name;
  }
  return undefined;
}

/** A creation whose query gives the entry a name that no earlier request gave; any other request as it is. */
export function withOwnName(context: Naming, operation: Operation, parts: Parts): Parts {
  const found = partOf(context.session.contract.interface, operation);
  const parameter = found?.part === 'create' ? nameInQuery(found.resource) : undefined;
  if (parameter === undefined) return parts;
  const sent = queryParameters(targetParts(parts.path).query).get(parameter.name);
  const isValid = (text: string): boolean => validatorOf(parameter.schema)(text).length === 0;
  const taken = sent === null ? undefined : given(context, operation, parameter.name);
  // A name that is wrong on purpose stays so.
  if (sent === null || taken?.has(sent) !== true || !isValid(sent)) return parts;
  const name = onceText(parameter.schema, context.marker) ?? otherName(context, parameter, taken);
  return name === undefined ? parts : withParameter(parts, parameter, name);
}
