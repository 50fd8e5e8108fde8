import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['{src,suites,test,bench,scripts,examples}/**/*.test.ts'],
    // Whole-program tests start processes and threads of their own, on machines that are busy with other tests.
    // Many of them wait for time to pass: two workers are worth it on two cores.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

export default config;
