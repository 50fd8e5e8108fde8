import { join } from 'node:path';
import { installPython } from './install.ts';
import type { Ending, Place, Readiness, SetUp, Verdict } from './rival.ts';

/** The version that everything is measured with. */
export const SCHEMATHESIS = '4.32.5';
const tuning = join(import.meta.dirname, 'set-up/schemathesis.toml');

/** From the exit code: 0 without failures, 1 with failures, 2 when the tool could not do its job. */
export function schemathesisVerdict({ code }: Pick<Ending, 'code'>): Verdict {
  if (code === 0) return 'conforming';
  return code === 1 ? 'faulty' : 'none';
}

/** Schemathesis with its defaults, tuned, and, for a small quota, as polite as it can be. */
export async function prepareSchemathesis({ cacheFolder, documents }: Place): Promise<Readiness> {
  const installed = await installPython(cacheFolder, `schemathesis==${SCHEMATHESIS}`, 'st');
  if (installed.kind === 'failed')
    return { kind: 'skipped', tool: `Schemathesis ${SCHEMATHESIS}`, reason: installed.reason };
  const setUp = (name: string, before: readonly string[], after: readonly string[]): SetUp => ({
    name,
    version: SCHEMATHESIS,
    shown: [
      'st',
      ...before.map((option) => option.replace(tuning, 'schemathesis.toml')),
      'run openapi.yaml --url=$URL --header="Authorization: Bearer $KEY"',
      ...after,
    ].join(' '),
    command: ({ url, key }) => ({
      program: installed.program,
      args: [
        ...before,
        'run',
        documents.plain,
        '--no-color',
        `--url=${url}`,
        `--header=Authorization: Bearer ${key}`,
        ...after,
      ],
    }),
    verdict: schemathesisVerdict,
  });
  const tuned = [`--config-file=${tuning}`];
  const defaults = setUp('Schemathesis, defaults', [], ['--checks=all', '--seed=1']);
  return {
    kind: 'ready',
    rival: {
      ampleQuota: [defaults, setUp('Schemathesis, tuned', tuned, [])],
      smallQuota: [
        defaults,
        setUp('Schemathesis, tuned, held back', tuned, ['--rate-limit=50/m']),
        setUp('Schemathesis, tuned, waits when told', tuned, ['--rate-limit=auto']),
      ],
    },
  };
}
