import { isObject, isList, type Json, memberOf } from '../../../../json/value.ts';
import { compileSchema } from '../../../../schema/compile.ts';
import { isSchema, type Schema } from '../../../../schema/keywords.ts';
import { besideNull, schemaMembers } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { subschema } from '../../../../schema/resolve.ts';
import { onceForBoth } from '../../../../system/once-for.ts';
import { excerptJson } from '../../../outcome.ts';
import { isAlikeAt } from '../../members/alike.ts';
import { promisedBetween, sentTo } from '../members/entry-state.ts';
import { isSameValue } from '../members/shown-values.ts';
import type { Life, LifeCourt } from '../life.ts';

/**
 * What new entries have where their creation left something out that has a documented default: at the top of an entry, in objects inside
 * of it, and in the items of its lists.
 */

/** A schema with keywords. */
type Root = Exclude<Schema, boolean>;

/** States go on by themselves, and so do instants. */
const ON_THEIR_WAY = /state|status|stage|phase|step/i;

/** How deep entries are looked into. */
const DEEPEST = 3;

/** True for a text, a number or a truth value, and for a list of such. */
function isPlain(value: Json): boolean {
  if (isList(value)) return value.every((item) => !isList(item) && isPlain(item));
  return value !== null && !isObject(value);
}

/**
 * What OpenAPI says a service assumes where a request leaves a member out: plain values and lists of them alone, which their own schema allows, and no
 * texts in a form, which may be written in another way (`int32` is the form of no text).
 */
const defaultsOf = onceForBoth((root: Root, object: Root): ReadonlyMap<string, Json> => {
  const found = [...schemaMembers(besideNull(object, root), root).properties].flatMap(
    ([name, member]): (readonly [string, Json])[] => {
      const { default: fallback, format } = mergedKeywords(member, root);
      if (fallback === undefined || !isPlain(fallback)) return [];
      // What some generators write where nobody said anything.
      const hasForm = format !== undefined && typeof fallback === 'string';
      if (fallback === 'string' || ON_THEIR_WAY.test(name) || hasForm) return [];
      return compileSchema(subschema(root, member))(fallback).length === 0 ? [[name, fallback]] : [];
    },
  );
  return new Map(found);
});

/** A list with more in it than its default is another one. */
function isDefault(fallback: Json, got: Json): boolean {
  return isSameValue(fallback, got) && (!isList(fallback) || (isList(got) && got.length === fallback.length));
}

function isOfOneType(one: Json, other: Json): boolean {
  return typeof one === typeof other && isList(one) === isList(other);
}

/** A member that a creation left out, and that is shown. */
type Filled = {
  readonly label: string;
  readonly fallback: Json;
  readonly got: Json;
};

/** What a creation sent and an answer shows at one place, as the document describes the former. */
type Place = {
  readonly root: Root;
  readonly schema: Schema;
  readonly sent: Json;
  readonly got: Json | undefined;
  readonly label: string;
  readonly depth: number;
};

function* filledAt({ root, schema, sent, got, label, depth }: Place): Generator<Filled, undefined> {
  if (depth > DEEPEST) return;
  const at = besideNull(schema, root);
  if (isList(sent) && isList(got) && sent.length === got.length) {
    const { items } = mergedKeywords(at, root);
    if (!isSchema(items) || typeof items === 'boolean') return;
    for (const [index, own] of sent.entries()) {
      const theirs = got[index];
      // In another order they are others.
      if (isSameValue(own, theirs))
        yield* filledAt({
          root,
          schema: items,
          sent: own,
          got: theirs,
          label: `${label}[]`,
          depth: depth + 1,
        });
    }
    return;
  }
  if (!isObject(sent) || !isObject(got)) return;
  const path = (name: string): string => (label === '' ? name : `${label}.${name}`);
  for (const [name, fallback] of typeof at === 'boolean' ? [] : defaultsOf(root, at)) {
    const shown = memberOf(got, name) ?? null;
    if (!Object.hasOwn(sent, name) && shown !== null) yield { label: path(name), fallback, got: shown };
  }
  for (const [name, member] of schemaMembers(at, root).properties) {
    const value = memberOf(sent, name);
    if (value === undefined || value === null || typeof value !== 'object') continue;
    const inner = { sent: value, got: memberOf(got, name), label: path(name), depth: depth + 1 };
    yield* filledAt({ root, schema: member, ...inner });
  }
}

/** What a creation left out of members that request and entry describe alike, and its answer shows. */
function filledIn({ making, resource }: Life): readonly Filled[] {
  const root = making === undefined ? undefined : sentTo(making.operation, resource)?.schema;
  if (making?.shown === undefined || root === undefined || typeof root === 'boolean') return [];
  const promised = promisedBetween(making.operation, resource);
  const found = filledAt({
    root,
    schema: root,
    sent: Object.fromEntries(making.values),
    got: making.shown,
    label: '',
    depth: 0,
  });
  return [...found].filter(({ label }) => {
    const [name = '', ...inner] = label.replaceAll('[]', '').split('.');
    return isAlikeAt(promised.get(name)?.alike, inner);
  });
}

/** Judges that what creations left out has its default: only where it is always the same other value. */
export function judgeDefaults(court: LifeCourt, lives: readonly Life[]): void {
  const all = lives.flatMap((life) => filledIn(life).map((filled) => ({ ...filled, life })));
  const byMember = Map.groupBy(all, ({ label, life }) => `${life.making?.operation.id ?? ''} ${label}`);
  for (const same of byMember.values()) {
    const [first] = same;
    if (first === undefined) continue;
    const { label, fallback, got } = first;
    for (const one of same) if (isDefault(fallback, one.got)) court.proves('made-as-asked', one.life.madeBy);
    const [last, before] = [...new Set(same.map(({ life }) => life))].toReversed();
    const isOther = same.every((one) => !isDefault(fallback, one.got) && isDefault(got, one.got));
    if (last === undefined || before === undefined || !isOther || !isOfOneType(got, fallback)) continue;
    court.breaks(
      'made-as-asked',
      last,
      { telling: last.madeBy, others: [before.madeBy] },
      {
        expected: `${label}: ${excerptJson(fallback)}, its documented default: the creation left it out`,
        actual: `${label}: ${excerptJson(got)}, each of ${String(same.length)} times`,
        deviation: 'a default is another value',
      },
    );
  }
}
