import { describe, expect, test } from 'vitest';
import { loadInterface } from '../../../src/interface/load-interface.ts';
import { strangerFaults } from '../../../src/mock/faults/derived/stranger-faults.ts';
import { tagFaults } from '../../../src/mock/faults/derived/tag-faults.ts';
import { faultsOfAssay, idsOf, runAgainstMock } from '../../other-interfaces/run-against-mock.ts';
import { sampled, THOROUGH, wholeInCi } from '../../sampled.ts';
import { type Ask, type MakeService, OTHER_KEY, userOf } from '../../other-interfaces/run-against-service.ts';
import { alarms, blames } from '../run-lives.ts';
import { deskWith, problem } from './desk.ts';
import { conformingDesks, faultyDesks } from './members.ts';
import { runDesk } from './run-desks.ts';

const loaded = await loadInterface('test/lives/desk');
if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
const document = loaded.interface;

describe('services with tags and two users that conform, each with a freedom', () => {
  const chosen = ['tags that change at every read', '403 for what others made'];
  test.each(
    wholeInCi(
      conformingDesks.filter(({ name }) => chosen.includes(name)),
      3,
    ),
  )('$name', async (member) => {
    expect(alarms(await runDesk(member, { suites: ['resources'] }))).toEqual([]);
  });
});

describe('services with one fault', () => {
  const chosen = [
    'resources.not-changed-by-others',
    'resources.stale-tag-refused',
    'resources.not-modified',
    'resources.repeated-once',
  ];
  test.each(wholeInCi(chosen, 4).flatMap((finds) => faultyDesks.find((one) => one.finds === finds) ?? []))(
    '$name',
    async (member) => {
      const run = await runDesk(member, { suites: ['resources'] });
      expect(blames(run)).toContain(member.finds);
      expect(faultsOfAssay(run)).toEqual([]);
    },
  );
});

test('a key of another user that the service refuses everywhere lets nobody tell', async () => {
  const serve = deskWith({ admits: (ask) => (userOf(ask) === 'first' ? 'first' : undefined) });
  const run = await runDesk({ name: '', serve }, { suites: ['resources'] });
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(2);
  expect(run.record.footer?.stop).toMatchObject({
    kind: 'unusable-target',
    reason: expect.stringContaining('refuses the key of the other user') as unknown,
  });
});

/** A desk of which the second user, whom it knows, may do nothing but what `mayDo` says. */
function deskForOne(mayDo: (ask: Ask) => boolean): MakeService {
  return () => {
    const serve = deskWith({ isOpenTo: () => true })();
    return (ask) => (userOf(ask) === 'other' && !mayDo(ask) ? problem(403) : serve(ask));
  };
}

describe('a second user who is known, and may do nothing', () => {
  test('is kept out, where the document tells 403 from 401', async () => {
    const run = await runDesk({ name: '', serve: deskForOne(() => false) }, { suites: ['resources'] });
    expect(alarms(run)).toEqual([]);
    expect(run.record.footer?.stop).toEqual({ kind: 'completed' });
    expect(idsOf(run, 'pass')).toEqual(expect.arrayContaining(['resources.not-read-by-others']));
  });

  test('may be nobody, where made-up keys get 403 as well', async () => {
    const serve: MakeService = () => {
      const desk = deskForOne(() => false)();
      return (ask) => (userOf(ask) === 'first' ? desk(ask) : problem(403));
    };
    const run = await runDesk({ name: '', serve }, { suites: ['resources'] });
    expect(run.record.footer?.stop?.kind).toBe('unusable-target');
  });

  test('gets at what others made, where one operation asks nobody', async () => {
    const serve = deskForOne(({ method, path }) => method === 'GET' && path.startsWith('/notes/'));
    const run = await runDesk({ name: '', serve }, { suites: ['resources'] });
    expect(blames(run)).toContain('resources.not-read-by-others');
  });
});

test('a second key is in no record, although the service says it back', async () => {
  const serve = deskWith({
    stranger: ({ headers }) => ({
      status: 403,
      body: { title: `who is ${headers.authorization ?? ''}?`, status: 403 },
      headers: { 'Content-Type': 'application/problem+json', 'X-Asked-By': headers.authorization ?? '' },
    }),
  });
  const { record } = await runDesk({ name: '', serve }, { suites: ['resources'] });
  const exchanges = [...record.exchanges.values()];
  const text = exchanges
    .map(({ request, result }) => {
      const { headers = [], body = new Uint8Array() } = result.kind === 'answer' ? result.answer : {};
      return JSON.stringify([request.headers, headers, new TextDecoder().decode(body)]);
    })
    .join('\n');
  expect(text).toContain('Bearer $ASSAY_OTHER_KEY');
  expect(text).toContain('who is Bearer $ASSAY_OTHER_KEY?');
  expect(text).not.toContain(OTHER_KEY);
});

test.runIf(THOROUGH)(
  'the mock keeps tags, requests that come again, and what each of two users made',
  async () => {
    const run = await runAgainstMock(document, [], true);
    expect([...idsOf(run, 'fail'), ...idsOf(run, 'warn'), ...faultsOfAssay(run)]).toEqual([]);
    const proven = idsOf(run, 'pass');
    const own = [
      'tag-changes',
      'not-modified',
      'stale-tag-refused',
      'tag-required',
      'repeated-once',
      'not-read-by-others',
      'not-listed-by-others',
      'not-changed-by-others',
      'not-removed-by-others',
    ];
    expect(proven).toEqual(expect.arrayContaining(own.map((name) => `resources.${name}`)));
    expect(run.verdict.exitCode).toBe(0);
  },
);

test.each(sampled([...tagFaults(document), ...strangerFaults(document)], 96, 6))(
  '$name is found',
  async (fault) => {
    const run = await runAgainstMock(document, [fault]);
    expect(idsOf(run, 'fail')).toEqual(expect.arrayContaining([...fault.breaks]));
    expect(faultsOfAssay(run)).toEqual([]);
  },
);
