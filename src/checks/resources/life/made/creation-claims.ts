import { startTold } from '../../../../interface/resources/words/states/told-starts.ts';
import { canonicalJson } from '../../../../json/canonical.ts';
import { type JsonObject, type Json, memberOf } from '../../../../json/value.ts';
import { fixedValues, type Schema, textOf } from '../../../../schema/keywords.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { markersIn } from '../../creations/creations.ts';
import { sentTo } from '../members/entry-state.ts';
import { isSameValue } from '../members/shown-values.ts';
import type { Life } from '../life.ts';

/** Values that a creation brought for members of the service: whether one that is shown is the client's. */

/** Values that nobody but the client can have thought of. */
const LEAST_CLAIM = 1_000_000;

/** Creations without a value that is claimed, before one that differs from them in a name alone tells as much as the same again. */
const MOST_ALIKE = 3;

/** True for a text that may have to be another one in each entry: no list names its values, and it is no day or moment. */
export function mayBeUnique(sent: Schema, name: string): boolean {
  const member = schemaMembers(sent).properties.get(name);
  const said = mergedKeywords(member ?? true, sent);
  const isDated = /date|time/.test(textOf(said, 'format') ?? '');
  return said.type === 'string' && fixedValues(said) === undefined && !isDated;
}

function showsSame({ making, shown }: Life, name: string, value: Json): boolean {
  return isSameValue(value, memberOf(making?.shown ?? shown ?? {}, name));
}

/** True where a member of the service can have its value from the client alone: by itself, or since a creation that was the same but for it got another one. */
function isOfClaim(life: Life, name: string, value: Json, fellows: readonly Life[]): boolean {
  const { making } = life;
  if (making === undefined) return false;
  const others = fellows.filter((other) => other !== life && other.making?.operation === making.operation);
  const isNobodys =
    typeof value === 'number'
      ? Math.abs(value) >= LEAST_CLAIM
      : typeof value === 'string' && value.startsWith('2001-02-03T');
  if (isNobodys) return !others.some(({ shown }) => isSameValue(value, memberOf(shown ?? {}, name)));
  const told = startTold(life.resource);
  const isBegun = (other: Life): boolean => told !== undefined && showsSame(other, name, told.value);
  // Entries that are led on by themselves do not all stay where they begin.
  if (told?.member === name) return others.length >= MOST_ALIKE && others.every(isBegun);
  const sent = sentTo(making.operation, life.resource)?.schema ?? true;
  const isNamed = others.length >= MOST_ALIKE && !others.some((other) => showsSame(other, name, value));
  const twins = others.flatMap(({ making: other, shown }) => {
    const entry = other?.shown ?? shown;
    const isTwin =
      other !== undefined &&
      [...other.values].every(
        ([own, given]) => isAlike(given, making.values.get(own)) || (isNamed && mayBeUnique(sent, own)),
      );
    return isTwin && entry !== undefined && Object.hasOwn(entry, name) ? [memberOf(entry, name)] : [];
  });
  return twins.length > 0 && !twins.some((other) => isSameValue(value, other));
}

/** Leaves out claims of a creation that the service may have come to by itself. */
export function leaveOutClaims(lives: readonly Life[], life: Life, shown: JsonObject): void {
  for (const [name, { value, by }] of life.claimed)
    if (by === life.madeBy && isSameValue(value, memberOf(shown, name)))
      if (!isOfClaim(life, name, value, lives)) life.claimed.delete(name);
}

function isAlike(a: Json, b: Json | undefined): boolean {
  if (typeof a === 'string' && typeof b === 'string' && markersIn(a).length > 0 && markersIn(b).length > 0)
    return true;
  return canonicalJson(a) === canonicalJson(b);
}
