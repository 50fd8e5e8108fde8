import { childOf, isObject, membersOf, type Cursor } from './cursor.ts';
import { InterfaceFault } from './interface-problem.ts';
import type { Library } from './library.ts';
import type { NamedExample } from './model.ts';
import { followed } from './resolve-reference.ts';

/** The name of an example that the document gives none. */
const UNNAMED = 'default';

/** An example whose reference leads nowhere is left out: nothing that is judged depends on it. */
function followedOrNothing(library: Library, cursor: Cursor): Cursor | undefined {
  try {
    return followed(library, cursor);
  } catch (error) {
    if (error instanceof InterfaceFault) return undefined;
    throw error;
  }
}

function namedExample(library: Library, name: string, given: Cursor): readonly NamedExample[] {
  const cursor = followedOrNothing(library, given);
  if (cursor === undefined) return [];
  const value = childOf(cursor, 'value') ?? childOf(cursor, 'dataValue');
  return value === undefined ? [] : [{ name, value: value.value }];
}

/** The examples of a media type that stand in the document, in its order; `example`, which has no name, is `default`. */
export function readExamples(library: Library, mediaType: Cursor): readonly NamedExample[] {
  const single = childOf(mediaType, 'example');
  const several = childOf(mediaType, 'examples');
  return [
    ...(single === undefined ? [] : [{ name: UNNAMED, value: single.value }]),
    ...(several !== undefined && isObject(several.value) ? membersOf(several) : []).flatMap(
      ({ name, cursor }) => namedExample(library, name, cursor),
    ),
  ];
}
