import {
  attempt,
  childOf,
  type Cursor,
  pointerOf,
  positionOf,
  positionWhenAsked,
} from '../document/cursor.ts';
import { followed, type Library } from '../document/library.ts';
import type { Position } from '../document/source.ts';
import { isObject, memberOf } from '../json/value.ts';
import type { Operation } from './model.ts';

/**
 * Where the parts of an operation are written. Lines are looked up when somebody asks for one: a document of a thousand
 * operations has ten thousand such places, and a report shows a few.
 */

/** A line of a document, and the JSON Pointer (RFC 6901) to what stands there, in the file as it is written. */
export type Place = { readonly position: Position; readonly pointer: string };

/** A response, a field of it, the body or a parameter of an operation. The empty list is the operation itself. */
export type PartName =
  | readonly []
  | readonly ['requestBody']
  | readonly ['security']
  | readonly ['responses', status: string]
  | readonly ['responses', status: string, 'content' | 'headers', ...name: readonly string[]]
  | readonly ['parameters', where: string, name: string];

/** Copies of an operation have the same object as their position. */
const origins = new WeakMap<Position, (part: PartName) => Place>();

/** The member of that name, whatever stands between; the innermost there is. */
function within(library: Library, start: Cursor, names: readonly string[]): Cursor {
  let at = start;
  for (const name of names) {
    const holder = attempt(() => followed(library, at));
    const next = 'value' in holder ? childOf(holder.value, name) : undefined;
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

function parameterAt(library: Library, owners: readonly Cursor[], where: string, name: string): Cursor {
  const [own, ...others] = owners.flatMap((owner) => {
    const list = childOf(owner, 'parameters');
    if (list === undefined || !Array.isArray(list.value)) return [];
    return list.value.flatMap((_item, index) => {
      const given = childOf(list, String(index));
      const read = given === undefined ? undefined : attempt(() => followed(library, given));
      if (given === undefined || read === undefined || !('value' in read)) return [];
      const members = isObject(read.value.value) ? read.value.value : {};
      return memberOf(members, 'in') === where && memberOf(members, 'name') === name ? [given] : [];
    });
  });
  const [operation] = owners;
  if (operation === undefined) throw new Error('an operation has an owner of its parameters');
  return own ?? others[0] ?? operation;
}

/**
 * Keeps where the parts of an operation are found. `owners`: the operation as it is written, then its path. Returns the
 * position of the operation, by which they are asked for.
 */
export function keepPlaces(library: Library, owners: readonly [Cursor, Cursor]): Position {
  const [operation] = owners;
  const position = positionWhenAsked(operation);
  origins.set(position, (part) => {
    const [kind, where = '', name = ''] = part;
    const found =
      kind === 'parameters' ? parameterAt(library, owners, where, name) : within(library, operation, part);
    return { position: positionOf(found), pointer: pointerOf(found) };
  });
  return position;
}

/** Where a part of an operation is written, or the innermost part around it; of one that code made only what it says itself. */
export function placeOf({ position }: Pick<Operation, 'position'>, part: PartName): Place {
  return origins.get(position)?.(part) ?? { position, pointer: '' };
}
