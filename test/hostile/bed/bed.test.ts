import { describe, expect, test } from 'vitest';
import { leaks } from '../../secrets/leaks.ts';
import { wholeInCi } from '../../sampled.ts';
import { runAssayHere } from '../run-assay.ts';
import { hostileBed } from './bed.ts';
import { KEY } from './service.ts';

/** Those need minutes of a processor for all of them together: `npm run bench:hostile` has them. */
const EXPENSIVE = /MB|MiB|GB|million|000|chunks of one byte|without end|gzip|zeros|huge/;
const cheap = hostileBed.filter(({ name }) => !EXPENSIVE.test(name));
const LIMITS = [
  '--profile',
  'quick',
  '--timeout',
  '300',
  '--max-duration',
  '4',
  '--plan',
  'free',
  '--seed',
  '1',
];

describe('assay test with the hostile bed', () => {
  test('the bed has well over a hundred services, each with a name of its own', () => {
    expect(new Set(hostileBed.map(({ kind, name }) => `${kind} ${name}`)).size).toBe(hostileBed.length);
    expect(hostileBed.length).toBeGreaterThan(150);
  });

  test.concurrent.each(wholeInCi(cheap, 150))(
    '$kind: $name: ends without a crash, and shows no key',
    async ({ start, exits, kind }) => {
      const running = await start();
      const url = `http://127.0.0.1:${String(running.port)}/v1`;
      const { code, stdout, stderr, files } = await runAssayHere(['--url', url, ...LIMITS], KEY);
      const inside = running.insideRetryAfter();
      running.close();
      const said = `${stdout}\n${stderr}`;
      expect(said).not.toMatch(/internal error|\n {4}at /);
      // A quick run asks for less than a standard one: it may not be able to tell.
      expect([...exits, 2]).toContain(code);
      if (kind !== 'honest' && !exits.includes(0)) expect(code).not.toBe(0);
      expect(inside).toBe(0);
      for (const [name, content] of [...files, ['output', said] as const])
        expect(leaks(content.slice(0, 200_000), KEY), name).toEqual([]);
    },
    60_000,
  );
});
