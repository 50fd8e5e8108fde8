import { beforeAll, describe, expect, test } from 'vitest';
import { suites } from '../../suites/suites.ts';
import { sampleSettings } from '../../test/samples/sample-record.ts';
import { checks } from '../checks/catalogue.ts';
import { contractOf, exchangeOf, type Sample } from '../checks/exchange.test-data.ts';
import type { CredentialUse } from '../http/credential-use.ts';
import type { Exchange, FailureKind } from '../http/exchange.ts';
import type { CredentialScheme, Interface } from '../interface/model.ts';
import type { Contract } from '../oracle/contract.ts';
import { readExchange } from '../oracle/reading.ts';
import type { RunSettings } from '../record/record.ts';
import { feeds, type Probe, type Suite } from '../session/suite.ts';
import { fateOf, lostTarget, selectedChecks, sendable, usable } from './plan.ts';

let document: Interface;

beforeAll(async () => {
  document = (await contractOf('test/mock/library')).interface;
});

const probe = (changes: Partial<Probe> = {}): Probe => ({
  id: 'validation.probe',
  intends: ['wrong-type'],
  profiles: ['standard'],
  creates: false,
  run: () => Promise.resolve(),
  ...changes,
});
const suite: Suite = { name: 'validation', title: 'Validation', probes: [] };
const fate = (settings: Partial<RunSettings>, changes: Partial<Probe> = {}): string =>
  fateOf(probe(changes), suite, sampleSettings(settings), document).kind;

describe('selectedChecks()', () => {
  test('has every check, when nothing is selected', () => {
    expect(selectedChecks(sampleSettings())).toEqual(checks);
  });

  test('has those of a suite, and of these the named ones', () => {
    const ofErrors = selectedChecks(sampleSettings({ suites: ['errors'] })).map(({ id }) => id);
    expect(ofErrors).toContain('errors.shape');
    expect(ofErrors).not.toContain('validation.wrong-type');
    const both = selectedChecks(
      sampleSettings({ suites: ['errors'], checks: ['errors.shape', 'bodies.json'] }),
    );
    expect(both.map(({ id }) => id)).toEqual(['errors.shape']);
  });
});

describe('fateOf()', () => {
  test.each<readonly [string, string, Partial<RunSettings>, Partial<Probe>]>([
    ['runs', 'nothing is selected', {}, {}],
    ['runs', 'its suite is selected', { suites: ['validation'] }, {}],
    ['runs', 'a check that it feeds is of a selected suite', { suites: ['errors'] }, {}],
    ['unselected', 'it feeds nothing of the selected suite', { suites: ['rate-limit-headers'] }, {}],
    ['runs', 'a check that it feeds is selected', { checks: ['errors.shape'] }, {}],
    ['unselected', 'another check is selected', { checks: ['bodies.json'] }, {}],
    [
      'unselected',
      'its suite is, and a check that it does not feed',
      { suites: ['validation'], checks: ['validation.no-body'] },
      {},
    ],
    ['left-out', 'it is not part of the profile', { profile: 'quick' }, {}],
    ['left-out', 'it creates and nothing may be created', { readOnly: true }, { creates: true }],
    ['runs', 'it creates nothing and nothing may be created', { readOnly: true }, {}],
  ])('is "%s", when %s', (expected, _name, settings, changes) => {
    expect(fate(settings, changes)).toBe(expected);
  });

  test('is unselected, when the selected check does not apply to the interface', () => {
    const settings = sampleSettings({ checks: ['rate-limit-enforcement.refusal'] });
    const feeding = probe({ intends: ['over-limit'] });
    expect(fateOf(feeding, suite, settings, document).kind).toBe('runs');
    expect(fateOf(feeding, suite, settings, { ...document, rateLimits: undefined }).kind).toBe('unselected');
  });
});

describe('suites', () => {
  const probes = suites.flatMap((each) => each.probes);

  test('have probes that some check needs, and bring about what any check needs', () => {
    expect(probes.filter((one) => !checks.some((check) => feeds(one, check)))).toEqual([]);
    const brought = new Set(probes.flatMap(({ intends }) => intends));
    expect(checks.flatMap(({ needs }) => needs).filter((sight) => !brought.has(sight))).toEqual([]);
  });

  test('have probes with ids of their own, which run in the thorough profile', () => {
    const ids = probes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(probes.filter(({ profiles }) => !profiles.includes('thorough'))).toEqual([]);
  });

  test('have the suite of every check', () => {
    const names = suites.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(checks.filter((check) => !names.includes(check.suite))).toEqual([]);
  });
});

const URL = 'http://target.example/v2';
let contract: Contract;

beforeAll(async () => {
  contract = await contractOf('test/mock/library');
});

function verdict(...exchanges: readonly Exchange[]): ReturnType<typeof usable> {
  return usable(
    exchanges.map((exchange) => readExchange(contract, exchange)),
    URL,
    '/v2',
  );
}

