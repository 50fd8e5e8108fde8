/**
 * Makes one file of `assay/browser` that imports nothing, for service workers and pages: what the mock takes of Node is in it in
 * JavaScript (`scripts/browser/`), and what needs a disk is left out. Part of `npm run prepare`.
 */
import { STATUS_CODES } from 'node:http';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { compiledSchemas } from './compiled-schemas.ts';
import { licenseTexts } from './licenses.ts';

const inPlace = (name: string): string => join(import.meta.dirname, 'browser', name);

/** What stands for what Node brings. */
const BUILTINS: ReadonlyMap<string, string> = new Map([
  ['node:async_hooks', inPlace('async-hooks.ts')],
  ['node:crypto', inPlace('crypto.ts')],
  ['node:fs', inPlace('no-files.ts')],
  ['node:fs/promises', inPlace('no-files.ts')],
  ['node:https', inPlace('absent.ts')],
  ['node:module', inPlace('module.ts')],
  ['node:path', 'path-browserify'],
  ['node:timers/promises', inPlace('timers.ts')],
]);

/** Modules that need files, and packages that are loaded where they are installed. */
const ABSENT: readonly string[] = [
  'src/document/overlay.js',
  'src/mock/files/follow.js',
  'src/mock/replicas/open-shared-store.js',
  'src/mock/state/data-file.js',
  '@stoplight/prism-core',
  '@stoplight/prism-http',
];

/** Of Node's HTTP, the mock without a port takes the phrases of the statuses alone. */
const HTTP_MODULE = 'src/system/node-http.js';

const BUILTIN = /\bprocess\.getBuiltinModule\('(node:[\w/]+)'\)/g;

function withoutNode(built: string): Plugin {
  const nameOf = (id: string): string => relative(built, id).split(sep).join('/');
  return {
    name: 'without-node',
    enforce: 'pre',
    async resolveId(source, importer) {
      const own = BUILTINS.get(source);
      if (own !== undefined)
        return own.startsWith('/') || own.includes(sep) ? own : this.resolve(own, importer);
      if (source.startsWith('node:')) this.error(`${String(importer)} needs ${source}, which no browser has`);
      const name =
        importer !== undefined && source.startsWith('.') ? nameOf(join(dirname(importer), source)) : source;
      return ABSENT.includes(name) ? inPlace('absent.ts') : undefined;
    },
    load(id) {
      if (nameOf(id) !== HTTP_MODULE) return undefined;
      return `export const http = { STATUS_CODES: ${JSON.stringify(STATUS_CODES)} };`;
    },
    transform(code) {
      const taken = new Map<string, string>();
      const plain = code
        .replaceAll(BUILTIN, (_call, name: string) => {
          const local = `builtin_${String(taken.size)}`;
          taken.set(local, name);
          return local;
        })
        .replaceAll('process.cwd()', "'/'")
        .replaceAll('import.meta.url', "''");
      if (plain === code) return undefined;
      const imports = [...taken].map(([local, name]) => `import * as ${local} from '${name}';\n`);
      return { code: imports.join('') + plain, map: null };
    },
  };
}

/** Writes `dist/browser/`. */
export async function buildForBrowsers(root: string): Promise<void> {
  const built = join(root, 'dist');
  const folder = join(built, 'browser');
  const next = join(built, 'next-browser');
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [withoutNode(built), compiledSchemas(built).plugin],
    resolve: { conditions: ['browser', 'import', 'module', 'default'] },
    build: {
      target: 'es2024',
      write: false,
      minify: false,
      lib: { entry: join(built, 'src/browser.js'), formats: ['es'], fileName: 'browser' },
      rolldownOptions: {
        checks: { pluginTimings: false },
        // Said before the packages that stand for these modules are found; nothing is left out, which tests hold.
        onLog: (level, log, tell) => {
          if (!log.message.includes('externalized for browser compatibility')) tell(level, log);
        },
        transform: { inject: { Buffer: ['buffer', 'Buffer'] } },
        output: {
          codeSplitting: false,
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  })) as Rolldown.RolldownOutput | readonly Rolldown.RolldownOutput[];
  const [output] = 'output' in result ? [result] : result;
  if (output === undefined) throw new Error('nothing was made for browsers');
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next);
  for (const file of output.output) {
    if (file.type !== 'chunk') continue;
    // On a line of its own: some readers of packages look there for what makes a file a module.
    writeFileSync(
      join(next, file.fileName),
      file.code.replace(/export\{([^}]*)\};?\s*$/, '\nexport {$1};\n'),
    );
  }
  writeFileSync(join(next, 'LICENSES.txt'), licenseTexts(output));
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
}
