import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { errnoOf, errnoText } from './errno.ts';

function caught(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test.each<readonly [string, unknown, string | undefined, string]>([
  ['a missing file', caught(() => readFileSync('/nowhere/at/all')), 'ENOENT', 'ENOENT'],
  ['a folder', caught(() => readFileSync('/')), 'EISDIR', 'EISDIR'],
  [
    'several at once',
    new AggregateError([caught(() => readFileSync('/nowhere/at/all'))]),
    'ENOENT',
    'ENOENT',
  ],
  ['what has a number for a code', new DOMException('it ended', 'AbortError'), undefined, 'it ended'],
  ['another error', new TypeError('no'), undefined, 'no'],
  ['no error', 'text', undefined, 'text'],
])('errnoOf() and errnoText() name %s', (_name, error, code, text) => {
  expect(errnoOf(error)).toBe(code);
  expect(errnoText(error)).toBe(text);
});

test('errnoOf() names why nobody answers, whichever of the addresses of a host was tried', async () => {
  const closed = 9;
  const error = await new Promise<unknown>((resolve) => {
    connect({ host: 'localhost', port: closed }).on('error', resolve);
  });
  expect(errnoOf(error)).toBe('ECONNREFUSED');
});
