import type { JudgeProgress } from '../judge/judge-files.ts';
import type { CliIo } from './cli-io.ts';
import { wantsLiveLine } from './wants-live-line.ts';

const CLEAR_LINE = '\r\u001b[2K';
const LIVE_EVERY_MS = 200;
const LOGGED_EVERY_MS = 10_000;

/** Shows how far a long file has been judged: one line that is written over, or one every ten seconds. */
export function judgeProgress(
  io: Pick<CliIo, 'stderr' | 'stderrIsTerminal' | 'env'>,
  quiet: boolean,
  now: () => number,
): { readonly onProgress: (progress: JudgeProgress) => void; readonly close: () => void } {
  const live = !quiet && wantsLiveLine({ isTerminal: io.stderrIsTerminal, env: io.env });
  const everyMs = live ? LIVE_EVERY_MS : LOGGED_EVERY_MS;
  let shownMs = now();
  let shown = false;
  return {
    onProgress: ({ bytesRead, bytes, judged }) => {
      if (quiet || now() - shownMs < everyMs) return;
      shownMs = now();
      shown = true;
      const part = bytes === 0 ? 100 : Math.floor((bytesRead / bytes) * 100);
      const line = `… ${String(Math.min(100, part))}% read, ${String(judged)} exchanges judged`;
      io.stderr(live ? `${CLEAR_LINE}${line}` : `${line}\n`);
    },
    close: () => {
      if (live && shown) io.stderr(CLEAR_LINE);
    },
  };
}
