import { created, LIST, refused, row, type CheckRow } from './check-rows.test-data.ts';
import { ask, quota, type Sample } from './exchange.test-data.ts';

const login = (status: number, sentHeaders: Sample['sentHeaders'] = []): Sample => ({
  ...ask('POST', '/login', status, status === 200 ? { session: 's' } : { error: 'who' }, {
    user: 'a',
    password: 'b',
  }),
  sentHeaders: [['Content-Type', 'application/json'], ...sentHeaders],
});

export const observedRows: readonly CheckRow[] = [
  row('observed.error-codes', 'observed', 'the code of a 400', [refused(400, { sends: '{}' })]),
  row('observed.error-codes', 'inconclusive', 'no error', [LIST]),
  row('observed.named-operations', 'observed', 'a status', [{ path: '/shelves/1', status: 404 }]),
  row(
    'observed.forgotten-credentials',
    'observed',
    'refused without, and served with one',
    [login(401), login(200, [['Authorization', 'Bearer some']])],
    { document: 'tickets' },
  ),
  row('observed.forgotten-credentials', 'inconclusive', 'another word is right', [login(401), login(200)], {
    document: 'tickets',
  }),
  row('observed.other-requests', 'observed', 'HEAD and an unknown path', [
    { path: '/books', method: 'HEAD' },
    { path: '/nowhere', status: 404 },
  ]),
  row('observed.media-types', 'observed', 'the status for plain text', [
    refused(415, {
      probe: 'robustness/media-type/text-plain',
      sends: '{"title":"t"}',
      sentHeaders: [['Content-Type', 'text/plain']],
    }),
  ]),
  row('observed.unknown-members', 'observed', 'ignored', [
    created(1, { title: 't', shelf: 1 }, { shelf: undefined }),
  ]),
  row('observed.text-handling', 'observed', 'trimmed', [created(1, { title: ' t ' }, { title: 't' })]),
  row('observed.identity-form', 'observed', 'an integer', [created(1, { title: 't' })]),
  row('observed.robustness', 'observed', 'the status for an unknown query', [
    { ...LIST, path: '/books?x=1', probe: 'robustness/limits/unknown-query' },
  ]),
  row('observed.limits', 'observed', 'a limit and a window', [{ ...LIST, headers: quota(100, 99, 60) }]),
  row('observed.refusal-body', 'observed', 'text', [
    {
      path: '/books',
      status: 429,
      body: 'slow down',
      headers: [
        ['Content-Type', 'text/plain'],
        ['Retry-After', '3'],
      ],
    },
  ]),
];
