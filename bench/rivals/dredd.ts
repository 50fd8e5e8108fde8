import { join } from 'node:path';
import { installNpm } from './install.ts';
import type { Ending, Place, Readiness, SetUp, Verdict } from './rival.ts';

const VERSION = '14.1.0';
const hooks = join(import.meta.dirname, 'set-up/dredd-hooks.cjs');

/** From the last line of the summary, since the exit code is 1 also when nothing could be tested. */
export function dreddVerdict({ code, output }: Pick<Ending, 'code' | 'output'>): Verdict {
  const counts = /(\d+) passing, (\d+) failing, (\d+) errors/.exec(output);
  if (code === undefined || counts === null) return 'none';
  const [passing, failing, errors] = counts.slice(1).map(Number);
  if (failing !== 0 || errors !== 0) return 'faulty';
  return passing === 0 ? 'none' : 'conforming';
}

/** Dredd with hooks, without which it sends the same request for every documented status. */
export async function prepareDredd({ cacheFolder, documents }: Place): Promise<Readiness> {
  const installed = await installNpm(cacheFolder, `dredd@${VERSION}`, '.bin/dredd');
  if (installed.kind === 'failed')
    return { kind: 'skipped', tool: `Dredd ${VERSION}`, reason: installed.reason };
  const hooked: SetUp = {
    name: 'Dredd, with hooks',
    version: VERSION,
    shown: 'dredd openapi-3.0.yaml $URL --hookfiles dredd-hooks.cjs',
    command: ({ url, key }) => ({
      program: installed.program,
      args: [documents.openapi30, url, '--hookfiles', hooks, '--no-color', '--loglevel', 'error'],
      env: { RIVAL_KEY: key },
    }),
    verdict: dreddVerdict,
  };
  return { kind: 'ready', rival: { ampleQuota: [hooked], smallQuota: [hooked] } };
}
