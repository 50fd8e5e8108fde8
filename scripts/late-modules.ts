/** Modules of the bundle that are read when one of their functions is called first: most commands get by without them. */
import { basename, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** The functions of each that others call. */
const LATE: { readonly [module: string]: readonly string[] } = {
  'src/document/yaml.js': ['parseYaml'],
  'src/document/form-schema.js': ['formSchema'],
  'src/schema/meta-schema-errors.js': ['metaSchemaErrors'],
  'src/schema/compiled/ajv.js': ['documentAjv'],
  'src/schema/generate/valid.js': ['validValues'],
  'src/system/seeded.js': ['sampleOne'],
};

const MARK = '\0late:';

/** What stands in the place of a module: functions that have it read, which for modules in files takes no waiting. */
function standIn(module: string, names: readonly string[]): string {
  const functions = names.map((name) => `export const ${name} = (...given) => read().${name}(...given);`);
  return `
    const place = import.meta.dirname.replace(/^(.*[\\\\/]dist[\\\\/]bundle)([\\\\/].*)?$/, '$1') + '/${module}';
    let own;
    const read = () => (own ??= globalThis.process.getBuiltinModule('module').createRequire(place)(place));
    ${functions.join('\n')}`;
}

/** A plugin that puts functions in their places below `built`, the modules themselves, and a list of those that nobody imports. */
export function lateModules(built: string): {
  readonly plugin: Plugin;
  readonly paths: readonly string[];
  readonly missed: () => readonly string[];
} {
  const met = new Set<string>();
  const paths = Object.keys(LATE);
  const names = new Set(paths.map((path) => basename(path)));
  return {
    plugin: {
      name: 'late-modules',
      enforce: 'pre',
      async resolveId(source, importer, options) {
        if (importer === undefined || !names.has(basename(source))) return null;
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
        if (resolved === null) return null;
        const module = relative(built, resolved.id).split(sep).join('/');
        if (LATE[module] === undefined) return resolved;
        met.add(module);
        return `${MARK}${module}`;
      },
      load(id) {
        if (!id.startsWith(MARK)) return undefined;
        const module = id.slice(MARK.length);
        return standIn(module, LATE[module] ?? []);
      },
    },
    paths,
    missed: () => paths.filter((module) => !met.has(module)),
  };
}
