import type { Interface, Method } from '../../../interface/model.ts';
import { createPathMatcher, type PathMatch } from '../../../interface/path-matching.ts';

/** Where a path leads. `outside`: not below the base path; `unknown`: no operation has it, whatever the method. */
export type Route =
  | { readonly kind: 'outside' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'path'; readonly candidates: ReadonlyMap<Method, PathMatch> };

/** Routes of the paths that were asked for lately are kept up to these bounds. */
const MAX_KEPT = 1000;
const MAX_KEPT_LENGTH = 500;

function remembering(find: (path: string) => Route): (path: string) => Route {
  const kept = new Map<string, Route>();
  return (path) => {
    const known = kept.get(path);
    if (known !== undefined) return known;
    const route = find(path);
    if (kept.size >= MAX_KEPT) kept.clear();
    if (path.length <= MAX_KEPT_LENGTH) kept.set(path, route);
    return route;
  };
}

/** Finds the operations of a path (without query): for each method the one that the document has for it. */
export function createRouter({ basePath, operations }: Interface): (path: string) => Route {
  const match = createPathMatcher(operations);
  return remembering((path) => {
    if (path !== basePath && !path.startsWith(`${basePath}/`)) return { kind: 'outside' };
    const candidates = new Map<Method, PathMatch>();
    for (const found of match(path.slice(basePath.length))) {
      if (!candidates.has(found.operation.method)) candidates.set(found.operation.method, found);
    }
    return candidates.size === 0 ? { kind: 'unknown' } : { kind: 'path', candidates };
  });
}
