import { beforeAll, describe, expect, test } from 'vitest';
import { playScript, SCRIPT_NOW, withoutConnection } from '../../../test/mock/fault-script.ts';
import { loadLibrary } from '../../../test/mock/load-library.ts';
import { wholeInCi } from '../../../test/sampled.ts';
import type { Interface } from '../../interface/model.ts';
import type { MockHandlerOptions } from '../mock-options.ts';
import { mockHandler } from '../server/mock-handler.ts';
import { startMock } from '../server/start-mock.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';

type Answers = readonly string[];
type Played = ReadonlyMap<string, Answers>;

/** The scenarios in which the fault shows: by name, or by what the honest mock answers there. */
type Shows = readonly string[] | ((answers: Answers) => boolean);

const REFUSED_KEYS = [
  'no key',
  'no key, create, list',
  'no key, named',
  'unknown key',
  'key with suffix',
  'key with prefix',
  'key cut',
  'key in capitals',
  'key without scheme',
  'key with other scheme',
];
const REFUSED_BODIES = [
  'no body',
  'JSON null',
  'JSON list',
  'member missing, list',
  'text is number',
  'text is boolean',
  'text is null',
  'text is list',
  'optional text is null',
];
const OVER_LIMIT = ['over the limit', 'over the limit, create', 'over the limit, a minute later'];

