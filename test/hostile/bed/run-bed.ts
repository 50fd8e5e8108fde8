/**
 * Runs assay against each service of the hostile bed: `npm run bench:hostile` writes `docs/reliability.md`; with words behind
 * it only services whose kind or name has one of them are asked, and the table goes to the terminal.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostileBed } from './bed.ts';
import { measure, type Measured } from './measure.ts';
import { reliabilityPage } from './reliability-page.ts';

/** Coprime to a thousand. */
const STRIDE = 377;
const AT_ONCE = Number(process.env['HOSTILE_AT_ONCE'] ?? 4);

const words = process.argv.slice(2);
const chosen = hostileBed.filter(
  ({ kind, name }) => words.length === 0 || words.some((word) => `${kind} ${name}`.includes(word)),
);

const measured: Measured[] = [];
// In an order of its own, so that those of one kind, which cost much alike, are not all at work at the same time.
const queue = [...chosen.entries()].toSorted(([a], [b]) => ((a * STRIDE) % 1_000) - ((b * STRIDE) % 1_000));
const startedMs = performance.now();

async function work(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [at, service] = next;
    const one = await measure(service);
    measured[at] = one;
    const figures = `${one.seconds.toFixed(1)} s, ${(one.peakBytes / 1e6).toFixed(0)} MB, ${String(one.requests)} requests`;
    const verdict = one.problems.length === 0 ? 'holds' : `FAILS: ${one.problems.join('; ')}`;
    process.stdout.write(
      `${service.kind}: ${service.name}: exit ${String(one.exit)}, ${figures}: ${verdict}\n`,
    );
    if (one.problems.length > 0 || words.length > 0) process.stdout.write(`    ${one.said}\n`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
const failing = measured.filter(({ problems }) => problems.length > 0);
const seconds = (performance.now() - startedMs) / 1000;
process.stdout.write(
  `${String(measured.length - failing.length)} of ${String(measured.length)} hold, in ${seconds.toFixed(0)} s\n`,
);
if (words.length === 0)
  await writeFile(join(import.meta.dirname, '../../../docs/reliability.md'), reliabilityPage(measured));
process.exitCode = failing.length === 0 ? 0 : 1;
