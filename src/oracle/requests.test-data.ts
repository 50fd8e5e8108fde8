import type { SentRequest } from '../http/exchange.ts';
import { loadInterface } from '../interface/load-interface.ts';
import type { Contract } from './contract.ts';

const encoder = new TextEncoder();

/** Loads a document; its own base path is the target's unless another one is given. */
export async function contractAt(directory: string, basePath?: string): Promise<Contract> {
  const result = await loadInterface(directory);
  if (result.kind === 'broken') throw new Error(`${result.problem.file}: ${result.problem.problem}`);
  return { interface: result.interface, basePath: basePath ?? result.interface.basePath };
}

/** What a row says of its request; everything else is valid and ordinary. */
export type Told = Partial<Omit<SentRequest, 'body' | 'target'>> & {
  /** Path and query relative to the base address. */
  readonly path: string;
  /** A text goes out as it is, a value as JSON. */
  readonly body?: string | Uint8Array | object | null;
};

function bytesOf(body: Told['body']): Uint8Array | undefined {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return body;
  return encoder.encode(typeof body === 'string' ? body : JSON.stringify(body));
}

/** The request of a row, with the documented Content-Type where it has a body. */
export function sent(contract: Contract, told: Told): SentRequest {
  const body = bytesOf(told.body);
  return {
    method: told.method ?? (body === undefined ? 'GET' : 'POST'),
    target: `${contract.basePath}${told.path}`,
    headers: told.headers ?? (body === undefined ? [] : [['Content-Type', 'application/json']]),
    body,
    credential: told.credential ?? { kind: 'valid' },
  };
}
