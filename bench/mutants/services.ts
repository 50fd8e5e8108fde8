import { join } from 'node:path';

/** A conforming service whose source is mutated. */
export type MutatedService = {
  readonly name: string;
  /** The module, and what it exports that makes the server. */
  readonly module: string;
  readonly start: string;
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
  return { name, module, start, sources: [module, ...sources, ...SHARED] };
}

function byHand(name: string, file: string, start: string): MutatedService {
  const module = `${BY_HAND}/${file}.ts`;
  return { name, module, start, sources: [module] };
}

function behindLimiter(name: string, start: string): MutatedService {
  const sources = [REAL, `${LIMITERS}/catalogue.ts`, `${LIMITERS}/real-key.ts`];
  return { name, module: `${BY_HAND}/behind-limiters.ts`, start, sources };
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
  behindLimiter('Express 5 behind express-rate-limit', 'behindExpressRateLimit'),
  behindLimiter('Express 5 behind rate-limiter-flexible', 'behindRateLimiterFlexible'),
  behindLimiter('Fastify 5 behind @fastify/rate-limit', 'behindFastifyRateLimit'),
  behindLimiter('Hono 4 behind hono-rate-limiter', 'behindHonoRateLimiter'),
];
