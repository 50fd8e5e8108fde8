import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Documents } from './rival.ts';

type Tree = { readonly [member: string]: unknown };

const HEADER = '#/components/headers/';
const SCHEMA = '#/components/schemas/';
const ONLY_IN_31: ReadonlySet<string> = new Set(['summary', 'examples', 'x-http-status']);

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function treeAt(tree: Tree, ...path: readonly string[]): Tree {
  const found = path.reduce<unknown>((inner, member) => (isTree(inner) ? inner[member] : undefined), tree);
  return isTree(found) ? found : {};
}

/** The tree with every object in it replaced, innermost last: what `change` returns is looked into again. */
function changed(value: unknown, change: (tree: Tree) => Tree): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, change));
  if (!isTree(value)) return value;
  return Object.fromEntries(
    Object.entries(change(value)).map(([member, inner]) => [member, changed(inner, change)]),
  );
}

function isNamedOnly(operation: Tree): boolean {
  return 'tags' in operation && !('responses' in operation);
}

function withDefaultResponses(tree: Tree): Tree {
  return isNamedOnly(tree) ? { ...tree, responses: { default: { description: 'Not documented' } } } : tree;
}

function withoutExamples(tree: Tree): Tree {
  const { examples, ...rest } = tree;
  return 'schema' in tree ? rest : { ...rest, ...(examples === undefined ? {} : { examples }) };
}

/** Headers stand where they are used, since a reference to one counts as no header; other examples come from files. */
function forSpecmatic(document: Tree): unknown {
  return changed(document, (tree) => {
    const { $ref } = tree;
    const header =
      typeof $ref === 'string' && $ref.startsWith(HEADER)
        ? treeAt(document, 'components', 'headers', $ref.slice(HEADER.length))
        : tree;
    return withoutExamples(withDefaultResponses(header));
  });
}

/** `allOf` is one object, since Dredd leaves it out, and what is only named is away, since it sends requests from examples. */
function forDredd(document: Tree): unknown {
  const merged = (tree: Tree): Tree => {
    if (!Array.isArray(tree['allOf'])) return tree;
    const parts = tree['allOf'].filter(isTree).map((part) => {
      const { $ref } = part;
      return typeof $ref === 'string'
        ? treeAt(document, 'components', 'schemas', $ref.slice(SCHEMA.length))
        : part;
    });
    const required = parts.flatMap((part) => (Array.isArray(part['required']) ? part['required'] : []));
    const properties = Object.assign({}, ...parts.map((part) => treeAt(part, 'properties')));
    return { type: 'object', required, properties };
  };
  const paths = Object.entries(treeAt(document, 'paths')).filter(([, item]) =>
    Object.values(isTree(item) ? item : {}).some((operation) => isTree(operation) && !isNamedOnly(operation)),
  );
  return changed({ ...document, openapi: '3.0.3', paths: Object.fromEntries(paths) }, (tree) => {
    const whole = merged(tree);
    const only31 = 'type' in whole || 'version' in whole;
    return only31
      ? Object.fromEntries(Object.entries(whole).filter(([member]) => !ONLY_IN_31.has(member)))
      : whole;
  });
}

/** Writes into `folder` the document in the forms that the tools can read, each as close to `source` as possible. */
export async function writeDocuments(source: string, folder: string): Promise<Documents> {
  const document: unknown = parse(await readFile(source, 'utf8'));
  if (!isTree(document)) throw new Error(`cannot use ${source}: it is no object`);
  const { 'x-rate-limits': _limits, ...unlimited } = document;
  const files = {
    plain: changed(document, withDefaultResponses),
    unlimited: changed(unlimited, withDefaultResponses),
    openapi30: forDredd(document),
    inlined: forSpecmatic(document),
  };
  const written = async (name: keyof typeof files): Promise<string> => {
    const file = join(folder, `openapi-${name}.yaml`);
    await writeFile(file, stringify(files[name], { aliasDuplicateObjects: false }));
    return file;
  };
  return {
    plain: await written('plain'),
    unlimited: await written('unlimited'),
    openapi30: await written('openapi30'),
    inlined: await written('inlined'),
  };
}
