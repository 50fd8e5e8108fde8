import { describe, expect, test } from 'vitest';
import { parseTargetUrl } from './parse-target-url.ts';

describe('parseTargetUrl()', () => {
  test.each([
    ['https://api.example.com/v1', 'https://api.example.com/v1'],
    ['https://api.example.com/v1/', 'https://api.example.com/v1'],
    ['http://localhost:4010', 'http://localhost:4010'],
    [' http://localhost:4010/ ', 'http://localhost:4010'],
    ['HTTP://[::1]:80/V1//', 'http://[::1]/V1'],
    ['https://h/a@b', 'https://h/a@b'],
  ])('parseTargetUrl() reads %s', (text, url) => {
    expect(parseTargetUrl(text, '--url')).toBe(url);
  });

  test.each([
    [
      'localhost:4010/v1',
      'cannot use --url "localhost:4010/v1": it is no http or https address; did you mean "http://localhost:4010/v1"?',
    ],
    ['api.example.com', 'did you mean "http://api.example.com"?'],
    [
      'ftp://h/v1',
      'cannot use --url "ftp://h/v1": it is no http or https address; give the base address, for example https://api.example.com/v1',
    ],
    ['file:///etc/passwd', 'it is no http or https address'],
    ['/v1', 'it is no http or https address'],
    ['', 'cannot use --url "": it is no http or https address'],
    ['http://', 'it is no http or https address'],
    ['http://h:99999/', 'it is no http or https address'],
    ['https://h/v1?a=b', 'a base address has no query and no fragment; give "https://h/v1"'],
    ['https://h/v1?', 'a base address has no query and no fragment'],
    ['https://h/v1#x', 'a base address has no query and no fragment'],
  ])('parseTargetUrl() refuses "%s" and says what is right', (text, message) => {
    expect(() => parseTargetUrl(text, '--url')).toThrow(message);
  });

  test.each([
    'https://user:SECRET@h/v1',
    'https://SECRET@h/v1',
    'http:SECRET@h',
    ' https://u:SECRET@h/',
    'ftp://u:SECRET@h',
  ])('parseTargetUrl() refuses credentials without showing them, in %s', (text) => {
    expect(() => parseTargetUrl(text, 'ASSAY_URL')).toThrow(
      /^cannot use ASSAY_URL: the address holds credentials; (?!.*SECRET)/,
    );
  });
});
