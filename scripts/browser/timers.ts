/** In place of `node:timers/promises`. */
export function setTimeout(
  ms: number,
  value: undefined,
  { signal }: { readonly signal: AbortSignal },
): Promise<undefined> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => {
      globalThis.clearTimeout(timer);
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- it is what the caller gave for an error.
      reject(signal.reason);
    };
    const timer = globalThis.setTimeout(() => {
      signal.removeEventListener('abort', refuse);
      resolve(value);
    }, ms);
    if (signal.aborted) refuse();
    else signal.addEventListener('abort', refuse, { once: true });
  });
}
