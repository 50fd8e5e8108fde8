import { describe, expect, test } from 'vitest';
import { loadOnce } from '../../../../../test/specs/load-files.ts';
import type { Operation } from '../../../model.ts';
import { bookedFrom, isToldWithin, uniqueMembers } from './told-unique.ts';

async function creation(
  conflict: string,
  email = 'Where letters go',
  status = '409',
  words = '',
  third = 'colour',
): Promise<Operation> {
  const schema = (readOnly: string): string =>
    `{ type: object, properties: { email: { type: string, description: ${JSON.stringify(email)} }, nickName: { type: string${readOnly} }, ${third}: { type: string } } }`;
  const result = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: People, version: '1' }
paths:
  /people:
    post:
      description: ${JSON.stringify(words)}
      requestBody: { content: { application/json: { schema: ${schema('')} } } }
      responses:
        '201': { description: Made, content: { application/json: { schema: ${schema('')} } } }
        '${status}': { description: ${JSON.stringify(conflict)} }
`,
  });
  if (result.kind === 'broken') throw new Error(result.problem.problem);
  const [create] = result.interface.operations;
  if (create === undefined) throw new Error('There is no operation.');
  return create;
}

async function toldIn(
  conflict: string,
  email = 'Where letters go',
  status = '409',
  words = '',
): Promise<readonly string[]> {
  const create = await creation(conflict, email, status, words);
  const body = {
    type: 'object',
    properties: { email: { type: 'string', description: email }, nickName: {} },
  };
  return uniqueMembers(create, body, body);
}

test.each([
  'The email is already taken.',
  'Email already exists',
  'Email already registered',
  'The `email` address is already in use by another person',
  'A person with this email already exists.',
  'There is one with this email.',
  'The request conflicts. An account with the same email exists already.',
  'Duplicate email',
  'Email taken',
  'The email is in use in this company',
  'Email exists in the company',
  'The email must be unique.',
  'Another person has this email address.',
  'Some other person already uses the same email',
])('uniqueMembers() reads "%s"', async (words) => {
  expect(await toldIn(words)).toEqual(['email']);
});

test.each([
  ['Email or nick name already exists', 'password', ['email', 'nickName']],
  ['The nick name or the email address is already taken.', 'password', ['email', 'nickName']],
  ['Email or nick name already exists', 'colour', []],
  ['Email or phone already exists', 'password', []],
  ['Email or nick name already exists if any', 'password', []],
])('uniqueMembers() reads "%s" of people with a %s: %j', async (words, third, names) => {
  const create = await creation(words, undefined, undefined, undefined, third);
  const body = { type: 'object', properties: { email: {}, nickName: {}, [third]: {} } };
  expect(uniqueMembers(create, body, body)).toEqual(names);
});

test.each([
  'Conflict',
  'The person already exists.',
  'The email is already taken or the name is too long.',
  'The email may already be taken.',
  'The person is already registered',
  'An email was sent already',
  'The person was changed meanwhile',
  'The phone is already taken',
  'Another person has this email or is away',
  'Another request has the same email for a while',
])('uniqueMembers() makes nothing of "%s"', async (words) => {
  expect(await toldIn(words)).toEqual([]);
});

test.each([
  ['Has to be unique.', ['email']],
  ['Where letters go. Unique within the club.', ['email']],
  ['Where letters go. No two people have the same one.', ['email']],
  ['Has to be unique within the club.', ['email']],
  ['Unique for each nickName', []],
  ['Unique or empty', []],
  ['A universally unique word', []],
])('uniqueMembers() reads of a member "%s": %j', async (words, names) => {
  expect(await toldIn('Conflict', words)).toEqual(names);
});

test.each(['409', '422', '400'])('uniqueMembers() reads a refusal with %s', async (status) => {
  expect(await toldIn('The email is already taken.', 'Where letters go', status)).toEqual(['email']);
  expect(await toldIn('No.', 'Has to be unique within the club.', status)).toEqual(['email']);
});

test('uniqueMembers() says nothing where no such refusal is documented', async () => {
  expect(await toldIn('The email is already taken.', 'Has to be unique.', '403')).toEqual([]);
});

test.each([
  [
    'Adds one. The email must be unique within the club, without regard to case; others are refused.',
    ['email'],
  ],
  ['Adds one. Emails are unique among your people (409).', ['email']],
  ['Adds one. The email must not be in use by another person of yours (409).', ['email']],
  ['Adds one. The email, if any, must be unique among your people.', ['email']],
  ['Adds one. The email must be unique (409).', ['email']],
  ['Adds one. The email must not be in use, otherwise 409.', ['email']],
  ['Adds one. The email must not be used (400).', ['email']],
  ['Adds one. The email of a person must be unique within the club, otherwise 409 is returned.', ['email']],
  ['Adds one. An `email` can be used only once in an account; a second one is refused.', ['email']],
  ['Adds one. An email is given once in a club; a second person with it is refused with 409.', ['email']],
  ['Adds one. An email that another person has is refused with 409.', ['email']],
  ['Adds one. A second person with the same email is refused with 409.', ['email']],
  ['Adds one. An email is given once in a club.', []],
  ['Adds one. An email is sent once to a person; a second person with it is refused with 409.', []],
  ['Adds one. An e-mail address can be added to a club only once (409).', ['email']],
  ['Adds one. An email can be used only once per day.', []],
  ['Adds one. An email can be used once.', []],
  ['Adds one. The owner of the email must be unique (409).', []],
  ['Adds one. The email must not be used.', []],
  ['Adds one. The email must be unique if the person is an adult.', []],
  ['Adds one. The email should be unique.', []],
])('uniqueMembers() reads of an operation "%s": %j', async (words, names) => {
  expect(await toldIn('No', 'Where letters go', '422', words)).toEqual(names);
});

test('uniqueMembers() reads names of several words', async () => {
  expect(await toldIn('The nick name is already taken.')).toEqual(['nickName']);
});

describe('uniqueMembers() reads a refusal', () => {
  const DAY = { type: 'string', format: 'date' };
  const create = async (words: string): Promise<Operation> => {
    return { ...(await creation(words)), path: '/hotels/{hotelId}/rooms' };
  };

  test('of a member with the name of what it is of', async () => {
    const body = { type: 'object', properties: { number: { type: 'string' } } };
    expect(uniqueMembers(await create('Room number exists in this hotel'), body, body)).toEqual(['number']);
  });

  test('and not of what is taken for a time', async () => {
    const body = { type: 'object', properties: { number: { type: 'string' }, from: DAY, to: DAY } };
    expect(uniqueMembers(await create('The number is taken'), body, body)).toEqual([]);
  });
});

test.each([
  ['Email exists in this company', true],
  ['The email is already in use in your company', true],
  ['The email is already taken', false],
  ['Another person has this email', false],
  ['It is in the archive', false],
])('isToldWithin() of "%s": %s', async (words, isOne) => {
  expect(isToldWithin(await creation(words))).toBe(isOne);
});

test.each([
  ['The room already has a booking at that time', 'starts'],
  ['The room is already booked for the given period.', 'starts'],
  ['The room may already have a booking at that time', undefined],
  ['The room already has a booking', undefined],
  ['The room is closed, or is booked at that time', undefined],
])('bookedFrom() reads "%s": %s', async (words, name) => {
  const create = await creation(words);
  const moment = { type: 'string', format: 'date-time' };
  const body = {
    type: 'object',
    required: ['room', 'starts', 'ends'],
    properties: { room: { type: 'string' }, starts: moment, ends: moment, remindedAt: moment },
  };
  expect(bookedFrom(create, body)).toBe(name);
  expect(bookedFrom(create, { ...body, required: ['room', 'remindedAt', 'ends'] })).toBeUndefined();
});