const answered = (status: number, changes: Partial<Sample> = {}): Exchange =>
  exchangeOf('/v2', { path: '/books', status, ...changes });

function failed(kind: FailureKind): Exchange {
  return {
    ...answered(200),
    result: { kind: 'failure', failure: { kind, detail: `it was ${kind}`, bytesReceived: 0 } },
  };
}

test.each([
  ['never answered', [failed('refused')], /does not answer: gone/, /--url/],
  [
    'names the first request without an answer',
    [failed('reset'), answered(200), failed('reset'), failed('refused')],
    /stopped answering at GET \/v2\/books \(\S+\): gone/,
    /whether that request ended it/,
  ],
  ['knows of no such request', [answered(200)], /stopped answering: gone/, /still running$/],
])('lostTarget() says what was asked last: %s', (_name, exchanges, says, advises) => {
  const stop = lostTarget(
    'gone',
    exchanges.map((exchange) => readExchange(contract, exchange)),
  );
  expect(stop).toMatchObject({ kind: 'unusable-target' });
  expect(Reflect.get(stop, 'reason')).toMatch(says);
  expect(Reflect.get(stop, 'advice')).toMatch(advises);
});

describe('usable()', () => {
  test.each([
    ['nothing was sent', []],
    ['everything is over the limit', [429, 429]],
    ['a success is among refusals', [401, 201]],
    ['refusals differ', [401, 404]],
    ['most refusals differ', [401, 401, 401, 404, 404, 403, 400]],
    ['one of many is served', [401, 401, 401, 401, 200]],
    ['the service fails', [500, 500]],
    ['the service forbids', [403]],
    ['the creation alone is missing', [200, 404]],
  ])('finds no fault, when %s', (_name, statuses) => {
    expect(verdict(...statuses.map((status) => answered(status)))).toBeUndefined();
  });

  test.each([
    [
      'the key is refused everywhere',
      [answered(401), answered(401)],
      /refuses the key: GET \/v2\/books: 401/,
      /--key/,
    ],
    [
      'the key is refused wherever it is not over the limit',
      [answered(429), answered(401)],
      /refuses the key/,
      /--key/,
    ],
    [
      'the key is refused, and bodies and parameters are looked at before it',
      [answered(401), answered(422), answered(401), answered(400), answered(401)],
      /refuses the key/,
      /--key/,
    ],
    ['nothing is there', [answered(404), answered(404)], /nothing documented answers at http:/, /--url/],
    ['nobody answers', [failed('refused'), failed('refused')], /does not answer: .*it was refused/, /--url/],
    ['something else than HTTP answers', [failed('malformed')], /does not speak HTTP/, /--url/],
  ])('says what to look at, when %s', (_name, exchanges, reason, advice) => {
    expect(verdict(...exchanges)).toEqual({
      kind: 'unusable-target',
      reason: expect.stringMatching(reason),
      advice: expect.stringMatching(advice),
    });
  });
});

test('usable() names the path that the document gives, when nothing is there without it', () => {
  const readings = Array.from({ length: 5 }, () => readExchange(contract, answered(404)));
  expect(usable(readings, 'http://target.example', '/api/v2')).toEqual({
    kind: 'unusable-target',
    reason: expect.stringMatching(/(?:: 404; .*){3}and 2 more$/),
    advice:
      'check --url: the address that the document gives has the path /api/v2; try http://target.example/api/v2',
  });
});

const BEARER: CredentialScheme = { kind: 'http-bearer', id: 'b' };
const HEADER: CredentialScheme = { kind: 'api-key', id: 'k', in: 'header', name: 'X-Key' };
const altered = (alteration: 'suffix' | 'truncated' | 'letter-case'): CredentialUse => ({
  kind: 'altered',
  alteration,
});

describe('sendable()', () => {
  test.each<readonly [boolean, string, CredentialScheme | undefined, string | undefined, CredentialUse]>([
    [true, 'the valid key', BEARER, 'abc', { kind: 'valid' }],
    [false, 'the valid key, without one', BEARER, undefined, { kind: 'valid' }],
    [true, 'no key, without one', BEARER, undefined, { kind: 'none' }],
    [true, 'another letter case', BEARER, 'aBc1', altered('letter-case')],
    [false, 'another letter case of digits', BEARER, '1234', altered('letter-case')],
    [true, 'a suffix on digits', BEARER, '1234', altered('suffix')],
    [false, 'the rest of a single character', BEARER, 'a', altered('truncated')],
    [false, 'the bare key, where there is no scheme', HEADER, 'abc', { kind: 'no-scheme' }],
    [true, 'the bare key', BEARER, 'abc', { kind: 'no-scheme' }],
    [false, 'anything, where no credential is asked for', undefined, 'abc', { kind: 'none' }],
    [false, 'what assay does not send', BEARER, 'abc', { kind: 'undetermined' }],
  ])('is %s for %s', (expected, _name, scheme, key, use) => {
    expect(sendable(scheme, key, use)).toBe(expected);
  });
});
