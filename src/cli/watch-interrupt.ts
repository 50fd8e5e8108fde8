import type { CliIo } from './cli-io.ts';

/** `signal` fires at the first Ctrl-C; the second one leaves at once. `stop` takes the watch off. */
export type InterruptWatch = { readonly signal: AbortSignal; readonly stop: () => void };

const INTERRUPTED = 130;

/** Watches for Ctrl-C while requests are under way. `onFirst` tells the user what happens now. */
export function watchInterrupt(
  io: Pick<CliIo, 'onInterrupt' | 'exitNow'>,
  onFirst: () => void,
): InterruptWatch {
  const controller = new AbortController();
  const stop = io.onInterrupt(() => {
    if (controller.signal.aborted) {
      io.exitNow(INTERRUPTED);
      return;
    }
    controller.abort();
    onFirst();
  });
  return { signal: controller.signal, stop };
}
