import { type StatsListener, unwatchFile, watchFile } from 'node:fs';

/** Files that are looked at from time to time. */
export type FileWatch = {
  /** Looks at these files from now on, and at no others. */
  readonly follow: (paths: readonly string[]) => void;
  readonly close: () => void;
};

const INTERVAL_MS = 300;

/**
 * Calls `onChange` when one of the files has changed, was replaced, came or went. They are asked for by name at intervals, which
 * sees what editors do that write another file and rename it, and works on shared and mounted folders. Keeps no process alive.
 */
export function watchFiles(onChange: () => void, intervalMs: number = INTERVAL_MS): FileWatch {
  const watched = new Set<string>();
  const changed: StatsListener = () => onChange();
  function leave(path: string): void {
    unwatchFile(path, changed);
    watched.delete(path);
  }
  return {
    follow(paths) {
      const wanted = new Set(paths);
      for (const path of watched) if (!wanted.has(path)) leave(path);
      for (const path of wanted) {
        if (watched.has(path)) continue;
        watched.add(path);
        watchFile(path, { interval: intervalMs, persistent: false }, changed);
      }
    },
    close() {
      for (const path of watched) leave(path);
    },
  };
}
