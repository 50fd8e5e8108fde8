import { childOf, type Cursor, rootOf } from '../document/cursor.ts';
import { membersIn, type Site } from './site.ts';

type Path = { readonly name: string; readonly cursor: Cursor; readonly segments: readonly string[] };

function hasParameter(segment: string): boolean {
  return segment.includes('{');
}

/** How two paths of as many segments stand to each other. */
function relationOf(a: Path, b: Path): 'same' | 'ambiguous' | 'apart' {
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
  return aIsWider && bIsWider ? 'ambiguous' : 'apart';
}

/** Paths that collide: the same with other names, each wider than the other, or apart by a slash. */
export function lintPaths({ library, find }: Site): void {
  const paths = membersIn(childOf(rootOf(library.root), 'paths'))
    .filter(({ name }) => name.startsWith('/'))
    .map(({ name, cursor }): Path => ({ name, cursor, segments: name.slice(1).split('/') }));
  const names = new Set(paths.map(({ name }) => name));
  const bySize = Map.groupBy(paths, ({ segments }) => segments.length);
  for (const group of bySize.values()) {
    for (const [index, later] of group.entries()) {
      for (const earlier of group.slice(0, index)) {
        const relation = relationOf(earlier, later);
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
