import {
  attempt,
  childOf,
  countOf,
  type Cursor,
  faultAt,
  itemsOf,
  nameOf,
  requiredChild,
  requireNames,
  rootOf,
  textOf,
} from '../../../document/cursor.ts';
import type { Library } from '../../../document/library.ts';
import type { Operation, PagesHint } from '../../model.ts';

/** What `x-pages` at the top of a document says of its lists. */

const NAMES: readonly string[] = ['list', 'by', 'position', 'size', 'first', 'next'];
const TURNINGS = ['offset', 'page', 'cursor', 'link', 'none'] as const;

function turningOf(cursor: Cursor): PagesHint['by'] {
  const text = textOf(cursor);
  const found = TURNINGS.find((one) => one === text);
  if (found === undefined)
    throw faultAt(cursor, `${nameOf(cursor)} is "${text}"`, `Write one of ${TURNINGS.join(', ')}.`);
  return found;
}

function parameterAt(cursor: Cursor, list: Operation): string {
  const name = textOf(cursor);
  if (!list.parameters.some((one) => one.in === 'query' && one.name === name))
    throw faultAt(
      cursor,
      `${nameOf(cursor)} is "${name}", and "${list.id}" has no such query parameter`,
      'Name one that it has.',
    );
  return name;
}

function readHint(cursor: Cursor, operations: readonly Operation[]): PagesHint {
  requireNames(cursor, NAMES);
  const listed = requiredChild(cursor, 'list');
  const list = operations.find(({ id, method }) => id === textOf(listed) && method === 'GET');
  if (list === undefined)
    throw faultAt(listed, `${nameOf(listed)} names no GET of the document`, 'Use the operationId of one.');
  const [by, position, size] = ['by', 'position', 'size'].map((name) => childOf(cursor, name));
  const [first, next] = ['first', 'next'].map((name) => childOf(cursor, name));
  return {
    list: list.id,
    by: by === undefined ? undefined : turningOf(by),
    position: position === undefined ? undefined : parameterAt(position, list),
    size: size === undefined ? undefined : parameterAt(size, list),
    first: first === undefined ? undefined : first.value === 0 ? 0 : countOf(first),
    next: next === undefined ? undefined : textOf(next),
  };
}

/** What the document says itself of the pages of its lists, under `x-pages`. */
export function readPages(library: Library, operations: readonly Operation[]): readonly PagesHint[] {
  const declared = childOf(rootOf(library.root), 'x-pages');
  if (declared === undefined) return [];
  return itemsOf(declared).flatMap((cursor) => {
    const read = attempt(() => readHint(cursor, operations));
    if ('value' in read) return [read.value];
    library.lose(read.fault, 'the pages of that list are guessed');
    return [];
  });
}
