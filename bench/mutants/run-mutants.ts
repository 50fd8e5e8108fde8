/**
 * Mutates conforming services and lets assay judge each mutant; exits with 1 when fewer are told than the goal, when a
 * harmless one is blamed, or when the list of harmless ones is out of date:
 * `npm run bench:mutants -- [--only REGEX] [--again] [--list] [--seed N] [--together N] [--write]`. `--only` is looked for in
 * what `--list` prints of a mutant. `--again` tries only what the run before left open, and counts the rest as it was.
 * `--write` puts the figures into docs/mutants.md.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { zooDocument } from '../../test/zoo/assay-over-zoo.ts';
import { mutatedSources, tryMutants, type Trial } from './bed.ts';
import { harmless } from './harmless.ts';
import {
  falseAlarms,
  figuresOf,
  GOAL_PERCENT,
  labelOf,
  placeOf,
  reasonsOf,
  staleEntries,
  survivors,
} from './mutants-figures.ts';
import { figuresTables, mutantsPage } from './mutants-page.ts';
import { ROOT } from './services.ts';

const LAST = join(ROOT, 'reports/mutants.json');

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    again: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    together: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`cannot use --${option} "${text}": give a whole number`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(text: string): void {
  say(text);
  process.exitCode = 1;
}

/** What the run before has told, or rightly left in peace, of mutants that are still there. */
async function settledBefore(ids: ReadonlySet<string>): Promise<readonly Trial[]> {
  if (!values.again) return [];
  const trials = JSON.parse(await readFile(LAST, 'utf8')) as readonly Trial[];
  return trials.filter(({ mutant, fate }) => {
    const isTold = fate.kind === 'violation' || fate.kind === 'warning';
    const isInPeace = fate.kind === 'green' && reasons.has(labelOf(mutant));
    return ids.has(mutant.id) && (isTold || isInPeace);
  });
}

const seed = wholeNumber('seed', values.seed);
const only = new RegExp(values.only);
const sources = await mutatedSources();
const reasons = reasonsOf(harmless);
for (const label of staleEntries(
  sources.flatMap(({ mutants }) => mutants),
  harmless,
)) {
  complain(`bench/mutants/harmless.json names no mutant: ${label}`);
}
if (values.list) {
  for (const mutant of sources.flatMap(({ mutants }) => mutants)) {
    if (only.test(placeOf(mutant))) say(placeOf(mutant));
  }
} else {
  const startedMs = performance.now();
  const before = await settledBefore(new Set(sources.flatMap(({ mutants }) => mutants.map(({ id }) => id))));
  const done = new Set(before.map(({ mutant }) => mutant.id));
  const { unmutated, trials } = await tryMutants(sources, {
    document: await zooDocument(),
    seed,
    together: wholeNumber('together', values.together),
    chosen: (mutant) => only.test(placeOf(mutant)) && !done.has(mutant.id),
    onTrial: ({ mutant, fate }) => process.stderr.write(`${fate.kind} ${placeOf(mutant)}\n`),
  });
  const report = { unmutated, trials: [...before, ...trials] };
  for (const { mutant, service, fate } of survivors(report.trials, reasons)) {
    say(`${fate.kind}, ${service.name}: ${placeOf(mutant)}`);
  }
  for (const text of falseAlarms(report, reasons)) complain(`false alarm: ${text}`);
  say(figuresTables(report.trials, reasons));
  say(`${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  if (figuresOf(report.trials, reasons).percent < GOAL_PERCENT)
    complain(`fewer than ${GOAL_PERCENT} % are told`);
  await mkdir(join(ROOT, 'reports'), { recursive: true });
  await writeFile(LAST, JSON.stringify(report.trials, undefined, 1));
  if (values.write) {
    await writeFile(join(ROOT, 'docs/mutants.md'), mutantsPage(report, harmless, seed));
    say('written: docs/mutants.md');
  }
}
