import { describe, expect, test } from 'vitest';
import { shellWords, wordsOf } from './token-command.ts';

describe('--token-command', () => {
  test('shellWords() takes the shell of the system', () => {
    expect(shellWords('a | b', 'linux', {})).toEqual(['/bin/sh', '-c', 'a | b']);
    expect(shellWords('a | b', 'win32', { ComSpec: String.raw`C:\Windows\cmd.exe` })).toEqual([
      String.raw`C:\Windows\cmd.exe`,
      '/d',
      '/s',
      '/c',
      '"a | b"',
    ]);
  });

  test.each<readonly [string, readonly string[] | undefined]>([
    ['vault read -field=token "secret/my key"', ['vault', 'read', '-field=token', 'secret/my key']],
    [String.raw`a\ b 'c "d"' e"f g"`, ['a b', 'c "d"', 'ef g']],
    ['open "quote', undefined],
    ['  ', undefined],
  ])('wordsOf() splits %s', (command, words) => {
    expect(wordsOf(command)).toEqual(words);
  });
});
