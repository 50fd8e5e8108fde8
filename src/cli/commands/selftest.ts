import { chooseFaults } from '../../selftest/fault-choice.ts';
import { exitCodeOf } from '../../selftest/score.ts';
import { selftestJson } from '../../selftest/selftest-json.ts';
import { selftestText } from '../../selftest/selftest-text.ts';
import { reportSelftest } from '../../selftest/selftest.ts';
import { type CliIo, watchInterrupt } from '../io.ts';
import { openDocument } from '../load-document.ts';
import { unknownFault } from '../mock/unknown-fault.ts';
import type { SelftestFlags } from '../options.ts';
import { wantsColour } from '../output/progress.ts';

const COULD_NOT = 2;
const INTERRUPTED = 130;
const FEWEST_MS_BETWEEN_LINES = 100;
const CLEAR_LINE = '\r\u001b[K';

/** One line that counts, where a terminal reads. */
function createCounter(io: CliIo, total: number): { readonly step: () => void; readonly end: () => void } {
  if (!io.stderrIsTerminal) return { step: () => undefined, end: () => undefined };
  let done = 0;
  let drawnMs = Number.NEGATIVE_INFINITY;
  return {
    step() {
      done += 1;
      const now = performance.now();
      if (now - drawnMs < FEWEST_MS_BETWEEN_LINES) return;
      drawnMs = now;
      io.stderr(`${CLEAR_LINE}… ${String(done)} of ${String(total)} freedoms and faults tried`);
    },
    end: () => io.stderr(CLEAR_LINE),
  };
}

/**
 * `assay selftest`: tries every fault of a mock of the document against the suites, and says which ones they notice. 0 when
 * the score is at least `--min-score` and nothing is blamed that the document allows, 1 when not, 2 when nothing could be said, 130 when interrupted.
 */
export async function selftestCommand(flags: SelftestFlags, io: CliIo): Promise<number> {
  const { directory, document } = await openDocument(flags, io);
  const choice = chooseFaults(document, flags.fault);
  if (choice.kind === 'unknown') throw unknownFault(choice.name, document);
  const { profile = 'standard', seed = 1 } = flags;
  const counter = createCounter(io, choice.freedoms.length + choice.applicable.length);
  const watch = watchInterrupt(io, () => io.stderr('\nassay: stopping\n'));
  try {
    const result = await reportSelftest({
      document,
      specDirectory: directory,
      profile,
      seed,
      choice,
      inThreads: true,
      signal: watch.signal,
      onTrial: counter.step,
      onFreedom: counter.step,
    });
    counter.end();
    if (watch.signal.aborted) return INTERRUPTED;
    if (result.kind === 'not-clean') {
      io.stderr(
        `assay: cannot judge the suites: ${result.problem}; "assay test" with the same --spec shows it\n`,
      );
      return COULD_NOT;
    }
    const { report } = result;
    const colour = wantsColour({ allowed: flags.color, isTerminal: io.stdoutIsTerminal, env: io.env });
    io.stdout(
      flags.json === true
        ? selftestJson(report)
        : selftestText(report, { colour, verbose: flags.verbose === true }),
    );
    return exitCodeOf(report.score, report, flags.minScore ?? 100);
  } finally {
    watch.stop();
  }
}
