/** Overlays: changes to a document that leave its file as it is (OpenAPI Overlay Specification 1.0 and 1.1). */
import { isObject, type Json, memberOf } from '../json/value.ts';
import {
  childOf,
  type Cursor,
  faultAt,
  type InterfaceFault,
  itemsOf,
  limitAt,
  type Lose,
  membersOf,
  nameOf,
  requiredChild,
  rootOf,
  textOf,
} from './cursor.ts';
import type { Position, SourceDocument } from './source.ts';

/** Where a value was written: in the document, or in an overlay. */
type Origin = { readonly document: SourceDocument; readonly location: readonly string[] };

type Container = Json[] | { [name: string]: Json };
type Members = Map<string, Origin>;

function isContainer(value: Json | undefined): value is Json & Container {
  return typeof value === 'object' && value !== null;
}

function isList(value: Json | Container): value is Json[] {
  return Array.isArray(value);
}

/** A copy that shares nothing, not even with itself: aliases of YAML are one value in several places. */
function copyOf(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => copyOf(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member)]));
}

function childIn(container: Container, name: string): Json | undefined {
  return memberOf(container as { readonly [name: string]: Json }, name);
}

function setIn(container: Container, name: string, value: Json): void {
  Reflect.defineProperty(container, name, { value, writable: true, enumerable: true, configurable: true });
}

/** A document that changes, and where each of its values was written. */
class Layered {
  readonly root: Json;
  readonly #base: SourceDocument;
  /** What was not written where its container was. */
  readonly #moved = new WeakMap<object, Members>();

  constructor(base: SourceDocument) {
    this.#base = base;
    this.root = copyOf(base.root);
  }

  /** The value at a place, and the containers on the way to it. */
  at(location: readonly string[]): Json | undefined {
    return location.reduce<Json | undefined>(
      (value, name) => (isContainer(value) ? childIn(value, name) : undefined),
      this.root,
    );
  }

  originOf(location: readonly string[]): Origin {
    let value: Json | undefined = this.root;
    let origin: Origin = { document: this.#base, location: [] };
    for (const name of location) {
      const moved: Origin | undefined = isContainer(value) ? this.#moved.get(value)?.get(name) : undefined;
      origin = moved ?? { ...origin, location: [...origin.location, name] };
      value = isContainer(value) ? childIn(value, name) : undefined;
    }
    return origin;
  }

  #note(container: Container, name: string, origin: Origin): void {
    const members = this.#moved.get(container) ?? new Map<string, Origin>();
    members.set(name, origin);
    this.#moved.set(container, members);
  }

  set(container: Container, name: string, { document, location, value }: Cursor): void {
    setIn(container, name, this.#copyOf(value));
    this.#note(container, name, { document, location });
  }

  /** The members or items of what is to be merged: of what is copied within the document, each from where it was written. */
  partsOf(from: Cursor): readonly { readonly name: string; readonly cursor: Cursor }[] {
    const parts = Array.isArray(from.value)
      ? itemsOf(from).map((cursor, index) => ({ name: String(index), cursor }))
      : membersOf(from);
    const moved = isContainer(from.value) ? this.#moved.get(from.value) : undefined;
    if (moved === undefined) return parts;
    return parts.map(({ name, cursor }) => ({ name, cursor: { ...cursor, ...moved.get(name) } }));
  }

  #copyOf(value: Json): Json {
    const copy = copyOf(value);
    const carry = (from: Json | undefined, to: Json): void => {
      if (!isContainer(from) || !isContainer(to)) return;
      const moved = this.#moved.get(from);
      if (moved !== undefined) this.#moved.set(to, new Map(moved));
      for (const [name, member] of Object.entries(to)) carry(childIn(from, name), member);
    };
    carry(value, copy);
    return copy;
  }

