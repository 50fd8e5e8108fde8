import { faulty, type FaultyMember, type FaultyRow } from '../member.ts';
import type { Answer, Call, Service, Traits } from '../traits.ts';
import { crash, html, plainAnswer } from './changes.ts';

type When = (call: Call, service: Service) => boolean;

const answering =
  (when: When, answer: Answer): Traits['alter'] =>
  (honest, call, service) =>
    when(call, service) ? answer : honest;

/** Only requests that would otherwise have been answered with success. */
const accepted =
  (when: When): Traits['alter'] =>
  (honest, call, service) =>
    honest.status < 300 && call.credential === 'valid' && when(call, service) ? crash : honest;

const name = (call: Call): string => (typeof call.input?.name === 'string' ? call.input.name : '');
const description = (call: Call): string =>
  typeof call.input?.description === 'string' ? call.input.description : '';
const anyText = (call: Call): string => `${name(call)}\n${description(call)}`;
const holding =
  (pattern: RegExp): When =>
  (call) =>
    call.input !== undefined && (pattern.test(name(call)) || pattern.test(description(call)));
const named =
  (...names: readonly string[]): When =>
  (call) =>
    call.input !== undefined && names.includes(name(call));
const creating: When = (call) => call.operation === 'createCategory' && call.input !== undefined;
const listing: When = (call) => call.operation === 'listCategories' && call.credential === 'valid';

