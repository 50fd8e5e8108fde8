import { problem } from '../honest-traits.ts';
import type { Content } from '../traits.ts';
import { conforming, type ConformingMember } from '../member.ts';

const titleCase = (name: string): string =>
  name.replace(/(^|-)([a-z])/gi, (letters) => letters.toUpperCase());

const page = (text: string): Content => ({
  kind: 'raw',
  mediaType: 'text/html',
  bytes: `<html><body><h1>${text}</h1></body></html>`,
});

/** How bytes travel: headers, framing, clocks, speed, methods that the document does not name. */
export const conformingTransport: readonly ConformingMember[] = conforming('transport', [
  { name: 'honest', title: 'no freedom used', traits: {} },
  {
    name: 'headers-lower-case',
    title: 'header names in lower case',
    traits: { headerName: (name) => name.toLowerCase() },
  },
  {
    name: 'headers-upper-case',
    title: 'header names in upper case',
    traits: { headerName: (name) => name.toUpperCase() },
  },
  {
    name: 'headers-title-case',
    title: 'X-Ratelimit-Limit, as Go writes it',
    traits: { headerName: (name) => titleCase(name.toLowerCase()) },
  },
  {
    name: 'media-type-charset',
    title: 'application/json; charset=utf-8',
    traits: { mediaType: 'application/json; charset=utf-8' },
  },
  { name: 'media-type-upper-case', title: 'Application/JSON', traits: { mediaType: 'Application/JSON' } },
  {
    name: 'media-type-parameters',
    title: 'a media type with parameters of the service',
    traits: { mediaType: 'application/json;charset="UTF-8";profile="categories;v=1"' },
  },
  { name: 'chunked', title: 'chunked bodies', traits: { transport: 'chunked' } },
  {
    name: 'closes-connections',
    title: 'Connection: close on each answer',
    traits: { transport: 'connection-close' },
  },
  {
    name: 'close-delimited',
    title: 'bodies end with the connection',
    traits: { transport: 'close-delimited' },
  },
  { name: 'http-1.0', title: 'answers of HTTP/1.0', traits: { transport: 'http-1.0' } },
  {
    name: 'http-1.0-close-delimited',
    title: 'answers of HTTP/1.0 that end with the connection',
    traits: { transport: 'http-1.0-close-delimited' },
  },
  { name: 'gzip-when-asked', title: 'gzip for whoever accepts it', traits: { gzip: true } },
  {
    name: 'odd-reasons',
    title: 'reason phrases of its own',
    traits: { reason: (status) => (status < 300 ? 'Fine, here you are' : 'No') },
  },
  { name: 'empty-reasons', title: 'empty reason phrases', traits: { reason: () => '' } },
  {
    name: 'many-headers',
    title: 'fifty further headers, some repeated',
    traits: {
      extraHeaders: (call) => [
        ['Server', 'catalogued/2.1 (unknown) mod_cats'],
        ['Via', '1.1 edge-3, 1.0 "inner, proxy"'],
        ['X-Request-Id', `r-${call.number}`],
        ['Set-Cookie', 'node=a; Path=/; HttpOnly'],
        ['Set-Cookie', 'seen=1; Path=/'],
        ['Cache-Control', 'no-store'],
        ['Empty', ''],
        ...Array.from({ length: 44 }, (_, index) => [`X-Trace-${index}`, 'x'.repeat(40)] as const),
      ],
    },
  },
  {
    name: 'draft-rate-headers-too',
    title: 'the RateLimit fields of the IETF draft beside the documented ones',
    traits: {
      extraHeaders: () => [
        ['RateLimit-Policy', '"minute";q=60;w=60'],
        ['RateLimit', '"minute";r=12;t=30'],
        ['X-RateLimit-Policy', '60;w=60'],
        ['X-RateLimit-Used', '7'],
      ],
    },
  },
  {
    name: 'retry-after-everywhere',
    title: 'Retry-After: 0 on answers that are no refusal for too many',
    traits: { extraHeaders: (call) => (call.usage?.allowed === false ? [] : [['Retry-After', '0']]) },
  },
  { name: 'clock-behind', title: 'a clock seven minutes behind', traits: { clockOffsetMs: () => -420_000 } },
  { name: 'clock-ahead', title: 'a clock eleven minutes ahead', traits: { clockOffsetMs: () => 660_000 } },
  {
    name: 'nodes-clocks-differ',
    title: 'three nodes whose clocks are up to a second apart',
    traits: { clockOffsetMs: (call) => (call.number % 3) * -500 },
  },
  {
    name: 'no-date',
    title: 'no Date; the clock behind Reset is right',
    traits: { sendsDate: false, clockOffsetMs: () => 0 },
  },
  {
    name: 'nodes-reset-to-the-second',
    title: 'two nodes a second apart, so that Date and Reset disagree by it',
    traits: { clockOffsetMs: (call) => (call.number % 2) * 1000 },
  },
  { name: 'slow', title: 'each answer takes 60 ms', traits: { latencyMs: () => 60 } },
  {
    name: 'jitter',
    title: 'answers take up to 80 ms, in no order',
    traits: { latencyMs: (_call, service) => service.random() * 80 },
  },
  {
    name: 'cold-start',
    title: 'the first answer takes 400 ms',
    traits: { latencyMs: (call) => (call.number === 1 ? 400 : 0) },
  },
  {
    name: 'accept-406',
    title: '406 where Accept has no JSON',
    traits: {
      intercept: (call, service) =>
        /json|\*/.test(call.headers['accept'] ?? '*/*')
          ? undefined
          : problem(406, 'There is only JSON.', call, service),
    },
  },
  {
    name: 'query-400',
    title: '400 for a query',
    traits: {
      intercept: (call, service) =>
        call.query === '' ? undefined : problem(400, 'There are no parameters.', call, service),
    },
  },
  {
    name: 'large-header-431',
    title: '431 as a page of the proxy for headers of more than 8 KiB',
    traits: {
      intercept: (call) =>
        JSON.stringify(call.headers).length > 8_192
          ? { status: 431, headers: [], content: page('431 Request Header Fields Too Large') }
          : undefined,
    },
  },
  {
    name: 'broken-encoding-400',
    title: '400 as a page of the server for a path that cannot be decoded, before anything counts it',
    traits: {
      intercept: (call) =>
        call.path?.includes('%ZZ') === true
          ? { status: 400, headers: [], content: page('400 Bad Request') }
          : undefined,
    },
  },
  {
    name: 'proxy-413',
    title: '413 as a page of the proxy for bodies of more than 64 KiB',
    traits: {
      intercept: (call) =>
        call.body.length > 65_536
          ? { status: 413, headers: [], content: page('413 Request Entity Too Large') }
          : undefined,
    },
  },
  {
    name: 'framework-headers',
    title: 'what Express and helmet add to each answer',
    traits: {
      extraHeaders: (call) => [
        ['X-Powered-By', 'Express'],
        ['ETag', `W/"${call.number}-abc"`],
        ['Vary', 'Accept-Encoding, Origin'],
        ['Access-Control-Allow-Origin', '*'],
        ['Content-Security-Policy', "default-src 'self';base-uri 'self'"],
        ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
        ['X-Content-Type-Options', 'nosniff'],
      ],
    },
  },
  {
    name: 'named-operations-403',
    title: '403 for the operations that are only named: the key has not their scope',
    traits: { namedOperation: (call, service) => problem(403, 'Not for this key.', call, service) },
  },
  {
    name: 'named-operations-no-content',
    title: '204 for the operations that are only named',
    traits: { namedOperation: () => ({ status: 204, headers: [], content: { kind: 'none' } }) },
  },
  { name: 'no-head', title: 'HEAD is no method of the service', traits: { head: 'wrong-method' } },
  { name: 'open-preflight', title: 'OPTIONS is answered without a key', traits: { preflight: 'open' } },
  {
    name: 'wrong-method-404',
    title: '404 for methods that it does not know',
    traits: { wrongMethod: (call, service) => problem(404, 'Nothing here.', call, service) },
  },
  {
    name: 'trailing-slash',
    title: 'a slash at the end of the path makes no difference',
    traits: { trailingSlash: 'same' },
  },
  { name: 'deep-base-path', title: 'a longer base path', traits: { basePath: '/api/pet-catalogue/eu-1/v1' } },
]);
