import type { HeaderLine } from '../exchange/exchange.ts';
import { fieldValues } from '../exchange/field-values.ts';
import { essenceOf, isJsonMediaType } from '../http/media-type.ts';
import { operationsAt, splitTarget } from '../interface/path-matching.ts';
import type { Contract } from '../oracle/contract.ts';
import type { ForeignExchange } from './foreign-exchange.ts';

const CONDITIONS = [
  'if-none-match',
  'if-modified-since',
  'if-match',
  'if-unmodified-since',
  'if-range',
  'range',
];
const CONDITIONAL: ReadonlySet<number> = new Set([206, 304, 412, 416]);
const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override'];

function has(headers: readonly HeaderLine[], names: readonly string[]): boolean {
  return names.some((name) => fieldValues(headers, name).length > 0);
}

/** True when the Accept fields name no JSON: then the answer may come in another form, or be refused. */
function wantsNoJson(headers: readonly HeaderLine[]): boolean {
  const ranges = fieldValues(headers, 'accept').flatMap((value) => value.split(','));
  const named = ranges.flatMap((range) => essenceOf(range) ?? range.trim());
  if (named.length === 0) return false;
  return !named.some((one) => one === '*/*' || one === 'application/*' || isJsonMediaType(one));
}

function isOutside(contract: Contract, origin: string | undefined, foreign: ForeignExchange): boolean {
  if (origin !== undefined && foreign.origin !== origin) return true;
  const { path } = splitTarget(contract.basePath, foreign.exchange.request.target);
  if (path === undefined) return true;
  return origin === undefined && operationsAt(contract.interface, path).length === 0;
}

/**
 * Why an exchange says nothing about the interface; `undefined` when it does. `origin` is that of the service where it was
 * named; otherwise every path counts that the document shows under its base path, wherever it was asked for.
 */
export function unconcerned(
  contract: Contract,
  origin: string | undefined,
  foreign: ForeignExchange,
): string | undefined {
  const { request, result } = foreign.exchange;
  const { headers, method } = request;
  if (isOutside(contract, origin, foreign)) {
    return origin === undefined
      ? 'the document shows no such path (name the service with --url to have its other paths observed)'
      : 'it is outside of the base address';
  }
  if (method === 'OPTIONS' && has(headers, ['access-control-request-method']))
    return 'it is a preflight of a browser';
  if (method === 'CONNECT') return 'it opens a tunnel';
  if (has(headers, OVERRIDES)) return 'it asks to be taken for another method';
  if (result.kind === 'failure') return 'it has no answer';
  const { status } = result.answer;
  if (status < 500 && wantsNoJson(headers)) return 'it accepts no JSON';
  if (CONDITIONAL.has(status) && (!foreign.complete || has(headers, CONDITIONS)))
    return 'it is answered for a condition or a range of the request';
  return undefined;
}
