import type { Interface, Method, Operation } from '../interface/model.ts';

type Candidate = {
  readonly operation: Operation;
  /** Decoded values of the path parameters. */
  readonly parameters: ReadonlyMap<string, string>;
};

/** Where a path leads. `outside`: not below the base path; `unknown`: no operation has it, whatever the method. */
export type Route =
  | { readonly kind: 'outside' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'path'; readonly candidates: ReadonlyMap<Method, Candidate> };

type Template = {
  readonly operation: Operation;
  readonly segments: readonly { readonly pattern: RegExp; readonly names: readonly string[] }[];
  readonly variables: number;
};

const PLACEHOLDER = /\{([^{}]+)\}/g;

function compileSegment(segment: string): Template['segments'][number] {
  const names: string[] = [];
  let pattern = '';
  let end = 0;
  for (const match of segment.matchAll(PLACEHOLDER)) {
    pattern += `${RegExp.escape(segment.slice(end, match.index))}(.+)`;
    names.push(match[1] ?? '');
    end = match.index + match[0].length;
  }
  return { pattern: new RegExp(`^${pattern}${RegExp.escape(segment.slice(end))}$`, 's'), names };
}

function compileTemplate(operation: Operation): Template {
  const segments = operation.path.split('/').map(compileSegment);
  return { operation, segments, variables: segments.filter(({ names }) => names.length > 0).length };
}

function candidateOf(template: Template, segments: readonly string[]): Candidate | undefined {
  if (segments.length !== template.segments.length) return undefined;
  const parameters = new Map<string, string>();
  for (const [at, { pattern, names }] of template.segments.entries()) {
    const found = pattern.exec(segments[at] ?? '');
    if (found === null) return undefined;
    for (const [index, name] of names.entries()) parameters.set(name, found[index + 1] ?? '');
  }
  return { operation: template.operation, parameters };
}

function decodeSegments(path: string): readonly string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

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

/** Finds the operations of a path (without query). Templates with fewer variables win (OpenAPI, Path Templating). */
export function createRouter(document: Interface): (path: string) => Route {
  const templates = document.operations.map(compileTemplate).sort((a, b) => a.variables - b.variables);
  const { basePath } = document;
  return remembering((path) => {
    if (path !== basePath && !path.startsWith(`${basePath}/`)) return { kind: 'outside' };
    const segments = decodeSegments(path.slice(basePath.length));
    const candidates = new Map<Method, Candidate>();
    for (const template of templates) {
      const candidate = segments === undefined ? undefined : candidateOf(template, segments);
      if (candidate === undefined || candidates.has(candidate.operation.method)) continue;
      candidates.set(candidate.operation.method, candidate);
    }
    return candidates.size === 0 ? { kind: 'unknown' } : { kind: 'path', candidates };
  });
}
