import type * as Http from 'node:http';

/**
 * Node's HTTP without its client for WebSockets: an `import` reads every export of a built-in module, and reading that one loads
 * all of undici, which takes longer than everything else that a small command loads.
 */
export const http: typeof Http = process.getBuiltinModule('node:http');
