import { queryParameters, targetParts } from '../../../http/target.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { Parameter } from '../../model.ts';
import { plainName, singularOf } from '../../names.ts';
import type { Resource } from '../resources.ts';

/**
 * The parameter by which whoever makes an entry gives it its name (`POST /v1/publishers?publisherId=acme`, AIP-133): it is called as what
 * stands in the path of the entry.
 */
export const nameInQuery = onceFor(({ create, parameter, path }: Resource): Parameter | undefined => {
  if (create === undefined || parameter === undefined) return undefined;
  const thing = singularOf(plainName(path.slice(path.lastIndexOf('/') + 1)));
  const called = [plainName(parameter), `${plainName(parameter)}id`, `${thing}id`];
  return create.parameters.find(
    ({ in: place, name }) => place === 'query' && called.includes(plainName(name)),
  );
});

/** True for the target of a creation whose query gives the entry its name. */
export function isNamedInQuery(resource: Resource, target: string): boolean {
  const parameter = nameInQuery(resource);
  return parameter !== undefined && queryParameters(targetParts(target).query).has(parameter.name);
}
