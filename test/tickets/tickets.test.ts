import { describe, expect, test } from 'vitest';
import { checks } from '../../src/checks/catalogue.ts';
import { conforming, faulty } from './members.ts';
import { strict, stricter } from './stricter.ts';
import { alarmsOf, blamesOf, runTickets } from './run-tickets.ts';
import { type Desk, deskWith } from './service.ts';
import { THOROUGH, wholeInCi } from '../sampled.ts';

/** So few of the zoo are run each time; `run-tickets.ts` runs all. */
const NAMES = [
  'members without a value are left out',
  'fields that may be left out come, one as HTTP has it and one with zeros in front',
];
const FAULTS = [
  'a refused PUT is half executed',
  'tells the time of a list with its unit',
  'too large pages are taken',
];

test('the plain service conforms, and a run leaves nothing of its own and touches nothing else', async () => {
  const seen: Desk[] = [];
  const run = await runTickets({ name: 'plain', serve: deskWith({}, (desk) => void seen.push(desk)) });
  expect(alarmsOf(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  const [desk] = seen;
  expect(desk?.tickets.map(({ title }) => title)).toEqual(
    Array.from({ length: 25 }, (_, at) => `Ticket ${String(at + 1)}`),
  );
  expect([desk?.cleared, [...(desk?.projects.keys() ?? [])], desk?.me['name']]).toEqual([
    0,
    ['first'],
    'Somebody',
  ]);
  // What asks for a password is asked once, and once more by the probe of ordinary requests.
  const logins = [...run.record.exchanges.values()].filter(({ request }) =>
    request.target.endsWith('/login'),
  );
  expect(logins.length).toBeLessThanOrEqual(2);
});

describe('services that conform, each with a freedom', () => {
  test.runIf(THOROUGH).each(strict)('$name', async (member) => {
    expect(alarmsOf(await runTickets(member))).toEqual([]);
  });

  test.runIf(THOROUGH).each(conforming.filter(({ name }) => NAMES.includes(name)))(
    '$name',
    async (member) => {
      expect(alarmsOf(await runTickets(member, { suites: ['resources'] }))).toEqual([]);
    },
  );
});

describe('services with one fault', () => {
  test.runIf(THOROUGH).each(stricter)('$name', async (member) => {
    const found = blamesOf(await runTickets(member));
    expect(found.filter((id) => member.finds.split('|').some((one) => id.startsWith(one)))).not.toEqual([]);
  });

  test.each(
    wholeInCi(
      faulty.filter(({ name }) => FAULTS.includes(name)),
      5,
    ),
  )('$name', async (member) => {
    const suites = checks
      .filter(({ id }) => member.finds.split('|').some((one) => id.startsWith(one)))
      .map(({ suite }) => suite);
    const run = await runTickets(member, { suites: [...new Set(suites)] });
    expect(blamesOf(run).some((id) => member.finds.split('|').some((one) => id.startsWith(one)))).toBe(true);
  });
});
