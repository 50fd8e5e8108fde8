import {
  joinedQuery,
  leadsElsewhere,
  percentDecoded,
  queryParameters,
  targetParts,
} from '../../../http/target.ts';
import type { Interface, Operation, Parameter } from '../../model.ts';
import {
  encodedSegment,
  operationsAt,
  parameterNames,
  type PathMatch,
  withSlashOf,
} from '../../path-matching.ts';
import { onceFor } from '../../../system/once-for.ts';

/**
 * Places of a document and of a service, in one way of writing. What is done to an entry may stand behind a colon
 * (`/orders/{id}:confirm`, the custom methods of Google's AIP-136): its name counts as a segment of its own, so it is below the entry
 * as `/orders/{id}/confirm` is.
 */

/** The name of an action behind a colon, at the end of a template; the empty text where there is none. */
function actionOf(template: string): string {
  const bare = withoutEndSlashes(template);
  const last = bare.slice(bare.lastIndexOf('/') + 1);
  const at = last.indexOf(':', last.lastIndexOf('}') + 1);
  const action = at < 1 ? '' : last.slice(at);
  return /^:[A-Za-z][\w.:-]*$/.test(action) ? action : '';
}

/** A template with the name of an action behind a colon in a segment of its own. */
export function withActionApart(template: string): string {
  const action = actionOf(template);
  if (action === '') return template;
  const at = template.lastIndexOf(action);
  return `${template.slice(0, at)}/${template.slice(at)}`;
}

/** A template with its parameters nameless and without a slash at its end: the same for all operations of one place. */
export function placeOf(template: string): string {
  return withoutEndSlashes(withActionApart(template).replaceAll(/\{[^{}]*\}/g, '{}'));
}

/**
 * What a template has behind the place of one entry: `/confirm`, `:confirm`, or nothing; `undefined` where it leads to no entry of that
 * place.
 */
export function behindEntry(itemPath: string, template: string): string | undefined {
  const own = firstSegments(template, itemPath.split('/').length);
  return placeOf(own) === placeOf(itemPath) ? template.slice(own.length) : undefined;
}

/** The path of an entry or of what is below it, by the template that leads there. */
export function pathBelow(entry: string, template: string): string {
  return `${entry}${template.slice(firstSegments(template, entry.split('/').length).length)}`;
}

/** The beginning of a template, up to so many slashes. */
export function firstSegments(template: string, count: number): string {
  return withActionApart(template).split('/').slice(0, count).join('/');
}

/** A path without slashes at its end; `/` alone stays. */
export function withoutEndSlashes(template: string): string {
  let end = template.length;
  while (end > 1 && template[end - 1] === '/') end -= 1;
  return template.slice(0, end);
}

/** How many entries a place is inside of. */
export function depthOf(path: string): number {
  return parameterNames(path).length;
}

/** A template with these values for its parameters, in their order, percent-encoded. */
export function filledInOrder(template: string, values: readonly string[]): string {
  const left = values.values();
  return template.replaceAll(/\{[^{}]*\}/g, () => encodedSegment(left.next().value ?? ''));
}

/** A path as it is compared: each segment encoded in one way. */
export function canonicalPath(path: string): string {
  return withoutEndSlashes(path)
    .split('/')
    .map((segment) => encodedSegment(percentDecoded(segment) ?? segment))
    .join('/');
}

/**
 * What a path ends with that asks for an action behind a colon, as it is written there (`:confirm`); the empty text for any other. The
 * document tells: a name may have colons itself.
 */
export function actionAsked(document: Pick<Interface, 'operations'>, method: string, path: string): string {
  const colons = [...path.matchAll(/:|%3a/gi)];
  if (colons.length === 0) return '';
  const matches = operationsAt(document, path);
  const asked = matches.find(({ operation }) => operation.method === method) ?? matches[0];
  const own = actionOf(asked?.operation.path ?? '').split(':').length - 1;
  return own === 0 ? '' : path.slice(colons.at(-own)?.index);
}

/** The template of the place that an operation is about. */
export function templateOf({ place, path }: Pick<Operation, 'place' | 'path'>): string {
  return place ?? path;
}

/** The parameter by which an operation says which entry it is about: the last one of its path, or the one of its query that does so. */
export function namingParameter({ parameters, path, namedBy }: Operation): Parameter | undefined {
  const isInQuery = namedBy?.in === 'query';
  const name = isInQuery ? namedBy.name : parameterNames(path).at(-1);
  return parameters.find((one) => one.in === (isInQuery ? 'query' : 'path') && one.name === name);
}

/** What an operation says of the place that it is about, and how. */
export type Placed = Pick<Operation, 'path' | 'place' | 'namedBy'>;

