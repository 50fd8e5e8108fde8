import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checksPage } from '../../scripts/checks-page.ts';
import { checks } from '../../src/checks/catalogue.ts';
import { createProgram } from '../../src/cli/main.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import { faults } from '../../src/mock/faults/faults.ts';
import { memberOf } from '../../src/json/value.ts';
import { packageRoot } from '../../src/system/package.ts';
import { type MarkdownPage, readMarkdownPage, shellCommands } from './markdown-page.ts';

const root = packageRoot();

function pagesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return pagesIn(`${folder}/${entry.name}`);
    return entry.name.endsWith('.md') ? [`${folder}/${entry.name}`] : [];
  });
}

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'reports/README.md', ...pagesIn('docs')].map(
  readMarkdownPage,
);

type Manifest = {
  readonly scripts: { readonly [name: string]: string };
  readonly dependencies: { readonly [name: string]: string };
  readonly optionalDependencies: { readonly [name: string]: string };
  readonly devDependencies: { readonly [name: string]: string };
  readonly peerDependencies: { readonly [name: string]: string };
};

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

async function shipped(): Promise<Interface> {
  const loaded = await loadInterface(join(root, 'spec/pet-catalogue'));
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

/** Examples of folders that a reader makes. */
const READERS_OWN = /^(spec\/my-service|spec\/<interface>)/;

function looksLikePath(code: string): boolean {
  return (
    /^(src|suites|test|spec|schemas|docs|scripts|bench|bin)\/[\w./<>-]*$/.test(code) &&
    !READERS_OWN.test(code)
  );
}

function pathsOf({ codes, blocks }: MarkdownPage): readonly string[] {
  const tree = blocks
    .filter(({ language }) => language === '')
    .flatMap(({ text }) => text.split('\n').map((line) => line.split(/\s{2,}/, 1).join('')));
  return [...codes, ...tree].filter(looksLikePath);
}

describe.each(pages.map((page) => [page.path, page] as const))('%s', (_path, page) => {
  test('links to files that exist', () => {
    const dead = page.links.filter((link) => !existsSync(join(root, dirname(page.path), link)));
    expect(dead).toEqual([]);
  });

  test('names files and folders that exist', () => {
    expect(pathsOf(page).filter((path) => !existsSync(join(root, normalize(path))))).toEqual([]);
  });

  test('names npm scripts that exist', () => {
    const named = shellCommands(page).flatMap((command) => {
      const [, script] = /^npm run (\S+)/.exec(command) ?? [];
      return script === undefined ? [] : [script];
    });
    expect(named.filter((script) => !Object.hasOwn(manifest.scripts, script))).toEqual([]);
  });

  test('speaks of no machine and no registry host', () => {
    expect(page.text).not.toMatch(/\/(home|root|Users|tmp|work)\/|registry\.|_logs/);
  });
});

test('the pages have paths, links and scripts to check', () => {
  expect(pages.flatMap(pathsOf).length).toBeGreaterThan(40);
  expect(pages.flatMap(({ links }) => links).length).toBeGreaterThan(15);
  expect(pages.flatMap(shellCommands).filter((command) => command.startsWith('npm run'))).toContain(
    'npm run check',
  );
});

/** A command line as a shell would split it, as far as the pages need: quotes, no escapes. */
function words(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

const assayLines = pages.flatMap((page) =>
  shellCommands(page)
    .filter((command) => /^(npx )?assay [a-z]/.test(command) && !/[A-Z]{2,}$|…|\|/.test(command))
    .map((command) => [page.path, command] as const),
);

function programThatNotes(note: (name: string, flags: object) => void): ReturnType<typeof createProgram> {
  return createProgram(async ({ name, flags }) => note(name, flags));
}

/** The command that a command line runs. Throws what the parser has to say against it. */
async function parseLine(argv: readonly string[]): Promise<string> {
  let ran = '';
  const program = programThatNotes((name) => {
    ran = name;
  });
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
  }
  await program.parseAsync([...argv], { from: 'user' });
  return ran;
}

describe('command lines in the documentation', () => {
  test('are found: the pages have examples of every command', () => {
    const commands = new Set(assayLines.map(([, command]) => words(command.replace(/^npx /, ''))[1]));
    expect(commands).toEqual(
      new Set([
        'completions',
        'config',
        'diff',
        'explain',
        'init',
        'judge',
        'lint',
        'list',
        'merge',
        'mock',
        'proxy',
        'replay',
        'report',
        'selftest',
        'test',
      ]),
    );
    expect(assayLines.length).toBeGreaterThan(15);
  });

  test.each(assayLines)('%s: %s', async (_path, command) => {
    const [, name = '', ...rest] = words(command.replace(/^npx /, ''));
    const isNameAlone = rest.length === 0;
    if (isNameAlone)
      expect(programThatNotes(() => undefined).commands.map((one) => one.name())).toContain(name);
    else expect(await parseLine([name, ...rest])).toBe(name);
    const known = faults.map((fault) => fault.name);
    const named =
      name === 'mock' ? rest.flatMap((word, at) => (word === '--fault' ? [rest[at + 1]] : [])) : [];
    expect(named.filter((fault) => fault === undefined || !known.includes(fault))).toEqual([]);
  });

  test('refuse an option that does not exist', async () => {
    await expect(parseLine(['test', '--ulr', 'https://api.example.com/v1'])).rejects.toThrow('--ulr');
  });

  test('name checks and clauses that exist', async () => {
    const document = await shipped();
    const own = /--spec/;
    const ids = assayLines
      .filter(([, command]) => !own.test(command))
      .flatMap(([, command]) => {
        const [, id] = /(?:explain|replay|--check) ([^\s/]+)/.exec(command) ?? [];
        return id === undefined ? [] : [id];
      });
    // `explain document` tells of the document as a whole.
    const known = ['document', '--resources', ...[...checks, ...document.clauses].map(({ id }) => id)];
    expect(ids).not.toEqual([]);
    expect(ids.filter((id) => !known.includes(id))).toEqual([]);
  });
});

test('docs/checks.md is what the catalogue says (npm run docs writes it)', async () => {
  const page = readFileSync(join(root, 'docs/checks.md'), 'utf8');
  expect(page).toBe(checksPage(checks, (await shipped()).clauses));
});

test('docs/decisions/dependencies.md lists the run-time dependencies with their versions', () => {
  const rows = [
    ...readMarkdownPage('docs/decisions/dependencies.md').text.matchAll(/^\| ([@\w/-]+) +\| ([\d.]+) /gm),
  ];
  // What is asked for when somebody uses it, in the version that a clone has.
  const askedFor = Object.keys(manifest.peerDependencies).filter((name) => name !== 'vitest');
  expect(Object.fromEntries(rows.map(([, name, version]) => [name, version]))).toEqual({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...Object.fromEntries(askedFor.map((name) => [name, memberOf(manifest.devDependencies, name)])),
  });
});

test('what a command says to install is the version that it was tested with', () => {
  const known = new Map(Object.entries({ ...manifest.devDependencies, ...manifest.optionalDependencies }));
  const asked = globSync('src/mock/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/(?<=['\s])(@?[a-z][\w/-]*)@(\d+\.\d+\.\d+)/g),
  ]);
  expect(new Set(asked.map(([, name]) => name)).size).toBeGreaterThan(4);
  expect(asked.filter(([, name = '', version]) => known.get(name) !== version)).toEqual([]);
});

test('run-time dependencies have exact versions, and fewer than a dozen', () => {
  const versions = Object.values(manifest.dependencies);
  expect(
    [...versions, ...Object.values(manifest.optionalDependencies)].filter(
      (version) => !/^\d+\.\d+\.\d+$/.test(version),
    ),
  ).toEqual([]);
  expect(versions.length).toBeLessThan(12);
});

test('.env.example names the variables that the command line reads', () => {
  const named = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#?([A-Z_]+)=/gm)].map(
    ([, name]) => name,
  );
  expect(named).toEqual(['ASSAY_URL', 'ASSAY_KEY', 'ASSAY_PLAN']);
  const help = programThatNotes(() => undefined)
    .commands.find((command) => command.name() === 'test')
    ?.helpInformation();
  for (const name of named) expect(help).toContain(name);
});

test('CHANGELOG.md has an entry for the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  expect(readMarkdownPage('CHANGELOG.md').text).toContain(`\n## [${version}]`);
});
