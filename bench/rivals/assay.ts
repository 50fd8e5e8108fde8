import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ending, Readiness, SetUp, Verdict } from './rival.ts';

const root = join(import.meta.dirname, '../..');
const bin = join(root, 'bin/assay.js');

/** From the exit code: 0 without violations, 1 with some, 2 when nothing could be told. */
export function assayVerdict({ code }: Pick<Ending, 'code'>): Verdict {
  if (code === 0) return 'conforming';
  return code === 1 ? 'faulty' : 'none';
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '';
}

function setUp(name: string, flags: readonly string[]): SetUp {
  return {
    name,
    version: version(),
    shown: `ASSAY_KEY=$KEY assay test --url $URL --plan $PLAN --seed 1 ${flags.join(' ')}`.trimEnd(),
    command: ({ url, key, plan }) => ({
      program: process.execPath,
      args: [bin, 'test', '--url', url, '--plan', plan, '--seed', '1', '--no-color', ...flags],
      env: { ASSAY_KEY: key },
    }),
    verdict: assayVerdict,
  };
}

/** assay's command line as it was built. `--no-exhaust` is what it does by itself elsewhere than on a loopback address. */
export function prepareAssay(): Readiness {
  return {
    kind: 'ready',
    rival: {
      ampleQuota: [
        setUp('assay', ['--no-exhaust']),
        setUp('assay, quick', ['--no-exhaust', '--profile', 'quick']),
      ],
      smallQuota: [setUp('assay', [])],
    },
  };
}
