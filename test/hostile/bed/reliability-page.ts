import { MAX_DURATION, type Measured } from './measure.ts';

const VERDICTS: ReadonlyMap<number | null, string> = new Map([
  [0, 'conforms (0)'],
  [1, 'does not conform (1)'],
  [2, 'could not tell (2)'],
]);

function row({ service, exit, seconds, peakBytes, requests, problems }: Measured): string {
  const cells = [
    service.kind,
    service.name.replaceAll('|', '\\|'),
    VERDICTS.get(exit) ?? `exit ${String(exit)}`,
    seconds.toFixed(1),
    (peakBytes / 1e6).toFixed(0),
    String(requests),
    problems.length === 0 ? 'yes' : `**no**: ${problems.join('; ')}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function most(values: readonly number[], digits: number): string {
  return Math.max(0, ...values).toFixed(digits);
}

/** The page that says how runs against hostile services end. */
export function reliabilityPage(measured: readonly Measured[]): string {
  const holding = measured.filter(({ problems }) => problems.length === 0).length;
  const memory = measured.map(({ peakBytes }) => peakBytes / 1e6);
  const times = measured.map(({ seconds }) => seconds);
  return `# Reliability

Runs of \`assay test\` against services that are broken or hostile, each in a way of its own (\`test/hostile/bed/\`): a standard run with
\`--max-duration ${String(MAX_DURATION)} --timeout 2000\` and reports in HTML, SARIF, JUnit and Markdown, in a process of its own. The services are honest
but for the one thing, and count requests in windows of four seconds. \`npm run bench:hostile\` measures again and writes this page.

What has to hold for each: the exit code is a right one (never 0 for what is broken; where a service only spoils the connection and
every answer can be had, 0 is right), nothing crashes, all reports are there, the key stands in no file and no output in any form,
the run ends within \`--max-duration\` plus ten seconds, its process never takes more than 250 MB, and no request goes out before
the end of a \`Retry-After\`.

**${String(holding)} of ${String(measured.length)} hold.** The longest run took ${most(times, 1)} s, the largest ${most(memory, 0)} MB.

| kind | what the service does | verdict | seconds | peak MB | requests | holds |
| --- | --- | --- | --: | --: | --: | --- |
${measured.map(row).join('\n')}
`;
}
