/** `assay/config`: what a configuration needs, without loading anything else. */
export {
  type Config,
  type ConfigHooks,
  type ConfigOperation,
  type ConfigOptions,
  type ConfigSecret,
  type ConfigTarget,
  defineConfig,
  type RunPlace,
} from './cli/config/config.ts';
