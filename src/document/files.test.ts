import { posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isInside, shownPath } from './files.ts';

describe('paths of Windows', () => {
  test.each<readonly [path: string, cwd: string, shown: string]>([
    [String.raw`C:\work\api\openapi.yaml`, String.raw`C:\work`, String.raw`api\openapi.yaml`],
    [String.raw`c:\WORK\openapi.yaml`, String.raw`C:\work`, 'openapi.yaml'],
    [String.raw`D:\api\openapi.yaml`, String.raw`C:\work`, String.raw`D:\api\openapi.yaml`],
    [String.raw`\\server\share\a.yaml`, String.raw`C:\work`, String.raw`\\server\share\a.yaml`],
    [String.raw`C:\other\a.yaml`, String.raw`C:\work`, String.raw`C:\other\a.yaml`],
  ])('shownPath() shows %s from %s as a reader there writes it', (path, cwd, shown) => {
    expect(shownPath(path, cwd, win32)).toBe(shown);
  });

  test.each<readonly [directory: string, path: string, inside: boolean]>([
    [String.raw`C:\work`, String.raw`C:\work\a\b.yaml`, true],
    [String.raw`C:\work`, String.raw`c:\Work\b.yaml`, true],
    [String.raw`C:\work`, String.raw`C:\workshop\b.yaml`, false],
    [String.raw`C:\work`, String.raw`D:\work\b.yaml`, false],
    [String.raw`C:\work`, String.raw`C:\work\..\b.yaml`, false],
    [String.raw`C:\work`, String.raw`C:\work\..b.yaml`, true],
  ])('isInside() of %s and %s is %s', (directory, path, inside) => {
    expect(isInside(directory, path, win32)).toBe(inside);
  });

  test('the same by the rules of other systems', () => {
    expect(isInside('/project', '/project/a', posix)).toBe(true);
    expect(isInside('/project', '/projects', posix)).toBe(false);
    expect(shownPath('/project/a', '/project', posix)).toBe('a');
  });
});
