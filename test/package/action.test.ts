import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src/system/package.ts';
import { type Finished, runCommand } from './run-command.ts';

const root = packageRoot();
const folder = mkdtempSync(join(tmpdir(), 'assay-action-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Step = {
  readonly name?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly uses?: string;
  readonly env?: { readonly [name: string]: string };
};
type Action = {
  readonly inputs: { readonly [name: string]: { readonly description: string; readonly default?: string } };
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};

const text = readFileSync(join(root, 'action.yml'), 'utf8');
const action = parse(text) as Action;

describe('action.yml', () => {
  test('describes every input, uses each, and names no other', () => {
    expect(action.runs.using).toBe('composite');
    const used = new Set([...text.matchAll(/\binputs\.([\w-]+)/g)].flatMap(([, name]) => name ?? []));
    expect([...used].toSorted()).toEqual(Object.keys(action.inputs).toSorted());
    for (const { description } of Object.values(action.inputs)) expect(description).toMatch(/\.$/);
  });

  test('has steps that say their shell, take nothing of others into their text, and name files that are there', () => {
    for (const { run, shell, uses } of action.runs.steps) {
      expect((run === undefined) === (uses === undefined)).toBe(false);
      if (run === undefined) continue;
      expect(shell).toBe('bash');
      // What somebody wrote into an input or a branch would be run.
      expect(run).not.toContain('${{');
      for (const [, file = ''] of run.matchAll(/\$GITHUB_ACTION_PATH\/([\w./-]+)/g))
        expect(existsSync(join(root, file)), file).toBe(true);
    }
  });
});

/** A folder like that of the action, with an `assay` that tells what it was given and ends with a code. */
function actionFolder(code: number): string {
  const own = mkdtempSync(join(folder, 'action-'));
  cpSync(join(root, 'action'), join(own, 'action'), { recursive: true });
  mkdirSync(join(own, 'bin'));
  writeFileSync(
    join(own, 'bin/assay.js'),
    `console.log(JSON.stringify({ argv: process.argv.slice(2), key: process.env.ASSAY_KEY ?? null, input: process.env.INPUT_KEY ?? null })); process.exit(${String(code)});`,
  );
  writeFileSync(join(own, 'package.json'), '{}');
  return own;
}

const path = process.env['PATH'] ?? '';

describe.skipIf(process.platform === 'win32')('action/test.sh', () => {
  async function ran(
    code: number,
    env: { readonly [name: string]: string },
  ): Promise<Finished & { readonly output: string }> {
    const own = actionFolder(code);
    const output = join(own, 'output.txt');
    const finished = await runCommand('bash', [join(own, 'action/test.sh')], {
      cwd: own,
      env: { PATH: path, GITHUB_ACTION_PATH: own, GITHUB_WORKSPACE: own, GITHUB_OUTPUT: output, ...env },
    });
    return { ...finished, output: readFileSync(output, 'utf8').replaceAll(own, '') };
  }

  test('gives each input as one word, the key in the environment alone, and tells the exit code', async () => {
    const { code, stdout, output } = await ran(1, {
      INPUT_URL: 'https://api.example.com/v1',
      INPUT_TARGET: '',
      INPUT_ARGS: "--header\nX-Environment: it's $(staging)\n",
      INPUT_KEY: 'k-4711 "quoted"',
      INPUT_WAIT: '30',
    });
    expect(code).toBe(0);
    const told = JSON.parse(stdout) as {
      readonly argv: readonly string[];
      readonly key: string;
      readonly input: unknown;
    };
    expect(told.argv.slice(0, 3)).toEqual(['test', '--report', 'github']);
    expect(told.argv.slice(-6)).toEqual([
      '--url',
      'https://api.example.com/v1',
      '--wait-for-target',
      '30',
      '--header',
      "X-Environment: it's $(staging)",
    ]);
    expect(told).toMatchObject({ key: 'k-4711 "quoted"', input: null });
    expect(told.argv.join(' ')).not.toContain('4711');
    expect(output).toBe('exit-code=1\nreports=/reports/action\n');
  });

  test('gives nothing that was left empty', async () => {
    const { stdout } = await ran(0, {});
    const { argv, key } = JSON.parse(stdout) as { readonly argv: readonly string[]; readonly key: unknown };
    expect({ flags: argv.filter((word) => word.startsWith('--') && word !== '--report'), key }).toEqual({
      flags: [],
      key: null,
    });
  });
});

describe.skipIf(process.platform === 'win32')('action/comment.sh', () => {
  /** A `gh` that knows these comments, and keeps what it was asked for. */
  async function commented(
    known: string,
    {
      name = 'assay',
      report = '# Report\n',
    }: { readonly name?: string; readonly report?: string | undefined } = {},
  ): Promise<Finished & { readonly calls: string; readonly body: string }> {
    const own = mkdtempSync(join(folder, 'comment-'));
    if (report !== '') writeFileSync(join(own, 'assay.md'), report);
    writeFileSync(
      join(own, 'gh'),
      `#!/usr/bin/env bash\necho "$*" >>'${own}/calls.txt'\nfor word in "$@"; do [[ $word != body=@* ]] || cp "\${word#body=@}" '${own}/body.txt'; done\n[[ "$*" != *--jq* ]] || printf '%s' '${known}'\n`,
    );
    chmodSync(join(own, 'gh'), 0o755);
    const finished = await runCommand('bash', [join(root, 'action/comment.sh')], {
      cwd: own,
      env: {
        PATH: [own, path].join(delimiter),
        REPORTS: own,
        GITHUB_REPOSITORY: 'o/r',
        PULL_REQUEST: '7',
        INPUT_NAME: name,
      },
    });
    const read = (file: string): string =>
      existsSync(join(own, file)) ? readFileSync(join(own, file), 'utf8') : '';
    return { ...finished, calls: read('calls.txt'), body: read('body.txt') };
  }

  test('writes a comment where there is none', async () => {
    const { code, calls, body } = await commented('');
    expect(code).toBe(0);
    expect(calls).toMatch(/--method POST repos\/o\/r\/issues\/7\/comments --field body=@\S+\n$/);
    expect(body).toBe('<!-- assay: assay -->\n# Report\n');
  });

  test('writes over the one that is there', async () => {
    const { calls } = await commented('42\n43\n');
    expect(calls).toMatch(/--method PATCH repos\/o\/r\/issues\/comments\/42 --field body=@\S+\n$/);
    expect(calls).not.toContain('POST');
  });

  test('cuts a report that no comment can hold, between lines', async () => {
    const { code, body } = await commented('', { report: `${'äö '.repeat(30)}\n`.repeat(2000) });
    expect(code).toBe(0);
    expect(body.length).toBeLessThan(65_000);
    expect(body).toMatch(/ä\S* \n\n… the rest is in the job\.\n$/);
  });

  test('refuses a name that could end its comment, and stays quiet without a report', async () => {
    const refused = await commented('', { name: 'x --> "; rm' });
    expect(refused).toMatchObject({
      code: 2,
      calls: '',
      stderr: expect.stringContaining('cannot use the name'),
    });
    expect(await commented('', { report: '' })).toMatchObject({ code: 0, calls: '' });
  });
});

describe('templates', () => {
  test('the template for GitLab is a job that others extend', () => {
    const template = parse(readFileSync(join(root, 'action/assay.gitlab-ci.yml'), 'utf8')) as object;
    expect(template).toMatchObject({ '.assay': { artifacts: { when: 'always' }, resource_group: 'assay' } });
  });

  test('the container runs the command as an ordinary user, and compose waits for a healthy mock', () => {
    const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
    expect(dockerfile).toMatch(/^USER 1000:1000$/m);
    expect(dockerfile).toMatch(/^ENTRYPOINT \["assay"\]$/m);
    const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8')) as object;
    expect(compose).toMatchObject({
      services: {
        mock: { healthcheck: { test: ['CMD', 'node', '-e', expect.any(String)] } },
        test: { depends_on: { mock: { condition: 'service_healthy' } } },
      },
    });
  });
});