const texts: readonly (readonly [string, string, When, true?])[] = [
  ['emoji', 'an emoji', holding(/[\u{10000}-\u{10ffff}]/u)],
  ['not-ascii', 'a character outside ASCII', holding(/[\u0080-\u{10ffff}]/u)],
  ['not-latin-1', 'a character outside ISO 8859-1', holding(/[\u0100-\u{10ffff}]/u)],
  ['apostrophe', 'an apostrophe, as SQL glued together', holding(/'/)],
  ['quote', 'a quotation mark', holding(/"/)],
  ['backslash', 'a backslash', holding(/\\/)],
  ['percent', 'a percent sign, as a format string', holding(/%/)],
  ['malformed-percent', 'a percent sign without two digits', holding(/%(?![0-9a-f]{2})/i)],
  ['braces', 'double braces', holding(/\{\{/)],
  ['dollar', 'a dollar sign with a brace', holding(/\$\{/)],
  ['nul', 'a NUL', (call) => anyText(call).includes('\0')],
  ['line-break', 'a line break', holding(/\n/), true],
  ['html', 'a tag, from a firewall', holding(/<script/i)],
  ['sql', 'words of SQL, from a firewall', holding(/drop table/i), true],
  ['direction-mark', 'a mark for the direction of writing', holding(/[\u202a-\u202e]/), true],
  ['empty-name', 'an empty name', (call) => call.input !== undefined && name(call) === ''],
  ['blank-name', 'a blank name', (call) => call.input !== undefined && name(call) === ' ', true],
  ['empty-description', 'an empty description', (call) => call.input?.description === '', true],
  ['proto-name', 'the name __proto__', named('__proto__'), true],
  [
    'reserved-name',
    'the names constructor and __proto__',
    named('constructor', '__proto__', 'toString'),
    true,
  ],
  ['long-text', 'a text of more than 5,000 characters', (call) => anyText(call).length > 5000],
  [
    'text-over-255',
    'a text of more than 255 characters, as of a column',
    (call) => name(call).length > 255 || description(call).length > 255,
  ],
  [
    'description-over-255',
    'a description of more than 255 characters',
    (call) => description(call).length > 255,
    true,
  ],
  ['name-over-255', 'a name of more than 255 characters', (call) => name(call).length > 255, true],
  [
    'emoji-in-description',
    'an emoji in the description',
    (call) => /[\u{10000}-\u{10ffff}]/u.test(description(call)),
    true,
  ],
  [
    'quote-in-description',
    'an apostrophe in the description',
    (call) => description(call).includes("'"),
    true,
  ],
];

const crashing: readonly FaultyRow[] = texts.map(([short, long, when, subtle]): FaultyRow => ({
  name: `crash-on-${short}`,
  clauses: ['4.2-answers'],
  title: `500 for ${long}`,
  ...(subtle === true ? { subtle } : {}),
  traits: { alter: accepted(when) },
}));

const withExtra =
  (pattern: RegExp): When =>
  (call) =>
    call.operation === 'createCategory' && call.credential === 'valid' && pattern.test(call.body.toString());

export const robustnessFaults: readonly FaultyMember[] = faulty('robustness', [
  {
    name: 'creations-never-answered',
    clauses: ['4.2-answer-201', '4.2-answers'],
    title: 'a request to create gets no answer',
    traits: { alter: answering(creating, { ...crash, breaks: 'never-answers' }) },
  },
  {
    name: 'hangs-up-on-creations',
    clauses: ['4.2-answer-201', '4.2-answers'],
    title: 'the connection is closed where the 201 should come',
    traits: { alter: answering(creating, { ...crash, breaks: 'before' }) },
  },
  {
    name: 'posts-never-answered',
    clauses: ['4.2-answer-201', '4.2-answers'],
    title: 'no POST gets an answer, with whatever body or key',
    traits: {
      alter: answering((call) => call.method === 'POST', { ...crash, breaks: 'never-answers' }),
    },
  },
  ...crashing,
  {
    name: 'crash-without-description',
    clauses: ['2-new-category-description', '4.2-answers'],
    title: '500 when there is no description',
    traits: { alter: accepted((call) => call.input !== undefined && call.input.description === undefined) },
  },
  {
    name: 'crash-on-repeated-name',
    clauses: ['2-new-category-name', '4.2-answers'],
    title: '500 for a name that is taken, from the unique index',
    subtle: true,
    traits: {
      alter: (honest, call, service) =>
        honest.status === 201 && service.categories.filter((one) => one.name === call.input?.name).length > 1
          ? crash
          : honest,
    },
  },
  {
    name: 'crash-on-unknown-member',
    clauses: ['4.2-answers'],
    title: '500 for a member that is no column',
    subtle: true,
    traits: { alter: accepted(withExtra(/"colour"|"n"|"extra|"unknown/)) },
  },
  {
    name: 'crash-on-deep-body',
    clauses: ['4.2-answers'],
    title: '500 for a body that is nested deeply',
    subtle: true,
    traits: { alter: answering(withExtra(/(\[\s*){200}|(\{"[^"]*":\s*){200}/), crash) },
  },
  {
    name: 'crash-on-repeated-member',
    clauses: ['4.2-answers'],
    title: '500 for a member that is named twice',
    subtle: true,
    traits: { alter: answering(withExtra(/"name".*"name"\s*:/s), crash) },
  },
  {
    name: 'crash-on-other-media-type',
    clauses: ['4.2-answers'],
    title: '500 for a body of another media type, which is not parsed',
    subtle: true,
    traits: {
      wrongMediaType: 'accept',
      alter: answering(
        (call) =>
          call.method === 'POST' &&
          call.credential === 'valid' &&
          !/^application\/json/i.test(call.headers['content-type'] ?? 'application/json'),
        crash,
      ),
    },
  },
  {
    name: 'crash-without-media-type',
    clauses: ['4.2-answers'],
    title: '500 for a body without a media type',
    subtle: true,
    traits: {
      alter: answering(
        (call) =>
          call.method === 'POST' && call.credential === 'valid' && call.headers['content-type'] === undefined,
        crash,
      ),
    },
  },
  {
    name: 'crash-on-invalid-utf-8',
    clauses: ['4.2-answers'],
    title: '500 for a body that is no UTF-8',
    subtle: true,
    traits: {
      alter: answering(
        (call) =>
          call.credential === 'valid' && call.method === 'POST' && call.body.toString().includes('\ufffd'),
        crash,
      ),
    },
  },
  {
    name: 'crash-on-query',
    clauses: ['4.1-answers'],
    title: '500 for a query that is not known',
    subtle: true,
    traits: { alter: answering((call, service) => listing(call, service) && call.query !== '', crash) },
  },
  {
    name: 'crash-on-accept',
    clauses: ['4.1-answers'],
    title: '500 for an Accept that it cannot serve',
    subtle: true,
    traits: {
      alter: answering(
        (call) => /xml|html/.test(call.headers['accept'] ?? '') && call.credential === 'valid',
        crash,
      ),
    },
  },
  {
    name: 'crash-on-head',
    clauses: ['1-http-and-json'],
    title: '500 for HEAD',
    subtle: true,
    traits: { alter: answering((call) => call.method === 'HEAD', plainAnswer(500, { kind: 'none' })) },
  },
  {
    name: 'crash-on-options',
    clauses: ['1-http-and-json'],
    title: '500 for OPTIONS',
    subtle: true,
    traits: { alter: answering((call) => call.method === 'OPTIONS', crash) },
  },
  {
    name: 'crash-on-unknown-path',
    clauses: ['1-http-and-json'],
    title: '500 for a path that it does not know',
    subtle: true,
    traits: { notFound: () => crash },
  },
  {
    name: 'crash-on-broken-encoding',
    clauses: ['1-http-and-json'],
    title: '500 for a path that cannot be decoded',
    subtle: true,
    traits: { alter: answering((call) => call.path?.includes('%ZZ') === true, crash) },
  },
  {
    name: 'crash-on-large-header',
    clauses: ['4.1-answers'],
    title: '502 for a header of more than 16 KiB',
    subtle: true,
    traits: {
      alter: answering(
        (call) => Object.values(call.headers).some((value) => (value?.length ?? 0) > 16_384),
        plainAnswer(502, html('Bad Gateway')),
      ),
    },
  },
  {
    name: 'crash-on-large-body',
    clauses: ['4.2-answers'],
    title: '502 for a body of more than 64 KiB',
    subtle: true,
    traits: { alter: answering((call) => call.body.length > 65_536, plainAnswer(502, html('Bad Gateway'))) },
  },
  {
    name: 'drop-on-long-text',
    clauses: ['4.2-answers'],
    title: 'the connection breaks for a text of more than 5,000 characters',
    traits: {
      alter: answering((call) => anyText(call).length > 5000, { ...crash, breaks: 'before' }),
    },
  },
  {
    name: 'drop-on-emoji',
    clauses: ['4.2-answers'],
    title: 'the connection breaks for an emoji',
    traits: { alter: answering(holding(/[\u{10000}-\u{10ffff}]/u), { ...crash, breaks: 'before' }) },
  },
  {
    name: 'drop-on-nul',
    clauses: ['4.2-answers'],
    title: 'the connection breaks for a NUL',
    subtle: true,
    traits: {
      alter: answering((call) => anyText(call).includes('\0'), { ...crash, breaks: 'before' }),
    },
  },
  {
    name: 'hang-on-quote',
    clauses: ['4.2-answers'],
    title: 'a text with an apostrophe is never answered',
    traits: { alter: answering(holding(/'/), { ...crash, breaks: 'never-answers' }) },
  },
  {
    name: 'list-breaks-off',
    clauses: ['4.1-answers', '1-http-and-json'],
    title: 'the connection breaks in the middle of the list',
    traits: {
      alter: (honest, call, service) =>
        honest.status === 200 && listing(call, service) ? { ...honest, breaks: 'mid-body' } : honest,
    },
  },
  {
    name: 'long-list-breaks-off',
    clauses: ['4.1-answers'],
    title: 'the connection breaks in the middle of a list of more than twelve',
    subtle: true,
    traits: {
      alter: (honest, call, service) =>
        honest.status === 200 && listing(call, service) && service.categories.length > 12
          ? { ...honest, breaks: 'mid-body' }
          : honest,
    },
  },
  {
    name: 'long-list-crash',
    clauses: ['4.1-answers'],
    title: '500 for a list of more than twelve',
    subtle: true,
    traits: {
      alter: (honest, call, service) =>
        honest.status === 200 && listing(call, service) && service.categories.length > 12 ? crash : honest,
    },
  },
  {
    name: 'emoji-in-list-crash',
    clauses: ['4.1-answers'],
    title: '500 for the list once there is an emoji in it',
    subtle: true,
    traits: {
      alter: (honest, call, service) =>
        listing(call, service) &&
        service.categories.some((one) => /[\u{10000}-\u{10ffff}]/u.test(String(one.name)))
          ? crash
          : honest,
    },
  },
  {
    name: 'list-redirects',
    clauses: ['4.1-method-and-path', '4.1-answers'],
    title: '302 from the list to another place',
    traits: {
      alter: answering(listing, plainAnswer(302, { kind: 'none' }, [['Location', '/v2/categories']])),
    },
  },
  {
    name: 'list-redirects-to-slash',
    clauses: ['4.1-method-and-path', '4.1-answers', '4-relative-addresses'],
    title: '301 from the list to the path with a slash at the end',
    traits: {
      trailingSlash: 'same',
      alter: answering(listing, plainAnswer(301, { kind: 'none' }, [['Location', '/v1/categories/']])),
    },
  },
  {
    name: 'create-redirects',
    clauses: ['4.2-method-and-path', '4.2-answers', '4-relative-addresses'],
    title: '307 from a creation to another host',
    traits: {
      alter: answering(
        creating,
        plainAnswer(307, { kind: 'none' }, [['Location', 'http://write.invalid/v1/categories']]),
      ),
    },
  },
  {
    name: 'create-not-there',
    clauses: ['4.2-method-and-path', '1-categories-in-full'],
    title: '405 for a creation',
    traits: {
      intercept: (call, service) =>
        call.operation === 'createCategory' && call.credential === 'valid'
          ? service.traits.wrongMethod(call, service, 'GET')
          : undefined,
    },
  },
  {
    name: 'create-crash-at-times',
    clauses: ['4.2-answers', '1-categories-in-full'],
    title: 'every other creation is a 500, by chance',
    subtle: true,
    traits: { alter: answering((call, service) => creating(call, service) && service.random() < 0.5, crash) },
  },
  {
    name: 'list-crash-at-times',
    clauses: ['4.1-answers', '1-categories-in-full'],
    title: 'every third list is a 500, by chance',
    subtle: true,
    traits: { alter: answering((call, service) => listing(call, service) && service.random() < 0.34, crash) },
  },
  {
    name: 'crash-every-seventh',
    clauses: ['4.1-answers', '4.2-answers'],
    title: 'every seventh request is a 502, from a node that is down',
    subtle: true,
    traits: { alter: answering((call) => call.number % 7 === 0, plainAnswer(502, html('Bad Gateway'))) },
  },
  {
    name: 'crash-after-ten-creations',
    clauses: ['4.2-answers'],
    title: 'the eleventh creation and all after it are a 500',
    subtle: true,
    traits: {
      alter: (honest, _call, service) =>
        honest.status === 201 && service.tally('creations') > 10 ? crash : honest,
    },
  },
  {
    name: 'breaks-off-at-times',
    clauses: ['1-http-and-json'],
    title: 'every fifth answer of a connection breaks off in the middle',
    subtle: true,
    traits: {
      alter: (honest, call) =>
        call.numberOnConnection % 5 === 0 ? { ...honest, breaks: 'mid-body' } : honest,
    },
  },
  {
    name: 'crash-in-parallel',
    clauses: ['4.1-answers'],
    title: '503 for a list while another one is made',
    subtle: true,
    traits: {
      intercept: async (call, service) => {
        if (!listing(call, service)) return undefined;
        const busy = service.memory.get('listing') === true;
        service.memory.set('listing', true);
        await service.sleep(20);
        service.memory.set('listing', false);
        return busy ? plainAnswer(503, html('Service Unavailable')) : undefined;
      },
    },
  },
]);
