import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sampleInterface } from '../../../test/samples/sample-interface.ts';
import type { TargetFlags } from '../options.ts';
import { parseHeaderOption, parseKey, parseTargetUrl, resolveTarget } from './resolve-target.ts';

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

const directory = mkdtempSync(join(tmpdir(), 'assay-target-'));
afterAll(() => rmSync(directory, { recursive: true }));
writeFileSync(join(directory, 'no.pem'), 'no certificate');

const document = sampleInterface({
  rateLimits: {
    status: 429,
    headers: { limit: undefined, remaining: undefined, reset: undefined, retryAfter: undefined },
    headersOn: 'always',
    resetForm: 'unix-seconds',
    plans: [
      { kind: 'fixed', id: 'small', title: 'Small', quotas: [] },
      { kind: 'custom', id: 'large', title: 'Large' },
    ],
    position: { file: 'openapi.yaml', line: 1 },
  },
});

function resolve(
  flags: TargetFlags,
  env: { readonly [name: string]: string } = {},
): ReturnType<typeof resolveTarget> {
  return resolveTarget(flags, { document, environment: (name) => env[name], cwd: directory });
}

const url = 'https://h/v1';

describe('resolveTarget()', () => {
  test('resolveTarget() leaves the address to the mock, when there is none', () => {
    expect(resolve({}, { ASSAY_KEY: 'k', HTTPS_PROXY: 'http://p' })).toEqual({
      url: undefined,
      starts: 'mock',
      key: undefined,
      plan: undefined,
      headers: [],
      timeoutMs: 10_000,
      tls: { insecure: false, ca: undefined },
      proxy: {},
    });
  });

  test('resolveTarget() starts plain Prism, when told so, whatever the environment says, and waits less for it', () => {
    const env = { ASSAY_URL: 'http://a/', ASSAY_KEY: 'k' };
    expect(resolve({ target: 'prism' }, env)).toMatchObject({
      url: undefined,
      starts: 'prism',
      key: undefined,
      timeoutMs: 2000,
    });
    expect(resolve({ target: 'prism', timeout: 50 }, env)).toMatchObject({ timeoutMs: 50 });
  });

  test('resolveTarget() takes the environment, and flags before it', () => {
    const env = {
      ASSAY_URL: 'http://e/v1',
      ASSAY_KEY: 'env-key',
      ASSAY_PLAN: 'LARGE',
      ASSAY_CONCURRENCY: '8',
      OTHER: 'other-key',
    };
    const fromEnvironment = { url: 'http://e/v1', key: 'env-key', plan: 'large', concurrency: 8 };
    expect(resolve({}, env)).toMatchObject(fromEnvironment);
    const flags = { url, key: 'flag-key', plan: 'Small', concurrency: 2 };
    expect(resolve(flags, env)).toMatchObject({ url, key: 'flag-key', plan: 'small', concurrency: 2 });
    expect(resolve({ keyEnv: 'OTHER' }, env)).toMatchObject({ key: 'other-key' });
  });

  test('resolveTarget() takes the key of another user as it takes the first one', () => {
    const env = { ASSAY_KEY: 'first', ASSAY_OTHER_KEY: 'from-env', SECOND: 'by-name' };
    expect(resolve({ url }, env)).toMatchObject({ key: 'first', otherKey: 'from-env' });
    expect(resolve({ url, otherKey: 'by-flag' }, env)).toMatchObject({ key: 'first', otherKey: 'by-flag' });
    expect(resolve({ url, otherKeyEnv: 'SECOND' }, env)).toMatchObject({ otherKey: 'by-name' });
    expect(resolve({ url }, { ASSAY_KEY: 'first' }).otherKey).toBeUndefined();
    expect(resolve({}, env).otherKey).toBeUndefined();
  });

  test('resolveTarget() passes on the settings of the proxy alone', () => {
    const env = { https_proxy: 'http://p:1', NO_PROXY: 'x', PATH: '/bin' };
    expect(resolve({ url }, env).proxy).toEqual({ https_proxy: 'http://p:1', NO_PROXY: 'x' });
  });

  test.each<readonly [string, TargetFlags, { readonly [name: string]: string }, string]>([
    [
      'an address in place of a name, with a key or without',
      { target: 'https://user:secret@127.0.0.1/v1', key: 'k' },
      {},
      'cannot use --target with an address: it takes the name of a target; give the address with --url',
    ],
    [
      'a key without an address',
      { key: 'k' },
      {},
      'cannot use --key without an address: the mock has keys of its own; give the address with --url',
    ],
    [
      'a key variable without an address',
      { keyEnv: 'K' },
      { K: 'k' },
      'cannot use --key-env without an address',
    ],
    [
      'a key variable that is not set',
      { url, keyEnv: 'K' },
      {},
      'cannot use --key-env "K": that variable is not set',
    ],
    [
      'the key of another user without an address',
      { otherKey: 'k' },
      {},
      'cannot use --other-key without an address',
    ],
    [
      'a variable of the key of another user that is not set',
      { url, otherKeyEnv: 'K' },
      {},
      'cannot use --other-key-env "K": that variable is not set',
    ],
    [
      'one key for both users',
      { url, key: 'k', otherKey: 'k' },
      {},
      'cannot use --other-key: it is the same key as that of --key',
    ],
    [
      'a key that no header can carry',
      { url },
      { ASSAY_KEY: 'a\nb' },
      'cannot use the key from ASSAY_KEY: character 2',
    ],
    [
      'an address in the environment that is none',
      {},
      { ASSAY_URL: 'h' },
      'cannot use ASSAY_URL "h": it is no http or https address',
    ],
    ['a typo in the plan', { plan: 'smal' }, {}, 'cannot use --plan "smal": did you mean "small"?'],
    [
      'a plan that is far off',
      {},
      { ASSAY_PLAN: 'enterprise' },
      'cannot use ASSAY_PLAN "enterprise": choose one of: small, large',
    ],
    [
      'a number in the environment that is too large',
      { url },
      { ASSAY_CONCURRENCY: '65' },
      'cannot use ASSAY_CONCURRENCY "65": give a whole number from 1 to 64, for example ASSAY_CONCURRENCY=8',
    ],
    ['a header without a colon', { url, header: ['x'] }, {}, 'cannot use --header: there is no colon in it'],
    [
      'certificates that are not there',
      { url, ca: 'none.pem' },
      {},
      'cannot use --ca "none.pem": cannot read it (ENOENT); give a PEM file',
    ],
    [
      'certificates that are none',
      { url, ca: 'no.pem' },
      {},
      'cannot use --ca "no.pem": it holds no certificate',
    ],
    [
      'a proxy that is no address',
      { url },
      { HTTPS_PROXY: 'ftp://p' },
      'cannot use the proxy of HTTPS_PROXY or HTTP_PROXY',
    ],
  ])('resolveTarget() refuses %s', (_name, flags, env, message) => {
    expect(() => resolve(flags, env)).toThrow(message);
  });

  test('resolveTarget() says so, when a plan is named and the document has none', () => {
    const surroundings = { document: sampleInterface(), environment: () => undefined, cwd: directory };
    expect(() => resolveTarget({ plan: 'x' }, surroundings)).toThrow(
      'cannot use --plan "x": the document names no plans; leave it out',
    );
  });
});
