import { describe, expect, test } from 'vitest';
import { wordsOf } from './token-command.ts';

describe('--token-command', () => {
  test.each<readonly [string, readonly string[] | undefined]>([
    ['vault read -field=token "secret/my key"', ['vault', 'read', '-field=token', 'secret/my key']],
    [String.raw`a\ b 'c "d"' e"f g"`, ['a b', 'c "d"', 'ef g']],
    ['open "quote', undefined],
    ['  ', undefined],
  ])('wordsOf() splits %s', (command, words) => {
    expect(wordsOf(command)).toEqual(words);
  });
});
