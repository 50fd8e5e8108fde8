/** Schemas and lists of ours that the build makes, so that nobody waits for it at a start. */
import { globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'vite';
import { CHECK_NAMES } from '../src/checks/check-names.ts';
import { CHECK_TEXTS } from '../src/checks/check-texts.ts';
import { FORMS, formAjv, readForm } from '../src/document/form-schema.ts';
import { formatInterfaceProblem } from '../src/document/cursor.ts';
import { keptText, type KnownText } from '../src/document/known-texts.ts';
import { parseYaml } from '../src/document/yaml.ts';
import { loadInterface } from '../src/interface/load-interface.ts';
import type { Interface } from '../src/interface/model.ts';
import { LINE_SCHEMAS, recordAjv } from '../src/record/record-schema.ts';
import { compileMetaSchema } from '../src/schema/meta-schema-errors.ts';
import { LEDGER_SCHEMAS, LEDGER_VERSION, ledgerAjv } from '../src/traffic/ledger-schema.ts';
import { schemasOf, validatorModule } from './shipped-validators.ts';

const root = join(import.meta.dirname, '..');
const AS_SOURCE = { source: true, lines: true, esm: true };

/** The shipped interfaces. Nothing may be wrong with them: no command looks again. */
function shippedInterfaces(): Promise<readonly Interface[]> {
  const folders = globSync('spec/*/', { cwd: root });
  return Promise.all(
    folders.map(async (folder) => {
      const loaded = await loadInterface(join(root, folder), { strictness: 'strict' });
      if (loaded.kind === 'broken') throw new Error(formatInterfaceProblem(loaded.problem));
      return loaded.interface;
    }),
  );
}

/** The texts of the shipped interface, as their parser has them. */
async function shippedTexts(): Promise<readonly KnownText[]> {
  await shippedInterfaces();
  return globSync('spec/*/*.yaml', { cwd: root }).map((name) => {
    const text = readFileSync(join(root, name), 'utf8');
    const kept = keptText(text, parseYaml(text, name));
    if (kept === undefined) throw new Error(`a name stands twice in ${name}`);
    return kept;
  });
}

/** Modules whose schemas or lists the build makes: what is put in their place. */
const COMPILED: { readonly [module: string]: () => string | Promise<string> } = {
  'src/checks/check-names.js': () => `export const CHECK_NAMES = ${JSON.stringify(CHECK_NAMES)};`,
  'src/checks/check-texts.js': () => `export const CHECK_TEXTS = ${JSON.stringify(CHECK_TEXTS)};`,
  'src/document/shipped-texts.js': async () =>
    `export const SHIPPED_TEXTS = ${JSON.stringify(await shippedTexts())};`,
  'src/schema/meta-schema-errors.js': () => {
    const { ajv, validate } = compileMetaSchema(AS_SOURCE);
    return `${standaloneCode.default(ajv, validate)}
      export const metaSchemaErrors = (schema) => (validate(schema) ? [] : (validate.errors ?? []));`;
  },
  'src/document/form-schema.js': () => {
    const ajv = formAjv(AS_SOURCE);
    for (const name of FORMS) ajv.addSchema(readForm(name), name);
    const exported = FORMS.map((name, at) => [`form${String(at)}`, name] as const);
    const members = exported.map(([form, name]) => `${JSON.stringify(name)}: ${form}`);
    return `${standaloneCode.default(ajv, Object.fromEntries(exported))}
      const forms = { ${members.join(', ')} };
      export const formSchema = (name) => forms[name];`;
  },
  'src/schema/compiled/shipped-validators.js': async () =>
    validatorModule((await shippedInterfaces()).flatMap(schemasOf)),
  'src/record/record-schema.js': () => {
    const ajv = recordAjv(AS_SOURCE);
    for (const [line, place] of Object.entries(LINE_SCHEMAS)) ajv.addSchema({ $ref: place }, line);
    const lines = Object.keys(LINE_SCHEMAS);
    return `${standaloneCode.default(ajv, Object.fromEntries(lines.map((line) => [line, line])))}
      const lines = { ${lines.join(', ')} };
      export const recordSchema = () => lines;`;
  },
  'src/traffic/ledger-schema.js': () => {
    const ajv = ledgerAjv(AS_SOURCE);
    const lines = Object.entries(LEDGER_SCHEMAS).map(([line, place]) => {
      const name = `${line}Line`;
      ajv.addSchema({ $ref: place }, name);
      return [line, name] as const;
    });
    const members = lines.map(([line, name]) => `${line}: ${name}`);
    return `${standaloneCode.default(ajv, Object.fromEntries(lines.map(([, name]) => [name, name])))}
      const lines = { ${members.join(', ')} };
      export const LEDGER_VERSION = ${String(LEDGER_VERSION)};
      export const ledgerSchema = () => lines;`;
  },
};

/** A plugin that puts them in their places below `built`, and a list of those that no module asked for. */
export function compiledSchemas(built: string): {
  readonly plugin: Plugin;
  readonly missed: () => readonly string[];
} {
  const met = new Set<string>();
  return {
    plugin: {
      name: 'compiled-schemas',
      load(id) {
        const module = relative(built, id).split(sep).join('/');
        const compile = COMPILED[module];
        if (compile === undefined) return undefined;
        met.add(module);
        return compile();
      },
    },
    missed: () => Object.keys(COMPILED).filter((module) => !met.has(module)),
  };
}
