import { percentDecoded, targetParts } from '../http/target.ts';
import type { Interface, Operation } from './model.ts';

/**
 * Which documented operations a path asks for: the one matcher of the program, for the oracle, the judge and the mock.
 * Every step is linear in the length of the path, which strangers write.
 */

/** A request target taken apart. `path` is relative to the base address; `undefined` when it lies outside of it. */
export type Target = { readonly path: string | undefined; readonly query: string };

/** Splits a request target at the base path (no trailing slash; the empty string for none). */
export function splitTarget(basePath: string, target: string): Target {
  const { path, query } = targetParts(target);
  return { path: path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined, query };
}

/** A segment of a template: `names[i]` stands between `literals[i]` and `literals[i + 1]`. Without names it is concrete. */
type Segment = { readonly literals: readonly string[]; readonly names: readonly string[] };
type Template = { readonly operation: Operation; readonly segments: readonly Segment[] };

/** An operation whose template a path fits. `pathValues` are decoded. */
export type PathMatch = {
  readonly operation: Operation;
  readonly pathValues: ReadonlyMap<string, string>;
  /** False where the document leaves open which operation the path asks for, or where one of its values ends. */
  readonly certain: boolean;
};

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Names of the parameters in a path template, in their order. */
export function parameterNames(template: string): readonly string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

function compileSegment(text: string): Segment {
  // A split by an expression with one group has the texts at even places and the names at odd ones.
  const parts = text.split(/\{([^{}]*)\}/);
  const literals = parts
    .filter((_part, index) => index % 2 === 0)
    .map((literal) => percentDecoded(literal) ?? literal);
  return { literals, names: parts.filter((_part, index) => index % 2 === 1) };
}

function compile(operation: Operation): Template {
  return { operation, segments: operation.path.split('/').map(compileSegment) };
}

type Values = { readonly values: readonly string[]; readonly certain: boolean };

const NO_VALUES: Values = { values: [], certain: true };

/** The values of a decoded segment, each as short as it can be; `undefined` when it doesn't fit. */
function valuesOf({ literals, names }: Segment, text: string): Values | undefined {
  if (names.length === 0) return text === literals[0] ? NO_VALUES : undefined;
  const [prefix = '', ...rest] = literals;
  const suffix = rest.pop() ?? '';
  const end = text.length - suffix.length;
  if (!text.startsWith(prefix) || !text.endsWith(suffix) || end < prefix.length + names.length)
    return undefined;
  const values: string[] = [];
  let from = prefix.length;
  let certain = true;
  for (const literal of rest) {
    const at = text.indexOf(literal, from + 1);
    if (at < 0 || at + literal.length >= end) return undefined;
    // Where the text between two values occurs again, or is empty, they may just as well be parted there.
    const again = text.indexOf(literal, at + 1);
    if (again >= 0 && again + literal.length < end) certain = false;
    values.push(text.slice(from, at));
    from = at + literal.length;
  }
  values.push(text.slice(from, end));
  return { values, certain };
}

function matchOf(template: Template, segments: readonly string[]): PathMatch | undefined {
  if (segments.length !== template.segments.length) return undefined;
  const pathValues = new Map<string, string>();
  let certain = true;
  let index = 0;
  for (const segment of template.segments) {
    const found = valuesOf(segment, segments[index] ?? '');
    if (found === undefined) return undefined;
    for (const [at, value] of found.values.entries()) pathValues.set(segment.names[at] ?? '', value);
    certain &&= found.certain;
    index += 1;
  }
  return { operation: template.operation, pathValues, certain };
}

/** True when whatever fits the one segment fits the other as well, as far as the texts around the values tell. */
function isWithin(inner: Segment, outer: Segment): boolean {
  if (outer.names.length === 0) return inner.names.length === 0 && inner.literals[0] === outer.literals[0];
  if (inner.names.length === 0) return valuesOf(outer, inner.literals[0] ?? '') !== undefined;
  if (outer.names.length > 1) return inner.literals.join('{}') === outer.literals.join('{}');
  const [prefix = '', suffix = ''] = outer.literals;
  return (inner.literals[0] ?? '').startsWith(prefix) && (inner.literals.at(-1) ?? '').endsWith(suffix);
}

/** True when every path of the one template is a path of the other. */
function isNarrower(inner: Template, outer: Template): boolean {
  return inner.segments.every((segment, index) => isWithin(segment, outer.segments[index] ?? segment));
}

function parameterCount({ segments }: Template): number {
  return segments.reduce((sum, { names }) => sum + names.length, 0);
}

function literalLength({ segments }: Template): number {
  return segments.reduce((sum, { literals }) => sum + literals.join('').length, 0);
}

/** Concrete paths before templated ones (OpenAPI, Path Templating); among those fewer parameters, then more text. */
function bySpecificity(a: Template, b: Template): number {
  return parameterCount(a) - parameterCount(b) || literalLength(b) - literalLength(a);
}

/** Finds the operations of a path below the base address, the most specific first, whatever their methods. */
export type PathMatcher = (path: string) => readonly PathMatch[];

/** A template with its place among all, the most specific first. */
type Ranked = { readonly template: Template; readonly rank: number };

/** Templates of so many segments, by the text of the segment at `place`; `open`: those that have a parameter there. */
type Group = {
  readonly place: number;
  readonly named: ReadonlyMap<string, readonly Ranked[]>;
  readonly open: readonly Ranked[];
};