  remove(locations: readonly (readonly string[])[]): void {
    const parents = new Map<Container, { readonly place: readonly string[]; readonly names: Set<string> }>();
    for (const location of locations) {
      const place = location.slice(0, -1);
      const parent = this.at(place);
      if (!isContainer(parent)) continue;
      const { names } = parents.get(parent) ?? { names: new Set<string>() };
      parents.set(parent, { place, names: names.add(location.at(-1) ?? '') });
    }
    const before = [...parents].map(([parent, { place, names }]) => ({
      parent,
      names,
      kept: isList(parent)
        ? parent.flatMap((value, index) =>
            names.has(String(index)) ? [] : [{ value, origin: this.originOf([...place, String(index)]) }],
          )
        : [],
    }));
    for (const { parent, names, kept } of before) {
      if (isList(parent)) {
        parent.splice(0, parent.length, ...kept.map(({ value }) => value));
        kept.forEach(({ origin }, index) => this.#note(parent, String(index), origin));
      } else for (const name of names) Reflect.deleteProperty(parent, name);
    }
  }
}

function kindOf(value: Json): 'a list' | 'a mapping' | 'a single value' {
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'a mapping' : 'a single value';
}

function mismatch(at: Cursor, target: Json): InterfaceFault {
  return faultAt(
    at,
    `${nameOf(at)} is ${kindOf(at.value)}, and what it is to be merged with is ${kindOf(target)}`,
    'Write a value of the same kind, or remove the old one first.',
  );
}

function append(layers: Layered, list: Json[], from: Cursor): void {
  const items = Array.isArray(from.value) ? layers.partsOf(from).map(({ cursor }) => cursor) : [from];
  for (const item of items) layers.set(list, String(list.length), item);
}

/** Merges as the section "Action Object" says. A member without a value leaves a mapping or a list as it is. */
function merge(layers: Layered, target: Container, from: Cursor): void {
  if (isList(target)) {
    append(layers, target, from);
    return;
  }
  if (!isObject(from.value)) throw mismatch(from, target);
  for (const { name, cursor } of layers.partsOf(from)) {
    const old = childIn(target, name);
    if (old === undefined || (!isContainer(old) && !isContainer(cursor.value)))
      layers.set(target, name, cursor);
    else if (isContainer(old) && cursor.value === null) continue;
    else if (isContainer(old) && kindOf(old) === kindOf(cursor.value)) merge(layers, old, cursor);
    else throw mismatch(cursor, old);
  }
}

/** Finds the places in a value that a JSONPath (RFC 9535) selects. Throws `InterfaceFault` at the cursor for one that is none. */
type Query = (path: Cursor, root: Json) => readonly (readonly string[])[];

const MAX_LEVELS = 200;

async function loadQuery(): Promise<Query> {
  const { JSONPathEnvironment, JSONPathError } = await import('json-p3');
  const environment = new JSONPathEnvironment({ maxRecursionDepth: MAX_LEVELS });
  return (path, root) => {
    try {
      const nodes = environment.query(textOf(path), root as Parameters<typeof environment.query>[1]);
      return nodes.locations().map((location) => location.map(String));
    } catch (error) {
      if (!(error instanceof JSONPathError)) throw error;
      throw faultAt(
        path,
        `${JSON.stringify(path.value)} is no JSONPath: ${error.message}`,
        "Write it as RFC 9535 has it, for example `$.paths['/things'].get`.",
      );
    }
  };
}

const ACTIONS = ['update', 'remove', 'copy'] as const;

type Action = { readonly kind: (typeof ACTIONS)[number]; readonly target: Cursor; readonly value: Cursor };

/** What an action does; `undefined` for one that says `remove: false` and nothing else. */
function actionOf(cursor: Cursor): Action | undefined {
  const known: readonly string[] = ['target', 'description', ...ACTIONS];
  const unknown = membersOf(cursor).find(({ name }) => !known.includes(name) && !name.startsWith('x-'));
  if (unknown !== undefined)
    throw faultAt(
      unknown.cursor,
      `an action has no \`${unknown.name}\``,
      `Write one of ${ACTIONS.join(', ')}.`,
    );
  const target = requiredChild(cursor, 'target');
  const said = ACTIONS.flatMap((kind) => {
    const value = childOf(cursor, kind);
    return value === undefined || (kind === 'remove' && value.value === false)
      ? []
      : [{ kind, target, value }];
  });
  const [first, second] = said;
  const removal = said.find(({ kind }) => kind === 'remove');
  if (removal !== undefined && removal.value.value !== true)
    throw faultAt(removal.value, '`remove` is no boolean', 'Write `remove: true`.');
  if (removal !== undefined) return removal;
  if (second !== undefined)
    throw faultAt(second.value, 'an action has both `update` and `copy`', 'Make two actions of it.');
  return first;
}

function apply(layers: Layered, { kind, target, value }: Action, query: Query, lose: Lose): void {
  const places = query(target, layers.root);
  if (places.length === 0) {
    const why = limitAt(
      target,
      `nothing in the document is at "${textOf(target)}"`,
      'Correct the target, or remove the action.',
    );
    lose(why, 'the action changes nothing');
    return;
  }
  if (kind === 'remove') {
    if (places.some(({ length }) => length === 0))
      throw faultAt(target, 'the document as a whole can not be removed', 'Name a part of it.');
    layers.remove(places);
    return;
  }
  const from = kind === 'copy' ? copied(layers, value, query) : value;
  for (const place of places) {
    const old = layers.at(place);
    const parent = layers.at(place.slice(0, -1));
    if (isContainer(old)) merge(layers, old, from);
    else if (isContainer(from.value)) throw mismatch(from, old ?? null);
    else if (isContainer(parent)) layers.set(parent, place.at(-1) ?? '', from);
  }
}

/** The one value that `copy` names, and where it was written. */
function copied(layers: Layered, path: Cursor, query: Query): Cursor {
  const [place, ...others] = query(path, layers.root);
  const value = place === undefined ? undefined : layers.at(place);
  if (place === undefined || value === undefined || others.length > 0)
    throw faultAt(
      path,
      `"${textOf(path)}" selects ${place === undefined ? 'nothing' : 'more than one value'}`,
      'Name the one value that is to be copied.',
    );
  return { ...layers.originOf(place), value };
}

function requireVersion(overlay: SourceDocument): void {
  const version = requiredChild(rootOf(overlay), 'overlay');
  if (/^"?1\.\d+(\.\d+)?(-.+)?"?$/.test(JSON.stringify(version.value))) return;
  throw faultAt(
    version,
    `\`overlay\` is ${JSON.stringify(version.value)}`,
    'assay applies overlays of version 1. Write `overlay: 1.1.0`.',
  );
}

/**
 * The document with the overlays applied, one action after the other. Its places are those of whatever wrote them, document or
 * overlay. `lose` is told of actions that change nothing. Throws `InterfaceFault` at what is wrong in an overlay.
 */
export async function withOverlays(
  document: SourceDocument,
  overlays: readonly SourceDocument[],
  lose: Lose,
): Promise<SourceDocument> {
  if (overlays.length === 0) return document;
  const query = await loadQuery();
  const layers = new Layered(document);
  for (const overlay of overlays) {
    requireVersion(overlay);
    for (const cursor of itemsOf(requiredChild(rootOf(overlay), 'actions'))) {
      const action = actionOf(cursor);
      if (action !== undefined) apply(layers, action, query, lose);
    }
  }
  const placeAt = (location: readonly string[]): Position => {
    const origin = layers.originOf(location);
    return { file: origin.document.file, line: origin.document.lineAt(origin.location) };
  };
  const { isKnown: _isKnown, ...before } = document;
  return { ...before, root: layers.root, lineAt: (location) => placeAt(location).line, placeAt };
}
