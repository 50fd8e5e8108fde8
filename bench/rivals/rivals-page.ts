import { rivalsTable } from './rivals-table.ts';
import type { Sighting } from './sight-member.ts';

type Tour = {
  readonly ample: readonly Sighting[];
  readonly small: readonly Sighting[];
  /** Tools that could not be installed, each with the reason. */
  readonly skipped: readonly string[];
};

function commands(sightings: readonly Sighting[]): string {
  const setUps = [...new Set(sightings.map(({ setUp }) => setUp))];
  return setUps.map(({ name, shown }) => `# ${name}\n${shown}`).join('\n');
}

/** The part of the page that compares tools, in Markdown. */
export function rivalsPage({ ample, small, skipped }: Tour): string {
  return `\`npm run bench:rivals\` made these tables; [bench/rivals/README.md](../bench/rivals/README.md) says how each tool is set
up. Every tool is a process of its own, started for one member; the requests are those that the member has counted, and
requests and seconds are medians over all members. Two members are
judged at a time, twelve with the small key. Whatever else the machine does shows in the seconds.

A key with 1,000 requests a minute, so that no tool meets the limit. Faults of the limit itself are left out:

${rivalsTable(ample)}

A key with 60 requests a minute, in real windows of a minute. Early requests are those sent before a Retry-After is over,
and whoever sends three is banned:

${rivalsTable(small)}

\`\`\`sh
${commands([...ample, ...small])}
\`\`\`
${skipped.map((line) => `\nNot run here: ${line}.\n`).join('')}`;
}
