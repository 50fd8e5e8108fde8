import { describe, expect, test } from 'vitest';
import { parseChallenges } from './challenge.ts';

describe('parseChallenges()', () => {
  test.each<[readonly string[], readonly string[]]>([
    [[], []],
    [[''], []],
    [['Bearer'], ['Bearer']],
    [['bearer realm="a, b\\", Basic"'], ['bearer']],
    [['Basic realm="x", charset="UTF-8", Bearer error=invalid_token , scope = "a b"'], ['Basic', 'Bearer']],
    [['Negotiate, NTLM'], ['Negotiate', 'NTLM']],
    [['Negotiate abc123==, Bearer'], ['Negotiate', 'Bearer']],
    [
      ['Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"'],
      ['Newauth', 'Basic'],
    ],
    [
      ['Basic realm=x', 'Bearer'],
      ['Basic', 'Bearer'],
    ],
    [[', ,Bearer,,Basic realm=a, ,'], ['Bearer', 'Basic']],
    [['Bearer  realm=x'], ['Bearer']],
    [['Bearer padded='], ['Bearer']],
  ])('gives the schemes, when the lines are %j', (lines, schemes) => {
    expect(parseChallenges(lines)?.map(({ scheme }) => scheme)).toEqual(schemes);
  });

  test.each([
    'realm="x"',
    'Bearer, realm="x"',
    'Bearer realm=,x=',
    'Bearer realm="x',
    'Bearer realm="x" error=y',
    'Bearer realm="x"; error="y"',
    'Bearer "x"',
    '"Bearer"',
    'Bearer abc realm=x',
    'Bearer\u0001',
    'Bearer: x',
  ])('gives nothing, when the line is %j', (line) => {
    expect(parseChallenges([line])).toBeUndefined();
  });

  test('stays quick, when the line is long and broken', () => {
    expect(parseChallenges([`${'a '.repeat(30_000)}"`])).toBeUndefined();
    expect(parseChallenges([`Bearer x="${'\\a'.repeat(30_000)}`])).toBeUndefined();
  });
});
