import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../schema/keywords.ts';
import type { Parameter } from '../../model.ts';
import { placedMembers } from './member-places.ts';
import { mannerOf, soughtAnywhere, soughtMembers } from './sought-texts.ts';

const TEXT: Schema = { type: 'string' };
const ENTRY: Schema = {
  type: 'object',
  properties: {
    reference: TEXT,
    displayName: TEXT,
    first_name: TEXT,
    last_name: TEXT,
    recipient: { type: 'object', properties: { name: TEXT, age: { type: 'integer' } } },
    sender: { $ref: '#/$defs/Person' },
  },
  $defs: { Person: { type: 'object', properties: { name: TEXT } } },
};

function search(description: string): Parameter {
  const sent = { style: 'form', explode: true, examples: [] } as const;
  return { name: 'q', in: 'query', required: false, schema: TEXT, description, ...sent };
}

describe('soughtMembers() reads where a text is looked for', () => {
  test.each([
    ['Part of the reference', 'reference'],
    ['Part of the reference, letter case does not matter', 'reference'],
    ['Part of the reference (case is ignored)', 'reference'],
    [
      "Only parcels with this text in the recipient's name or in the reference, in any case",
      'recipient.name reference',
    ],
    [
      'Search in the name of the recipient, the name of the sender and the display name',
      'recipient.name sender.name displayName',
    ],
    ['Full-text search in reference (case-insensitive)', 'reference'],
    ['Filters by `displayName`.', 'displayName'],
    ['Text that the reference contains, in any letter case.', 'reference'],
    ["Search by recipient's name", 'recipient.name'],
    ['Searches reference and display name, case-insensitively', 'reference displayName'],
    ['Matches the reference or the display name', 'reference displayName'],
    ['Part of the first or the last name, without regard to case', 'first_name last_name'],
    ['Search in first or last name', 'first_name last_name'],
    ['Part of the nick or the last name', ''],
    ['Search term', ''],
    ['Search parcels', ''],
    ['Only parcels whose reference has this text, whatever its case.', 'reference'],
    ['The text to look for in references, regardless of their case.', 'reference'],
    // Of several names nobody knows which one is meant, of an age no text is looked for.
    ['Search by name', ''],
    ["Search by recipient's age", ''],
    ['Search in the reference, the notes and the display name', ''],
    ['Search by reference/display name', 'reference displayName'],
    ['What to search for', ''],
  ])('%s', (description, told) => {
    const found = soughtMembers(search(description), placedMembers(ENTRY));
    expect(found.map(({ member, within }) => [within, member].filter(Boolean).join('.')).join(' ')).toBe(
      told,
    );
  });
});

describe('mannerOf() reads how', () => {
  test.each([
    ['Part of the name', false, true],
    ['Part of the name, letter case does not matter', true, true],
    ['Part of the name, no matter the case', true, true],
    ['Part of the name, without regard to case', true, true],
    ['Part of the name, in the case at hand', false, true],
    ['Name contains this (case insensitive)', true, true],
    ['With this text in the name, in upper or lower case', true, true],
    ['Search by name, ignoring case', true, false],
    ['Text that the name contains (in the language asked for), in any letter case.', true, true],
    ['Only parcels whose reference has this text, whatever its case.', true, true],
    ['The text to look for in references, regardless of their case.', true, true],
    ['Names that start with it, or with part of it', false, false],
    ['Name', false, false],
    ['The name. It may contain letters and digits', false, false],
    ['The group that they are part of', false, false],
    ['The name; in any case the list is sorted', false, false],
    ['The name, which is not case-insensitive', false, false],
  ])('%s', (description, anyCase, inside) => {
    expect(mannerOf({ description })).toEqual({ anyCase, ownCase: false, inside });
  });

  test.each([
    ['Only guests with exactly this mail (case-sensitive).', true],
    ['The name. Case-sensitive.', true],
    ['The name, which is not case-sensitive', false],
    ['The name; a search may be case-sensitive', false],
  ])('%s', (description, ownCase) => {
    expect(mannerOf({ description }).ownCase).toBe(ownCase);
  });
});

describe('soughtAnywhere() finds a text that is looked for, wherever it may stand', () => {
  test.each([
    ['A search term.', true],
    ['Search query (minimum 2 characters)', true],
    ['Full-text search, ordered by relevance', true],
    ['Search by name/email/phone', true],
    ['What to look for', true],
    ['Looks for parcels', true],
    ['Search query for text or semantic search', false],
    ['Search expression, such as status:open', false],
    ['Finds what is similar', false],
    ['Query', false],
    ['', false],
  ])('%s', (description, isOne) => {
    expect(soughtAnywhere(search(description), placedMembers(ENTRY), '') !== undefined).toBe(isOne);
  });

  test.each([
    ['search', 'Lists parcels, with filters and pages', true],
    ['keyword', 'Search parcels', true],
    ['q', 'Search parcels', false],
    ['search', 'Lists parcels', false],
    ['search', 'Semantic search in parcels', false],
  ])('%s without words, of a list that says: %s', (name, said, isOne) => {
    const parameter = { ...search(''), name };
    expect(soughtAnywhere(parameter, placedMembers(ENTRY), said) !== undefined).toBe(isOne);
  });

  test('of a parameter that is called otherwise nobody knows', () => {
    const parameter = { ...search('A search term.'), name: 'taxonomy' };
    expect(soughtAnywhere(parameter, placedMembers(ENTRY), '')).toBeUndefined();
  });
});
