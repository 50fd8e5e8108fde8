/** `assay test --targets`: every service of a table, side by side, each with a run and a record of its own, and a page over all. */
import { join } from 'node:path';
import { shownPath } from '../../document/files.ts';
import type { Interface } from '../../interface/model.ts';
import { gate, withBranchedGate } from '../../output/gate.ts';
import { writeWholeFile } from '../../output/whole-file.ts';
import type { RunRecord } from '../../record/record.ts';
import { escapeTerminal } from '../../report/escape.ts';
import { runExtent } from '../../report/model/standings.ts';
import { type TestedTarget, targetsText, targetWords, worstCode } from '../../report/model/tested-target.ts';
import { verdict } from '../../report/model/verdict.ts';
import type { RunsIndex } from '../../report/page/runs-index.ts';
import { targetsTable } from '../../report/text/targets.ts';
import { errnoText } from '../../system/errno.ts';
import type { TestSurroundings } from '../commands/test.ts';
import { type CliIo, INTERRUPTED, watchInterrupt } from '../io.ts';
import type { TestFlags } from '../options.ts';
import { wantsColour } from '../output/progress.ts';
import { onOneLine, quoted, UsageFault } from '../usage-fault.ts';
import { SideBySide } from './side-by-side.ts';
import {
  folderOf,
  placeOf,
  readTargets,
  requireOwnReports,
  targetLine,
  type TargetTable,
  withheldFrom,
} from './target-table.ts';

/** What makes one run. */
type RunOne = (flags: TestFlags, io: CliIo, surroundings: TestSurroundings) => Promise<number>;

const USUAL_PARALLEL = 4;
const COULD_NOT = 2;
const MOST_HISTORY = 30;
const LONGEST_LINE = 300;

/** Listeners of many runs behind one: a process warns of more than a few. */
class Listeners<Told extends readonly unknown[]> {
  readonly #all = new Set<(...told: Told) => void>();

  readonly add = (listener: (...told: Told) => void): (() => void) => {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  };