/** The name of an entry in the query of a request, where it stands once; `undefined` where none does, or one that would lead out of its place. */
export function nameInQuery({ namedBy }: Pick<Placed, 'namedBy'>, query: string): string | undefined {
  const [text = '', ...others] = namedBy?.in === 'query' ? queryParameters(query).getAll(namedBy.name) : [];
  return text === '' || others.length > 0 || leadsElsewhere(text) ? undefined : text;
}

/**
 * Where an operation is asked for, that is about this place: where its path has a word beside that, at another one, and with the name of
 * the entry in its query where that stands there.
 */
export function pathAt({ place, path: template, namedBy }: Placed, path: string): string {
  if (place === undefined) return path;
  const [own, asked] = [place, withoutEndSlashes(path)].map((one) => one.split('/'));
  if (own?.length !== asked?.length) return path;
  const pairs = (own ?? []).map((segment, at) => [segment, asked?.[at] ?? ''] as const);
  const isThere = pairs.every(([segment, text]) => segment.startsWith('{') || segment === text);
  if (!isThere) return path;
  const values = pairs.flatMap(([segment, text]) =>
    segment.startsWith('{') ? [percentDecoded(text) ?? text] : [],
  );
  const filled = filledInOrder(template, values);
  const name = namedBy?.in === 'query' ? values.at(-1) : undefined;
  return name === undefined || namedBy === undefined
    ? filled
    : `${filled}?${encodeURIComponent(namedBy.name)}=${encodeURIComponent(name)}`;
}

/** A path with what stands in the query of another one as well, under names of its own. */
export function withQueryOf(path: string, other: string): string {
  const own = targetParts(path);
  const query = joinedQuery(own.query, targetParts(other).query);
  return query === '' ? own.path : `${own.path}?${query}`;
}

/** The other way round: the place that the path of an operation is about, with whatever base path stands before it. */
export function placeAt({ place, path: template, namedBy }: Placed, path: string): string {
  if (place === undefined || namedBy !== undefined) return path;
  const own = template.split('/').slice(1);
  const asked = path.split('/');
  const tail = asked.slice(-own.length);
  const values = own.flatMap((segment, at) => (segment.startsWith('{') ? [tail[at] ?? ''] : []));
  const filled = filledInOrder(
    place,
    values.map((text) => percentDecoded(text) ?? text),
  );
  return `${asked.slice(0, -own.length).join('/')}${filled}`;
}

/**
 * The place that the path of an operation is about, where it has a word beside that, or the body says which: `name` is what it says, and
 * nothing where it says nothing.
 */
export function placeIn({ operation, pathValues }: PathMatch, name?: string): string | undefined {
  if (operation.place === undefined) return undefined;
  const values = [...pathValues.values()];
  if (operation.namedBy === undefined) return canonicalPath(filledInOrder(operation.place, values));
  return name === undefined ? undefined : canonicalPath(filledInOrder(operation.place, [...values, name]));
}

/** True for a document with paths that have words beside places. */
const hasWords = onceFor((operations: readonly Operation[]): boolean =>
  operations.some(({ place }) => place !== undefined),
);

/**
 * The place that a path asks for, as it is compared: an action is below what it is done to. `nameFor`: the name of an entry in the
 * body of the request, or in a query that the path comes without.
 */
export function placeAsked(
  document: Pick<Interface, 'operations'>,
  method: string,
  target: string,
  nameFor: (operation: Operation) => string | undefined = () => undefined,
): string {
  const { path, query } = targetParts(target);
  const match = hasWords(document.operations)
    ? operationsAt(document, path).find(({ operation }) => operation.method === method)
    : undefined;
  const place =
    match === undefined
      ? undefined
      : placeIn(match, nameInQuery(match.operation, query) ?? nameFor(match.operation));
  if (place !== undefined) return place;
  const action = actionAsked(document, method, path);
  return canonicalPath(action === '' ? path : `${path.slice(0, -action.length)}/${action}`);
}

/**
 * A path with its query as it leads to another place; `placed` has that for the place it leads to. What is written beside the place, in
 * words or in the query, stays.
 */
export function movedTo(
  document: Pick<Interface, 'operations'>,
  method: string,
  target: string,
  placed: (place: string) => string,
): string {
  const { path } = targetParts(target);
  const match = operationsAt(document, path).find(({ operation }) => operation.method === method);
  if (match?.operation.place !== undefined) {
    const place = placeAsked(document, method, target);
    const now = placed(place);
    return now === place ? target : withQueryOf(withSlashOf(path, pathAt(match.operation, now)), target);
  }
  const action = actionAsked(document, method, path);
  const place = canonicalPath(path.slice(0, path.length - action.length));
  const now = placed(place);
  return now === place ? target : `${withSlashOf(path, `${now}${action}`)}${target.slice(path.length)}`;
}
