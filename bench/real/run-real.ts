/**
 * Lets assay and Schemathesis judge services that strangers wrote, each with a new state for each tool: `npm run bench:real --
 * [--only REGEX] [--tool REGEX] [--cache FOLDER]`. README.md beside this file says how.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPython } from '../rivals/install.ts';
import type { Command, Ending } from '../rivals/rival.ts';
import { runCommand } from '../rivals/run-command.ts';
import { realServices, type RealService, type Room } from './services.ts';
import { credentialFlags, install, withService } from './with-service.ts';

const root = join(import.meta.dirname, '../..');
const logs = join(root, 'reports/real');
const SCHEMATHESIS = '4.32.5';
const RUN_S = 420;
const SEED = '1';

function assayCommand(service: RealService, room: Room, name: string): Command {
  const manner = service.manner(room);
  const { document, base } = manner;
  const credential = credentialFlags(manner).assay;
  const reports = ['terminal', 'record', 'json'].flatMap((kind) => [
    '--report',
    kind === 'terminal' ? kind : `${kind}=${join(logs, `${name}.${kind}`)}`,
  ]);
  const args = ['test', '--url', base, '--spec', document, ...credential, ...reports];
  return {
    program: process.execPath,
    args: [join(root, 'bin/assay.js'), ...args, '--seed', SEED, '--no-exhaust', '--no-color', '--verbose'],
  };
}

function schemathesisCommand(program: string, service: RealService, room: Room, name: string): Command {
  const manner = service.manner(room);
  const { document, base } = manner;
  const fields = credentialFlags(manner).schemathesis;
  const report = ['--report=json', `--report-json-path=${join(logs, `${name}.schemathesis.json`)}`];
  const args = ['run', document, `--url=${base}`, '--no-color', '--checks=all', `--seed=${SEED}`];
  return { program, args: [...args, '--max-time=120', ...fields, ...report] };
}

async function note(name: string, { code, output, seconds }: Ending): Promise<string> {
  await writeFile(join(logs, `${name}.txt`), output);
  return `exit ${String(code)} after ${seconds.toFixed(0)} s`;
}

/** What the report of Schemathesis counts, by its codes. */
async function counted(file: string): Promise<string> {
  const parsed: unknown = await readFile(file, 'utf8').then(
    (text): unknown => JSON.parse(text),
    () => undefined,
  );
  const failures =
    typeof parsed === 'object' && parsed !== null && 'failures' in parsed ? parsed.failures : [];
  const list: readonly unknown[] = Array.isArray(failures) ? failures : [];
  return list
    .map((each) =>
      typeof each === 'object' && each !== null && 'code' in each && 'count' in each
        ? `${String(each.code)} × ${String(each.count)}`
        : '?',
    )
    .join(', ');
}

// The services have process groups of their own, which no Ctrl-C reaches: they are ended when this process exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    tool: { type: 'string', default: '' },
    cache: { type: 'string', default: join(homedir(), '.cache/assay-real') },
  },
});
const tool = new RegExp(values.tool, 'i');
await mkdir(values.cache, { recursive: true });
await mkdir(logs, { recursive: true });
const rival = tool.test('schemathesis')
  ? await installPython(values.cache, `schemathesis==${SCHEMATHESIS}`, 'st')
  : undefined;
for (const service of realServices.filter(({ name }) => new RegExp(values.only, 'i').test(name))) {
  const problem = await install(service, values.cache);
  const title = `${service.name} ${service.version} (${service.registry})`;
  if (problem !== undefined) {
    console.log(`${title}: not installed: ${problem}`);
    continue;
  }
  const name = service.name.toLowerCase().replaceAll(' ', '-');
  if (tool.test('assay')) {
    const said = await withService(service, values.cache, async (room) => {
      const ending = await runCommand(assayCommand(service, room, name), {
        folder: logs,
        mostSeconds: RUN_S,
      });
      const [verdict = ''] = ending.output.match(/^[✔✖?] .* clauses proven.*$/m) ?? [];
      return `${await note(name, ending)}: ${verdict}`;
    });
    console.log(`${title}: assay ${said}`);
  }
  if (rival?.kind === 'installed') {
    const said = await withService(service, values.cache, async (room) => {
      const command = schemathesisCommand(rival.program, service, room, name);
      const ending = await runCommand(command, { folder: logs, mostSeconds: RUN_S });
      const failures = await counted(join(logs, `${name}.schemathesis.json`));
      return `${await note(`${name}.schemathesis`, ending)}: ${failures}`;
    });
    console.log(`${title}: Schemathesis ${SCHEMATHESIS} ${said}`);
  }
}
