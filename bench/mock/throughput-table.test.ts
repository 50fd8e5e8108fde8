import { expect, test } from 'vitest';
import type { Burst } from './contender.ts';
import { parseWrk } from './load.ts';
import { median, throughputTable } from './throughput-table.ts';

function burst(requestsPerSecond: number, p99Ms: number): Burst {
  return { requestsPerSecond, p99Ms, failed: 0 };
}

const OUTPUT = `Running 3s test @ http://127.0.0.1:1/
  1 threads and 32 connections
  Latency Distribution
     50%    1.20ms
     99%  870.00us
  30 requests in 3.00s, 1.00MB read
  Non-2xx or 3xx responses: 7
Requests/sec:  12345.67
Transfer/sec:      1.00MB
`;

test('parseWrk() reads rate, 99th percentile and refusals', () => {
  expect(parseWrk(OUTPUT)).toEqual({ requestsPerSecond: 12_345.67, p99Ms: 0.87, failed: 7 });
});

test('parseWrk() says what it got where there is no rate', () => {
  expect(() => parseWrk('unable to connect')).toThrow(/unable to connect/);
});

test('median() takes the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
});

test('throughputTable() divides each burst by the one beside it', () => {
  const pairs = [
    [100, 50],
    [1000, 600],
    [10, 4],
  ] as const;
  const samples = pairs.map(([bare, mock]) => ({
    name: 'mock',
    act: 'list' as const,
    burst: burst(mock, 1.5),
    beside: burst(bare, 1),
  }));
  const table = throughputTable(samples, 'bare');
  expect(table).toContain('| bare | 100 | 100 % | 1.0 | 1.0 x |');
  expect(table).toContain('| mock | 50 | 50 % | 1.5 | 1.5 x |');
});
