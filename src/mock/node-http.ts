import type * as Http from 'node:http';
import { memberOf } from '../json/member.ts';

/**
 * Node's HTTP without its client for WebSockets: an `import` reads every export of a built-in module, and reading that one loads
 * all of undici, which takes longer than everything else that a bare server loads.
 */
const http: typeof Http = process.getBuiltinModule('node:http');

export const createServer: typeof Http.createServer = http.createServer;
export const STATUS_CODES: typeof Http.STATUS_CODES = http.STATUS_CODES;

/**
 * A field of a request by its name in lower case; repeated lines are joined. Whatever looks at fields does it here: clients
 * send them in different orders, and each place that reads them itself would be compiled anew for each order.
 */
export function fieldOf({ headers }: Http.IncomingMessage, name: string): string | undefined {
  const value = memberOf(headers, name);
  return Array.isArray(value) ? value.join(', ') : value;
}
