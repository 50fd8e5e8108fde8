/** In place of `node:fs` and `node:fs/promises` where there is no disk: nothing is anywhere. */
function missing(): Error {
  return Object.assign(new Error('there are no files here'), { code: 'ENOENT' });
}

function reject(): Promise<never> {
  return Promise.reject(missing());
}

export const stat: typeof reject = reject;
export const readFile: typeof reject = reject;
export const realpath: typeof reject = reject;
