import type { Fault } from '../mock/faults/fault.ts';
import { MOCK_OPTIONS, type ParsedArguments } from './mock-arguments.ts';
import { quoted } from './quoted.ts';
import { suggestion } from '../interface/nearest-name.ts';

/** What `assay mock --help` prints. */
export function mockHelp(): string {
  const rows = MOCK_OPTIONS.map(({ name, argument, text, example }) => ({
    flags: argument === undefined ? `--${name}` : `--${name} <${argument}>`,
    text: `${text} (example: ${example})`,
  }));
  const width = Math.max(...rows.map(({ flags }) => flags.length)) + 2;
  return [
    'Usage: assay mock [options]',
    '',
    'Stands in for the service: keys, plans, state, rate limits and errors as the document has them.',
    '',
    'Options:',
    ...rows.map(({ flags, text }) => `  ${flags.padEnd(width)}${text}`),
    '',
    'What a request may wish for, of what the document has:',
    '  Prefer: code=429            this status (or ?__code=429)',
    '  Prefer: example=empty       the example of this name (or ?__example=empty)',
    '  Prefer: dynamic=true        a random body (or ?__dynamic=true), the same again with seed=7',
    '',
    'While it runs, on this machine:',
    '  GET  /__assay/                             a page that shows requests live and changes what is below',
    '  POST /__assay/clock {"advanceMs": 60000}   moves its clock; {"freeze": true} stops it',
    '  POST /__assay/latency {"minMs": 800}       sets the wait before answers',
    '  POST /__assay/faults {"names": ["…"]}      sets the faults',
    '  GET  /__assay/state                        shows the clock, quotas and sizes',
    '  POST /__assay/reset                        takes it back to the start',
    '',
  ].join('\n');
}

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

/** One line that says what is wrong with a command line and what would be right. */
export function argumentProblem(parsed: Exclude<ParsedArguments, { readonly kind: 'parsed' }>): string {
  switch (parsed.kind) {
    case 'unknown': {
      const names = MOCK_OPTIONS.map(({ name }) => `--${name}`);
      const given = parsed.option.length === 1 ? `-${parsed.option}` : `--${parsed.option}`;
      return `unknown option ${quoted(given)}: ${suggestion(given, names)}`;
    }
    case 'not-a-number': {
      const { name, bounds = [0, 0], example } = parsed.option;
      const [from, to] = bounds;
      return `cannot use --${name} ${quoted(parsed.given)}: give a whole number from ${from} to ${to}, for example ${example}`;
    }
    case 'wrong':
      return parsed.problem;
  }
}

/** One line that says which engines there are. */
export function engineProblem(given: string, known: readonly string[]): string {
  return `cannot use --engine ${quoted(given)}: ${suggestion(given, known)}`;
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
