import type { Failure, FailureKind } from './exchange.ts';

/** How far an exchange had come when it broke off. */
export type Progress = {
  readonly phase: 'connecting' | 'sent';
  /** True when the connection is (or was to be) encrypted. */
  readonly secure: boolean;
  readonly bytesReceived: number;
  /** True when the other side had ended the connection in good order. */
  readonly ended: boolean;
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
const CONNECT_TIMEOUT = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT']);
const ABORTED = new Set([
  'UND_ERR_ABORTED',
  'UND_ERR_ABORT',
  'ABORT_ERR',
  'UND_ERR_DESTROYED',
  'UND_ERR_CLOSED',
]);
const MALFORMED = new Set(['UND_ERR_HEADERS_OVERFLOW']);
const TLS_CODE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERROR_IN_CERT|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH|EPROTO$|UND_ERR_PRX_TLS)/;

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : '';
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

function connectingKind(code: string, message: string, secure: boolean): FailureKind {
  if (UNRESOLVED.has(code)) return 'unresolved';
  if (CONNECT_TIMEOUT.has(code)) return 'connect-timeout';
  if (TLS_CODE.test(code)) return 'tls';
  if (REFUSED.has(code)) return 'refused';
  if (ABORTED.has(code) && !message.startsWith('Proxy response')) return 'aborted';
  return secure && message.includes('secure TLS connection') ? 'tls' : 'refused';
}

function sentKind(code: string, message: string, name: string, ended: boolean): FailureKind {
  if (ABORTED.has(code)) return 'aborted';
  if (TLS_CODE.test(code)) return 'tls';
  if (message.startsWith('Proxy Authentication Required')) return 'refused';
  if (code.startsWith('HPE_') || name === 'HTTPParserError' || MALFORMED.has(code)) return 'malformed';
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !ended) return 'malformed';
  return message === 'bad response' || message === 'bad upgrade' ? 'malformed' : 'reset';
}

/** Names the fault that an error of `node:net`, `node:tls` or undici stands for. */
export function failureOfError(error: unknown, progress: Progress): Failure {
  const code = codeOf(error);
  const message = messageOf(error);
  const kind =
    progress.phase === 'connecting'
      ? connectingKind(code, message, progress.secure)
      : sentKind(code, message, error instanceof Error ? error.name : '', progress.ended);
  const detail = code === '' || message.includes(code) ? message : `${message} (${code})`;
  return { kind, detail, bytesReceived: progress.bytesReceived };
}
