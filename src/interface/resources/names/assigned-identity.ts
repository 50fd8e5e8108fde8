import { isObject, memberOf } from '../../../json/value.ts';
import {
  allowedTypes,
  type Keywords,
  OPEN_DURATION,
  type Schema,
  type SchemaType,
} from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { flatWays, isNothing } from '../../../schema/scalar.ts';
import { plainName, singularOf, wordsOfName } from '../../names.ts';
import { parameterNames } from '../../path-matching.ts';
import { pathNameIn } from './resource-names.ts';

/** Which of the members that a service sets in what it makes names that. */

const TIMES: readonly string[] = ['date-time', 'date', 'time', 'duration', OPEN_DURATION];
// JavaScript has one type of numbers, and what is generated from it says so.
const NAMING: ReadonlySet<SchemaType> = new Set(['string', 'integer', 'number', 'null']);

function isNaming(way: Keywords): boolean {
  return (
    way['type'] !== undefined &&
    !TIMES.some((format) => way['format'] === format) &&
    [...allowedTypes(way)].every((type) => NAMING.has(type))
  );
}

/** True for a member whose values may name an entry: texts and numbers, in each way that it may have. */
export function canIdentify(root: Schema, member: Schema): boolean {
  const ways = flatWays(member, root).filter((way) => !isNothing(way));
  return ways.length > 0 && ways.every(isNaming);
}

function looksLikeIdentity(name: string): boolean {
  return /^(id|uuid|guid|_id)$/i.test(name) || /(Id|ID|_id|-id|Uuid|_uuid)$/.test(name);
}

/** What entries belong to: `parentId` and `creator_id` name no entry of their own list. */
const BELONGING = /^(?:parent|owner|creator|created-?by|author|tenant|org|organi[sz]ation|workspace)$/i;
/** What they may belong to, and what may be made under another name (`POST /register` makes a `user_id`). */
const MAYBE_BELONGING = /^(?:user|account|customer|client|project)$/i;

/** True for a member that by its name is the identity of something else than the entries at a path. */
function namesAnother(name: string, path: string, things: RegExp): boolean {
  const of = /^(.+?)(?:[-_]?(?:id|uuid))$/i.exec(name)?.[1]?.replaceAll('_', '-');
  if (of === undefined || !things.test(of)) return false;
  const last = path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
  return !singularOf(plainName(last)).includes(plainName(of));
}

/** True for a member whose values come once, as the document says. */
function isUnique(root: Schema, member: Schema | undefined): boolean {
  return member !== undefined && memberOf(mergedKeywords(member, root), 'format') === 'uuid';
}

/** The last words of members that name an entry, where no other one does. */
const NAMES_ONE: ReadonlySet<string> = new Set(
  `number no nr code key name slug handle sku ref reference identifier hash digest fingerprint address serial isbn ean iban email username
   login uri url path tag token title label`.split(/\s+/),
);

/** True for a member that by its name or its words may name one of the entries at a path, and is more than a state or an amount. */
function mayName(created: Schema, name: string, path: string, behind: string | undefined): boolean {
  const member = schemaMembers(created).properties.get(name);
  if (isUnique(created, member)) return true;
  if (behind === undefined) return false;
  const words = wordsOfName(name);
  const last = path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
  const isOfThing = plainName(name) === singularOf(plainName(last));
  const told = mergedKeywords(member ?? true, created)['description'];
  return (
    isOfThing ||
    NAMES_ONE.has(words.at(-1) ?? '') ||
    wordsOfName(behind).at(-1) === words.at(-1) ||
    (typeof told === 'string' && /\bidentif|\bunique\b/i.test(told))
  );
}

/**
 * The assigned member that names an entry. What stands in the path of one decides where the entry has a member of that name: a client
 * that chooses it leaves none for the service. Else a name such as `id` decides, then being required, then being read-only.
 * Without such a name there has to be a single candidate, and a path that names entries by something: a wrong guess would blame an honest
 * service.
 */
export function assignedIdentity(
  created: Schema,
  assigned: readonly string[],
  { path, behind }: { readonly path: string; readonly behind: string | undefined },
): string | undefined {
  const { properties, required } = schemaMembers(created);
  const above = parameterNames(path).map(plainName);
  // What an entry is inside of is the same for all that are there.
  const candidates = assigned.filter(
    (name) =>
      canIdentify(created, properties.get(name) ?? false) &&
      (/^(id|uuid)$/i.test(name) || !above.includes(plainName(name))) &&
      !namesAnother(name, path, BELONGING),
  );
  const whole = behind === undefined ? undefined : pathNameIn(created, properties, behind);
  if (whole !== undefined) return candidates.includes(whole) ? whole : undefined;
  const inPath = [...properties.keys()].find(
    (name) => behind !== undefined && plainName(name) === plainName(behind),
  );
  if (inPath !== undefined) return candidates.includes(inPath) ? inPath : undefined;
  const score = (name: string): number => {
    const member = properties.get(name);
    const readOnly = member !== undefined && isObject(member) && member['readOnly'] === true;
    return (
      (/^(id|uuid)$/i.test(name) ? 8 : 0) +
      (looksLikeIdentity(name) ? 4 : 0) -
      (namesAnother(name, path, MAYBE_BELONGING) ? 4 : 0) +
      (required.has(name) ? 2 : 0) +
      (readOnly ? 1 : 0)
    );
  };
  const named = candidates.filter(looksLikeIdentity);
  if (named.length === 0) {
    // What nothing stands behind may be without a name: its state is the same for many.
    const needed = candidates.filter((name) => required.has(name) && mayName(created, name, path, behind));
    return needed.length === 1 ? needed[0] : undefined;
  }
  return named.sort((a, b) => score(b) - score(a))[0];
}
