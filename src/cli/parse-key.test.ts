import { describe, expect, test } from 'vitest';
import { parseKey } from './parse-key.ts';

describe('parseKey()', () => {
  test.each(['k', 'abc.DEF-123_~+/==', 'user:pass word', 'clé'])('parseKey() takes "%s"', (key) => {
    expect(parseKey(key, '--key')).toBe(key);
  });

  test.each([
    ['', 'it is empty'],
    ['SECRET\n', 'white space or a line end around it'],
    [' SECRET', 'white space or a line end around it'],
    ['SEC\r\nRET: x', 'character 4 cannot stand in a header'],
    ['SEC\u0000RET', 'character 4 cannot stand in a header'],
    ['SECRET€', 'character 7 cannot stand in a header'],
    ['SECRET😀', 'character 7 cannot stand in a header'],
    ['SEC\u0085RET', 'character 4 cannot stand in a header'],
  ])('parseKey() refuses %j without showing it', (key, message) => {
    expect(() => parseKey(key, '--key')).toThrow(message);
    expect(() => parseKey(key, '--key')).toThrow(/^cannot use the key from --key: (?!.*(SEC|RET))/);
  });
});
