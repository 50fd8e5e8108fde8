import { plainName, wordsOfName } from '../../names.ts';
import { allowedTypes } from '../../../schema/keywords.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import type { Parameter } from '../../model.ts';
import { isNumeric } from './bound-names.ts';
import type { PlacedMember } from './member-places.ts';

/** Switches that ask for what has some of an amount: `inStock`, of entries that show a `stock`. */

const OF: ReadonlySet<string> = new Set(['in', 'has', 'have', 'having']);
/** What may be had although there is none of it, or may not although there is. */
const BESIDES = /\b(?:back-?orders?|pre-?orders?|reserv\w+|or|incoming|available|unless|except)\b/i;

/** The number that a switch is about: its name is that of the number behind a word for having it, and its description speaks of it. */
export function amountSwitched(
  { name, description = '', schema }: Parameter,
  members: readonly PlacedMember[],
): PlacedMember | undefined {
  const [first = '', ...others] = wordsOfName(name);
  const types = [...allowedTypes(scalarKeywords(schema))].filter((type) => type !== 'null');
  if (!OF.has(first) || others.length === 0 || types.join() !== 'boolean') return undefined;
  const isSaid = wordsOfName(description).join(' ').includes(others.join(' ')) && !BESIDES.test(description);
  return members.find(({ member, schema: shown, root }) => {
    const own = [...allowedTypes(scalarKeywords(shown, root))].filter((type) => type !== 'null');
    return isSaid && plainName(member) === others.join('') && isNumeric(own);
  });
}
