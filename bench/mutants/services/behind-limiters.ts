import type { Server } from 'node:http';
import {
  expressConforming,
  expressRateLimit,
  fastifyConforming,
  fastifyLimited,
  flexibleConforming,
  honoLimited,
  rateLimiterFlexible,
} from '../../../test/limiters/real-services.ts';

/** The catalogue of test/limiters behind the limiters that others wrote. */

/** Express with express-rate-limit. */
export async function behindExpressRateLimit(): Promise<Server> {
  return expressRateLimit(expressConforming);
}

/** Express with rate-limiter-flexible. */
export async function behindRateLimiterFlexible(): Promise<Server> {
  return rateLimiterFlexible(flexibleConforming);
}

/** Fastify with its own plugin. */
export async function behindFastifyRateLimit(): Promise<Server> {
  return fastifyLimited(fastifyConforming, 'unix-time');
}

/** Hono with hono-rate-limiter. */
export async function behindHonoRateLimiter(): Promise<Server> {
  return honoLimited('documented');
}
