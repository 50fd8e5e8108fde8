import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from './package-root.ts';
import { suiteOrder } from './suite-order.ts';
import { suites } from './suites.ts';

test('suiteOrder is the order of the suites', () => {
  expect(suiteOrder).toEqual(suites.map(({ name }) => name));
});

test.each(suiteOrder)('suiteOrder names a suite with a file: %s', (name) => {
  expect(existsSync(join(packageRoot(), 'suites', `${name}.suite.ts`))).toBe(true);
});
