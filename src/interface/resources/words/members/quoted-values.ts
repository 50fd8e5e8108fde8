import { plainName } from '../../../names.ts';
import type { Keywords } from '../../../../schema/keywords.ts';

/** Values of a text that no keyword lists, and its description quotes (`Valid values are "enc" and "sig"`). */

const QUOTED = /["'`“‘]([A-Za-z0-9][\w./:+-]{0,39})["'`”’]/g;
export const MOST_DESCRIBED = 2_000;
const OF_MANY = /\be\.\s?g\.|\b(?:for (?:example|instance)|such as|examples?|like)\b/i;

/** The words that the description of a text quotes: most likely values of it. One alone may be anything. */
export function describedValues(name: string, member: Keywords): readonly string[] {
  const { description } = member;
  const types = Array.isArray(member.type) ? member.type : [member.type];
  if (typeof description !== 'string' || !types.includes('string')) return [];
  const quoted = [...description.slice(0, MOST_DESCRIBED).matchAll(QUOTED)].flatMap(([, word]) => word ?? []);
  const values = [...new Set(quoted)].filter((word) => plainName(word) !== plainName(name));
  return values.length < 2 ? [] : values;
}

/** True for a value that may be none for a service: words quote several of a text, not as examples, and this is another one. */
export function isBesideDescribed(name: string, member: Keywords, value: unknown): boolean {
  const { description } = member;
  if (typeof value !== 'string' || typeof description !== 'string' || member.enum !== undefined) return false;
  const values = describedValues(name, member);
  return values.length > 0 && !values.includes(value) && !OF_MANY.test(description.slice(0, MOST_DESCRIBED));
}

/** What says of the words behind it that they are all that there are. */
const LEADS =
  /\b(?:one of|either|(?:valid|allowed|possible|accepted|permitted|supported|available) (?:values?|options|choices|status(?:es)?|states|types|roles|kinds|levels)|(?:can|may|must|should|has to) be)\b/i;
const TURNED = /\b(?:not|never|nor|no|except|than|unless|without|cannot)\b|n['’]t\b/i;
/** With these a document says itself which texts there are. */
const LISTED = ['enum', 'const', 'format', 'pattern'];

/**
 * The values of a text of which a sentence of its description says that it is one of them (``One of `open` and `done` ``): the same as if they
 * were listed, but that none is broken by another one.
 */
export function toldChoices(name: string, member: Keywords): readonly string[] {
  const { description, type } = member;
  const isText = [type ?? []].flat().every((one) => one === 'string' || one === 'null');
  if (typeof description !== 'string' || type === undefined || !isText) return [];
  if (LISTED.some((keyword) => Object.hasOwn(member, keyword))) return [];
  for (const sentence of description.slice(0, MOST_DESCRIBED).split(/[.!;](?:\s|$)|\n/)) {
    const lead = LEADS.exec(sentence);
    if (lead === null || OF_MANY.test(sentence) || TURNED.test(sentence)) continue;
    const behind = sentence.slice(lead.index + lead[0].length);
    const values = describedValues(name, { type: 'string', description: behind });
    if (values.length > 0) return values;
  }
  return [];
}
