/** `assay init`: the files that a project begins with. What is there already stays as it is. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { schemesOf } from '../../credential/choose.ts';
import { variableOf } from '../../credential/key-ring.ts';
import { isAddress } from '../../document/address.ts';
import type { Interface } from '../../interface/model.ts';
import { writeWholeFile } from '../../output/whole-file.ts';
import { errnoText } from '../../system/errno.ts';
import { CONFIG_NAMES } from '../config/find-config.ts';
import type { CliIo } from '../io.ts';
import { openDocument } from '../load-document.ts';
import type { InitFlags } from '../options.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

/** A file to write. Where one of `instead` is there, it is left as well. */
type NewFile = { readonly name: string; readonly text: string; readonly instead?: readonly string[] };

/** What the files are about. */
type Project = {
  readonly document: Interface;
  /** As the configuration names it. */
  readonly spec: string;
  /** Variables of secrets, with what each is for. The first one is the key where there is one scheme. */
  readonly variables: readonly (readonly [name: string, use: string])[];
  readonly plan: string | undefined;
};

const FOLDERS = ['', 'api', 'docs', 'doc', 'spec', 'openapi', 'src', 'public'];
const DOCUMENT_NAME = /^(?:openapi|swagger)[\w.-]*\.(?:ya?ml|json)$/i;

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => DOCUMENT_NAME.test(name)) : [];
}

/** The document that lies where documents usually lie. Throws a `UsageFault` where there is none, or several. */
function usualDocument(cwd: string): string {
  const found = FOLDERS.flatMap((folder) =>
    namesIn(join(cwd, folder)).map((name) => (folder === '' ? name : `${folder}/${name}`)),
  ).toSorted();
  const [only] = found;
  if (only === undefined)
    throw new UsageFault(
      'cannot find the interface document here: name it, for example "assay init openapi.yaml"',
    );
  if (found.length === 1) return only;
  throw new UsageFault(
    `cannot choose between ${found.map((name) => quoted(name)).join(', ')}: name one, for example "assay init ${only}"`,
  );
}

/** One scheme has the key; several have a variable each. */
function variablesOf(document: Interface): Project['variables'] {
  const schemes = schemesOf(document);
  const [only] = schemes;
  if (only === undefined) return [];
  if (schemes.length === 1) return [['ASSAY_KEY', `the secret of the scheme ${only.id}`]];
  return schemes.map(({ id }) => [variableOf(id), `the secret of the scheme ${id}`] as const);
}

/** Text for a comment: on one line, whatever a document says. */
function commented(text: string): string {
  return JSON.stringify(text).slice(1, -1).slice(0, 100);
}

/** A text as a program writes it. */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll(/[\u2028\u2029]/g, ' ');
}

function configText({ document, spec, plan }: Project): string {
  const base = document.basePath === '' ? '' : document.basePath;
  const planLine = plan === undefined ? '' : `\n      // The plan of the key.\n      plan: ${literal(plan)},`;
  return `// What assay is told of ${commented(document.title)}. "assay config" shows what holds, and where it comes from.
// Flags win over the environment, that over .env, that over this file.
import { defineConfig } from 'assay/config';

export default defineConfig({
  // The interface document: a file, a folder or an address.
  spec: ${literal(spec)},

  // The service that "assay test" tests where --target names no other.
  target: 'local',
  targets: {
    local: {
      // The base address, with what the document says in front of its paths.
      url: ${literal(`http://127.0.0.1:8080${base}`)},${planLine}
    },
    // "assay test --target staging"
    // staging: { url: ${literal(`https://staging.example.com${base}`)}, keyEnv: 'STAGING_KEY', maxRequests: 60 },
  },

  // "assay test --profile nightly"
  profiles: {
    nightly: { profile: 'thorough', report: ['junit', 'html'] },
  },

  // What may fail for now. "assay test --update-baseline" writes what fails today into it.
  baseline: 'known-failures.yaml',

  // By id, path, method and path, or tag: what is not asked, and values that the service knows.
  // operations: {
  //   'DELETE /**': { exclude: true },
  //   readThing: { parameters: { id: 'known' } },
  // },

  // What a run needs, and what goes with each request.
  // hooks: {
  //   beforeRun: async ({ url }) => {},
  //   beforeRequest: ({ method, url }) => ({ 'X-Signature': '' }),
  //   afterRun: async ({ url }) => {},
  // },
});
`;
}

function envText({ variables }: Project): string {
  const secrets = variables.map(([name, use]) => `# ${commented(use)}\n${name}=\n`);
  return `# Copy this to .env and fill it in. Never commit .env: keep it in .gitignore.
# The environment wins over .env.

# Base address of the service, in place of that of the configuration.
# ASSAY_URL=

${secrets.length === 0 ? '# The document asks for no credentials.\n' : secrets.join('\n')}`;
}

