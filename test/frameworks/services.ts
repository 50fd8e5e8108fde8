import type { Server } from 'node:http';
import { expressConforming } from './express-conforming.ts';
import { expressPlain } from './express-plain.ts';
import { fastifyConforming } from './fastify-conforming.ts';
import { fastifyPlain } from './fastify-plain.ts';
import { honoConforming } from './hono-conforming.ts';
import { honoPlain } from './hono-plain.ts';
import { nestConforming } from './nest-conforming.ts';
import { nestPlain } from './nest-plain.ts';
import { nodeHttpConforming } from './node-http-conforming.ts';
import { nodeHttpPlain } from './node-http-plain.ts';

type Framework = {
  /** Heading of its section in docs/plain-services.md. */
  readonly name: string;
  readonly plain: () => Promise<Server>;
  readonly conforming: () => Promise<Server>;
};

/** The Pet Catalogue in each framework: as its manual would have it, and as the document has it. */
export const frameworks: readonly Framework[] = [
  { name: 'Express 5', plain: expressPlain, conforming: expressConforming },
  { name: 'Fastify 5', plain: fastifyPlain, conforming: fastifyConforming },
  { name: 'Hono 4', plain: honoPlain, conforming: honoConforming },
  { name: 'NestJS 12', plain: nestPlain, conforming: nestConforming },
  { name: 'node:http', plain: nodeHttpPlain, conforming: nodeHttpConforming },
];
