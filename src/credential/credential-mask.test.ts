import { describe, expect, test } from 'vitest';
import { sampleExchange } from '../../test/samples/sample-record.ts';
import { sampleInterface } from '../../test/samples/sample-interface.ts';
import type { Exchange, HeaderLine } from '../exchange/exchange.ts';
import { plainJson } from '../run/plain-json.ts';
import { recordLine } from '../run/record-line.ts';
import { createCredentialMask } from './credential-mask.ts';

const SECRET = 'tok3n-of-a-client';

function carrying(headers: readonly HeaderLine[], target: string, answer: string): Exchange {
  const exchange = sampleExchange({ answer });
  return { ...exchange, request: { ...exchange.request, headers, target } };
}

describe('createCredentialMask()', () => {
  test.each<[string, readonly HeaderLine[], string]>([
    ['a bearer token', [['Authorization', `Bearer ${SECRET}`]], '/v1/books'],
    ['a pair', [['authorization', `Basic ${Buffer.from(`user:${SECRET}`).toString('base64')}`]], '/v1/books'],
    ['a key in a field', [['X-Api-Key', SECRET]], '/v1/books'],
    ['a key in the query', [], `/v1/books?page=1&access_token=${SECRET}`],
    ['a session', [['Cookie', `theme=dark; session=${SECRET}`]], '/v1/books'],
  ])('takes %s out of its own exchange and of all later ones', (_name, headers, target) => {
    const mask = createCredentialMask(sampleInterface({}), undefined);
    const own = carrying(headers, target, `{"echo":"${SECRET}"}`);
    expect(recordLine({ type: 'exchange', exchange: own })).toMatch(/tok3n|dG9rM24|b2szbi/);
    mask.learn(own);
    const later = carrying([], '/v1/books', `{"seen":"${SECRET}"}`);
    const text = [own, later]
      .map((exchange) => recordLine({ type: 'exchange', exchange: mask.exchange(exchange) }))
      .join('');
    expect(text).not.toContain(SECRET);
    expect(mask.text(`got ${SECRET}`)).toBe('got $ASSAY_KEY');
  });

  test('leaves words alone that a client sent by mistake', () => {
    const mask = createCredentialMask(sampleInterface({}), undefined);
    mask.learn(carrying([['Authorization', 'Bearer null']], '/v1/books', ''));
    expect(mask.text('expected a string, got null')).toContain('null');
  });

  test('hides cookies, and shows what is no secret', () => {
    const mask = createCredentialMask(sampleInterface({}), undefined);
    const masked = mask.exchange(
      carrying(
        [
          ['Cookie', 'theme=dark'],
          ['Accept', '*/*'],
        ],
        '/v1/books?page=2',
        '',
      ),
    );
    expect(plainJson(masked.request.headers)).toBe('[["Cookie","theme=…"],["Accept","*/*"]]');
    expect(masked.request.target).toBe('/v1/books?page=2');
  });
});
