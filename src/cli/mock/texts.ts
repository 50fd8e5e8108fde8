import type { Fault } from '../../mock/faults/fault.ts';
import type { Freedom } from '../../mock/freedoms/freedom.ts';

/** What `assay mock --list-faults` prints: names and titles, by family. */
export function faultList(faults: readonly Fault[]): string {
  const width = Math.max(...faults.map(({ name }) => name.length)) + 2;
  const families = [...new Set(faults.map(({ family }) => family))];
  return families
    .map((family) => {
      const own = faults.filter((fault) => fault.family === family);
      return `${family}\n${own.map(({ name, title }) => `  ${name.padEnd(width)}${title}\n`).join('')}`;
    })
    .join('\n');
}

/** What `assay mock --list-freedoms` prints: names and titles. */
export function freedomList(freedoms: readonly Freedom[]): string {
  const width = Math.max(...freedoms.map(({ name }) => name.length)) + 2;
  return freedoms.map(({ name, title }) => `${name.padEnd(width)}${title}\n`).join('');
}

/** One line that says why a socket can't listen there. */
export function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  const place = `${host}:${port}`;
  switch (error.code) {
    case 'EADDRINUSE':
      return `cannot listen on ${place}: the port is in use; choose another one with --port, or 0 for any free one`;
    case 'EACCES':
      return `cannot listen on ${place}: this user may not use the port; choose one above 1023 with --port`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `cannot listen on ${place}: this machine has no such address; choose another one with --host`;
    case undefined:
    default:
      return `cannot listen on ${place}: ${error.message}`;
  }
}
