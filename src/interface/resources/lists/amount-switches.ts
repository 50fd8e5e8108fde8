import { plainName, singularOf, wordsOfName } from '../../names.ts';
import { allowedTypes, type Schema } from '../../../schema/keywords.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import type { Parameter } from '../../model.ts';
import { isNumeric } from './bound-names.ts';
import type { PlacedMember } from './member-places.ts';
import { narrowsAlone } from './switch-words.ts';

/** Switches that ask for what has some of an amount (`inStock`, of entries that show a `stock`), or a flag (`favourites_only`, of `is_favourite`). */

const OF: ReadonlySet<string> = new Set(['in', 'has', 'have', 'having']);
/** What may be had although there is none of it, or may not although there is. */
const BESIDES = /\b(?:back-?orders?|pre-?orders?|reserv\w+|or|incoming|available|unless|except)\b/i;

/** The number that a switch is about: its name is that of the number behind a word for having it, and its description speaks of it. */
export function amountSwitched(
  { name, description = '', schema }: Parameter,
  members: readonly PlacedMember[],
): PlacedMember | undefined {
  const [first = '', ...others] = wordsOfName(name);
  if (!OF.has(first) || others.length === 0 || !isFlag(schema)) return undefined;
  const isSaid = wordsOfName(description).join(' ').includes(others.join(' ')) && !BESIDES.test(description);
  return members.find(({ member, schema: shown, root }) => {
    const own = [...allowedTypes(scalarKeywords(shown, root))].filter((type) => type !== 'null');
    return isSaid && plainName(member) === others.join('') && isNumeric(own);
  });
}

/** True for a switch that by its name leaves out all others: `favourites_only`, `onlyActive`. */
export function isCalledOnly({ name }: Parameter): boolean {
  const words = wordsOfName(name);
  return words.length > 1 && (words[0] === 'only' || words.at(-1) === 'only');
}

function isFlag(schema: Schema, root?: Schema): boolean {
  const types = [...allowedTypes(scalarKeywords(schema, root))].filter((type) => type !== 'null');
  return types.join() === 'boolean';
}

/** The flag that such a switch is about, where its description says of it as well that it shows those alone. */
export function flagSwitched(
  parameter: Parameter,
  members: readonly PlacedMember[],
): PlacedMember | undefined {
  if (!isCalledOnly(parameter) || !narrowsAlone(parameter) || !isFlag(parameter.schema)) return undefined;
  const named = wordsOfName(parameter.name).filter((word) => word !== 'only');
  return members.find(({ member, schema, root }) => {
    const words = wordsOfName(member);
    const own = words[0] === 'is' ? words.slice(1) : words;
    return isFlag(schema, root) && own.map(singularOf).join('') === named.map(singularOf).join('');
  });
}
