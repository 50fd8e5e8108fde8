import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { faultsOfAssay, idsOf, type MockRun } from '../other-interfaces/run-against-mock.ts';
import { isKnown, type MakeService, runAgainstService } from '../other-interfaces/run-against-service.ts';
import { depotWith, honestParts } from './depot.ts';
import { conforming, faulty } from './members.ts';
import { conformingPages, faultyPages } from './page-members.ts';
import { alarms, blames, runMember } from './run-lives.ts';
import { findingsOf, houses, runIn } from './run-zoo.ts';
import { watched } from './watched.ts';
import { THOROUGH, wholeInCi } from '../sampled.ts';

describe('services that conform, each with a freedom', () => {
  test.each(wholeInCi(conforming.slice(0, 2), 2))('$name', async (member) => {
    expect(alarms(await runMember(member, { suites: ['resources'] }))).toEqual([]);
  });
});

/** One more than the greatest number that there is, as a table without a counter of its own has it. */
const fromTheTable = depotWith({
  identify(state, kind) {
    if (kind !== 'shelves') return honestParts.identify(state, kind);
    const numbers = [...state.shelves.values()]
      .filter((shelf) => shelf.kind === 'shelves')
      .flatMap(({ entries }) => entries.map(({ id }) => Number(id)));
    return Math.max(0, ...numbers) + 1;
  },
});

test.runIf(THOROUGH)(
  'a number that is given again after a removal is a warning, and no other check blames it',
  async () => {
    const run = await runMember({ name: 'from the table', serve: fromTheTable });
    expect(alarms(run)).toEqual(['resources.identity-not-reused']);
    expect(run.verdict.exitCode).toBe(0);
  },
);

const statements = `
sections: [{ number: '1', title: Shelves }]
clauses:
  - { id: 1-key, section: '1', text: Keys, level: must, checks: [authentication.unknown-key] }
  - { id: 1-add, section: '1', text: Shelves are put up, level: must, checks: [statuses.success@addShelf] }
  - { id: 1-kept, section: '1', text: Changes stay, level: must, checks: [resources.update-stored] }
`;

/** A run over a document with statements beside it. */
async function runWithStatements(serve: MakeService): Promise<MockRun> {
  const document = await readFile(new URL('openapi.yaml', import.meta.url), 'utf8');
  return runAgainstService({ 'openapi.yaml': document, 'clauses.yaml': statements }, serve, { seed: 1 });
}

describe('statements beside a document with entries that change', () => {
  test.runIf(THOROUGH)('an honest service conforms, and each statement is proven by lives too', async () => {
    const run = await runWithStatements(depotWith({}));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
    expect(idsOf(run, 'pass')).toEqual(
      expect.arrayContaining(['resources.update-stored', 'authentication.unknown-key']),
    );
  });

  test.runIf(THOROUGH)(
    'a valid request that a statement promises to serve is blamed with a documented refusal, too',
    async () => {
      const run = await runWithStatements(() => {
        const serve = depotWith({})();
        return (ask) =>
          ask.method === 'POST' && ask.path === '/shelves' && isKnown(ask)
            ? {
                status: 400,
                body: { title: 'No', status: 400 },
                headers: { 'Content-Type': 'application/problem+json' },
              }
            : serve(ask);
      });
      expect(idsOf(run, 'fail')).toContain('statuses.success');
    },
  );
});

describe('lists with pages', () => {
  const free = ['cursors are good for one use', 'others put shelves first'];
  test.each(
    wholeInCi(
      conformingPages.filter(({ name }) => free.includes(name)),
      2,
    ),
  )('$name', async (member) => {
    expect(alarms(await runMember(member, { suites: ['resources'] }))).toEqual([]);
  });

  const chosen = ['between pages of boxes an entry is left out', 'there is always a next cursor'];
  test.each(
    wholeInCi(
      faultyPages.filter(({ name }) => chosen.includes(name)),
      2,
    ),
  )('$name', async (member) => {
    const run = await runMember(member, { suites: ['resources'] });
    expect(blames(run)).toContain(member.finds);
    expect(faultsOfAssay(run)).toEqual([]);
  });
});

// The depot has tests of its own.
test.runIf(THOROUGH).each(houses.slice(1))('nobody blames the plain service of $name', async (house) => {
  const [plain] = house.conforming;
  if (plain === undefined) throw new Error(house.name);
  const { checks, exitCode, faults } = findingsOf(await runIn(house, plain));
  expect({ checks, exitCode, faults }).toEqual({ checks: [], exitCode: 0, faults: [] });
});

describe('services with one fault', () => {
  const chosen = ['resources.update-stored', 'resources.removed-is-gone', 'resources.children-follow'];
  test.each(wholeInCi(chosen, 3).flatMap((finds) => faulty.find((one) => one.finds === finds) ?? []))(
    '$name',
    async (member) => {
      const run = await runMember(member, { suites: ['resources'] });
      expect(blames(run)).toContain(member.finds);
      expect(faultsOfAssay(run)).toEqual([]);
    },
  );
});

