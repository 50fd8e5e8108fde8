/**
 * Judges plain Prism on the Pet Catalogue and writes what it gets wrong to docs/plain-prism.md, in about half a minute. Run after
 * `npm run prepare`: `node bench/plain-prism.ts`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type JudgedCheck = {
  readonly id: string;
  readonly title: string;
  readonly outcome: string;
  readonly clauses: readonly string[];
};

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/plain-prism.md');
const START = '<!-- what plain Prism gets wrong: written by bench/plain-prism.ts -->';
const END = '<!-- end -->';

/** Why Prism 5.16.0 breaks a check. One that is missing here is new. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['authentication.unknown-key', 'it looks whether the field has the form `Bearer x`, and knows no keys'],
  ['authentication.altered-key', 'likewise'],
  ['authentication.scheme-case', 'the form is compared with regard to letter case'],
  [
    'authentication.challenge',
    'where the document shows a 401, its example goes out without the field that HTTP asks for',
  ],
  ['statuses.no-server-error', 'an operation without `responses` is answered with 500'],
  [
    'statuses.answered',
    'malformed JSON is never answered: after its parser fails, it waits for the end of a body that it has read',
  ],
  ['collections.created-as-sent', 'a creation is answered with the example, whatever was sent'],
  ['collections.text-unchanged', 'likewise'],
  ['collections.unique-identity', 'every example has the same identity'],
  ['collections.listed', 'it keeps no state: a list is the example of a list'],
  ['rate-limit-headers.reset', 'the time is the one of the example'],
  ['rate-limit-headers.falls', 'the number is the one of the example, and nothing is counted'],
]);

async function judge(): Promise<readonly JudgedCheck[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'assay-prism-'));
  try {
    const command = ['test', '--target', 'prism', '--seed', '7', '--quiet', '--report', 'json=prism.json'];
    const child = spawn(process.execPath, [join(root, 'bin/assay.js'), ...command], {
      cwd,
      stdio: 'inherit',
    });
    await once(child, 'exit');
    if (child.exitCode !== 1) throw new Error(`assay exits with ${String(child.exitCode)}, not 1`);
    const report = JSON.parse(readFileSync(join(cwd, 'prism.json'), 'utf8')) as {
      readonly checks: readonly JudgedCheck[];
    };
    return report.checks;
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

function row({ id, title, outcome, clauses }: JudgedCheck): string {
  const check = outcome === 'warn' ? `\`${id}\` (warning)` : `\`${id}\``;
  const broken = clauses.map((clause) => `\`${clause}\``).join(', ');
  return `| ${check} | ${title} | ${broken} | ${REASONS.get(id) ?? 'not known yet'} |`;
}

function rewritten(text: string, table: string): string {
  const from = text.indexOf(START);
  const to = text.indexOf(END);
  if (from < 0 || to < from) throw new Error(`${page} has no place for the table: ${START} … ${END}`);
  return `${text.slice(0, from + START.length)}\n\n${table}\n\n${text.slice(to)}`;
}

const broken = (await judge()).filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
const head = ['| check | what should be | clauses | why it is not |', '| --- | --- | --- | --- |'];
writeFileSync(page, rewritten(readFileSync(page, 'utf8'), [...head, ...broken.map(row)].join('\n')));
const unknown = broken.filter(({ id }) => !REASONS.has(id)).map(({ id }) => id);
if (unknown.length > 0) throw new Error(`no reason is known for ${unknown.join(', ')}: add it to REASONS`);
const gone = [...REASONS.keys()].filter((id) => !broken.some((check) => check.id === id));
if (gone.length > 0) throw new Error(`Prism no longer breaks ${gone.join(', ')}: take it out of REASONS`);
