/** Which operations of a document a caller chose: the others stay in it, out of reach by declaration. */
import { compilePattern } from '../schema/pattern/pattern.ts';
import { suggestion } from '../system/nearest-name.ts';
import type { Collection, Interface, Operation } from './model.ts';

/**
 * What `--include` and `--exclude` say. Each filter is an operation id, a path, a method, a method and a path (`DELETE /things/*`), or
 * a tag; `id:` and `tag:` before a name say which it is. In paths and ids `*` stands for anything within a segment, and `**` in paths
 * for any number of segments, none included.
 */
export type Selection = {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
};

type Chosen = Pick<Interface, 'operations'>;

function globOf(text: string): (name: string) => boolean {
  if (!text.includes('*')) return (name) => name === text;
  const parts = text.split(/(\/\*\*(?=\/|$)|\*+)/).map((part) => {
    if (part === '/**') return '(?:/.*)?';
    return /^\*+$/.test(part) ? '[^/]*' : RegExp.escape(part);
  });
  const pattern = compilePattern(`^${parts.join('')}$`);
  return (name) => pattern.test(name) === true;
}

/** Whether an operation is one that a filter names. */
export function filterMatcher(filter: string): (operation: Operation) => boolean {
  const [, kind, name = ''] = /^(id|tag):(.+)$/s.exec(filter) ?? [];
  const isId = globOf(kind === 'id' ? name : filter);
  if (kind === 'id') return ({ id }) => isId(id);
  if (kind === 'tag') return ({ tags }) => tags.includes(name);
  const [, method, path] = /^(?:([A-Za-z]+)\s+)?(\/.*)$/s.exec(filter) ?? [];
  if (path !== undefined) {
    const isPath = globOf(path);
    return (operation) =>
      isPath(operation.path) && (method === undefined || operation.method === method.toUpperCase());
  }
  return (operation) => operation.method === filter || isId(operation.id) || operation.tags.includes(filter);
}

function namesIn({ operations }: Chosen): readonly string[] {
  const names = operations.flatMap(({ id, method, path, tags }) => [
    id,
    path,
    `${method} ${path}`,
    method,
    ...tags,
  ]);
  return [...new Set(names)];
}

const LONGEST_ADVICE = 300;

/** What would be right in place of a filter that no operation matches; `undefined` for one that some do. */
export function filterAdvice(filter: string, document: Chosen): string | undefined {
  if (document.operations.some(filterMatcher(filter))) return undefined;
  const bare = filter.replace(/^(?:id|tag):/, '');
  const advice = suggestion(bare, namesIn(document));
  const short =
    advice.length > LONGEST_ADVICE
      ? 'give an operation id, a path such as /things/*, a method, or a tag of the document'
      : advice;
  return `no operation of the document matches it; ${short}`;
}

/** An operation of which nothing is known but that it is there, and why nobody asks for it. */
function leftOut(operation: Operation, why: string): Operation {
  return {
    ...operation,
    documentation: 'named',
    outOfReach: operation.outOfReach ?? why,
    credential: undefined,
    parameters: [],
    requestBody: undefined,
    responses: [],
  };
}

function reasonFor(operation: Operation, { include = [], exclude = [] }: Selection): string | undefined {
  const out = exclude.find((filter) => filterMatcher(filter)(operation));
  if (out !== undefined) return `left out by --exclude ${out}`;
  if (include.length === 0 || include.some((filter) => filterMatcher(filter)(operation))) return undefined;
  return `not among --include ${include.join(', ')}`;
}

function collectionOf(
  { create, list, read, ...rest }: Collection,
  operations: ReadonlyMap<string, Operation>,
): Collection | undefined {
  if (operations.has(create.id) || operations.has(list.id)) return undefined;
  return { ...rest, create, list, read: read !== undefined && operations.has(read.id) ? undefined : read };
}

/** The document with the operations that were not chosen out of reach. Filters that match nothing leave nothing out. */
export function withSelection(document: Interface, selection: Selection): Interface {
  if ((selection.include ?? []).length === 0 && (selection.exclude ?? []).length === 0) return document;
  const out = new Map<string, Operation>();
  const operations = document.operations.map((operation) => {
    const why = reasonFor(operation, selection);
    if (why === undefined) return operation;
    const left = leftOut(operation, why);
    out.set(operation.id, left);
    return left;
  });
  const collections = document.collections.flatMap((each) => collectionOf(each, out) ?? []);
  return { ...document, operations, collections };
}
