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
