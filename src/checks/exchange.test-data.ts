import type { CredentialUse } from '../http/credential-use.ts';
import type { Answer, Exchange, HeaderLine, Result } from '../http/exchange.ts';
import { loadInterface } from '../interface/load-interface.ts';
import type { Contract } from '../oracle/contract.ts';
import { readExchange } from '../oracle/reading.ts';
import type { Capabilities, JudgedRun } from './check.ts';

/** Exchanges made by hand: every function fills in what a row does not care about. */

/** Wall clock of the service at the first exchange, in ms since the epoch; a whole second. */
export const EPOCH_MS = 1_900_000_000_000;

const encoder = new TextEncoder();

/** A request and its answer, told in a few words. */
export type Sample = {
  readonly probe?: string;
  readonly method?: string;
  /** Path and query relative to the base address. */
  readonly path: string;
  readonly credential?: CredentialUse;
  /** JSON text of the request's body; comes with `Content-Type: application/json`. */
  readonly sends?: string | Uint8Array;
  readonly sentHeaders?: readonly HeaderLine[];
  readonly status?: number;
  /** Text of the answer's body. */
  readonly body?: string | Uint8Array;
  /** Header lines besides Date and Content-Type; one of those replaces the usual one, an empty value leaves it out. */
  readonly headers?: readonly HeaderLine[];
  /** Bytes that came behind the answer. */
  readonly behind?: number;
  /** Why the coding of the body could not be undone. */
  readonly undecoded?: string;
  /** No answer at all. */
  readonly fails?: string;
  /** So many bytes of an answer, and no end of it in time. */
  readonly goesOn?: number;
  /** When the request goes out, in ms since the first one; 100 ms after the one before it by default. */
  readonly atMs?: number;
  /** 10 by default. */
  readonly tookMs?: number;
  readonly repeats?: string;
  /** A later exchange stands for this one. */
  readonly superseded?: boolean;
};

type Members = { readonly [name: string]: unknown };

/** A request with its answer, whose bodies are objects or lists of JSON. */
export function ask(
  method: string,
  path: string,
  status: number,
  body?: Members | readonly Members[],
  sends?: Members | readonly Members[],
): Sample {
  return {
    method,
    path,
    status,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(sends === undefined ? {} : { sends: JSON.stringify(sends) }),
  };
}

/** Loads a document; its own base path is the target's. */
export async function contractOf(directory: string): Promise<Contract> {
  const result = await loadInterface(directory);
  if (result.kind === 'broken') throw new Error(`${result.problem.file}: ${result.problem.problem}`);
  return { interface: result.interface, basePath: result.interface.basePath };
}

function answerHeaders(sample: Sample, endMs: number): readonly HeaderLine[] {
  const given = sample.headers ?? [];
  const named = (name: string): boolean => given.some(([each]) => each.toLowerCase() === name);
  const usual: readonly HeaderLine[] = [
    ['Date', new Date(EPOCH_MS + endMs).toUTCString()],
    ['Content-Type', 'application/json'],
  ];
  return [
    ...usual.filter(([name]) => !named(name.toLowerCase())),
    ...given.filter(([, value]) => value !== ''),
  ];
}

function resultOf(sample: Sample, endMs: number): Result {
  if (sample.fails !== undefined) {
    return { kind: 'failure', failure: { kind: 'reset', detail: sample.fails, bytesReceived: 0 } };
  }
  if (sample.goesOn !== undefined) {
    const detail = 'no complete answer within 40000 ms';
    const kind = sample.goesOn === 0 ? 'first-byte-timeout' : 'answer-timeout';
    return { kind: 'failure', failure: { kind, detail, bytesReceived: sample.goesOn } };
  }
  const { body = '' } = sample;
  const answer: Answer = {
    status: sample.status ?? 200,
    reason: '',
    httpVersion: '1.1',
    headers: answerHeaders(sample, endMs),
    trailers: [],
    body: typeof body === 'string' ? encoder.encode(body) : body,
    truncated: false,
    ...(sample.behind === undefined ? {} : { surplus: { bytes: sample.behind } }),
    ...(sample.undecoded === undefined ? {} : { undecoded: sample.undecoded }),
  };
  return { kind: 'answer', answer };
}

/** The exchange of a sample; the ids are `x1`, `x2`, … */
export function exchangeOf(basePath: string, sample: Sample, index = 0): Exchange {
  const startMs = sample.atMs ?? index * 100;
  const endMs = startMs + (sample.tookMs ?? 10);
  const contentType: readonly HeaderLine[] =
    sample.sends === undefined ? [] : [['Content-Type', 'application/json']];
  return {
    id: `x${index + 1}`,
    probe: sample.probe ?? 'sample',
    request: {
      method: sample.method ?? (sample.sends === undefined ? 'GET' : 'POST'),
      target: `${basePath}${sample.path}`,
      headers: sample.sentHeaders ?? contentType,
      body: typeof sample.sends === 'string' ? encoder.encode(sample.sends) : sample.sends,
      credential: sample.credential ?? { kind: 'valid' },
    },
    result: resultOf(sample, endMs),
    sentAt: EPOCH_MS + startMs,
    startMs,
    firstByteMs: endMs,
    endMs,
    repeats: sample.repeats,
  };
}

const CAPABILITIES: Capabilities = { plan: undefined, exclusive: false, exhaust: true, readOnly: false };

/** A run of samples, in the order of sending. */
export function runOf(
  contract: Contract,
  samples: readonly Sample[],
  capabilities: Partial<Capabilities> = {},
): JudgedRun {
  const readings = samples.map((sample, index) => ({
    superseded: sample.superseded === true,
    reading: readExchange(contract, exchangeOf(contract.basePath, sample, index)),
  }));
  return {
    contract,
    capabilities: { ...CAPABILITIES, ...capabilities },
    readings: readings.filter((each) => !each.superseded).map((each) => each.reading),
    superseded: readings.filter((each) => each.superseded).map((each) => each.reading),
  };
}

/** Rate-limit fields as the library and the shipped document name them. `resetS` counts from `EPOCH_MS`. */
export function quota(limit: number | string, remaining: number | string, resetS: number): HeaderLine[] {
  return [
    ['X-RateLimit-Limit', String(limit)],
    ['X-RateLimit-Remaining', String(remaining)],
    ['X-RateLimit-Reset', String(EPOCH_MS / 1000 + resetS)],
  ];
}
