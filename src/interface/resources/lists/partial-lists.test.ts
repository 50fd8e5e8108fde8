import { expect, test } from 'vitest';
import { saysOfSome } from './partial-lists.ts';

const list = (description: string, path = '/messages', id = 'list') => ({ id, path, description });

test.each([
  ['List messages in the inbox', '/messages'],
  ['Messages received by the user who asks', '/messages'],
  ['Returns the upcoming public events.', '/events'],
  ['All rooms that are currently free', '/rooms'],
  ['Get the documents shared with you', '/documents'],
  ['The latest 10 news items', '/news-items'],
  ['The books of other people', '/books'],
])('saysOfSome() reads of %j of %s that it has some of them', (words, path) => {
  expect(saysOfSome(list(words, path))).toBe(true);
});

test.each([
  ['List messages', '/messages'],
  ['All events', '/events'],
  ['The rooms of the hotel, latest first', '/rooms'],
  ['Returns all books. An open account is needed.', '/books'],
  ['Lists the documents of whoever asks, shared or not', '/documents'],
  ['Articles, sorted by how popular they are', '/articles'],
])('saysOfSome() does not read so of %j of %s', (words, path) => {
  expect(saysOfSome(list(words, path))).toBe(false);
});

test('the id of an operation says so too', () => {
  expect(saysOfSome(list('', '/events', 'listUpcomingEvents'))).toBe(true);
  expect(saysOfSome(list('', '/events', 'listEvents'))).toBe(false);
});
