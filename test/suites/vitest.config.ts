import { join } from 'node:path';
import { loadEnv } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { tags } from '../../src/vitest.ts';

const root = join(import.meta.dirname, '../..');

const config: ViteUserConfig = defineConfig({
  test: {
    root,
    include: ['test/suites/conformance.ts'],
    env: loadEnv('', root, 'ASSAY_'),
    tags: [...tags],
    // The statements of the document are no modules: who changes them wants to know all the same.
    watchTriggerPatterns: [{ pattern: /spec\/.*\.ya?ml$/, testsToRun: () => 'test/suites/conformance.ts' }],
  },
});

export default config;
