import { join } from 'node:path';
import { installNpm } from './install.ts';
import type { Ending, Place, Readiness, SetUp, Verdict } from './rival.ts';
import { runCommand } from './run-command.ts';

const VERSION = '2.55.1';
const examples = join(import.meta.dirname, 'set-up/specmatic-examples');
/** Faster to start; the runs are far too short for more optimisation to pay. */
const QUICK_START = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** From the line of totals, since exit codes have been wrong in some versions. */
export function specmaticVerdict({ code, output }: Pick<Ending, 'code' | 'output'>): Verdict {
  const counts = /Tests run: (\d+), Successes: \d+, Failures: (\d+), WIP: \d+, Errors: (\d+)/.exec(output);
  if (code === undefined || counts === null) return 'none';
  const [run, failures, errors] = counts.slice(1).map(Number);
  if (failures !== 0 || errors !== 0) return 'faulty';
  return run === 0 ? 'none' : 'conforming';
}

/** Specmatic from the jar that its npm package contains, where there is a Java. */
export async function prepareSpecmatic({ cacheFolder, documents }: Place): Promise<Readiness> {
  const tool = `Specmatic ${VERSION}`;
  const java = await runCommand({ program: 'java', args: ['-version'] }, { folder: '.', mostSeconds: 30 });
  if (java.code !== 0) return { kind: 'skipped', tool, reason: 'it needs Java, and there is no "java" here' };
  const installed = await installNpm(cacheFolder, `specmatic@${VERSION}`, 'specmatic/specmatic.jar');
  if (installed.kind === 'failed') return { kind: 'skipped', tool, reason: installed.reason };
  const withExamples: SetUp = {
    name: 'Specmatic, generative, with examples',
    version: VERSION,
    shown:
      'apiKey=$KEY SPECMATIC_GENERATIVE_TESTS=true EXTENSIBLE_SCHEMA=true java -jar specmatic.jar test openapi.yaml --testBaseURL=$URL --examples=specmatic-examples',
    command: ({ url, key }) => ({
      program: 'java',
      args: [
        ...QUICK_START,
        '-jar',
        installed.program,
        'test',
        documents.inlined,
        `--testBaseURL=${url}`,
        `--examples=${examples}`,
      ],
      env: { apiKey: key, SPECMATIC_GENERATIVE_TESTS: 'true', EXTENSIBLE_SCHEMA: 'true' },
    }),
    verdict: specmaticVerdict,
  };
  return { kind: 'ready', rival: { ampleQuota: [withExamples], smallQuota: [withExamples] } };
}
