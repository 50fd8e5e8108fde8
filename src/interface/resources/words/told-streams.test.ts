import { expect, test } from 'vitest';
import { saysEndless } from './told-streams.ts';

test.each([
  ['Receive notifications about the controller from HTTP stream.', true],
  ['Streams the events of a run as they come', true],
  ['Long-polls for the next message', true],
  ['Server-sent events of all jobs', true],
  ['Streams the file of a backup', false],
  ['All streams of the export', false],
  ['All notifications', false],
  [undefined, false],
])('saysEndless() of "%s" is %s', (description, isEndless) => {
  expect(saysEndless(description === undefined ? {} : { description })).toBe(isEndless);
});