function statusOf(answer: string): number {
  return Number(/^\[(\d+)/.exec(answer)?.[1]);
}
function hasError(answers: Answers): boolean {
  return answers.some((answer) => statusOf(answer) >= 400);
}
function hasSuccess(answers: Answers): boolean {
  return answers.some((answer) => statusOf(answer) < 300);
}
function hasCreated(answers: Answers): boolean {
  return answers.some((answer) => statusOf(answer) === 201);
}
function hasList(answers: Answers): boolean {
  return answers.some((answer) => answer.endsWith(']"]'));
}
/** A success whose body holds an object with several members. */
function hasObject(answers: Answers): boolean {
  return answers.some((answer) => statusOf(answer) < 300 && /\{\\"\w+\\":[^,]*,\\"/.test(answer));
}
function always(): boolean {
  return true;
}

const SHOWS: Readonly<Record<string, Shows>> = {
  'any-key-accepted': ['unknown key', 'key with suffix', 'key with prefix', 'key cut', 'key in capitals'],
  'missing-key-accepted': [
    'no key',
    'no key, create, list',
    'no key, named',
    'key without scheme',
    'key with other scheme',
  ],
  'scheme-ignored': ['key without scheme', 'key with other scheme'],
  'scheme-case-required': ['scheme in small letters'],
  'key-suffix-ignored': ['key with suffix'],
  'key-prefix-ignored': ['key with prefix'],
  'key-beginning-accepted': ['key cut'],
  'key-case-ignored': ['key in capitals'],
  'forbidden-for-unauthorized': REFUSED_KEYS,
  'challenge-missing': REFUSED_KEYS,
  'writes-unprotected': ['no key, create, list'],
  'named-operations-unprotected': ['no key, named'],
  'unauthorized-request-obeyed': ['no key, create, list'],
  'invalid-body-accepted': REFUSED_BODIES,
  'missing-member-accepted': ['member missing, list'],
  'number-taken-for-text': ['text is number'],
  'boolean-taken-for-text': ['text is boolean'],
  'null-taken-for-absent': ['optional text is null'],
  'null-taken-for-empty-text': ['text is null', 'optional text is null'],
  'media-type-parameter-refused': ['media type with parameter'],
  'unprocessable-for-invalid': REFUSED_BODIES,
  'refused-body-stored': ['member missing, list'],
  'error-wrapped': hasError,
  'error-status-differs': hasError,
  'error-member-missing': hasError,
  'error-member-of-other-type': hasError,
  'error-pages': hasError,
  'error-page-for-broken-json': ['broken JSON'],
  'error-bodies-missing': hasError,
  'ok-for-created': hasCreated,
  'no-content-for-list': [],
  'ok-for-refusals': [...REFUSED_KEYS, ...REFUSED_BODIES, 'broken JSON', 'other media type'],
  'redirected-to-slash': [
    'list',
    'read',
    'create and list',
    'many entries',
    'no key, create, list',
    'member missing, list',
    'named',
    'open operation',
    'scheme in small letters',
    'half of the quota',
    'whole quota',
    ...OVER_LIMIT,
  ],
  'not-stored': ['create and list', 'many entries'],
  'stored-twice': ['create and list', 'many entries'],
  'first-page-only': ['many entries'],
  'list-stale': (answers) => hasList(answers) || isListHead(answers),
  'list-wrapped': (answers) => hasList(answers) || isListHead(answers),
  'text-lower-cased': ['create', 'create and list', 'unicode text', 'capitals'],
  'text-cut': ['long text', 'very long text'],
  'text-escaped': ['markup', 'apostrophe'],
  'text-decoded': ['percent'],
  'empty-text-nulled': ['empty optional member'],
  'optional-member-dropped': ['optional member', 'empty optional member'],
  'identity-of-other-type': hasCreated,
  'identity-repeated': ['create and list', 'many entries'],
  'identity-from-client': ['identity sent'],
  'identity-differs-in-list': hasList,
  'media-type-of-text': hasSuccess,
  'media-type-missing': hasSuccess,
  'json-broken': hasSuccess,
  'byte-order-mark': hasSuccess,
  'member-twice': (answers) => hasObject(answers) || isListHead(answers),
  'text-in-latin-1': ['unicode text', 'emoji'],
  'rate-limit-headers-missing': always,
  'rate-limit-headers-missing-on-errors': hasError,
  'limit-as-text': always,
  'limit-of-no-plan': always,
  'remaining-constant': always,
  'remaining-counts-up': always,
  'remaining-negative': always,
  'remaining-above-limit': always,
  'reset-in-milliseconds': always,
  'reset-as-date': always,
  'reset-as-delta': always,
  'reset-in-the-past': always,
  'limit-not-enforced': OVER_LIMIT,
  'limit-not-enforced-on-writes': ['over the limit, create'],
  'limited-early': ['half of the quota', 'whole quota', ...OVER_LIMIT],
  'forbidden-over-limit': OVER_LIMIT,
  'unavailable-over-limit': OVER_LIMIT,
  'ok-over-limit': OVER_LIMIT,
  'retry-after-missing': OVER_LIMIT,
  'retry-after-in-milliseconds': OVER_LIMIT,
  'retry-after-too-short': OVER_LIMIT,
  'retry-after-unreadable': OVER_LIMIT,
  'limit-never-ends': ['over the limit, a minute later'],
  'crash-on-broken-json': ['broken JSON'],
  'crash-on-missing-body': ['no body'],
  'crash-on-other-json': ['JSON null', 'JSON list'],
  'crash-on-emoji': ['emoji'],
  'crash-on-quote': ['apostrophe'],
  'crash-on-long-text': ['very long text'],
  'dropped-on-nul': ['nul'],
  'answers-cut': (answers) => answers.some((answer) => statusOf(answer) === 200 && !isBare(answer)),
};

/** An answer without a body, or with an empty object, of which a cut leaves no trace that the script sees. */
function isBare(answer: string): boolean {
  return /,"(\{\})?"\]$/.test(answer);
}
function isListHead(answers: Answers): boolean {
  return answers.length === 1 && statusOf(answers[0] ?? '') === 200 && (answers[0] ?? '').endsWith(',""]');
}

let library: Interface;
let honest: Played;
let honestWithoutPort: Played;

const errors: unknown[] = [];

function optionsWith(given: readonly Fault[]): MockHandlerOptions {
  return {
    now: () => SCRIPT_NOW,
    seed: new Map([['/books', [{ title: 'Planted', notes: 'Here' }]]]),
    faults: given,
    onError: (error) => errors.push(error),
  };
}

async function play(given: readonly Fault[]): Promise<Played> {
  await using mock = await startMock({ interface: library, ...optionsWith(given) });
  const ask = (path: string, init: RequestInit): Promise<Response> => fetch(`${mock.url}${path}`, init);
  const played = await playScript({ controls: mock, ask });
  expect(errors.splice(0)).toEqual([]);
  return played;
}

async function playWithoutPort(given: readonly Fault[]): Promise<Played> {
  const handler = mockHandler(library, optionsWith(given));
  await using controls = await handler.ready;
  const ask = (path: string, init: RequestInit): Promise<Response> =>
    handler(new Request(`https://library.example${library.basePath}${path}`, init));
  const played = await playScript({ controls, ask });
  expect(errors.splice(0)).toEqual([]);
  return played;
}

beforeAll(async () => {
  library = await loadLibrary();
  honest = await play([]);
  honestWithoutPort = await playWithoutPort([]);
});

describe('faults', () => {
  test('have names and titles of their own, when they are listed', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    expect(new Set(faults.map(({ title }) => title)).size).toBe(faults.length);
    expect(Object.keys(SHOWS).toSorted()).toEqual(faults.map(({ name }) => name).toSorted());
  });

  test('are not there, when the same script is played twice by honest mocks', async () => {
    expect([...honest.values()].flat()).not.toContain('dropped');
    expect(await play([])).toEqual(honest);
  });

  test('are not there in a mock without a port, which answers the same', async () => {
    expect(withoutConnection(honestWithoutPort)).toEqual(withoutConnection(honest));
  });

  test.each(wholeInCi(faults, 9))('show in the same way at a port and without one: $name', async (fault) => {
    expect(withoutConnection(await playWithoutPort([fault]))).toEqual(withoutConnection(await play([fault])));
  });

  test.each(faults)('$name: $title, and nothing else', async ({ name, ...rest }) => {
    const played = await playWithoutPort([{ name, ...rest }]);
    const changed = [...honestWithoutPort.keys()].filter(
      (scenario) => JSON.stringify(played.get(scenario)) !== JSON.stringify(honestWithoutPort.get(scenario)),
    );
    const shows = SHOWS[name] ?? [];
    const expected =
      typeof shows === 'function'
        ? [...honest].filter(([, answers]) => shows(answers)).map(([scenario]) => scenario)
        : shows;
    expect(changed.toSorted()).toEqual([...expected].toSorted());
    expect(changed.length > 0 || name === 'no-content-for-list').toBe(true);
  });

  test('no-content-for-list shows, when there is no entry', async () => {
    const fault = faults.filter(({ name }) => name === 'no-content-for-list');
    const statuses: number[] = [];
    for (const given of [[], fault]) {
      await using mock = await startMock({ interface: library, seed: new Map(), faults: given });
      const headers = { authorization: `Bearer ${mock.keys[0]?.key ?? ''}` };
      statuses.push((await fetch(`${mock.url}/books`, { headers })).status);
    }
    expect(statuses).toEqual([200, 204]);
  });

  test('do not hide each other, when several are given', async () => {
    const pair = faults.filter(({ name }) => ['ok-for-created', 'text-lower-cased'].includes(name));
    const [answer = ''] = (await play(pair)).get('capitals') ?? [];
    expect(statusOf(answer)).toBe(200);
    expect(answer).toContain('abc');
  });
});
