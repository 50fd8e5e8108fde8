import type { Exchange, HeaderLine } from '../exchange/exchange.ts';
import { escapeTerminal } from './escape-terminal.ts';
import type { TerminalContext } from './terminal-context.ts';

const MAX_TARGET = 200;
const MAX_HEADER = 160;
const MAX_HEADERS = 12;
const MAX_BODY = 240;
const MAX_BODY_VERBOSE = 4000;

/** Fields that tell something about any answer or request; the interface's own are added. */
const TELLING = [
  'authorization',
  'content-type',
  'content-length',
  'transfer-encoding',
  'allow',
  'date',
  'location',
  'retry-after',
  'www-authenticate',
];

function tellingNames({ document }: TerminalContext): ReadonlySet<string> {
  const limits = Object.values(document?.rateLimits?.headers ?? {});
  const keys = (document?.operations ?? []).flatMap(({ credential }) =>
    credential?.kind === 'api-key' ? [credential.name] : [],
  );
  const own = [...limits, ...keys].filter((name) => name !== undefined);
  return new Set([...TELLING, ...own.map((name) => name.toLowerCase())]);
}

function headerLines(context: TerminalContext, headers: readonly HeaderLine[]): readonly string[] {
  const names = tellingNames(context);
  const relevant = context.verbose ? headers : headers.filter(([name]) => names.has(name.toLowerCase()));
  const shown = relevant.slice(0, context.verbose ? 100 : MAX_HEADERS);
  return shown.map(([name, value]) => escapeTerminal(`${name}: ${value}`, MAX_HEADER));
}

function bodyLine({ verbose }: TerminalContext, body: Uint8Array | undefined): readonly string[] {
  if (body === undefined || body.length === 0) return [];
  const most = verbose ? MAX_BODY_VERBOSE : MAX_BODY;
  const text = new TextDecoder().decode(body.subarray(0, most * 4 + 4));
  const shown = escapeTerminal(text, most);
  return [
    shown.endsWith(' more)')
      ? `${shown.slice(0, shown.lastIndexOf('… (') + 1)} (${String(body.length)} bytes)`
      : shown,
  ];
}

function answerLines(context: TerminalContext, { result }: Exchange): readonly string[] {
  if (result.kind === 'failure') {
    const { kind, detail } = result.failure;
    return [`no answer: ${kind}${detail === '' ? '' : ` (${escapeTerminal(detail, MAX_HEADER)})`}`];
  }
  const { status, reason, headers, body } = result.answer;
  return [
    `${String(status)} ${escapeTerminal(reason, 80)}`.trimEnd(),
    ...headerLines(context, headers),
    ...bodyLine(context, body),
  ];
}

/** An exchange in few lines: `>` what was sent, `<` what came back, with the headers that matter and a bounded body. */
export function terminalExcerpt(
  context: TerminalContext,
  exchange: Exchange,
  indent: string,
): readonly string[] {
  const { request } = exchange;
  const sent = [
    `${escapeTerminal(request.method, 40)} ${escapeTerminal(request.target, MAX_TARGET)}`,
    ...headerLines(context, request.headers),
    ...bodyLine(context, request.body),
  ];
  const received = answerLines(context, exchange);
  const { ink } = context;
  return [
    ...sent.map((line) => `${indent}${ink.faint('>')} ${ink.plain(line)}`),
    ...received.map((line) => `${indent}${ink.faint('<')} ${ink.plain(line)}`),
  ];
}
