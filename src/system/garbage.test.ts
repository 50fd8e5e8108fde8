import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Leaves a long body behind, and prints how many collections were asked for. */
const PROGRAM = `
  import { PerformanceObserver } from 'node:perf_hooks';
  import { setImmediate } from 'node:timers/promises';
  import { keepProcessSmall, leaveBehind } from ${JSON.stringify(join(import.meta.dirname, 'garbage.ts'))};
  const FORCED = 4;
  let forced = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if ((detail.flags & FORCED) !== 0) forced += 1;
  });
  observer.observe({ entryTypes: ['gc'] });
  if (process.argv[1] === 'own') keepProcessSmall();
  const body = Buffer.alloc(64 * 1024 * 1024, 'x');
  leaveBehind(body.length);
  while (process.argv[1] === 'own' && forced === 0) await setImmediate();
  await setImmediate();
  process.stdout.write(String(forced));
`;

test.each([
  ['own', /^[1-9]/],
  ['of somebody else', /^0$/],
])('leaveBehind() in a process that is %s collects what it may', (whose, forced) => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM, whose], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(forced);
});
