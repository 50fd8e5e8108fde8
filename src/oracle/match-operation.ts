import type { Interface, Operation } from '../interface/model.ts';

/** A request target taken apart. `path` is relative to the base address; `undefined` when it lies outside of it. */
export type Target = { readonly path: string | undefined; readonly query: string };

/** Splits a request target at the base path (no trailing slash; the empty string for none). */
export function splitTarget(basePath: string, target: string): Target {
  const [beforeFragment = ''] = target.split('#', 1);
  const mark = beforeFragment.indexOf('?');
  const whole = mark < 0 ? beforeFragment : beforeFragment.slice(0, mark);
  const query = mark < 0 ? '' : beforeFragment.slice(mark + 1);
  if (!whole.startsWith(`${basePath}/`)) return { path: undefined, query };
  return { path: whole.slice(basePath.length), query };
}

/** Values of the path parameters when `path` fits the template (RFC 3986 segments), otherwise `undefined`. */
export function matchTemplate(template: string, path: string): ReadonlyMap<string, string> | undefined {
  const expected = template.split('/');
  const actual = path.split('/');
  if (expected.length !== actual.length) return undefined;
  const values = new Map<string, string>();
  for (const [index, segment] of expected.entries()) {
    const given = actual[index] ?? '';
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    if (name === undefined && segment !== given) return undefined;
    if (name !== undefined) {
      if (given === '') return undefined;
      values.set(name, given);
    }
  }
  return values;
}

export type OperationMatch = {
  readonly operation: Operation;
  readonly pathValues: ReadonlyMap<string, string>;
};

/** The documented operation that a request asks for; templates without parameters win (OpenAPI, Path Templating). */
export function matchOperation(
  document: Interface,
  method: string,
  path: string | undefined,
): OperationMatch | undefined {
  if (path === undefined) return undefined;
  const matches = document.operations
    .filter((operation) => operation.method === method)
    .flatMap((operation) => {
      const pathValues = matchTemplate(operation.path, path);
      return pathValues === undefined ? [] : [{ operation, pathValues }];
    });
  return matches.sort((a, b) => a.pathValues.size - b.pathValues.size)[0];
}
