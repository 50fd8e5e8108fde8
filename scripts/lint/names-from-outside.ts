/**
 * A lint rule: no plain object is a dictionary. A name that comes from outside (of an operation, a member, a header, a plan)
 * may be `constructor` or `__proto__`, which every object answers to. So nothing is looked up by a computed name, but for
 * places in lists and keys that the source itself closes; `memberOf` reads an own member, and a `Map` counts.
 */
type Node = {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly computed?: boolean;
  readonly operator?: string;
  readonly object?: Node;
  readonly property?: Node;
  readonly callee?: Node;
  readonly left?: Node;
  readonly consequent?: Node;
  readonly alternate?: Node;
};
type Context = { readonly report: (problem: { readonly node: Node; readonly message: string }) => void };

type Rule = { readonly create: (context: Context) => { readonly [nodeType: string]: (node: Node) => void } };
type Plugin = { readonly meta: { readonly name: string }; readonly rules: { readonly [id: string]: Rule } };

/** Variables that are places in a list. */
const PLACE = /^(?:depth|i|n|at|index|row|column|start|end|offset|position|place|seen|[a-z]+Index)$/;
/** Variables of a closed set of keys: a union in the types. */
const CLOSED =
  /^(?:kind|type|level|role|tone|direction|standing|setting|state|movement|colour|form|format|situation|caller)$/;
const TABLE = /^[A-Z][A-Z0-9_]*$/;
const NUMERIC = new Set(['BinaryExpression', 'UnaryExpression', 'UpdateExpression', 'Literal']);

function isClosed(key: Node | undefined): boolean {
  if (key === undefined) return true;
  if (NUMERIC.has(key.type)) return true;
  if (key.type === 'Identifier' || key.type === 'PrivateIdentifier')
    return [PLACE, CLOSED, TABLE].some((names) => names.test(key.name ?? ''));
  if (key.type === 'ConditionalExpression') return isClosed(key.consequent) && isClosed(key.alternate);
  if (key.type === 'MemberExpression')
    return key.computed === false && (isClosed(key.property) || key.property?.name === 'length');
  return key.type === 'CallExpression' && key.callee?.name === 'Number';
}

function isTable(object: Node | undefined): boolean {
  return object?.type === 'Identifier' && TABLE.test(object.name ?? '');
}

const namesFromOutside: Rule = {
  create: (context) => ({
    MemberExpression: (node: Node): void => {
      if (node.computed !== true || isTable(node.object) || isClosed(node.property)) return;
      context.report({
        node,
        message:
          'A computed name may be one that every object inherits, such as "constructor": read it with memberOf() of src/json/value.ts, or keep the values in a Map.',
      });
    },
    BinaryExpression: (node: Node): void => {
      if (node.operator !== 'in' || isClosed(node.left)) return;
      context.report({ node, message: '"in" finds inherited names too: ask Object.hasOwn().' });
    },
    ForInStatement: (node: Node): void => {
      context.report({ node, message: 'for-in visits inherited names too: go over Object.entries().' });
    },
  }),
};

const plugin: Plugin = { meta: { name: 'assay' }, rules: { 'names-from-outside': namesFromOutside } };

// oxlint takes a plugin from the default export of its module.
export default plugin;