const BASELINE = `# Failures that are known and borne with. A run fails where one of them passes, or its day is over.
# "assay test --update-baseline" writes what fails now, for example:
#
# failures:
#   - check: errors.shape
#     operation: readThing
#     reason: the old gateway answers with HTML
#     expires: 2030-12-31
failures: []
`;

function githubText({ variables }: Project): string {
  const secrets = variables.map(([name]) => `          ${name}: \${{ secrets.${name} }}\n`).join('');
  return `# Tests the service against its interface document. assay has to be among the dependencies of the project.
name: conformance
on: [push]

# One run at a time: two on one key would see each other's requests.
concurrency: conformance

permissions:
  contents: read

jobs:
  assay:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: npm ci
      # Start the service here, in the background, and wait for it below.
      # - run: npm start &
      - run: npx assay lint
      - run: npx assay test --wait-for-target 60 --report github --report junit
${secrets === '' ? '' : `        env:\n${secrets}`}      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: assay
          path: reports
`;
}

function gitlabText({ variables }: Project): string {
  const names = variables.map(([name]) => name).join(', ');
  return `# Tests the service against its interface document; include it from .gitlab-ci.yml. assay has to be among the dependencies.
${names === '' ? '' : `# Set these under Settings, CI/CD, Variables, masked: ${names}\n`}conformance:
  image: node:24
  # One run at a time: two on one key would see each other's requests.
  resource_group: conformance
  timeout: 15 minutes
  script:
    - npm ci
    # Start the service here, in the background, or as one of "services:".
    - npx assay lint
    - npx assay test --wait-for-target 60 --report gitlab --report junit
  artifacts:
    when: always
    paths: [reports]
    reports:
      codequality: reports/gl-code-quality-report.json
      junit: reports/junit.xml
`;
}

function filesOf(project: Project, ci: InitFlags['ci']): readonly NewFile[] {
  const workflow: readonly NewFile[] =
    ci === 'none'
      ? []
      : ci === 'gitlab'
        ? [{ name: 'assay.gitlab-ci.yml', text: gitlabText(project) }]
        : [{ name: '.github/workflows/assay.yml', text: githubText(project) }];
  return [
    { name: 'assay.config.ts', text: configText(project), instead: CONFIG_NAMES },
    { name: '.env.example', text: envText(project) },
    { name: 'known-failures.yaml', text: BASELINE },
    ...workflow,
  ];
}

/** Writes a file that is not there. Returns what to tell. */
function write({ name, text, instead = [name] }: NewFile, cwd: string): string {
  const there = instead.find((each) => existsSync(join(cwd, each)));
  if (there !== undefined) return `left   ${there}, which is there already\n`;
  try {
    writeWholeFile(join(cwd, name), text);
  } catch (error) {
    throw new UsageFault(
      `cannot write ${quoted(name)} (${errnoText(error)}): make the folder writable, and run it again`,
    );
  }
  return `wrote  ${name}\n`;
}

/**
 * Writes configuration, `.env.example`, an empty list of known failures and a workflow for the document that is named, or that
 * lies where documents lie. Overwrites nothing. Returns 0; throws a `UsageFault` for a document that can't be read.
 */
export async function initCommand(given: string | undefined, flags: InitFlags, io: CliIo): Promise<number> {
  const spec = given ?? usualDocument(io.cwd);
  if (spec === '-')
    throw new UsageFault('cannot use standard input here: the configuration has to name the document');
  const { document } = await openDocument({ spec }, io);
  const [plan] = document.rateLimits?.plans ?? [];
  const project: Project = {
    document,
    spec: isAddress(spec) || resolve(io.cwd, spec) === spec ? spec : spec.replaceAll('\\', '/'),
    variables: variablesOf(document),
    plan: plan?.id,
  };
  for (const file of filesOf(project, flags.ci)) io.stdout(write(file, io.cwd));
  io.stdout(
    '\nNext: set the address in the configuration, copy .env.example to .env, and run "assay test".\n',
  );
  return 0;
}
