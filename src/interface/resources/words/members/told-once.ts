import { allowedTypes, type Schema, textOf } from '../../../../schema/keywords.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { scalarKeywords } from '../../../../schema/scalar.ts';
import { onceFor } from '../../../../system/once-for.ts';
import { sentencesOf, wordsOfName } from '../../../names.ts';
import { sentSchemaOf } from '../../read-collections.ts';
import type { Resource } from '../../resources.ts';
import { shownBy } from '../../shown-entries.ts';

/** Secrets of which a document says that the answer to a creation alone shows them: `The token, which is only shown once`. */

const SHOWN = '(?:shown|displayed|returned|revealed|visible|available|given|provided|included|sent|seen)';
const ONCE: readonly RegExp[] = [
  // Of `returned once it is done` nobody knows how often.
  new RegExp(
    String.raw`\b${SHOWN} (?:to you )?(?:only|just|exactly|this) (?:this )?once(?=$|[,:()]| and\b)`,
    'i',
  ),
  new RegExp(String.raw`\b(?:only|just) (?:ever )?${SHOWN} (?:this )?once(?=$|[,:()]| and\b)`, 'i'),
  new RegExp(
    String.raw`\b(?:only|just) (?:ever )?${SHOWN} (?:(?:at|on|upon|during) (?:its )?creation|when (?:it is )?created|here|in this (?:answer|response))\b`,
    'i',
  ),
  new RegExp(String.raw`\b(?:never|not) (?:be )?${SHOWN} again\b`, 'i'),
  new RegExp(
    String.raw`\b(?:cannot|can not|cant|can never) be (?:read|${SHOWN}|retrieved|recovered) (?:again|later|afterwards)\b`,
    'i',
  ),
];
const OPEN = /\b(?:may|might|could|should|unless|if|until|by default)\b/i;

function saysOnce(sentence: string): boolean {
  return !OPEN.test(sentence) && ONCE.some((form) => form.test(sentence));
}

function isText(member: Schema, root: Schema): boolean {
  return [...allowedTypes(scalarKeywords(member, root))].join() === 'string';
}

/** True for a sentence that has all words of a name, one behind the other. */
function names(sentence: string, member: string): boolean {
  return ` ${wordsOfName(sentence).join(' ')} `.includes(` ${wordsOfName(member).join(' ')} `);
}

/**
 * The members that a creation answers with and that are shown this once, by the words of the document: what the service gives, and no
 * other answer is described to have to show. One schema may stand for all answers.
 */
export const shownOnce: (resource: Resource) => readonly string[] = onceFor((resource: Resource) => {
  const { create, read, entries } = resource;
  const shown = shownBy(create, resource);
  const later = [shownBy(read, resource), entries?.schema].filter((one) => one !== undefined);
  if (create === undefined || shown === undefined || later.length === 0) return [];
  const others = new Set([
    ...schemaMembers(sentSchemaOf(create) ?? true).properties.keys(),
    ...later.flatMap((one) => [...schemaMembers(one).required]),
  ]);
  const successes = create.responses.filter(({ status }) => status.startsWith('2'));
  const told = [create.description, ...successes.map(({ description }) => description)]
    .flatMap((text) => sentencesOf(text ?? ''))
    .filter(saysOnce);
  return [...schemaMembers(shown).properties].flatMap(([name, member]) => {
    if (others.has(name) || name === resource.identity || !isText(member, shown)) return [];
    const own = sentencesOf(textOf(mergedKeywords(member, shown), 'description') ?? '');
    return own.some(saysOnce) || told.some((sentence) => names(sentence, name)) ? [name] : [];
  });
});
