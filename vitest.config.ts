import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { TAKES_SAMPLES } from './test/sampled.ts';

/** Tests of what is loaded when, which need modules of their own. */
const ALONE = ['test/mock/exhibition.test.ts'];

/** Whole runs against services of other interfaces take the longest: `npm run check` takes the shortest of each dozen or two, CI all. */
const INTERFACES = 'test/other-interfaces';
const IN_A_GROUP = 24;
const interfaces = readdirSync(join(import.meta.dirname, INTERFACES)).filter((file) =>
  file.endsWith('.test.ts'),
);
function sizeOf(file: string): number {
  return statSync(join(import.meta.dirname, INTERFACES, file)).size;
}
const groups = Map.groupBy(interfaces.toSorted().entries(), ([at]) => Math.floor(at / IN_A_GROUP));
const taken = new Set(
  [...groups.values()].flatMap((group) =>
    group
      .map(([, file]) => file)
      .toSorted((one, other) => sizeOf(one) - sizeOf(other))
      .slice(0, 1),
  ),
);

/** Whole runs of kinds that a file beside them shows as well: CI alone takes them. */
const SHOWN_BY_OTHERS = [
  'test/docs/scale.test.ts',
  'test/hostile/bed/bed.test.ts',
  'test/hostile/entries-of-others.test.ts',
  'test/hostile/long-list.test.ts',
  'test/limiters/real-time.test.ts',
  'test/limiters/simulation.test.ts',
  'test/lives/desk/desk.test.ts',
  'test/lives/named-entries.test.ts',
  'test/lives/sequences.test.ts',
  'test/lives/unique-values.test.ts',
  'test/run/drawn-cases.test.ts',
  'test/run/replay-first.test.ts',
  'test/run/resume.test.ts',
  'test/run/slow-service.test.ts',
  'test/secrets/secrets.test.ts',
  'test/selftest/sampled-selftest.test.ts',
  'test/tickets/tickets.test.ts',
];
const moved = SHOWN_BY_OTHERS.filter((path) => !existsSync(join(import.meta.dirname, path)));
if (moved.length > 0) throw new Error(`vitest.config.ts: put the new places of ${moved.join(' and ')} here`);
const left = TAKES_SAMPLES
  ? [
      ...SHOWN_BY_OTHERS,
      ...interfaces.filter((file) => !taken.has(file)).map((file) => `${INTERFACES}/${file}`),
    ]
  : [];

const config: ViteUserConfig = defineConfig({
  test: {
    // Whole-program tests start processes and threads of their own, on machines that are busy with other tests.
    // Many of them wait for time to pass: three workers keep two cores busy.
    maxWorkers: 3,
    // They load the sources again and again: without types and compiled when they did so before.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node-compile-cache') },
    // Thousands of tests over real sockets on a busy machine: in CI one may be tried again, and its line says so.
    retry: process.env['CI'] === undefined ? 0 : 1,
    // A second is short for a browser beside two other workers.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared modules',
          // The suites as tests are of the mock here, whatever the environment says.
          include: ['{src,suites,test,bench,scripts,examples}/**/*.test.ts', 'test/suites/conformance.ts'],
          env: { ASSAY_URL: '' },
          exclude: [...ALONE, ...left],
          // Nearly all files use the same modules and leave nothing behind in them: loading those once saves a third.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'own modules', include: ALONE } },
    ],
  },
});

export default config;
