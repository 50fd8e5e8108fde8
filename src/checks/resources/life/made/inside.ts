import { isNumber, isObject, type JsonObject, type Json, memberOf } from '../../../../json/value.ts';
import { fixedValues, type Schema } from '../../../../schema/keywords.ts';
import { shownBy } from '../../../../interface/resources/shown-entries.ts';
import { kindOfValue } from '../../../../schema/kinds/kind-of-value.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { excerptJson } from '../../../outcome.ts';
import { comparable, promisedBetween, sentTo } from '../members/entry-state.ts';
import { isSameValue } from '../members/shown-values.ts';
import { isHidden, type Life, type LifeCourt } from '../life.ts';

/**
 * What new entries have inside of objects that their creations gave them: a member that none of them shows, and an object of another
 * kind than was sent. One entry alone tells nothing: a service may have its reasons for what is no text of the client's own.
 */

const DEEPEST = 4;

/** A member of an object that a creation gave, and what its answer shows in its place. */
type Held = {
  readonly life: Life;
  readonly label: string;
  readonly name: string;
  readonly sent: Json;
  readonly got: Json | undefined;
  /** Another member of the same object came back. */
  readonly isBeside: boolean;
  /** The only value that it may have in objects of its kind. */
  readonly isKind: boolean;
};

type Place = {
  readonly life: Life;
  readonly root: Schema;
  readonly schema: Schema;
  readonly sent: JsonObject;
  readonly got: JsonObject;
  readonly label: string;
};

function heldAt({ life, root, schema, sent, got, label }: Place, depth = 0): readonly Held[] {
  if (depth > DEEPEST) return [];
  const { properties } = schemaMembers(kindOfValue(root, schema, sent), root);
  const names = Object.keys(sent);
  const isKept = (name: string): boolean => isSameValue(memberOf(sent, name), memberOf(got, name));
  return names.flatMap((name): readonly Held[] => {
    const [own, theirs, member] = [memberOf(sent, name) ?? null, memberOf(got, name), properties.get(name)];
    if (member === undefined) return [];
    const at = label === '' ? name : `${label}.${name}`;
    if (isObject(own) && isObject(theirs) && Object.keys(theirs).length > 0)
      return heldAt({ life, root, schema: member, sent: own, got: theirs, label: at }, depth + 1);
    const isBeside = names.some((other) => other !== name && isKept(other));
    const isKind = fixedValues(mergedKeywords(member, root))?.length === 1;
    return [{ life, label: at, name, sent: own, got: theirs, isBeside, isKind }];
  });
}

/** What a creation gave to members of objects, and its answer shows of them. */
function heldIn(life: Life): readonly Held[] {
  const { making, resource } = life;
  const [root, shown] = [
    making === undefined ? undefined : sentTo(making.operation, resource)?.schema,
    making?.shown,
  ];
  if (making === undefined || root === undefined || shown === undefined) return [];
  // What names entries is the service's: one schema for requests and answers has members of both.
  const isApart = resource.identity === undefined || !schemaMembers(root).properties.has(resource.identity);
  const promised = promisedBetween(making.operation, resource);
  const given = [...making.values].flatMap(([name, value]): (readonly [string, Json])[] => {
    const promise = promised.get(name);
    const part = promise === undefined ? undefined : comparable(promise, value);
    return part === undefined ? [] : [[name, part]];
  });
  if (!isApart) return [];
  const held = heldAt({ life, root, schema: root, sent: Object.fromEntries(given), got: shown, label: '' });
  const told = schemaMembers(shownBy(making.operation, resource) ?? true).properties;
  // What stands in an entry itself is judged of each by itself; of objects all entries tell, where a read shows nothing of them either.
  return held.filter(
    ({ name, label, sent }) =>
      label.includes('.') ||
      (isObject(sent) && told.has(name) && life.isRead && isEmpty(memberOf(life.shown ?? {}, name))),
  );
}

function isEmpty(value: Json | undefined): boolean {
  return (value ?? null) === null || (isObject(value) && Object.keys(value).length === 0);
}

/** True for a value that no writer of JSON leaves out as nothing. */
function isSomething(value: Json): boolean {
  if (isObject(value)) return Object.values(value).some(isSomething);
  return value === true || (isNumber(value) && value !== 0) || (typeof value === 'string' && value !== '');
}

function isLost({ name, sent, got, isBeside }: Held): boolean {
  return isSomething(sent) && isEmpty(got) && isBeside && !isHidden(name);
}

function isOtherKind({ sent, got, isKind, isBeside }: Held): boolean {
  return isKind && typeof got === typeof sent && !isSameValue(sent, got) && !isBeside;
}

function placeOf({ life, label, isKind, sent }: Held): string {
  return `${life.making?.operation.id ?? ''} ${label} ${isKind ? excerptJson(sent) : ''}`;
}

/** Judges that objects keep their members and their kind: only where all creations that tell have lost the same. */
export function judgeInsideOfAll(court: LifeCourt, lives: readonly Life[]): void {
  const all = lives.flatMap(heldIn).filter(({ sent }) => isSomething(sent));
  for (const same of Map.groupBy(all, placeOf).values()) {
    const [first, last] = [same[0], same.at(-1)];
    const isBroken = same.every(isLost) || same.every(isOtherKind);
    if (first === undefined || last === undefined || first.life === last.life || !isBroken) continue;
    const { label, sent, got } = last;
    court.breaks(
      'made-as-asked',
      last.life,
      { telling: last.life.madeBy, others: [first.life.madeBy] },
      {
        expected: `${label}: ${excerptJson(sent)}, as the creation gave it`,
        actual: `${label}: ${got === undefined ? 'it is missing' : excerptJson(got)}, each of ${String(same.length)} times`,
        deviation:
          got === undefined ? 'a creation loses a member' : 'a creation makes an object of another kind',
      },
    );
  }
}
