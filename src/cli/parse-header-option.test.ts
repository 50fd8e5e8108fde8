import { describe, expect, test } from 'vitest';
import { parseHeaderOption } from './parse-header-option.ts';

describe('parseHeaderOption()', () => {
  test.each([
    ['X-Environment: staging', ['X-Environment', 'staging']],
    ['X-A:1:2', ['X-A', '1:2']],
    ['X-Empty:', ['X-Empty', '']],
    ['cookie: a=b; c="d"', ['cookie', 'a=b; c="d"']],
  ])('parseHeaderOption() reads "%s"', (line, header) => {
    expect(parseHeaderOption(line)).toEqual(header);
  });

  test.each([
    ['no colon SECRET', 'there is no colon in it; write Name: value'],
    [': SECRET', '"": it is no field name'],
    ['X Y: SECRET', '"X Y": it is no field name'],
    ['X-A : SECRET', '"X-A ": it is no field name'],
    ['Authorization: Bearer SECRET', 'it carries the key; give the key by itself'],
    ['X-Api-Key: SECRET', 'it carries the key'],
    ['Host: SECRET', 'probes set this field themselves'],
    ['content-LENGTH: SECRET', 'probes set this field themselves'],
    ['X-A: SECRET\r\nX-B: 2', 'a character that no header can carry'],
    ['X-A: SECRET€', 'a character that no header can carry'],
  ])('parseHeaderOption() refuses %j without showing its value', (line, message) => {
    expect(() => parseHeaderOption(line, ['x-api-key'])).toThrow(message);
    expect(() => parseHeaderOption(line, ['x-api-key'])).toThrow(/^cannot use --header(?!.*SECRET)/);
  });
});
