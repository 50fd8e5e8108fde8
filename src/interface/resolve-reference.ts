import { childOf, faultAt, isObject, nameOf, rootOf, type Cursor } from './cursor.ts';
import { InterfaceFault } from './interface-problem.ts';
import { fileOfReference, isInside, MAX_FILES, type Library } from './library.ts';
import { nearestName } from './nearest-name.ts';
import type { SourceDocument } from './source-document.ts';

function documentOf(library: Library, cursor: Cursor, reference: string): SourceDocument {
  if (reference.startsWith('#')) return cursor.document;
  const path = fileOfReference(reference, cursor.document);
  if (path === undefined) {
    throw faultAt(
      cursor,
      `the reference "${reference}" leads out to another place, and assay fetches nothing`,
      'Put a copy into the folder of the document and refer to that.',
    );
  }
  if (!isInside(library.directory, path)) {
    throw faultAt(
      cursor,
      `the reference "${reference}" leads out of the folder of the document`,
      'Move the file into that folder.',
    );
  }
  const found = library.files.get(path);
  if (found === undefined) {
    throw faultAt(
      cursor,
      `the reference "${reference}" leads to a file that can't be read`,
      `Create it or correct the reference. Links out of the folder are not followed, nor more than ${MAX_FILES} files.`,
    );
  }
  if ('problem' in found) throw new InterfaceFault(found);
  return found;
}

function pointerOf(cursor: Cursor, reference: string): readonly string[] {
  const fragment = reference.includes('#') ? reference.slice(reference.indexOf('#') + 1) : '';
  if (fragment === '') return [];
  if (!fragment.startsWith('/')) {
    throw faultAt(
      cursor,
      `the reference "${reference}" uses an anchor`,
      'Refer by JSON Pointer, for example "#/components/schemas/Thing".',
    );
  }
  try {
    return decodeURIComponent(fragment)
      .slice(1)
      .split('/')
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    throw faultAt(cursor, `the reference "${reference}" has a broken % escape`, 'Write % itself as %25.');
  }
}

function referenceOf({ value }: Cursor): string | undefined {
  return isObject(value) && Object.hasOwn(value, '$ref') && typeof value['$ref'] === 'string'
    ? value['$ref']
    : undefined;
}

/** Where a reference leads to, one step. Throws `InterfaceFault` when it dangles or leads out of the folder (RFC 6901). */
export function targetOf(library: Library, cursor: Cursor, reference: string): Cursor {
  const at = childOf(cursor, '$ref') ?? cursor;
  let target = rootOf(documentOf(library, at, reference));
  for (const name of pointerOf(at, reference)) {
    const next = childOf(target, name);
    if (next === undefined) {
      const near = isObject(target.value) ? nearestName(name, Object.keys(target.value)) : undefined;
      const advice = near === undefined ? 'Add it, or correct the reference.' : `Did you mean "${near}"?`;
      throw faultAt(
        at,
        `the reference "${reference}" leads to nothing: ${nameOf(target)} has no "${name}"`,
        advice,
      );
    }
    target = next;
  }
  return target;
}

/** The value itself, or where its `$ref` leads to in the end. Throws when references go in a circle. */
export function followed(library: Library, cursor: Cursor): Cursor {
  const seen = new Set<string>();
  let at = cursor;
  for (let reference = referenceOf(at); reference !== undefined; reference = referenceOf(at)) {
    const key = keyOf(at);
    if (seen.has(key))
      throw faultAt(
        cursor,
        `the reference "${reference}" goes round in a circle`,
        'Let one of the references on the circle hold the value itself.',
      );
    seen.add(key);
    at = targetOf(library, at, reference);
  }
  return at;
}

/** A name for the place that a cursor stands at, unique within a library. */
export function keyOf({ document, location }: Cursor): string {
  return JSON.stringify([document.path, ...location]);
}
