/** Names that schemas give themselves: `$anchor`, `$dynamicAnchor` and `$id` (JSON Schema 2020-12, section 8.2). */
import { isObject, type Json, memberOf } from '../json/value.ts';
import type { Cursor } from './cursor.ts';
import type { SourceDocument } from './source.ts';

type Names = {
  readonly anchors: ReadonlyMap<string, readonly Cursor[]>;
  readonly dynamic: ReadonlyMap<string, readonly Cursor[]>;
  readonly ids: ReadonlyMap<string, readonly Cursor[]>;
};

const KEYWORDS = ['$anchor', '$dynamicAnchor', '$id'] as const;

function readNames(document: SourceDocument): Names {
  const found = new Map(KEYWORDS.map((keyword) => [keyword, new Map<string, Cursor[]>()]));
  const location: string[] = [];
  const walk = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isObject(value)) {
      for (const keyword of KEYWORDS) {
        const name = memberOf(value, keyword);
        if (typeof name !== 'string') continue;
        const named = found.get(keyword);
        const cursor = { document, location: [...location], value };
        named?.set(name, [...(named.get(name) ?? []), cursor]);
      }
    }
    for (const [name, member] of Object.entries(value as { readonly [name: string]: Json })) {
      location.push(name);
      walk(member);
      location.pop();
    }
  };
  walk(document.root);
  const [anchors, dynamic, ids] = KEYWORDS.map((keyword) => found.get(keyword) ?? new Map());
  return { anchors: anchors ?? new Map(), dynamic: dynamic ?? new Map(), ids: ids ?? new Map() };
}

const known = new WeakMap<SourceDocument, Names>();

function namesOf(document: SourceDocument): Names {
  const names = known.get(document) ?? readNames(document);
  known.set(document, names);
  return names;
}

/** The schema that has the anchor, plain or dynamic. `undefined` where none has it, or several. */
export function anchored(document: SourceDocument, name: string): Cursor | undefined {
  const { anchors, dynamic } = namesOf(document);
  const [only, ...others] = [...(anchors.get(name) ?? []), ...(dynamic.get(name) ?? [])];
  return others.length === 0 ? only : undefined;
}

/** The schema that calls itself by this address. */
export function identified(document: SourceDocument, id: string): Cursor | undefined {
  return namesOf(document).ids.get(id)?.[0];
}
