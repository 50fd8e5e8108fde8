import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A regular expression of the program, or a place that makes one of what is known only later. */
export type Found =
  | { readonly kind: 'expression'; readonly place: string; readonly pattern: string; readonly flags: string }
  | { readonly kind: 'made'; readonly place: string; readonly text: string };

const ROOT = join(import.meta.dirname, '../..');

type Node = { readonly type: string; readonly [member: string]: unknown };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nodesIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => nodesIn(item));
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap((member) => nodesIn(member))];
}

type Constants = ReadonlyMap<string, unknown>;

/** The text that an expression stands for, by what the file itself says; `undefined` where that is known later. */
function textOf(value: unknown, constants: Constants): string | undefined {
  if (!isNode(value)) return undefined;
  switch (value.type) {
    case 'Literal':
      return typeof value['value'] === 'string' ? value['value'] : undefined;
    case 'Identifier':
      return textOf(constants.get(String(value['name'])), constants);
    case 'TaggedTemplateExpression':
      return templateText(value['quasi'], constants, 'raw');
    case 'TemplateLiteral':
      return templateText(value, constants, 'cooked');
    case 'CallExpression':
      return joined(value, constants);
    default:
      return undefined;
  }
}

/** `LIST.join('|')` of a list of constants. */
function joined(call: Node, constants: Constants): string | undefined {
  const { callee } = call;
  const [separator] = Array.isArray(call['arguments']) ? call['arguments'] : [];
  if (!isNode(callee) || !isNode(callee['property']) || callee['property']['name'] !== 'join')
    return undefined;
  const owner = isNode(callee['object']) ? constants.get(String(callee['object']['name'])) : undefined;
  if (!isNode(owner) || owner.type !== 'ArrayExpression' || !Array.isArray(owner['elements']))
    return undefined;
  const parts = owner['elements'].map((element: unknown) => textOf(element, constants));
  const between = textOf(separator, constants);
  return between !== undefined && parts.every((part) => part !== undefined) ? parts.join(between) : undefined;
}

function templateText(value: unknown, constants: Constants, form: 'raw' | 'cooked'): string | undefined {
  if (!isNode(value) || !Array.isArray(value['quasis']) || !Array.isArray(value['expressions']))
    return undefined;
  const texts = value['quasis'].map((quasi: { value: { raw: string; cooked: string } }) => quasi.value[form]);
  const between = value['expressions'].map((expression: unknown) => textOf(expression, constants));
  if (!between.every((text) => text !== undefined)) return undefined;
  return texts.map((text: string, index: number) => text + (between[index] ?? '')).join('');
}

function constantsOf(nodes: readonly Node[]): Constants {
  const declared = nodes.filter(({ type }) => type === 'VariableDeclarator');
  return new Map(
    declared.flatMap(({ id, init }) =>
      isNode(id) && id.type === 'Identifier' ? [[String(id['name']), init]] : [],
    ),
  );
}

function foundIn(file: string): readonly Found[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message ?? ''}`);
  const nodes = nodesIn(program);
  const constants = constantsOf(nodes);
  const lineOf = (node: Node): string =>
    `${file}:${source.slice(0, Number(node['start'])).split('\n').length}`;
  return nodes.flatMap((node): readonly Found[] => {
    const { regex, callee } = node as { regex?: { pattern: string; flags: string }; callee?: unknown };
    if (node.type === 'Literal' && regex !== undefined)
      return [{ kind: 'expression', place: lineOf(node), ...regex }];
    const made = (node.type === 'NewExpression' || node.type === 'CallExpression') && isNode(callee);
    if (!made || callee['name'] !== 'RegExp' || !Array.isArray(node['arguments'])) return [];
    const [first, second] = node['arguments'].map((argument: unknown) => textOf(argument, constants));
    const flags = node['arguments'].length > 1 ? second : '';
    if (first !== undefined && flags !== undefined)
      return [{ kind: 'expression', place: lineOf(node), pattern: first, flags }];
    const text = source.slice(Number(node['start']), Number(node['end']));
    return [{ kind: 'made', place: lineOf(node), text }];
  });
}

/** Every regular expression in the sources, as the parser finds them. */
export function expressionsOfTheProgram(): readonly Found[] {
  return globSync(['src/**/*.ts', 'suites/**/*.ts'], { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('.test-data.ts'))
    .toSorted()
    .flatMap(foundIn);
}
