import { join } from 'node:path';

/** A conforming service whose source is mutated. */
export type MutatedService = {
  readonly name: string;
  /** The module that exports the function which makes the server, and the arguments of that function. */
  readonly module: string;
  readonly start: string;
  readonly options: readonly unknown[];
  /** Sources to mutate, with those that several services share. */
  readonly sources: readonly string[];
};

/** The folder that all paths here start from. */
export const ROOT: string = join(import.meta.dirname, '../..');

const FRAMEWORKS = 'test/frameworks';
const LIMITERS = 'test/limiters';
const BY_HAND = 'bench/mutants/services';
const SHARED = [`${FRAMEWORKS}/categories.ts`, `${LIMITERS}/catalogue.ts`, `${LIMITERS}/real-key.ts`];
const REAL = `${LIMITERS}/real-services.ts`;

function framework(name: string, file: string, start: string, ...sources: readonly string[]): MutatedService {
  const module = `${FRAMEWORKS}/${file}.ts`;
  return { name, module, start, options: [], sources: [module, ...sources, ...SHARED] };
}

function byHand(name: string, file: string, start: string): MutatedService {
  const module = `${BY_HAND}/${file}.ts`;
  return { name, module, start, options: [], sources: [module] };
}

/** Services on packages of others, and services whose every line is theirs. Those before own what they share with those after. */
export const mutatedServices: readonly MutatedService[] = [
  byHand('Express 5, by hand', 'express-by-hand', 'expressByHand'),
  byHand('node:http, by hand', 'node-http-by-hand', 'nodeHttpByHand'),
  byHand('Hono 4, by hand', 'hono-by-hand', 'honoByHand'),
  framework('Express 5', 'express-conforming', 'expressConforming', REAL),
  framework('Fastify 5', 'fastify-conforming', 'fastifyConforming'),
  framework('Hono 4', 'hono-conforming', 'honoConforming', REAL),
  framework('NestJS 12', 'nest-conforming', 'nestConforming', `${FRAMEWORKS}/nest-categories.ts`),
  framework('node:http', 'node-http-conforming', 'nodeHttpConforming', REAL),
  {
    name: 'Hono 4 before a catalogue',
    module: REAL,
    start: 'honoLimited',
    options: ['documented'],
    sources: [REAL, `${LIMITERS}/catalogue.ts`, `${LIMITERS}/real-key.ts`],
  },
  {
    name: 'Fastify 5 before a catalogue',
    module: REAL,
    start: 'fastifyLimited',
    options: [{}, 'unix-time'],
    sources: [REAL, `${LIMITERS}/catalogue.ts`, `${LIMITERS}/real-key.ts`],
  },
];
