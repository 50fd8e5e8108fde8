import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CREDENTIAL_USES } from '../credential/alter.ts';
import { bound } from '../system/bounds.ts';
import type { TrafficItem } from './foreign-exchange.ts';
import { harEntry } from './har.ts';

type Fields = { readonly [name: string]: unknown };

const JSON_TYPE = [{ name: 'content-type', value: 'application/json' }];
const BODY = '[{"id":1,"name":"Dog"}]';

/** An entry as most tools write it. `request` and `response` replace members. */
function entry(request: Fields = {}, response: Fields = {}, rest: Fields = {}): Fields {
  return {
    startedDateTime: '2030-01-02T03:04:05.000Z',
    time: 12.5,
    request: {
      method: 'GET',
      url: 'https://API.example.com:443/v1/books?q=%20#part',
      httpVersion: 'http/2.0',
      headers: [
        { name: ':method', value: 'GET' },
        { name: 'accept', value: '*/*' },
      ],
      bodySize: 0,
      ...request,
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      headers: JSON_TYPE,
      content: { size: BODY.length, mimeType: 'application/json', text: BODY },
      ...response,
    },
    cache: {},
    ...rest,
  };
}

function base64(bytes: Buffer): Fields {
  return { text: bytes.toString('base64'), encoding: 'base64' };
}

function long(length: number): Fields {
  return { name: 'Content-Length', value: String(length) };
}

async function read(value: Fields, creator = 'webinspector'): Promise<TrafficItem> {
  return harEntry(value, { creator, complete: false }, 'x1');
}

