import fc from 'fast-check';
import { listOf } from '../../../json/value.ts';
import { validatorOf } from '../../../oracle/contract.ts';
import type { Keywords, Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { subschema } from '../../../schema/resolve.ts';
import { sampleOne } from '../../../system/seeded.ts';

/** Codes that a document shows by an example alone (`sku: TEA-0042`): which form they have stands in no schema. */

const FORMS: readonly string[] = ['enum', 'const', 'format'];
const DAY = /^\d{4}-\d\d-\d\d/;

/** A code as people give them to parts, accounts and rooms: `TEA-0042`, `EUR`, `B12`. */
const CODE = /^[A-Z0-9][A-Z0-9._:/-]*$/;

/** The code that the document shows of a text, whatever its schema says; `undefined` where it shows none. */
export function shownCode(keywords: Keywords): string | undefined {
  if (FORMS.some((form) => Object.hasOwn(keywords, form))) return undefined;
  const shown = keywords['example'] ?? listOf(keywords['examples'])[0];
  return typeof shown === 'string' && CODE.test(shown) && !DAY.test(shown) ? shown : undefined;
}

/** The members of an object that the document shows as codes, with those. */
export function shownCodes(schema: Schema): ReadonlyMap<string, string> {
  const codes = [...schemaMembers(schema).properties].flatMap(
    ([name, member]): (readonly [string, string])[] => {
      const shown = shownCode(mergedKeywords(member, schema));
      const isValid = shown !== undefined && validatorOf(subschema(schema, member))(shown).length === 0;
      return isValid ? [[name, shown]] : [];
    },
  );
  return new Map(codes);
}

/** A text with the kind of each of its characters. */
function shapeOf(text: string): string {
  return text
    .replaceAll(/\p{Nd}/gu, '0')
    .replaceAll(/\p{Lu}/gu, 'A')
    .replaceAll(/\p{Ll}/gu, 'a');
}

/** True for texts with characters of the same kinds at the same places. */
export function isOfShape(text: string, example: string): boolean {
  return shapeOf(text) === shapeOf(example);
}

function fromFirst(first: string, step: number): string {
  return String.fromCodePoint((first.codePointAt(0) ?? 0) + step);
}

/** Another text of the same shape: with other digits, and with other letters where that is asked for. `label` tells one from another. */
export function reshaped(text: string, seed: number, label: string, withLetters = false): string {
  const drawn = fc.array(fc.nat({ max: 25 }), { minLength: text.length, maxLength: text.length });
  const steps = sampleOne(drawn, seed, label);
  return text.replaceAll(/[0-9A-Za-z]/g, (character, at: number) => {
    const step = steps[at] ?? 0;
    if (/[0-9]/.test(character)) return fromFirst('0', step % 10);
    if (!withLetters) return character;
    return fromFirst(/[A-Z]/.test(character) ? 'A' : 'a', step);
  });
}
