import { SAFE_METHODS } from '../../http/exchange.ts';
import type { Clock } from '../../system/clock.ts';

/** So long a request that may make something is still listened to after the run was interrupted, in ms. */
const LISTENING_MS = 2_000;

/**
 * Sends a request of this method so that its answer is known although the run is interrupted meanwhile: what nobody read the
 * name of, nobody takes away again. Reading requests end at once. `send` gets the signal that ends it.
 */
export async function listeningOn<Answer>(
  { method, signal, clock }: { readonly method: string; readonly signal: AbortSignal; readonly clock: Clock },
  send: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  if (SAFE_METHODS.has(method)) return send(signal);
  const over = new AbortController();
  let isWaiting = false;
  const wait = (): void => {
    isWaiting = true;
    void clock.sleep(LISTENING_MS, over.signal).then(() => over.abort());
  };
  if (signal.aborted) over.abort();
  signal.addEventListener('abort', wait, { once: true });
  try {
    return await send(over.signal);
  } finally {
    signal.removeEventListener('abort', wait);
    // To abort takes as long as to fill in a stack, and each creation comes here.
    if (isWaiting) over.abort();
  }
}
