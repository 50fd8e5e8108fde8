import type { Violation } from '../../checks/outcome.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { RunRecord } from '../../record/record.ts';
import { cutText } from './excerpt.ts';

/** The shortest sequence of requests that shows a violation, as every report tells it: a numbered list. */

const MAX_TARGET = 160;
const MAX_BODY = 160;
const MAX_EXPECTED = 300;

/** One request of a sequence. Nothing is escaped: that is up to the format. */
export type SequenceStep = {
  readonly exchange: Exchange;
  /** `PATCH /shelves/7 {"label":"a"}`. */
  readonly request: string;
  /** `200 OK`, or why there was no answer. */
  readonly answer: string;
  /** What had to come: of the last step alone. */
  readonly expected: string | undefined;
};

function requestText({ request }: Exchange): string {
  const { method, target, body, credential } = request;
  const text = body === undefined ? '' : new TextDecoder().decode(body.subarray(0, MAX_BODY * 4));
  const whose = credential.kind === 'valid' ? '' : ` (credential: ${credential.kind})`;
  const sent = text === '' ? '' : ` ${cutText(text.replaceAll(/\s+/g, ' '), MAX_BODY)}`;
  return `${method} ${cutText(target, MAX_TARGET)}${sent}${whose}`;
}

function answerText({ result }: Exchange): string {
  if (result.kind === 'failure') return `no answer: ${result.failure.kind}`;
  const { status, reason } = result.answer;
  return `${String(status)} ${cutText(reason, MAX_TARGET)}`.trimEnd();
}

/** The steps of the sequence that shows a violation, in the order of sending; none where one request shows it. */
export function stepsOf(
  { exchanges }: Pick<RunRecord, 'exchanges'>,
  { sequence = [], expected }: Violation,
): readonly SequenceStep[] {
  const sent = sequence.flatMap((id) => exchanges.get(id) ?? []);
  if (sent.length < 2) return [];
  return sent.map((exchange, at) => ({
    exchange,
    request: requestText(exchange),
    answer: answerText(exchange),
    expected: at === sent.length - 1 ? cutText(expected, MAX_EXPECTED) : undefined,
  }));
}

/** A step as one line: `PATCH /shelves/7 {"label":"a"} → 200 OK; expected: …`. */
export function stepText({ request, answer, expected }: SequenceStep): string {
  return `${request} → ${answer}${expected === undefined ? '' : `; expected: ${expected}`}`;
}
