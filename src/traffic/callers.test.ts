import { describe, expect, test } from 'vitest';
import { callersOf } from './callers.ts';

const ORIGIN = 'https://app.example.com';

function refusal(host: string, headers: readonly (readonly [string, string])[], target = '/v1/x'): string {
  const callers = callersOf({
    host,
    target: new URL('https://staging.example.com/v1'),
    origins: [ORIGIN],
  });
  return callers({ method: 'GET', target, httpVersion: '1.1', headers })?.status.slice(0, 3) ?? 'passes';
}

describe('callersOf()', () => {
  test.each([
    ['127.0.0.1:4020', '127.0.0.1', 'passes'],
    ['localhost:4020', '127.0.0.1', 'passes'],
    ['LOCALHOST', '127.0.0.1', 'passes'],
    ['app.localhost:4020', '127.0.0.1', 'passes'],
    ['[::1]:4020', '::1', 'passes'],
    ['staging.example.com', '127.0.0.1', 'passes'],
    ['my-machine:4020', 'my-machine', 'passes'],
    ['192.168.1.5:4020', '0.0.0.0', 'passes'],
    ['[fd00::1]:4020', '::', 'passes'],
    ['192.168.1.5:4020', '127.0.0.1', '421'],
    ['rebound.example:4020', '127.0.0.1', '421'],
    ['rebound.example:4020', '0.0.0.0', '421'],
    ['127.0.0.1.rebound.example', '127.0.0.1', '421'],
    ['localhost@rebound.example', '127.0.0.1', '421'],
    ['', '127.0.0.1', '421'],
  ])('takes a request for %j on %s: %s', (value, host, status) => {
    expect(refusal(host, [['Host', value]])).toBe(status);
  });

  test.each([
    ['http://localhost:3000', 'passes'],
    ['http://127.0.0.1:4020', 'passes'],
    ['https://staging.example.com', 'passes'],
    [ORIGIN, 'passes'],
    ['https://evil.example', '403'],
    ['https://localhost.evil.example', '403'],
    ['null', '403'],
  ])('takes a request of a page of %s: %s', (origin, status) => {
    expect(
      refusal('127.0.0.1', [
        ['Host', '127.0.0.1:4020'],
        ['Origin', origin],
      ]),
    ).toBe(status);
  });

  test('looks at every line, and lets those pass that were told to use a proxy', () => {
    expect(
      refusal('127.0.0.1', [
        ['Host', '127.0.0.1'],
        ['Host', 'rebound.example'],
      ]),
    ).toBe('421');
    expect(refusal('127.0.0.1', [])).toBe('passes');
    const absolute = 'http://staging.example.com/v1/x';
    expect(refusal('127.0.0.1', [['Host', 'staging.example.com']], absolute)).toBe('passes');
  });
});
