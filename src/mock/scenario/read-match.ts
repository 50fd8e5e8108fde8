import { childOf, type Cursor, faultAt, isObject, membersOf, textOf } from '../../interface/cursor.ts';
import type { Interface } from '../../interface/model.ts';
import { nearestName } from '../../interface/nearest-name.ts';
import { plainText } from '../json.ts';
import { plansOf } from '../keys.ts';
import { createRouter } from '../router.ts';
import type { Match } from './scenario.ts';

function advice(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined ? `Use one of ${known.slice(0, 20).join(', ')}.` : `Did you mean "${near}"?`;
}

function nameIn(parent: Cursor, member: string, names: readonly string[]): string | undefined {
  const cursor = childOf(parent, member);
  if (cursor === undefined) return undefined;
  const name = textOf(cursor);
  if (names.includes(name)) return name;
  throw faultAt(cursor, `the document has no ${member} "${name}"`, advice(name, names));
}

function pathOf(parent: Cursor, document: Interface): string | undefined {
  const cursor = childOf(parent, 'path');
  if (cursor === undefined) return undefined;
  const path = textOf(cursor);
  const templates = [...new Set(document.operations.map((operation) => operation.path))];
  const { basePath } = document;
  if (templates.includes(path)) return path;
  if (createRouter(document)(`${basePath}${path}`).kind === 'path') return path;
  const inBase = basePath !== '' && path.startsWith(`${basePath}/`);
  throw faultAt(
    cursor,
    `the document has no path "${path}"`,
    inBase ? `Leave out the base path: ${path.slice(basePath.length)}.` : advice(path, templates),
  );
}

function textsOf(parent: Cursor, member: string): ReadonlyMap<string, string> {
  const cursor = childOf(parent, member);
  if (cursor === undefined) return new Map();
  return new Map(membersOf(cursor).map(({ name, cursor: { value } }) => [name, plainText(value)]));
}

function textIn(parent: Cursor, member: string): string | undefined {
  const cursor = childOf(parent, member);
  return cursor === undefined ? undefined : textOf(cursor);
}

/** Reads `match` of a rule whose form is checked already. Throws `InterfaceFault` for what the document doesn't have. */
export function readMatch(rule: Cursor, document: Interface): Match {
  const cursor = childOf(rule, 'match') ?? { ...rule, value: {} };
  const plans = plansOf(document).map(({ id }) => id);
  const operations = document.operations.map(({ id }) => id);
  const body = childOf(cursor, 'body')?.value;
  const nth = childOf(cursor, 'nth')?.value;
  return {
    operation: nameIn(cursor, 'operation', operations),
    method: textIn(cursor, 'method'),
    path: pathOf(cursor, document),
    query: textsOf(cursor, 'query'),
    header: new Map([...textsOf(cursor, 'header')].map(([name, value]) => [name.toLowerCase(), value])),
    body: isObject(body) ? body : undefined,
    plan: plans.length === 0 ? textIn(cursor, 'plan') : nameIn(cursor, 'plan', plans),
    key: textIn(cursor, 'key'),
    nth: typeof nth === 'number' ? nth : undefined,
  };
}
