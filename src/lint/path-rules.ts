import { childOf, type Cursor, rootOf } from '../document/cursor.ts';
import { isObject, type Json, listOf } from '../json/value.ts';
import { parametersOf, type Place, placesOf } from './operation-rules.ts';
import { membersIn, reached, type Site } from './site.ts';

type Path = { readonly name: string; readonly cursor: Cursor; readonly segments: readonly string[] };

function hasParameter(segment: string): boolean {
  return segment.includes('{');
}

/** Whether a parameter may have a value, as far as its type and its enumeration tell. */
function mayBe(schema: Json, text: string): boolean {
  if (!isObject(schema)) return true;
  const allowed = listOf(schema['enum']);
  if (allowed.length > 0) return allowed.some((value) => value === text || JSON.stringify(value) === text);
  const { type } = schema;
  if (type === 'integer' || type === 'number') return text.trim() !== '' && Number.isFinite(Number(text));
  return type !== 'boolean' || text === 'true' || text === 'false';
}

/** Says whether a segment that is one parameter takes a text, by what all operations of its path say of that parameter. */
function segmentsOf(site: Site): (path: Path, segment: string, text: string) => boolean {
  let places: Map<string, readonly Place[]> | undefined;
  return ({ name }, segment, text) => {
    const [, parameter] = /^\{([^{}]*)\}$/.exec(segment) ?? [];
    if (parameter === undefined) return true;
    places ??= Map.groupBy(placesOf(site), ({ path }) => path);
    const described = (places.get(name) ?? []).flatMap((place) =>
      parametersOf(site, place).filter(
        ({ value }) => isObject(value) && value['in'] === 'path' && value['name'] === parameter,
      ),
    );
    const schemas = described.map(
      (cursor) => reached(site.library, childOf(cursor, 'schema'))?.value ?? true,
    );
    return schemas.length === 0 || schemas.some((schema) => mayBe(schema, text));
  };
}

/** How two paths of as many segments stand to each other. */
function relationOf(
  a: Path,
  b: Path,
  takes: (path: Path, segment: string, text: string) => boolean,
): 'same' | 'ambiguous' | 'apart' {
  let [aIsWider, bIsWider] = [false, false];
  for (const [index, segment] of a.segments.entries()) {
    const other = b.segments[index] ?? '';
    if (hasParameter(segment) && hasParameter(other)) {
      const [one, two] = [segment, other].map((text) => text.replaceAll(/\{[^{}]*\}/g, '{}'));
      if (one !== two) return 'apart';
    } else if (hasParameter(segment)) aIsWider = true;
    else if (hasParameter(other)) bIsWider = true;
    else if (segment !== other) return 'apart';
  }
  if (!aIsWider && !bIsWider) return 'same';
  if (!aIsWider || !bIsWider) return 'apart';
  const fits = (path: Path, other: Path): boolean =>
    path.segments.every((segment, index) => {
      const text = other.segments[index] ?? '';
      return !hasParameter(segment) || hasParameter(text) || takes(path, segment, text);
    });
  return fits(a, b) && fits(b, a) ? 'ambiguous' : 'apart';
}

/** Paths that collide: the same with other names, each wider than the other, or apart by a slash. */
export function lintPaths(site: Site): void {
  const { library, find } = site;
  const takes = segmentsOf(site);
  const paths = membersIn(childOf(rootOf(library.root), 'paths'))
    .filter(({ name }) => name.startsWith('/'))
    .map(({ name, cursor }): Path => ({ name, cursor, segments: name.slice(1).split('/') }));
  const names = new Set(paths.map(({ name }) => name));
  const bySize = Map.groupBy(paths, ({ segments }) => segments.length);
  for (const group of bySize.values()) {
    for (const [index, later] of group.entries()) {
      for (const earlier of group.slice(0, index)) {
        const relation = relationOf(earlier, later, takes);
        if (relation === 'same')
          find('paths.same', later.cursor, `"${later.name}" is the same path as "${earlier.name}"`);
        if (relation === 'ambiguous')
          find(
            'paths.ambiguous',
            later.cursor,
            `an address can be one of "${later.name}" and of "${earlier.name}"`,
          );
      }
    }
  }
  for (const { name, cursor } of paths)
    if (name.length > 1 && name.endsWith('/') && names.has(name.slice(0, -1)))
      find('paths.trailing-slash', cursor, `"${name}" and "${name.slice(0, -1)}" differ in a slash alone`);
}
