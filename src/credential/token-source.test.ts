import { describe, expect, test } from 'vitest';
import { readToken, type Token, TokenSource } from './token-source.ts';

function sourceOf(
  lastsS: number | undefined,
  tokens: readonly string[],
): {
  readonly source: TokenSource;
  readonly later: (ms: number) => void;
} {
  let nowMs = 0;
  const left = [...tokens];
  const obtain = (): Promise<Token> => {
    const text = left.shift();
    return text === undefined ? Promise.reject(new Error('none')) : Promise.resolve({ text, lastsS });
  };
  const source = new TokenSource({ text: 'first', lastsS }, obtain, { now: () => nowMs });
  return { source, later: (ms) => void (nowMs += ms) };
}

describe('TokenSource', () => {
  test('renew() gets another token shortly before the one that is there runs out', async () => {
    const { source, later } = sourceOf(60, ['second']);
    expect(await source.renew('in time')).toBe(false);
    later(49_000);
    expect(await source.renew('in time')).toBe(false);
    later(1_500);
    expect(await source.renew('in time')).toBe(true);
    expect(source.text).toBe('second');
    expect(await source.renew('in time')).toBe(false);
  });

  test('renew() keeps the token where no other is to be had', async () => {
    const { source, later } = sourceOf(60, []);
    later(60_000);
    expect(await source.renew('in time')).toBe(false);
    expect(source.text).toBe('first');
  });

  test('renew() asks three times at most for tokens that are refused', async () => {
    const { source } = sourceOf(undefined, ['a', 'b', 'c', 'd']);
    const seen: boolean[] = [];
    for (let tries = 0; tries < 5; tries += 1) seen.push(await source.renew('refused'));
    expect(seen).toEqual([true, true, true, false, false]);
    expect(source.text).toBe('c');
  });

  test('renew() asks once for requests at the same time', async () => {
    const { source } = sourceOf(undefined, ['a', 'b']);
    expect(await Promise.all([source.renew('refused'), source.renew('refused')])).toEqual([true, true]);
    expect(source.text).toBe('a');
  });
});

describe('what a command prints', () => {
  test.each<readonly [string, string, unknown]>([
    ['a token alone', 'abc\n', { text: 'abc', lastsS: undefined }],
    [
      'an answer of a token endpoint',
      '{"access_token": "abc", "expires_in": 60}',
      { text: 'abc', lastsS: 60 },
    ],
    ['a lifetime as text', '{"access_token": "abc", "expires_in": "60"}', { text: 'abc', lastsS: 60 }],
    ['two words', 'not found', undefined],
    ['nothing', ' \n', undefined],
    ['JSON without a token', '{"error": "x"}', undefined],
    ['broken JSON', '{"access_token": ', undefined],
  ])('readToken() takes %s', (_what, output, token) => {
    expect(readToken(output)).toEqual(token);
  });
});
