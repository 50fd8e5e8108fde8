import type { Failure, FailureKind } from '../http/exchange.ts';
import { errnoOf } from '../system/errno.ts';

/** How far an exchange had come when it broke off. */
export type Progress = {
  readonly phase: 'connecting' | 'sent';
  /** True when the connection is (or was to be) encrypted. */
  readonly secure: boolean;
  readonly bytesReceived: number;
};

const UNRESOLVED = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']);
const REFUSED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
]);
const CONNECT_TIMEOUT = new Set(['ETIMEDOUT']);
const ABORTED = new Set(['ABORT_ERR']);
const TLS_CODE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERROR_IN_CERT|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH|EPROTO$)/;

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

function connectingKind(code: string, message: string, secure: boolean): FailureKind {
  if (UNRESOLVED.has(code)) return 'unresolved';
  if (CONNECT_TIMEOUT.has(code)) return 'connect-timeout';
  if (TLS_CODE.test(code)) return 'tls';
  if (REFUSED.has(code)) return 'refused';
  if (ABORTED.has(code)) return 'aborted';
  return secure && message.includes('secure TLS connection') ? 'tls' : 'refused';
}

function sentKind(code: string): FailureKind {
  if (ABORTED.has(code)) return 'aborted';
  return TLS_CODE.test(code) ? 'tls' : 'reset';
}

/** Names the fault that an error of `node:net` or `node:tls` stands for. */
export function failureOfError(error: unknown, progress: Progress): Failure {
  const code = errnoOf(error) ?? '';
  const message = messageOf(error);
  const kind =
    progress.phase === 'connecting' ? connectingKind(code, message, progress.secure) : sentKind(code);
  const detail = code === '' || message.includes(code) ? message : `${message} (${code})`;
  return { kind, detail, bytesReceived: progress.bytesReceived };
}
