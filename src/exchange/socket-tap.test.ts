import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SocketTap } from './socket-tap.ts';

const FINAL = 'HTTP/1.1 200 Fine\r\nContent-Length: 2\r\n\r\nok';
const INTERIM = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';

function passedOn(tap: SocketTap, text: string, cuts: readonly number[]): string {
  const edges = [
    0,
    ...cuts.map((cut) => cut % text.length).toSorted((left, right) => left - right),
    text.length,
  ];
  return edges
    .slice(1)
    .map((end, index) => tap.take(Buffer.from(text.slice(edges[index], end), 'latin1')).toString('latin1'))
    .join('');
}

describe('SocketTap', () => {
  test('takes out interim answers and nothing else, when the bytes come in any pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 40 }), (cuts) => {
        const tap = new SocketTap();
        tap.begin(() => {});
        expect(passedOn(tap, INTERIM + FINAL, cuts)).toBe(FINAL);
        expect(tap.statusLine).toEqual({ httpVersion: '1.1', status: 200, reason: 'Fine' });
        expect(tap.bytesReceived).toBe(INTERIM.length + FINAL.length);
      }),
    );
  });

  test.each([
    FINAL,
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    'garbage\r\n\r\n',
    `HTTP/1.1 200 OK\r\n\r\n${INTERIM}`,
  ])('hands the bytes on as they came, when they begin %j', (text) => {
    const tap = new SocketTap();
    tap.begin(() => {});
    expect(passedOn(tap, text, [])).toBe(text);
  });

  test('hands on bytes without an end, when they are too many to hold', () => {
    for (const text of ['x'.repeat(70_000), `HTTP/1.1 100 Continue\r\n${'a'.repeat(70_000)}`]) {
      const tap = new SocketTap();
      tap.begin(() => {});
      expect(passedOn(tap, text, [100, 60_000])).toBe(text);
    }
  });

  test('begins anew with every request, and tells of the first bytes', () => {
    const tap = new SocketTap();
    let told = 0;
    const tell = (): void => {
      told += 1;
    };
    expect(tap.begin(tell)).toBe(false);
    tap.take(Buffer.from(FINAL));
    expect(tap.begin(tell)).toBe(true);
    expect([tap.bytesReceived, tap.statusLine]).toEqual([0, undefined]);
    expect(tap.take(Buffer.from(INTERIM)).length).toBe(0);
    expect(told).toBe(2);
  });
});
