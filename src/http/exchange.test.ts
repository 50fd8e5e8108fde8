import { describe, expect, test } from 'vitest';
import { bound } from '../system/bounds.ts';
import { type Answer, type Exchange, keptAnswer, keptExchange, withinBounds } from './exchange.ts';

function answerWith(body: Uint8Array, truncated = false): Answer {
  return { status: 200, reason: '', httpVersion: '1.1', headers: [], trailers: [], body, truncated };
}

function exchangeWith(answer: Answer): Exchange {
  const request = {
    method: 'GET',
    target: '/',
    headers: [],
    body: undefined,
    credential: { kind: 'none' },
  } as const;
  const times = { sentAt: 0, startMs: 0, firstByteMs: 0, endMs: 0 };
  return { id: 'x1', probe: 'p', request, result: { kind: 'answer', answer }, ...times, repeats: undefined };
}

const LIST = Buffer.from(`[${'{"id":1,"name":"n"},'.repeat(20_000)}null]`);

describe('keptAnswer()', () => {
  test('gives the same body whenever it is asked for, and keeps a fraction of a long one', () => {
    const { answer, bytes } = keptAnswer(answerWith(LIST));
    const other = keptAnswer(answerWith(Buffer.alloc(100_000, 'x')));
    for (let round = 0; round < 3; round += 1) {
      expect(Buffer.from(answer.body).equals(LIST)).toBe(true);
      expect(other.answer.body.length).toBe(100_000);
    }
    expect(bytes).toBeLessThan(LIST.length / 10);
  });

  test('keeps a short body as it is', () => {
    const short = answerWith(Buffer.from('[]'));
    expect(keptAnswer(short)).toEqual({ answer: short, bytes: 2 });
  });
});

describe('keptExchange()', () => {
  test('keeps what was masked, and no second copy of what was not', () => {
    const original = exchangeWith(keptAnswer(answerWith(LIST)).answer);
    const masked = exchangeWith(answerWith(Buffer.alloc(LIST.length, 'm')));
    for (const made of [masked, { ...original, id: 'x2' }]) {
      const kept = keptExchange(made, original);
      expect(kept.id).toBe(made.id);
      expect(kept.result).toEqual(made.result);
    }
  });
});

describe('withinBounds()', () => {
  test('lets a body pass that is long and within all bounds', () => {
    const answer = answerWith(LIST);
    expect(withinBounds(answer)).toBe(answer);
  });

  test.each([
    ['was cut', answerWith(LIST, true)],
    ['has too many levels', answerWith(Buffer.alloc(100_000, '['))],
  ])('keeps the beginning and says so, when a body %s', (_what, answer) => {
    const { truncated, body } = withinBounds(answer);
    expect([truncated, body.length]).toEqual([true, bound('shortBodyBytes')]);
  });
});
