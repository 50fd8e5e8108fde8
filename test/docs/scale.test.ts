import { THOROUGH } from '../sampled.ts';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { LAUNCHER } from '../cli/launched-assay.ts';
import { saidBy, writeTraffic } from '../judge/traffic-folder.ts';
import { readMarkdownPage } from './markdown-page.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-scale-'));
afterAll(() => rmSync(root, { recursive: true }));

/** `npx assay` of this copy; tests against its own mock and with the fewest requests, whatever address a page names. */
const NPX = `
  const [, , , command, ...rest] = process.argv;
  const at = rest.indexOf('--url');
  const told = command === 'test' && at >= 0 ? rest.toSpliced(at, 2) : rest;
  process.argv.splice(2, Infinity, command, ...told, ...(command === 'test' ? ['--profile', 'quick'] : []));
  await import(${JSON.stringify(LAUNCHER)});
`;
const bin = join(root, 'bin');
mkdirSync(bin);
writeFileSync(join(bin, 'npx.mjs'), NPX);
writeFileSync(join(bin, 'npx'), `#!/bin/sh\nexec "${process.execPath}" "${join(bin, 'npx.mjs')}" "$@"\n`);
chmodSync(join(bin, 'npx'), 0o755);

type Ran = { readonly code: unknown; readonly stdout: string; readonly stderr: string };

function shell(
  script: string,
  cwd: string,
  variables: { readonly [name: string]: string } = {},
): Promise<Ran> {
  const {
    CI_NODE_INDEX: _index,
    CI_NODE_TOTAL: _total,
    ASSAY_URL: _url,
    ASSAY_KEY: _key,
    ...env
  } = process.env;
  const path = [bin, env['PATH'] ?? ''].join(delimiter);
  return new Promise((resolve) => {
    execFile(
      'sh',
      ['-e', '-c', script],
      { cwd, env: { ...env, ...variables, PATH: path } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}

function folder(name: string): string {
  const made = join(root, name);
  mkdirSync(made);
  return made;
}

const { blocks } = readMarkdownPage('docs/scale.md');

function block(language: string, word: string): string {
  const [only, ...more] = blocks.filter((each) => each.language === language && each.text.includes(word));
  if (only === undefined || more.length > 0) throw new Error(`docs/scale.md has not one block with ${word}`);
  return only.text;
}

/** The value below these names of the only document of a text. */
function below(text: string, ...names: readonly (string | number)[]): unknown {
  const [document] = parseAllDocuments(text);
  if (document === undefined || !('getIn' in document)) throw new Error('no YAML');
  const value: unknown = document.getIn(names);
  if (value === undefined) throw new Error(`nothing at ${names.join('/')}`);
  return value;
}

function textBelow(text: string, ...names: readonly (string | number)[]): string {
  return String(below(text, ...names));
}

/** Runs a step as often as there are shards, and the merge; `of` makes the variables of a shard. */
async function inShards(
  name: string,
  step: string,
  { total, of }: { readonly total: number; readonly of: (at: number) => { readonly [name: string]: string } },
): Promise<readonly string[]> {
  const cwd = folder(name);
  for (let at = 0; at < total; at += 1) {
    const ran = await shell(step, cwd, of(at));
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).toContain(`shard ${String(at + 1)} of ${String(total)}`);
  }
  return readdirSync(join(cwd, 'shards'));
}

describe('docs/scale.md', () => {
  test('splits a run on GitLab', async () => {
    const page = block('yaml', 'parallel: 3');
    const total = Number(below(page, 'conformance', 'parallel'));
    const records = await inShards('gitlab', textBelow(page, 'conformance', 'script', 0), {
      total,
      of: (at) => ({ CI_NODE_INDEX: String(at + 1), CI_NODE_TOTAL: String(total) }),
    });
    expect(records).toHaveLength(total);
    const merged = await shell(textBelow(page, 'whole', 'script', 0), join(root, 'gitlab'));
    expect(merged).toMatchObject({ code: 0 });
    expect(existsSync(join(root, 'gitlab', textBelow(page, 'whole', 'artifacts', 'reports', 'junit')))).toBe(
      true,
    );
  });

  test.runIf(THOROUGH)('splits a run on Kubernetes, whose index counts from 0', async () => {
    const page = block('yaml', 'completionMode: Indexed');
    const total = Number(below(page, 'spec', 'completions'));
    const container = ['spec', 'template', 'spec', 'containers', 0] as const;
    expect(textBelow(page, ...container, 'env', 0, 'name')).toBe('JOB_COMPLETION_COUNT');
    expect(Number(below(page, ...container, 'env', 0, 'value'))).toBe(total);
    const records = await inShards('kubernetes', textBelow(page, ...container, 'args', 0), {
      total,
      of: (at) => ({ JOB_COMPLETION_INDEX: String(at), JOB_COMPLETION_COUNT: String(total) }),
    });
    expect(records).toHaveLength(total);
  });

  test('judges files in many processes and says what one says', async () => {
    const cwd = folder('processes');
    mkdirSync(join(cwd, 'traffic'));
    const names = writeTraffic(join(cwd, 'traffic'), 7).map((name) => `traffic/${name}`);
    const script = block('sh', 'xargs').replaceAll('100', '3').replaceAll('99', '2');
    const ran = await shell(script, cwd);
    expect(ran.code).toBe(1);
    expect(readdirSync(join(cwd, 'parts'))).toHaveLength(3);
    const quoted = names.map((name) => `'${name}'`).join(' ');
    expect((await shell(`npx assay judge ${quoted}`, cwd)).code).toBe(1);
    expect(saidBy(readFileSync(join(cwd, 'reports/merged.ndjson'), 'utf8'))).toEqual(
      saidBy(readFileSync(join(cwd, 'reports/last.ndjson'), 'utf8')),
    );
    rmSync(join(cwd, 'parts', readdirSync(join(cwd, 'parts'))[0] ?? ''));
    const { stdout } = await shell('npx assay merge parts/*.ledger --parts 3', cwd);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('1 part of 3 is missing');
  });
});
