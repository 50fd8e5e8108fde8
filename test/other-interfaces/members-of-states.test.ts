import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Copies that have moments at which they are done or cancelled, as the document says of their states. */

const DOCUMENT = await readFile('test/specs/copies/openapi.yaml', 'utf8');
const WHEN = '2030-01-02T03:04:05Z';
const LAST_DAY = '2026-01-01';

type Copy = { readonly id: string; readonly of: string; readonly state: string };
type Ways = {
  readonly cancelledAt?: (state: string) => string | null;
  readonly doneAt?: (state: string) => string | null;
  readonly listsAll?: boolean;
  readonly mindsOrder?: boolean;
  readonly mayBeSame?: boolean;
  readonly mindsPast?: boolean;
  readonly mindsBoth?: boolean;
  readonly pages?: number;
};

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

const copies =
  ({
    cancelledAt = (state) => (state === 'cancelled' ? WHEN : null),
    doneAt = (state) => (state === 'waiting' || state === 'cancelled' ? null : WHEN),
    listsAll = false,
    mindsOrder = true,
    mayBeSame = false,
    mindsPast = true,
    mindsBoth = true,
    pages = 5,
  }: Ways): MakeService =>
  () => {
    const all = new Map<string, Copy>();
    const put = (copy: Copy): object => {
      all.set(copy.id, copy);
      return shown(copy);
    };
    const shown = (copy: Copy): object => ({
      ...copy,
      done_at: doneAt(copy.state),
      cancelled_at: cancelledAt(copy.state),
      parts: [
        { sheets: 2, sides: 2 },
        { sheets: 1, sides: 1 },
      ],
      pages,
    });
    return ({ method, path, json: sent }) => {
      const [, , id = '', action] = path.split('/');
      const copy = all.get(id);
      if (id !== '' && copy === undefined) return { status: 404 };
      if (copy !== undefined && action !== undefined)
        return copy.state === 'cancelled'
          ? { status: 409 }
          : { status: 200, body: put({ ...copy, state: 'cancelled' }) };
      if (copy !== undefined) return { status: 200, body: shown(copy) };
      if (method === 'GET')
        return {
          status: 200,
          body: [...all.values()].filter(({ state }) => listsAll || state !== 'cancelled').map(shown),
        };
      const { of, from, until, taken, tray, feeder } = {
        of: undefined,
        from: undefined,
        until: undefined,
        taken: undefined,
        tray: undefined,
        feeder: undefined,
        ...(typeof sent === 'object' ? sent : {}),
      };
      if (mindsPast && isDay(taken) && String(taken) > LAST_DAY) return { status: 400 };
      const isTray = tray === undefined || (Number.isInteger(tray) && Number(tray) >= 1 && Number(tray) <= 9);
      if (!isTray || !(feeder === undefined || typeof feeder === 'boolean')) return { status: 400 };
      if (mindsBoth && tray !== undefined && feeder !== undefined) return { status: 400 };
      const areDays = [from, until, taken].every((day) => day === undefined || isDay(day));
      const isTurned = isDay(from) && isDay(until) && (mayBeSame ? from > until : from >= until);
      if (!areDays || (mindsOrder && isTurned)) return { status: 400 };
      if (typeof of !== 'string' || of === '' || Array.from(of).length > 40) return { status: 400 };
      return { status: 201, body: put({ id: `c${String(all.size + 1)}`, of, state: 'waiting' }) };
    };
  };

test.each<readonly [string, Ways, readonly string[]]>([
  ['as the document says', {}, []],
  ['that are not known to be cancelled', { cancelledAt: () => null }, ['resources.members-of-states']],
  ['that are always cancelled at some time', { cancelledAt: () => WHEN }, ['resources.members-of-states']],
  ['that are listed when they are cancelled', { listsAll: true }, ['resources.members-of-states']],
  ['that have fewer pages than their parts', { pages: 3 }, ['resources.sums-hold']],
  ['that end before they begin', { mindsOrder: false }, ['validation.order-of-values']],
  ['that are fed and taken from a tray', { mindsBoth: false }, ['validation.alternatives']],
  ['that are taken in another century', { mindsPast: false }, ['validation.order-of-values']],
  ['that end as they begin', { mayBeSame: true }, ['validation.order-of-values']],
  ['that are done before they begin', { doneAt: () => WHEN }, ['resources.members-of-states']],
])('copies %s', async (_name, ways, blamed) => {
  const run = await runAtOnce(DOCUMENT, copies(ways));
  expect(idsOf(run, 'fail')).toEqual(blamed);
});
