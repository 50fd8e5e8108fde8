import { readFile } from 'node:fs/promises';
import { houses } from '../lives/run-zoo.ts';
import { CRUD, crudService } from '../other-interfaces/crud-service.ts';
import { everydayServices } from '../other-interfaces/everyday-services.ts';
import { frameworkServices } from '../other-interfaces/framework-services.ts';
import { carts, CARTS_DOCUMENT } from '../other-interfaces/generated-services.ts';
import {
  answerServices,
  bodyServices,
  boundaryService,
  discriminatedService,
  inheritedService,
  searchServices,
} from '../other-interfaces/kinds-services.ts';
import { narrowedLists } from '../other-interfaces/narrowed-lists.ts';
import { parameterServices } from '../other-interfaces/parameter-services.ts';
import type { MakeService } from '../other-interfaces/run-against-service.ts';
import { type SmallService, smallServices } from '../other-interfaces/small-services.ts';
import { strangersServices } from '../other-interfaces/strangers-services.ts';
import type { RunSettings } from '../../src/record/record.ts';

/** Services of the tests, from all places, that know no limit. */

export type Service = {
  readonly family: string;
  readonly name: string;
  readonly document: string;
  /** Path of the base address below which the outermost entries are; missing where nobody watches what is changed. */
  readonly base?: string;
  readonly hasOther: boolean;
  readonly serve: MakeService;
  readonly settings: Partial<RunSettings>;
  /** The check that has to tell, or how its name begins; missing for a service that conforms. */
  readonly finds?: string;
};

const small: readonly (readonly [family: string, services: readonly SmallService[]])[] = [
  ['small', smallServices],
  ['strangers', strangersServices],
  ['frameworks', frameworkServices],
  [
    'kinds',
    [
      discriminatedService,
      inheritedService,
      boundaryService,
      ...searchServices,
      ...bodyServices,
      ...answerServices,
    ],
  ],
  ['parameters', parameterServices],
  ['everyday', everydayServices],
  ['narrowed', narrowedLists],
];

const generated: readonly SmallService[] = [
  { title: 'members', document: CRUD, honest: crudService() },
  { title: 'carts', document: CARTS_DOCUMENT, honest: carts() },
];

async function ofHouses(): Promise<readonly Service[]> {
  const all = await Promise.all(
    houses.map(async ({ name: family, document, base = '', hasOther, conforming, faulty }) => {
      const text = await readFile(new URL(`../lives/${document}`, import.meta.url), 'utf8');
      return [...conforming, ...faulty].map(({ settings = {}, ...member }): Service => {
        return { family, base, hasOther, document: text, settings, ...member };
      });
    }),
  );
  return all.flat();
}

function ofSmall(): readonly Service[] {
  return [...small, ['generated', generated] as const].flatMap(([family, services]) =>
    services.flatMap(({ title: name, document, honest, faulty }): readonly Service[] => {
      const one = { family, name, document, hasOther: false, settings: {} };
      return [{ ...one, serve: honest }, ...(faulty === undefined ? [] : [{ ...one, ...faulty }])];
    }),
  );
}

/** All of them, conforming and faulty. */
export async function everyService(): Promise<readonly Service[]> {
  return [...(await ofHouses()), ...ofSmall()];
}
