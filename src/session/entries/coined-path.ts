import { randomUUID } from 'node:crypto';
import { encodedSegment } from '../../interface/path-matching.ts';
import type { Resource } from '../../interface/resources/resources.ts';
import { validatorOf } from '../../oracle/contract.ts';
import { ownPath } from './own-things.ts';
import type { ProbeContext } from '../probe.ts';
import { firstValue } from '../requests/valid-request.ts';

/** An identity that the run thinks of, for a PUT that makes an entry; `undefined` where none can be made. */
export function coinedPath(
  context: ProbeContext,
  { itemPath, replace, parameter }: Resource,
): string | undefined {
  const named = replace?.parameters.find(({ name, in: place }) => place === 'path' && name === parameter);
  if (itemPath === undefined || named === undefined) return undefined;
  const above = itemPath.slice(0, itemPath.lastIndexOf('/'));
  const inside = above.includes('{') ? ownPath(context.session, { path: above }) : above;
  const texts = [randomUUID(), context.marker(), context.marker().replaceAll('-', '')];
  const fits = validatorOf(named.schema);
  const identity = texts.find((text) => fits(text).length === 0) ?? firstValue(named, context.seed);
  const isName = typeof identity === 'string' || typeof identity === 'number';
  return !isName || inside === undefined ? undefined : `${inside}/${encodedSegment(String(identity))}`;
}
