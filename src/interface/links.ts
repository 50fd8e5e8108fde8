import { attempt, childOf, type Cursor, membersOf, textOf } from '../document/cursor.ts';
import { followed, type Library } from '../document/library.ts';
import { fromPointer, valueAt } from '../json/pointer.ts';
import { isList, isObject, type Json, memberOf } from '../json/value.ts';
import { plainText } from '../json/lossless.ts';
import type { Operation } from './model.ts';

/**
 * Links of responses (OpenAPI, "Link Object"): which values of an exchange name what another operation is about. Values are
 * constants or runtime expressions, which stand alone or in braces inside of a text.
 */

/** A link. `target`: the id of an operation, or its method and path template. */
export type Link = {
  readonly target:
    | { readonly kind: 'id'; readonly id: string }
    | { readonly kind: 'place'; readonly method: string; readonly path: string };
  /** By the name of the parameter, which may have its place before it (`path.id`). */
  readonly parameters: ReadonlyMap<string, Json>;
  readonly requestBody: Json | undefined;
};

function targetOf(link: Cursor): Link['target'] | undefined {
  const id = childOf(link, 'operationId');
  if (id !== undefined) return { kind: 'id', id: textOf(id) };
  const reference = childOf(link, 'operationRef');
  if (reference === undefined) return undefined;
  const [, pointer] = textOf(reference).split('#', 2);
  const [root, path, method, ...more] = fromPointer(pointer ?? '');
  if (root !== 'paths' || path === undefined || method === undefined || more.length > 0) return undefined;
  return { kind: 'place', method: method.toUpperCase(), path };
}

function readLink(library: Library, given: Cursor): Link | undefined {
  const cursor = followed(library, given);
  const target = targetOf(cursor);
  if (target === undefined) return undefined;
  const parameters = childOf(cursor, 'parameters');
  return {
    target,
    parameters: new Map(
      (parameters === undefined ? [] : membersOf(parameters)).map(({ name, cursor: at }) => [name, at.value]),
    ),
    requestBody: childOf(cursor, 'requestBody')?.value,
  };
}

/** The links of a response; one that can't be read is left out, since nothing that is judged depends on it. */
export function readLinks(library: Library, response: Cursor): readonly Link[] {
  const links = childOf(response, 'links');
  if (links === undefined || !isObject(links.value)) return [];
  return membersOf(links).flatMap(({ cursor }) => {
    const read = attempt(() => readLink(library, cursor));
    if ('value' in read) return read.value ?? [];
    library.lose(read.fault, 'that link is not followed');
    return [];
  });
}

/** True for a link to an operation. */
export function leadsTo({ target }: Link, operation: Operation): boolean {
  return target.kind === 'id'
    ? target.id === operation.id
    : target.method === operation.method && target.path === operation.path;
}

/** What runtime expressions may tell of. Names of fields are looked up in any letter case. */
export type LinkFacts = {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly pathValues: ReadonlyMap<string, string>;
  readonly query: (name: string) => string | undefined;
  readonly sent: {
    readonly header: (name: string) => string | undefined;
    readonly body: Json | undefined;
  };
  readonly answered: {
    readonly header: (name: string) => string | undefined;
    readonly body: Json | undefined;
  };
};

function evaluated(expression: string, facts: LinkFacts): Json | undefined {
  if (expression === '$url') return facts.url;
  if (expression === '$method') return facts.method;
  if (expression === '$statusCode') return facts.status;
  const [, side, place = '', rest = ''] =
    /^\$(request|response)\.(header|query|path|body)(.*)$/s.exec(expression) ?? [];
  if (side === undefined) return undefined;
  const { header, body } = side === 'request' ? facts.sent : facts.answered;
  if (place === 'body') {
    if (body === undefined || (rest !== '' && !rest.startsWith('#'))) return undefined;
    return valueAt(body, fromPointer(rest.slice(1)));
  }
  const name = rest.startsWith('.') ? rest.slice(1) : '';
  if (name === '') return undefined;
  if (place === 'header') return header(name);
  if (side === 'response') return undefined;
  return place === 'path' ? facts.pathValues.get(name) : facts.query(name);
}

const EMBEDDED = /\{(\$[^{}]+)\}/g;

/** What a value of a link comes to; `undefined` where it names something that is not there. */
export function linkedValue(value: Json, facts: LinkFacts): Json | undefined {
  if (isList(value)) {
    const items = value.map((item) => linkedValue(item, facts));
    return items.includes(undefined)
      ? undefined
      : items.flatMap((item) => (item === undefined ? [] : [item]));
  }
  if (isObject(value)) {
    const members = Object.keys(value).map(
      (name) => [name, linkedValue(memberOf(value, name) ?? null, facts)] as const,
    );
    if (members.some(([, inner]) => inner === undefined)) return undefined;
    return Object.fromEntries(
      members.flatMap(([name, inner]) => (inner === undefined ? [] : [[name, inner] as const])),
    );
  }
  if (typeof value !== 'string') return value;
  if (value.startsWith('$')) return evaluated(value, facts);
  let isWhole = true;
  const text = value.replaceAll(EMBEDDED, (_all, expression: string) => {
    const inner = evaluated(expression, facts);
    if (inner === undefined || inner === null || typeof inner === 'object') isWhole = false;
    return plainText(inner ?? null);
  });
  return isWhole ? text : undefined;
}
