import { randomInt, randomUUID } from 'node:crypto';
import { placeAskedBy } from '../../../checks/resources/creations/creations.ts';
import { isSuccess } from '../../../checks/resources/deeds.ts';
import type { Operation, Parameter } from '../../../interface/model.ts';
import { writtenText } from '../../../interface/parameters/parameter-style.ts';
import { encodedSegment, fillTemplate, parameterNames } from '../../../interface/path-matching.ts';
import { canonicalPath } from '../../../interface/resources/places/places.ts';
import { partOf, type Resource } from '../../../interface/resources/resources.ts';
import { plainText } from '../../../json/lossless.ts';
import { isName, listOf, memberOf, type Name } from '../../../json/value.ts';
import { validatorOf } from '../../../oracle/contract.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { firstValue } from '../../requests/valid-request.ts';
import { ownershipOf, ownPath, type Sent } from '../own-things.ts';
import { placeInside } from './place-inside.ts';

/** Places of entries that the client names: the run thinks of names that nobody else has. */

type Coining = { readonly session: Sent; readonly seed: number; readonly marker: () => string };

/** A place for an entry that is not there. `isOwn`: its name is a text of this run, which nobody else can have used. */
export type Coined = { readonly path: string; readonly isOwn: boolean };

/** The texts that name an entry: what a PUT gives a place is mostly an identity, what a POST does a name that people read. */
function textsFor({ marker }: Coining, { method }: Operation): readonly string[] {
  const names = [marker(), marker().replaceAll('-', '')];
  return method === 'POST' ? [...names, randomUUID()] : [randomUUID(), ...names];
}

const [LEAST_FAR, MOST_FAR] = [1_000_000_000, 2 ** 31 - 1];

/** The least and the largest number that no service has counted to, and any of them can hold. */
export const FAR_NUMBERS: readonly string[] = [LEAST_FAR, MOST_FAR].map(String);

/** One of these. */
export function farNumber(): string {
  return String(randomInt(LEAST_FAR, MOST_FAR));
}

/** What a path is where the document lists the values of all its parameters (`/labels/{kind}`): sorts of things, which nobody makes. */
function listedPlace({ parameters }: Operation, above: string): string | undefined {
  const values = parameterNames(above).map((name): readonly [string, string] | undefined => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    const [first] = listOf(
      parameter === undefined ? undefined : memberOf(mergedKeywords(parameter.schema), 'enum'),
    );
    return parameter === undefined || !isName(first)
      ? undefined
      : [name, writtenText(parameter, first, encodedSegment)];
  });
  const known = values.filter((value) => value !== undefined);
  return known.length < values.length ? undefined : fillTemplate(above, new Map(known), (text) => text);
}

/** So many names are drawn for one place: of a short list of values all may be taken. */
const MOST_DRAWN = 8;

/** True where something is known to be or to have been: what the run made, or what an answer showed. */
function isTaken({ session }: Coining, place: string): boolean {
  const path = canonicalPath(place);
  return (
    ownershipOf(session).at(path) !== undefined ||
    session.readings.some((reading) => isSuccess(reading) && placeAskedBy(session.contract, reading) === path)
  );
}

/** A value of a parameter under which nothing was seen: a pattern or a list of values leaves no room for a text of the run. */
function drawnName(context: Coining, named: Parameter, inside: string): Name | undefined {
  const names = Array.from({ length: MOST_DRAWN }, (_, others) => firstValue(named, context.seed, others));
  const fitting = names.filter(isName);
  return fitting.find((name) => !isTaken(context, placeIn(inside, name))) ?? fitting[0];
}

function placeIn(inside: string, name: Name): string {
  return `${inside}/${encodedSegment(plainText(name))}`;
}

/**
 * A place for what an operation makes where it is sent to; `undefined` where none can be made. `known`: the name that it has to have.
 * `holder`: the path of what it is to be inside of.
 */
export function coinedPlace(
  context: Coining,
  { itemPath, parameter }: Pick<Resource, 'itemPath' | 'parameter'>,
  operation: Operation,
  known?: string,
  holder?: string,
): Coined | undefined {
  const named = operation.parameters.find(({ name, in: place }) => place === 'path' && name === parameter);
  if (itemPath === undefined || named === undefined) return undefined;
  const above = itemPath.slice(0, itemPath.lastIndexOf('/'));
  const own = above.includes('{')
    ? (ownPath(context.session, { path: above }) ?? listedPlace(operation, above))
    : above;
  const inside = holder === undefined ? own : placeInside(context.session, holder, { path: above });
  const fits = validatorOf(named.schema);
  const name =
    known === undefined ? textsFor(context, operation).find((text) => fits(text).length === 0) : known;
  if (inside === undefined) return undefined;
  const identity = name ?? drawnName(context, named, inside);
  return identity === undefined
    ? undefined
    : { path: placeIn(inside, identity), isOwn: known === undefined && name !== undefined };
}

/**
 * A place that nobody else can have used, for a POST that makes what it is sent to: each request of it gets one of its own, since one
 * that is there may be refused.
 */
export function freshPlace(context: Coining, operation: Operation): string | undefined {
  const found = partOf(context.session.contract.interface, operation);
  const coined = found?.part === 'makeAt' ? coinedPlace(context, found.resource, operation) : undefined;
  if (coined?.isOwn !== true) return undefined;
  ownershipOf(context.session).coin(coined.path);
  return coined.path;
}
