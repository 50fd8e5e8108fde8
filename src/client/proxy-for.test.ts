import { describe, expect, test } from 'vitest';
import { type Environment, proxyFor } from './proxy-for.ts';

const BOTH: Environment = { HTTP_PROXY: 'http://plain.example:1', HTTPS_PROXY: 'http://secure.example:2' };

describe('proxyFor()', () => {
  test.each<[string, Environment, string | undefined]>([
    ['http://a.example', {}, undefined],
    ['http://a.example', BOTH, 'plain.example:1'],
    ['https://a.example', BOTH, 'secure.example:2'],
    ['https://a.example', { HTTP_PROXY: 'http://plain.example:1' }, 'plain.example:1'],
    ['http://a.example', { HTTPS_PROXY: 'http://secure.example:2' }, undefined],
    ['http://a.example', { ...BOTH, http_proxy: 'http://lower.example:3' }, 'lower.example:3'],
    ['http://a.example', { ...BOTH, http_proxy: '' }, undefined],
    ['http://127.0.0.1:80', BOTH, 'plain.example:1'],
    ['http://localhost', BOTH, 'plain.example:1'],
    ['http://localhost', { ...BOTH, NO_PROXY: 'localhost,127.0.0.1' }, undefined],
    ['http://127.0.0.1:8080', { ...BOTH, NO_PROXY: 'localhost, 127.0.0.1' }, undefined],
    ['http://a.example', { ...BOTH, NO_PROXY: '*' }, undefined],
    ['http://a.example', { ...BOTH, NO_PROXY: '*:81' }, 'plain.example:1'],
    ['http://a.example', { ...BOTH, no_proxy: 'A.Example.' }, undefined],
    ['http://sub.a.example', { ...BOTH, NO_PROXY: 'a.example' }, undefined],
    ['http://sub.a.example', { ...BOTH, NO_PROXY: '.a.example' }, undefined],
    ['http://a.example', { ...BOTH, NO_PROXY: '.a.example' }, undefined],
    ['http://a.example', { ...BOTH, NO_PROXY: '*.a.example' }, 'plain.example:1'],
    ['http://sub.a.example', { ...BOTH, NO_PROXY: '*.a.example' }, undefined],
    ['http://ba.example', { ...BOTH, NO_PROXY: 'a.example' }, 'plain.example:1'],
    ['http://a.example:8080', { ...BOTH, NO_PROXY: 'a.example:8080' }, undefined],
    ['http://a.example', { ...BOTH, NO_PROXY: 'a.example:8080' }, 'plain.example:1'],
    ['https://a.example', { ...BOTH, NO_PROXY: 'a.example:443' }, undefined],
    ['http://[::1]:80', { ...BOTH, NO_PROXY: '::1' }, undefined],
    ['http://[::1]:81', { ...BOTH, NO_PROXY: '[::1]:81' }, undefined],
    ['http://[::1]:82', { ...BOTH, NO_PROXY: '[::1]:81' }, 'plain.example:1'],
  ])('gives the proxy for %s, when the environment is %j', (target, environment, host) => {
    expect(proxyFor(new URL(target), environment)?.host).toBe(host);
  });

  test('throws, when the variable holds no address', () => {
    for (const address of ['proxy.example:3128', 'socks5://proxy.example', 'nonsense']) {
      expect(() => proxyFor(new URL('http://a.example'), { HTTP_PROXY: address })).toThrow('HTTP_PROXY');
    }
  });
});
