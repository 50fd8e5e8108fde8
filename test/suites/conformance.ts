/** The suites of this repository as tests of Vitest: `npm run suites`. Of the service at `ASSAY_URL`, or of the mock. */
import { join } from 'node:path';
import { packageRoot } from '../../src/system/package.ts';
import { conformance } from '../../src/vitest.ts';

const { ASSAY_URL: url = '', ASSAY_KEY: key, ASSAY_PLAN: plan = '' } = process.env;

conformance({
  document: join(packageRoot(), 'spec/pet-catalogue'),
  ...(plan === '' ? {} : { plan }),
  ...(url === '' ? { name: 'the mock', mock: true } : { name: 'the service', url, key }),
});