/** Each was missed with this seed, where no entry had rested, or where the only one that was read had just been changed, a truth value taken for written in another way, another name followed wherever it came from, or a marker put where something is broken on purpose. */
const UNRESTED: readonly {
  readonly of: string;
  readonly name: string;
  readonly seed: number;
  readonly suites?: readonly string[];
}[] = [
  { of: 'depot', name: 'the list of shelves shows other texts', seed: 10 },
  { of: 'catalogue', name: 'behind the fiftieth product nothing comes', seed: 5 },
  { of: 'shop', name: 'a PUT of customers takes no falsy value', seed: 10 },
  { of: 'archive', name: 'a replacement gives a new id', seed: 10 },
  { of: 'archive', name: 'any format is taken', seed: 7, suites: ['validation'] },
  { of: 'archive', name: 'the same kind twice is taken', seed: 6, suites: ['validation'] },
];

test.each(THOROUGH ? UNRESTED : [])(
  '$name, with seed $seed',
  async ({ of, name, seed, suites = ['resources', 'collections'] }) => {
    const house = houses.find((one) => one.name === of);
    const member = house?.faulty.find((one) => one.name === name);
    if (house === undefined || member === undefined) throw new Error(name);
    const run = await runIn(house, member, { seed, suites });
    expect(blames(run)).toContain(member.finds);
  },
);

describe("other people's things", () => {
  test.each(
    wholeInCi(
      [
        ['a service that knows its keys', depotWith()],
        ['one that takes any key', depotWith({ admits: () => true })],
        [
          'one that takes any key for changes',
          depotWith({ admits: (ask) => isKnown(ask) || ask.method !== 'GET' }),
        ],
        [
          'one that names what is not new as made',
          depotWith({
            madeReply: (reply) => ({ ...reply, headers: { ...reply.headers, Location: '/shelves/1' } }),
          }),
        ],
      ],
      4,
    ),
  )('are neither changed nor removed: %s', async (_name, serve) => {
    const watch = watched(serve);
    const run = await runMember(
      { name: '', serve: watch.serve },
      { suites: ['resources', 'authentication'] },
    );
    expect(watch.astray).toEqual([]);
    expect(faultsOfAssay(run)).toEqual([]);
  });

  test('are noticed where a request is about them', () => {
    const watch = watched(() => () => ({ status: 201, body: { data: { id: 7 } } }));
    const serve = watch.serve();
    const asked: readonly (readonly [method: string, path: string])[] = [
      ['PUT', '/things/8'],
      ['POST', '/things'],
      ['DELETE', '/things/7'],
      ['POST', '/things/8/parts'],
      ['DELETE', '/things'],
    ];
    for (const [method, path] of asked)
      serve({ method, path, query: new URLSearchParams(), headers: {}, text: '', json: undefined });
    expect(watch.astray).toEqual(['PUT /things/8', 'POST /things/8/parts', 'DELETE /things']);
  });

  test.each(
    wholeInCi(
      houses.flatMap((house) => [
        { name: `${house.name}, quick`, house, settings: { profile: 'quick' } as const },
        {
          name: `${house.name}, with sequences that are drawn`,
          house,
          settings: {
            profile: 'thorough',
            maxRequests: 800,
            suites: ['resources', 'authentication'],
          } as const,
        },
      ]),
      9,
    ),
  )('are neither changed nor removed: $name', async ({ house, settings }) => {
    const [plain] = house.conforming;
    const run = await runIn(house, plain ?? { name: '', serve: depotWith() }, settings);
    expect(run.astray).toEqual([]);
    expect(run.changing).toBeGreaterThan(settings.profile === 'quick' ? 5 : 10);
    const probes = [...run.record.exchanges.values()].map(({ probe }) => probe);
    const isDrawn = settings.profile === 'thorough';
    // Bookings and exports of the market can't be removed.
    expect((run.record.footer?.leftovers ?? []).length > 0).toBe(house.name === 'market');
    expect(probes.some((probe) => probe.startsWith('resources/sequence-'))).toBe(isDrawn);
    expect(probes.some((probe) => probe.endsWith('-of-other'))).toBe(isDrawn && house.hasOther);
  });

  test('are all there after a run, and nothing of the run is', async () => {
    const left = new Set<string>();
    const serve: MakeService = () => {
      const answer = depotWith()();
      return (ask) => {
        const reply = answer(ask);
        const location = reply.headers?.['Location'];
        if (location !== undefined) left.add(location);
        if (ask.method === 'DELETE' && reply.status === 204)
          for (const path of left)
            if (path === ask.path || path.startsWith(`${ask.path}/`)) left.delete(path);
        return reply;
      };
    };
    const run = await runMember({ name: '', serve }, { suites: ['resources'] });
    expect([...left]).toEqual([]);
    expect(run.record.footer?.leftovers).toEqual([]);
  });
});
