import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['{src,suites,test,bench,scripts}/**/*.test.ts'],
    // Whole-program tests start processes and threads of their own, on machines that are busy with other tests.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});

export default config;
