import type { Operation } from '../../../interface/model.ts';
import { encodedSegment } from '../../../interface/path-matching.ts';
import { entrySchemaOf, type Resource } from '../../../interface/resources/resources.ts';
import { namesWhoDid } from '../../../interface/resources/words/told-upkeep.ts';
import { type JsonObject, memberOf } from '../../../json/value.ts';
import { isCalledState } from '../../../oracle/locks.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { allowedTypes, type Keywords, type Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { formsText } from '../../../schema/pattern/words.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import { onceFor } from '../../../system/once-for.ts';
import { entryIn, textOf } from '../deeds.ts';
import type { MemberPromise } from './entry-state.ts';
import { type Life, tellsOfEntry } from './life.ts';

/**
 * Entries of which a document describes no answer (`200: OK`, or the `{}` that frameworks write where a handler says nothing of its
 * result). What HTTP says of DELETE and PUT holds for them as well, and a member that was shown as it was given is one that is kept.
 */

/** True for entries of which no answer is described: what they show is known by looking at it alone. */
export const isUndescribed = onceFor((resource: Resource): boolean => {
  const schema = entrySchemaOf(resource);
  return schema === undefined || schemaMembers(schema).properties.size === 0;
});

/** True for keywords of a text, or of nothing but a choice that has one, without any that give it values or a form. */
export function isWords(keywords: Keywords): boolean {
  const types = allowedTypes(keywords);
  const hasDefault = (memberOf(keywords, 'default') ?? null) !== null;
  return types.has('string') && !hasDefault && !formsText(keywords);
}

/** The plain members of a request about entries that nothing describes. */
export function promisesSeen(sent: Schema, resource: Resource): ReadonlyMap<string, MemberPromise> {
  const promises = [...schemaMembers(sent).properties].flatMap(
    ([name, member]): (readonly [string, MemberPromise])[] => {
      const own = mergedKeywords(member, sent);
      const keywords = scalarKeywords(member, sent);
      const types = allowedTypes(keywords);
      const isPlain = !types.has('array') && !types.has('object');
      if (!isPlain || name === resource.identity || isCalledState(name) || namesWhoDid(name)) return [];
      if (own.readOnly === true || own.writeOnly === true) return [];
      const promise: MemberPromise = {
        alike: { kind: 'whole' },
        isRequired: false,
        isEchoed: false,
        isFreeText: [...types].filter((type) => type !== 'null').join() === 'string' && isWords(keywords),
        mayShow: () => true,
        isOneOf: () => true,
        fallback: undefined,
        isTuple: false,
        holdsWords: false,
        isSeenAlone: true,
      };
      return [[name, promise]];
    },
  );
  return new Map(promises);
}

/** True where what an answer of an operation shows is the entry: of one that nothing describes, what names itself is. */
export function tellsOfLife({ resource }: Life, operation: Operation | undefined): boolean {
  return isUndescribed(resource) || tellsOfEntry(resource, operation);
}

/** The entry that an answer shows. Where nothing is said of it, it has to name the place that it has. */
export function shownOf(
  { resource, path }: Pick<Life, 'resource' | 'path'>,
  reading: Reading,
): JsonObject | undefined {
  const shown = entryIn(resource, reading);
  if (shown === undefined || !isUndescribed(resource)) return shown;
  const name = textOf(memberOf(shown, resource.identity ?? ''));
  return name !== undefined && path.endsWith(`/${encodedSegment(name)}`) ? shown : undefined;
}
