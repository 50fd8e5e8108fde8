import { availableParallelism } from 'node:os';
import { exitCodeOf, scoreOf } from '../selftest/score.ts';
import { selftestJson } from '../selftest/selftest-json.ts';
import { selftestText, type SelftestReport } from '../selftest/selftest-text.ts';
import { selftest } from '../selftest/selftest.ts';
import { chooseFaults } from './choose-faults.ts';
import type { CliIo } from './cli-io.ts';
import { loadDocument } from './load-document.ts';
import type { SelftestFlags } from './options.ts';
import { wantsColour } from './wants-colour.ts';
import { watchInterrupt } from './watch-interrupt.ts';

const COULD_NOT = 2;
const INTERRUPTED = 130;
const MOST_THREADS = 4;
/** A thread takes a second to load what it needs: fewer faults than that are tried in this one. */
const WORTH_A_THREAD = 12;
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
      io.stderr(`${CLEAR_LINE}… ${String(done)} of ${String(total)} faults tried`);
    },
    end: () => io.stderr(CLEAR_LINE),
  };
}

/**
 * `assay selftest`: tries every fault of a mock of the document against the suites, and says which ones they notice. 0 when
 * the score is at least `--min-score`, 1 when it is lower, 2 when nothing could be said, 130 when interrupted.
 */
export async function selftestCommand(flags: SelftestFlags, io: CliIo): Promise<number> {
  const startedMs = performance.now();
  const { directory, document } = await loadDocument(flags.spec, io.cwd);
  const { applicable, inapplicable } = chooseFaults(document, flags.fault);
  const { profile = 'standard', seed = 1 } = flags;
  const threads = Math.min(
    availableParallelism(),
    MOST_THREADS,
    Math.floor(applicable.length / WORTH_A_THREAD),
  );
  const counter = createCounter(io, applicable.length);
  const watch = watchInterrupt(io, () => io.stderr('\nassay: stopping\n'));
  try {
    const result = await selftest({
      document,
      specDirectory: directory,
      profile,
      seed,
      faults: applicable,
      threads: threads > 1 ? threads : 0,
      signal: watch.signal,
      onTrial: counter.step,
    });
    counter.end();
    if (watch.signal.aborted) return INTERRUPTED;
    if (result.kind === 'not-clean') {
      io.stderr(
        `assay: cannot judge the suites: ${result.problem}; "assay test" with the same --spec shows it\n`,
      );
      return COULD_NOT;
    }
    const { trials, honest } = result;
    const report: SelftestReport = {
      title: `${document.title} ${document.version}`,
      profile,
      seed,
      score: scoreOf(document, applicable, trials),
      faults: applicable,
      trials,
      inapplicable,
      requests: trials.reduce((sum, trial) => sum + trial.requests, honest.requests),
      seconds: (performance.now() - startedMs) / 1000,
    };
    const colour = wantsColour({ allowed: flags.color, isTerminal: io.stdoutIsTerminal, env: io.env });
    io.stdout(
      flags.json === true
        ? selftestJson(report)
        : selftestText(report, { colour, verbose: flags.verbose === true }),
    );
    return exitCodeOf(report.score, trials, flags.minScore ?? 100);
  } finally {
    watch.stop();
  }
}
