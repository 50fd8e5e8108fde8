import { join } from 'node:path';
import { type House, houses } from '../../../test/lives/run-zoo.ts';
import { listenOnThisMachine, type MakeService } from '../../../test/other-interfaces/run-against-service.ts';
import { sampleMembers } from '../sample-members.ts';
import { type Kin, keyFlags, type Service } from './service.ts';

/** Services of test/lives, with entries that are made, changed and removed. */

const lives = join(import.meta.dirname, '../../../test/lives');

/** Interfaces whose key stands elsewhere, with what stands before it. */
const FIELDS: ReadonlyMap<string, readonly [name: string, before: string]> = new Map([
  ['tickets', ['X-Token', '']],
]);

type Seat = {
  readonly family: string;
  readonly name: string;
  readonly serve: MakeService;
  readonly document: string;
  readonly base: string;
};

function serviceOf({ family, name, serve, document, base }: Seat, isFaulty: boolean): Service {
  return {
    name: `${family} ${name}`,
    isFaulty,
    visit: async (use) => {
      const { url, key, asked, close } = await listenOnThisMachine(serve);
      try {
        const flags = keyFlags(key, ...(FIELDS.get(family) ?? []));
        return await use({ url: `${url}${base}`, document, flags, asked: () => asked.length });
      } finally {
        close();
      }
    },
  };
}

function seatsOf({ name: family, document, base = '', faulty }: House): readonly Seat[] {
  return faulty.map(({ name, serve }) => ({ family, name, serve, document: join(lives, document), base }));
}

/** So many of the faulty ones, spread over the interfaces. */
export function zooKin(count: number, only: RegExp): readonly Kin[] {
  const all = houses.flatMap(seatsOf).filter(({ name, family }) => only.test(`${family} ${name}`));
  const chosen = sampleMembers(all, count);
  return houses.flatMap(({ name: family, conforming: [honest] }) => {
    const own = chosen.filter((one) => one.family === family);
    const [first] = own;
    if (first === undefined || honest === undefined) return [];
    return [
      {
        honest: serviceOf({ ...first, ...honest }, false),
        faulty: own.map((seat) => serviceOf(seat, true)),
      },
    ];
  });
}
