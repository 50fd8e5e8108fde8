import { describe, expect, test } from 'vitest';
import { loadOnce } from '../specs/load-files.ts';
import { CRUD, crudService } from './crud-service.ts';
import { blamed, faultsOfAssay, idsOf, type MockRun, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAgainstService } from './run-against-service.ts';
import { wholeInCi } from '../sampled.ts';

/** The same interface, whose problems need not tell their status. */
const FREE = CRUD.replace('required: [title, status]', 'required: [title]');
/** The same interface, whose problems are described without a word on the status. */
const SILENT = FREE.replace(
  '        title: { type: string }\n        status: { type: integer }',
  '        title: { type: string }',
);

type Members = { readonly [name: string]: unknown };

/** The service, whose problems are written in another way. */
function problems(change: (members: Members, status: number) => Members, via?: string): MakeService {
  return () => {
    const serve = crudService()();
    return (ask): Reply => {
      const reply = serve(ask);
      const { status, body, headers } = reply;
      if (status < 400 || typeof body !== 'object' || body === null) return reply;
      const own = via === undefined ? {} : { Via: via };
      return {
        status,
        headers: { ...headers, ...own },
        body: change(Object.fromEntries(Object.entries(body)), status),
      };
    };
  };
}

const withoutStatus = ({ status: _status, ...rest }: Members): Members => rest;

async function runAgainst(document: string, serve: MakeService): Promise<MockRun> {
  const run = await runAgainstService(document, serve, { suites: ['errors', 'validation'] });
  expect(faultsOfAssay(run)).toEqual([]);
  return run;
}

describe('problem details', () => {
  const conforming: readonly (readonly [string, string, MakeService])[] = [
    ['tell the status', SILENT, problems((members) => members)],
    ['leave the status out', FREE, problems(withoutStatus)],
    [
      'are about:blank',
      SILENT,
      problems((members) => ({
        ...withoutStatus(members),
        type: 'about:blank',
        detail: null,
        errors: [{ detail: 7 }],
      })),
    ],
    ['came through a gateway', FREE, problems((members) => ({ ...members, status: 500 }), '1.1 gateway')],
  ];

  test.each(wholeInCi(conforming, 3))('conform where they %s', async (_what, document, serve) => {
    const run = await runAgainst(document, serve);
    expect(blamed(run)).toEqual([]);
    expect(idsOf(run, 'warn')).toEqual([]);
  });

  test('whose status is documented break the document with another one', async () => {
    const run = await runAgainst(
      FREE,
      problems((members) => ({ ...members, status: 500 })),
    );
    expect(idsOf(run, 'fail')).toEqual(['errors.status-member']);
    expect(idsOf(run, 'warn')).toEqual([]);
  });

  const changes: readonly (readonly [string, Members])[] = [
    ['another status', { status: 500 }],
    ['the status as a text', { status: '400' }],
    ['a list as the detail', { detail: ['a', 'b'] }],
    ['an object as the type', { type: {} }],
  ];

  test.each(wholeInCi(changes, 2))(
    'are warned of where the document is silent: %s',
    async (_what, changed) => {
      const run = await runAgainst(
        SILENT,
        problems((members) => ({ ...members, ...changed })),
      );
      expect(idsOf(run, 'fail')).toEqual([]);
      expect(idsOf(run, 'warn')).toEqual(['errors.problem-details']);
    },
  );

  test("of assay's own mock tell the status", async () => {
    const loaded = await loadOnce({ 'openapi.yaml': FREE });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(blamed(run)).toEqual([]);
    expect(idsOf(run, 'pass')).toContain('errors.status-member');
  });
});
