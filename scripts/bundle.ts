/**
 * Puts the modules of the command line, and of the packages that every start needs, into a few files under `dist/bundle`: to find
 * and read hundreds of small ones takes longer than what `assay mock` does until its first answer. Part of `npm run prepare`,
 * after `tsc`.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build, type Plugin, type Rolldown } from 'vite';
import { compileMetaSchema } from '../src/interface/meta-schema.ts';

const root = join(import.meta.dirname, '..');
const built = join(root, 'dist');
const bundle = join(built, 'bundle');
/** Takes the place of the bundle when it is whole: commands may start meanwhile. */
const nextBundle = join(built, 'next-bundle');
const COMMANDS = ['mock', 'main', 'process-io'].map((name) => `src/cli/${name}.js`);
const THREADS = ['src/selftest/trial-worker.js'];

/** Packages in the bundle. The others are loaded by few commands, or have a state that has to be there once. */
const BUNDLED = [
  'yaml',
  'ajv',
  'ajv-formats',
  'commander',
  'fast-deep-equal',
  'fast-uri',
  'json-schema-traverse',
];

/** What Ajv makes of the meta-schema, so that nobody waits for it at a start. */
const compiledMetaSchema: Plugin = {
  name: 'compiled-meta-schema',
  load(id) {
    if (!id.endsWith('/interface/meta-schema-errors.js')) return undefined;
    const { ajv, validate } = compileMetaSchema({ source: true, lines: true, esm: true });
    return `${standaloneCode.default(ajv, validate)}
      export const metaSchemaErrors = (schema) => (validate(schema) ? [] : (validate.errors ?? []));`;
  },
};

/** Modules that look for others beside them find the ones of the bundle, wherever they are in it themselves. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (!id.startsWith(built) || !code.includes('import.meta.dirname')) return undefined;
    const place = relative(built, join(id, '..')).split(sep).join('/');
    return {
      code: code.replaceAll(
        'import.meta.dirname',
        `(import.meta.dirname.replace(/^(.*[\\\\/]dist[\\\\/]bundle)([\\\\/].*)?$/, '$1') + '/${place}')`,
      ),
      map: null,
    };
  },
};

/** Commander starts programs for commands that are files of their own. Here are none, and a start need not wait for what could. */
const noSubprograms: Plugin = {
  name: 'no-subprograms',
  transform(code, id) {
    if (!id.endsWith('/commander/lib/command.js')) return undefined;
    const line = "import childProcess from 'node:child_process';";
    if (!code.includes(line))
      throw new Error('commander loads node:child_process in another way; see bundle.ts');
    const later =
      "const childProcess = { spawn: (...all) => process.getBuiltinModule('node:child_process').spawn(...all) };";
    return { code: code.replace(line, later), map: null };
  },
};

function packageOf(moduleId: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(moduleId.split(sep).join('/'))?.[0];
}

function licenseText(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  return `${name} ${version}\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8').trim()}\n`;
}

const result = (await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [compiledMetaSchema, ownPlaces, noSubprograms],
  ssr: { noExternal: BUNDLED },
  build: {
    ssr: true,
    target: 'esnext',
    minify: false,
    emptyOutDir: true,
    outDir: nextBundle,
    rolldownOptions: {
      input: Object.fromEntries(
        [...COMMANDS, ...THREADS].map((path) => [path.slice(0, -'.js'.length), join(built, path)]),
      ),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})) as Rolldown.RolldownOutput;
const modules = result.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
const folders = new Set(modules.flatMap((id) => packageOf(id) ?? []));
writeFileSync(join(nextBundle, 'LICENSES.txt'), [...folders].toSorted().map(licenseText).join('\n---\n\n'));
rmSync(bundle, { recursive: true, force: true });
renameSync(nextBundle, bundle);