describe('harEntry()', () => {
  test('reads an entry of a browser: target, fields without pseudo fields, body, times', async () => {
    const item = await read(entry());
    expect(item).toMatchObject({
      kind: 'exchange',
      foreign: {
        origin: 'https://api.example.com',
        complete: false,
        exchange: {
          request: {
            target: '/v1/books?q=%20',
            headers: [['accept', '*/*']],
            credential: { kind: 'undetermined' },
          },
          result: { answer: { status: 200, httpVersion: '1.1', truncated: false, decoded: true } },
          sentAt: Date.parse('2030-01-02T03:04:05.000Z'),
        },
      },
    });
  });

  test.each<[string, Fields, string]>([
    ['an answer from the disk cache (Chrome)', entry({}, {}, { _fromCache: 'disk' }), 'cache'],
    [
      'an answer from the cache (HAR 1.2)',
      entry({}, {}, { cache: { afterRequest: { hitCount: 1 } } }),
      'cache',
    ],
    ['an answer of a service worker', entry({}, { _fetchedViaServiceWorker: true }), 'service worker'],
    [
      'a redirect inside of the browser',
      entry({}, { status: 307, statusText: 'Internal Redirect' }),
      'redirected',
    ],
    ['no answer', entry({}, { status: 0 }), 'no answer'],
    ['a status that is no number', entry({}, { status: '200' }), 'no answer'],
    ['an upgrade', entry({}, { status: 101 }), 'upgraded'],
    ['no header fields', entry({}, { headers: [] }), 'header fields'],
    ['header fields of a wrong type', entry({}, { headers: { a: 'b' } }), 'header fields'],
    ['a data address', entry({ url: 'data:text/plain,x' }), 'address'],
    ['an address of an extension', entry({ url: 'chrome-extension://abc/x.js' }), 'address'],
    ['an address of a wrong type', entry({ url: 7 }), 'address'],
    ['no method', entry({ method: null }), 'method'],
    ['nothing at all', {}, 'address'],
    ['members that are lists', { request: [], response: [], cache: [] }, 'address'],
  ])('leaves %s out', async (_name, value, reason) => {
    const item = await read(value);
    expect(item.kind).toBe('skipped');
    expect(item.kind === 'skipped' && item.reason).toContain(reason);
  });

  test('takes an empty cache member for a hit with Firefox alone', async () => {
    const value = entry({}, {}, { cache: { afterRequest: null } });
    expect(await read(value, 'firefox')).toMatchObject({ kind: 'skipped' });
    expect(await read(value, 'charles proxy')).toMatchObject({ kind: 'exchange' });
  });

  test.each<[string, Fields, { readonly body: string; readonly truncated: boolean }]>([
    ['text', { content: { size: 2, text: '[]' } }, { body: '[]', truncated: false }],
    ['base64', { content: base64(Buffer.from('[1]')) }, { body: '[1]', truncated: false }],
    [
      'base64 of what is still compressed',
      {
        headers: [...JSON_TYPE, { name: 'content-encoding', value: 'gzip' }],
        content: base64(gzipSync('[2]')),
      },
      { body: '[2]', truncated: false },
    ],
    [
      'base64 of what nobody can decompress',
      {
        headers: [...JSON_TYPE, { name: 'content-encoding', value: 'br' }],
        content: base64(Buffer.from([0xff, 0xfe])),
      },
      { body: '', truncated: true },
    ],
    ['no text of a body that had a size', { content: { size: 20 } }, { body: '', truncated: true }],
    ['no text and an unknown size', { content: { size: -1 } }, { body: '', truncated: true }],
    [
      'an empty text of a body that had a length',
      { headers: [{ name: 'content-length', value: '9' }], content: { size: 0, text: '' } },
      { body: '', truncated: true },
    ],
    [
      'an empty body',
      { headers: [{ name: 'content-length', value: '0' }], content: { size: 0, text: '' } },
      { body: '', truncated: false },
    ],
    ['text that was cut', { content: { size: 500, text: '[{"id' } }, { body: '[{"id', truncated: true }],
    ['text that lost bytes', { content: { size: 3, text: '"\uFFFD"' } }, { body: '', truncated: true }],
    ['a body of 204', { status: 204, content: { size: 0 } }, { body: '', truncated: false }],
  ])('reads %s', async (_name, response, expected) => {
    const item = await read(entry({}, response));
    const result = item.kind === 'exchange' ? item.foreign.exchange.result : undefined;
    const answer = result?.kind === 'answer' ? result.answer : undefined;
    expect({ body: Buffer.from(answer?.body ?? []).toString(), truncated: answer?.truncated }).toEqual(
      expected,
    );
  });

  const typed = [{ name: 'Content-Type', value: 'application/json' }];
  test.each<[string, Fields, string | undefined, boolean]>([
    ['a text', { headers: typed, bodySize: 2, postData: { text: '{}' } }, '{}', false],
    ['nothing', { headers: [], bodySize: 0 }, undefined, false],
    ['a size without a text', { headers: typed, bodySize: 20 }, undefined, true],
    [
      'a length without a text (HTTP/2 upload in Chrome)',
      { headers: [...typed, long(20)], bodySize: 0 },
      undefined,
      true,
    ],
    ['a type without a text', { headers: typed, bodySize: 0 }, undefined, true],
    ['an unknown size', { headers: [], bodySize: -1 }, undefined, true],
    ['zero bytes', { headers: [...typed, long(0)], bodySize: 0 }, '', false],
    ['a text that was changed', { headers: [...typed, long(20)], postData: { text: '{}' } }, undefined, true],
    [
      'form fields alone',
      { headers: typed, bodySize: 9, postData: { params: [{ name: 'a' }] } },
      undefined,
      true,
    ],
  ])('reads a request with %s', async (_name, request, body, unknown) => {
    const item = await read(entry({ method: 'POST', ...request }));
    const sent = item.kind === 'exchange' ? item.foreign.exchange.request : undefined;
    expect(sent?.body === undefined ? undefined : Buffer.from(sent.body).toString()).toBe(body);
    expect(sent?.bodyUnknown ?? false).toBe(unknown);
  });

  test('takes values apart that a tool joined with line feeds', async () => {
    const item = await read(entry({}, { headers: [{ name: 'x-a', value: '1\n2' }] }));
    expect(item).toMatchObject({
      foreign: {
        exchange: {
          result: {
            answer: {
              headers: [
                ['x-a', '1'],
                ['x-a', '2'],
              ],
            },
          },
        },
      },
    });
  });

  test('takes members of any type and never rejects', async () => {
    const any = fc.oneof(fc.jsonValue(), fc.string(), fc.double(), fc.constantFrom(-1, 0, 99, 600, 'base64'));
    const names = [
      'method',
      'url',
      'headers',
      'bodySize',
      'postData',
      'status',
      'content',
      'statusText',
      'httpVersion',
    ];
    const members = fc.dictionary(fc.constantFrom(...names), any);
    await fc.assert(
      fc.asyncProperty(
        members,
        members,
        fc.dictionary(fc.constantFrom('cache', '_assay', 'time', 'startedDateTime'), any),
        async (request, response, rest) => {
          const item = await read(entry(request, response, rest));
          expect(['exchange', 'skipped']).toContain(item.kind);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('harEntry() and compressed bodies', () => {
  const bomb = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024)).toString('base64');
  const compressed = {
    request: { method: 'GET', url: 'https://host.example/v1/a', headers: [] },
    response: {
      status: 200,
      headers: [{ name: 'Content-Encoding', value: 'br' }],
      content: { text: bomb, encoding: 'base64' },
    },
  };

  test('keeps 64 KiB of what grows over all bounds, and undoes no more once all together were too much', async () => {
    const inflated = { bytes: 0 };
    const lengths: number[] = [];
    for (const before of [0, bound('inflatedBytesInAll') - 1000, bound('inflatedBytesInAll')]) {
      inflated.bytes = before;
      const item = await harEntry(compressed, { creator: '', complete: false, inflated }, 'x1');
      if (item.kind !== 'exchange' || item.foreign.exchange.result.kind === 'failure')
        throw new Error(item.kind);
      const { answer } = item.foreign.exchange.result;
      expect(answer.truncated).toBe(true);
      lengths.push(answer.body.length);
    }
    expect(lengths).toEqual([bound('shortBodyBytes'), 1000, 0]);
  });
});

test.each(CREDENTIAL_USES)(
  'knows again the credential %j of a request that assay sent',
  async (credential) => {
    const item = await harEntry(
      entry({}, {}, { _assay: { credential } }),
      { creator: 'assay', complete: true },
      'x1',
    );
    expect(item).toMatchObject({ kind: 'exchange', foreign: { exchange: { request: { credential } } } });
  },
);