  readonly tell = (...told: Told): void => {
    for (const listener of this.#all) listener(...told);
  };
}

type Surroundings = {
  readonly table: TargetTable;
  readonly flags: TestFlags;
  readonly runOne: RunOne;
  readonly slots: SideBySide;
  /** Fires when the caller wants to end. */
  readonly signal: AbortSignal;
};

/** A service's own edge: what it prints is told under its name, and variables that are meant for another are not there. */
function ioOf(name: string, { table }: Surroundings, { stdin: _ofNobody, ...io }: CliIo): CliIo {
  return {
    ...io,
    stdout: () => undefined,
    stderr: (text) => {
      for (const line of text.split('\n').filter((each) => each.trim() !== ''))
        io.stderr(`${escapeTerminal(name, LONGEST_LINE)}: ${line}\n`);
    },
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    withheld: withheldFrom(name, table.config),
  };
}

function ranOf(record: RunRecord, document: Interface): TestedTarget['ran'] {
  const { all, seconds } = runExtent(record);
  const { title, version } = record.header.interface;
  return { ruling: verdict(record, document), all, seconds, tested: `${title} ${version}` };
}

function historyOf({ runs }: RunsIndex): TestedTarget['history'] {
  return runs
    .slice(0, MOST_HISTORY)
    .flatMap(({ ruling, record }) =>
      ruling === undefined
        ? []
        : [
            {
              startedAt: record.header.startedAt,
              kind: ruling.kind,
              proven: ruling.proven,
              provable: ruling.provable,
              violations: ruling.violations,
            },
          ],
    )
    .toReversed();
}

function keptOf(name: string, run: string, { runs }: RunsIndex): TestedTarget['kept'] {
  const files = runs.find(({ folder }) => folder === run)?.files ?? [];
  return { folder: folderOf(name), run, page: files.find((file) => file.endsWith('.html')) };
}

/** Why a service could not be tested. A fault of assay costs this one service. */
function problemOf(error: unknown, io: CliIo): string {
  if (error instanceof UsageFault) return gate().output(onOneLine(error.message, '; '));
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.stderr(`internal error: ${text}\n`);
  return gate().output(`internal error: ${onOneLine(text, ' ').slice(0, LONGEST_LINE)}`);
}

/** One service from its row to what came of it. Never throws. Its secrets are known to a gate of its own. */
async function testOne(name: string, surroundings: Surroundings, given: CliIo): Promise<TestedTarget> {
  const io = ioOf(name, surroundings, given);
  const { table, flags, runOne, slots, signal } = surroundings;
  let url: string | undefined;
  const told: { ran?: TestedTarget['ran']; kept?: TestedTarget['kept']; history: TestedTarget['history'] } = {
    history: [],
  };
  const standing = (code: number, problem?: string): TestedTarget => ({
    name,
    url: url === undefined ? undefined : gate().output(url),
    code,
    ...(told.ran === undefined ? {} : { ran: told.ran }),
    ...(told.kept === undefined ? {} : { kept: told.kept }),
    ...(problem === undefined ? {} : { problem }),
    history: told.history,
  });
  try {
    const line = await targetLine(name, table, flags, io);
    ({ url } = line.flags);
    return await slots.at(placeOf(url), async () => {
      if (signal.aborted) return standing(INTERRUPTED, 'interrupted before it began');
      const code = await runOne(line.flags, io, {
        config: line.config,
        among: 'many',
        told: {
          onFiles: () => undefined,
          onRecord: (record, document) => {
            told.ran = ranOf(record, document);
          },
          onKept: (run, index) => {
            told.kept = keptOf(name, run, index);
            told.history = historyOf(index);
          },
        },
      });
      // Reports that are missing, or a hook that failed, were told as they happened.
      const isLess = told.ran !== undefined && told.ran.ruling.exitCode !== code;
      return standing(code, isLess ? 'not everything that was asked for is there' : undefined);
    });
  } catch (error) {
    return standing(COULD_NOT, problemOf(error, io));
  }
}

/** Writes the page over all, and the same as data beside it. Returns why it could not, in a line. */
async function writeSummary(tested: readonly TestedTarget[], out: string): Promise<string | undefined> {
  const [{ targetsPage }, { targetsCsv, targetsJson }] = await Promise.all([
    import('../../report/page/targets-page.ts'),
    import('../../report/data/targets.ts'),
  ]);
  const files = [
    ['index.html', targetsPage],
    ['targets.json', targetsJson],
    ['targets.csv', targetsCsv],
  ] as const;
  for (const [name, write] of files) {
    const file = join(out, name);
    try {
      writeWholeFile(file, write(tested));
    } catch (error) {
      return `cannot write ${quoted(file)} (${errnoText(error)}); give --out a place that can be written`;
    }
  }
  return undefined;
}

/**
 * Tests every service of the table, and says what came of all. Returns the worst of their exit codes; throws a `UsageFault` for what
 * is wrong with all of them.
 */
export async function testTargets(
  { file, flags }: { readonly file: string; readonly flags: TestFlags },
  io: CliIo,
  runOne: RunOne,
): Promise<number> {
  requireOwnReports(flags);
  const table = await readTargets(file, flags, io.cwd);
  const interrupts = new Listeners<[]>();
  const faults = new Listeners<[unknown]>();
  const watch = watchInterrupt(io, () => {
    io.stderr('stopping; what was tested follows (Ctrl-C again leaves at once)\n');
    interrupts.tell();
  });
  const stopFaults = io.onFault(faults.tell);
  const slots = new SideBySide(flags.parallel ?? USUAL_PARALLEL);
  const surroundings: Surroundings = { table, flags, runOne, slots, signal: watch.signal };
  const own: CliIo = { ...io, onInterrupt: interrupts.add, onFault: faults.add };
  let done = 0;
  try {
    const tested = await Promise.all(
      table.names.map(async (name) => {
        const one = await withBranchedGate(() => testOne(name, surroundings, own));
        done += 1;
        if (flags.quiet !== true)
          io.stderr(
            `${String(done)}/${String(table.names.length)} ${escapeTerminal(`${name}: ${targetWords(one)}`, LONGEST_LINE)}\n`,
          );
        return one;
      }),
    );
    const page = join(table.out, 'index.html');
    const problem = await writeSummary(tested, table.out);
    const colour = wantsColour({ allowed: flags.color, isTerminal: io.stdoutIsTerminal, env: io.env });
    if (flags.quiet !== true) io.stdout(`${targetsTable(tested, colour)}\n`);
    io.stdout(`${targetsText(tested)}\n`);
    if (flags.quiet !== true && problem === undefined) io.stdout(`page ${shownPath(page, io.cwd)}\n`);
    if (problem !== undefined) io.stderr(`assay: ${problem}\n`);
    const code = worstCode(tested);
    return code === 0 && problem !== undefined ? COULD_NOT : code;
  } finally {
    stopFaults();
    watch.stop();
  }
}