/** The text of a segment that is concrete. */
function textAt({ segments }: Template, place: number): string | undefined {
  const segment = segments[place];
  return segment?.names.length === 0 ? segment.literals[0] : undefined;
}

/** Parted at the place with the most different texts. */
function groupOf(templates: readonly Ranked[], length: number): Group {
  const places = Array.from({ length }, (_place, at) => ({
    at,
    texts: new Set(templates.map(({ template }) => textAt(template, at))).size,
  }));
  const place = places.reduce((best, each) => (each.texts > best.texts ? each : best), {
    at: 0,
    texts: 0,
  }).at;
  const byText = Map.groupBy(templates, ({ template }) => textAt(template, place));
  const named = [...byText].flatMap(([text, held]) => (text === undefined ? [] : [[text, held] as const]));
  return { place, named: new Map(named), open: byText.get(undefined) ?? [] };
}

/** The templates that a path may fit, without a look at the thousands of a large document that it can't; the most specific first. */
function candidatesOf(templates: readonly Template[]): (segments: readonly string[]) => readonly Ranked[] {
  const ranked = templates.map((template, rank) => ({ template, rank }));
  const groups = new Map(
    [...Map.groupBy(ranked, ({ template }) => template.segments.length)].map(([length, held]) => [
      length,
      groupOf(held, length),
    ]),
  );
  return (segments) => {
    const group = groups.get(segments.length);
    if (group === undefined) return [];
    const { named, open, place } = group;
    const own = named.get(segments[place] ?? '') ?? [];
    if (own.length === 0) return open;
    return open.length === 0 ? own : [...own, ...open].sort((a, b) => a.rank - b.rank);
  };
}

/**
 * Makes the matcher of a document. Segments are compared decoded (RFC 3986 §6.2.2.2), so `%62ooks` is `books` and `%2F`
 * stands inside a value; a path whose percent-encoding is broken asks for nothing. A parameter is never empty.
 */
export function createPathMatcher(operations: readonly Operation[]): PathMatcher {
  const candidates = candidatesOf(operations.map(compile).sort(bySpecificity));
  const matchesOf = (path: string): readonly PathMatch[] => {
    const segments = path.split('/').map(percentDecoded);
    if (!segments.every((segment) => segment !== undefined)) return [];
    const found = candidates(segments).flatMap(({ template }) => {
      const match = matchOf(template, segments);
      return match === undefined ? [] : [{ template, match }];
    });
    if (found.length < 2) return found.map(({ match }) => match);
    // Whatever is wider than a template is wider than those within it: the narrowest counts the most.
    const ranked = found.map(({ template, match }) => {
      const wider = found.filter((other) => isNarrower(template, other.template)).length;
      return { match: { ...match, certain: match.certain && wider === found.length }, wider };
    });
    return ranked.sort((a, b) => b.wider - a.wider).map(({ match }) => match);
  };
  // Whoever judges an exchange asks for its path several times.
  let last: { readonly path: string; readonly matches: readonly PathMatch[] } | undefined;
  return (path) => {
    if (last?.path !== path) last = { path, matches: matchesOf(path) };
    return last.matches;
  };
}

const matchers = new WeakMap<readonly Operation[], PathMatcher>();

/** The operations of a document that a path asks for, the most specific first, whatever their methods. */
export function operationsAt(
  { operations }: Pick<Interface, 'operations'>,
  path: string,
): readonly PathMatch[] {
  const known = matchers.get(operations);
  if (known !== undefined) return known(path);
  const made = createPathMatcher(operations);
  matchers.set(operations, made);
  return made(path);
}

/**
 * The operations of a place that is known by its path without a slash at its end, as entries are: templates with one are the same
 * place.
 */
export function operationsOfPlace(
  document: Pick<Interface, 'operations'>,
  path: string,
): readonly PathMatch[] {
  return [...operationsAt(document, path), ...(path.endsWith('/') ? [] : operationsAt(document, `${path}/`))];
}

/** A path, its query left alone, with the slash at its end that the template of its operation has. */
export function withSlashOf(template: string, path: string): string {
  const [bare = ''] = path.split('?', 1);
  return template.endsWith('/') && !bare.endsWith('/') ? `${bare}/${path.slice(bare.length)}` : path;
}

/** The documented operation that a request asks for; `path` is relative to the base address. */
export function matchOperation(
  document: Pick<Interface, 'operations'>,
  method: string,
  path: string | undefined,
): PathMatch | undefined {
  if (path === undefined) return undefined;
  return operationsAt(document, path).find(({ operation }) => operation.method === method);
}

/** Text of a template as it goes over the wire: what the document has encoded stays, what no path may hold is encoded. */
function written(literal: string): string {
  return literal.toWellFormed().replaceAll(/[^\w.~!$&'()*+,;=:@%/-]/gu, encodeURIComponent);
}

/** A text as a part of a path segment. */
export function encodedSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The path of a template with these values in it, percent-encoded. */
export function fillTemplate(
  template: string,
  values: ReadonlyMap<string, string>,
  encode: (text: string) => string = encodedSegment,
): string {
  return template
    .split(/\{([^{}]*)\}/)
    .map((part, index) => (index % 2 === 0 ? written(part) : encode(values.get(part) ?? '')))
    .join('');
}
