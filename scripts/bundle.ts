/**
 * Puts the modules of the command line, and of the packages that every start needs, into a few files under `dist/bundle`: to find
 * and read hundreds of small ones takes longer than what `assay mock` does until its first answer. Part of `npm run prepare`,
 * after `tsc`.
 */
import { copyFileSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { buildForBrowsers } from './browser-bundle.ts';
import { compiledSchemas } from './compiled-schemas.ts';
import { lateModules } from './late-modules.ts';
import { licenseTexts } from './licenses.ts';

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

const compiled = compiledSchemas(built);
const lateOnes = lateModules(built);

/** Texts that stand in files of their own beside a module: styles, scripts of pages, Lua. */
const BESIDE = /\btextBeside\(import\.meta\.dirname, '([^']+)'\)/g;
for (const file of globSync('src/**/*.{css,js,lua}', { cwd: root })) {
  mkdirSync(join(built, file, '..'), { recursive: true });
  copyFileSync(join(root, file), join(built, file));
}

/** They become part of the modules of the bundle. */
const textsInPlace: Plugin = {
  name: 'texts-in-place',
  transform(code, id) {
    if (!id.startsWith(built) || !code.includes('textBeside(import.meta.dirname,')) return undefined;
    const text = (_call: string, name: string): string =>
      JSON.stringify(readFileSync(join(id, '..', name), 'utf8'));
    return { code: code.replaceAll(BESIDE, text), map: null };
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

/** What takes milliseconds to load, and is called by few commands: their functions load it when they are called first. */
const LATE = new Set([
  'node:child_process',
  'node:crypto',
  'node:dns',
  'node:fs/promises',
  'node:https',
  'node:net',
  'node:readline',
  'node:tls',
  'node:zlib',
]);
/** What begins with a small letter and is no function. */
const VALUES = new Set(['constants']);

function taken(name: string): string {
  return `globalThis.process.getBuiltinModule("${name}")`;
}

function bindings(names: readonly string[]): string {
  return names.map((name) => name.replace(/^(\S+) as (\S+)$/, '$1: $2')).join(', ');
}

/** A module itself; of those that take long, one that is loaded when a name of it is asked for first. */
function takenWhole(module: string): string {
  return LATE.has(module) ? `new Proxy({}, { get: (_, name) => ${taken(module)}[name] })` : taken(module);
}

/** Takes these names of a module: its functions at their first call, if it is one of those. */
function takenNames(module: string, list: string): string {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const isLate = (name: string): boolean =>
    LATE.has(module) && /^[a-z]/.test(name) && !VALUES.has(name.split(' ', 1).join(''));
  const now = names.filter((name) => !isLate(name));
  const late = names.filter(isLate).map((name) => {
    const [own = '', local = own] = name.split(' as ');
    return `const ${local} = (...given) => ${taken(module)}.${own}(...given);`;
  });
  return [...(now.length === 0 ? [] : [`const {${bindings(now)}} = ${taken(module)};`]), ...late].join('\n');
}

/**
 * Takes what Node brings without its module for `import`: to fill in all names of one, Node loads what is behind each, for
 * `node:process` alone longer than a quick command takes.
 */
const plainBuiltins: Plugin = {
  name: 'plain-builtins',
  renderChunk(code) {
    const plain = code
      .replaceAll(/^import \{([^}]*)\} from "(node:[\w/]+)";$/gm, (_line, names: string, name: string) =>
        takenNames(name, names),
      )
      .replaceAll(
        /^import (\w+) from "(node:[\w/]+)";$/gm,
        (_line, local: string, name: string) => `const ${local} = ${takenWhole(name)};`,
      )
      .replaceAll(
        /^import (\w+), \{([^}]*)\} from "(node:[\w/]+)";$/gm,
        (_line, local: string, names: string, name: string) =>
          `const ${local} = ${taken(name)};\n${takenNames(name, names)}`,
      );
    return { code: plain, map: null };
  },
};

/** Escapes what is not ASCII: a text of two bytes a character is what V8 would keep of a whole file with a single dash. */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      file.code = file.code.replaceAll(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

const importsOf = new Map<string, readonly string[]>();

/** Notes what each module needs before it runs. */
const needsOfModules: Plugin = {
  name: 'needs-of-modules',
  buildEnd() {
    for (const id of this.getModuleIds()) importsOf.set(id, this.getModuleInfo(id)?.importedIds ?? []);
  },
};

/** A module with all that it needs before it runs. */
function wholeOf(path: string): ReadonlySet<string> {
  const met = new Set<string>();
  const open = [join(built, path)];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (met.has(id) || !importsOf.has(id)) continue;
    met.add(id);
    open.push(...(importsOf.get(id) ?? []));
  }
  return met;
}

/**
 * What is loaded together stands in one file: to find and link a file takes longer than to read what is in it. What every start needs, what
 * every command line does, what every document does, what asks for its resources, and what a mock and a run have in common: modules that
 * one of the first list needs, and each of the second.
 */
const TOGETHER = [
  ['start', ['src/cli/process-io.js', 'src/cli/mock.js', 'src/cli/load-document.js'], ['src/cli/main.js']],
  ['command-line', ['src/cli/main.js'], []],
  ['document', ['src/cli/load-document.js'], []],
  ['resources', ['src/mock/faults/faults.js'], ['src/cli/mock/serve-mock.js']],
  ['asked', ['src/cli/mock/serve-mock.js'], ['src/run/engine.js']],
] as const;

const sets = new Map<string, ReadonlySet<string>>();

function isOf(path: string, id: string): boolean {
  const known = sets.get(path) ?? wholeOf(path);
  sets.set(path, known);
  return known.has(id);
}

/** True for a module that one of some needs, and each of others. */
function isIn(name: string, id: string): boolean {
  const [, some, others] = TOGETHER.find(([own]) => own === name) ?? ['', [], []];
  return some.some((path) => isOf(path, id)) && others.every((path) => isOf(path, id));
}

const result = (await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [
    needsOfModules,
    lateOnes.plugin,
    compiled.plugin,
    textsInPlace,
    ownPlaces,
    plainBuiltins,
    inAscii,
  ],
  ssr: { noExternal: BUNDLED },
  build: {
    ssr: true,
    target: 'esnext',
    minify: false,
    emptyOutDir: true,
    outDir: nextBundle,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: Object.fromEntries(
        [...COMMANDS, ...THREADS, ...lateOnes.paths].map((path) => [
          path.slice(0, -'.js'.length),
          join(built, path),
        ]),
      ),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        codeSplitting: {
          groups: TOGETHER.map(([name], at) => ({
            name,
            priority: TOGETHER.length - at,
            test: (id: string): boolean => isIn(name, id),
          })),
        },
        // Without comments and indentation: Node keeps the text of each module that it loads.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
})) as Rolldown.RolldownOutput;
const missed = [...compiled.missed(), ...lateOnes.missed()];
if (missed.length > 0)
  throw new Error(
    `${missed.join(' and ')} is no module of the command line any more; put its new place into scripts/compiled-schemas.ts or scripts/late-modules.ts`,
  );
writeFileSync(join(nextBundle, 'LICENSES.txt'), licenseTexts(result));
rmSync(bundle, { recursive: true, force: true });
renameSync(nextBundle, bundle);
await buildForBrowsers(root);
