import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { packageRoot } from '../../src/system/package.ts';

/** A runtime besides Node that runs JavaScript and TypeScript. */
export type RuntimeName = 'deno' | 'bun';

/** A runtime that tests can start, or why there is none and what helps. */
export type RuntimeAtHand =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'missing'; readonly reason: string };

/** Where `npm run install-runtimes` leaves them: the packages of the platform hold the programs themselves. */
const INSTALLED: { readonly [name in RuntimeName]: string } = {
  deno: '.runtimes/node_modules/@deno/*/deno{,.exe}',
  bun: '.runtimes/node_modules/@oven/*/bin/bun{,.exe}',
};

/** Looks where DENO_PATH or BUN_PATH says, or else at what was installed, and in PATH. */
export function findRuntime(name: RuntimeName, env: NodeJS.ProcessEnv = process.env): RuntimeAtHand {
  const variable = `${name.toUpperCase()}_PATH`;
  const given = env[variable];
  if (given !== undefined && given !== '') {
    return existsSync(given)
      ? { kind: 'found', path: given }
      : { kind: 'missing', reason: `${variable} names "${given}", and there is no such file` };
  }
  const root = packageRoot();
  const installed = globSync(INSTALLED[name], { cwd: root }).map((file) => join(root, file));
  const inPath = (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  const path = [...installed, ...inPath].find((candidate) => existsSync(candidate));
  return path === undefined
    ? { kind: 'missing', reason: `there is no ${name}: run "npm run install-runtimes", or set ${variable}` }
    : { kind: 'found', path };
}
