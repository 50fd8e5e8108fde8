/**
 * Lets assay and Schemathesis judge services that strangers wrote, each with a new state for each tool: `npm run bench:real --
 * [--only REGEX] [--tool REGEX] [--cache FOLDER]`. README.md beside this file says how.
 */
import { spawn } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../mock/free-port.ts';
import { installPython } from '../rivals/install.ts';
import type { Command, Ending } from '../rivals/rival.ts';
import { runCommand } from '../rivals/run-command.ts';
import { realServices, type RealService, type Room } from './services.ts';

const root = join(import.meta.dirname, '../..');
const logs = join(root, 'reports/real');
const SCHEMATHESIS = '4.32.5';
const INSTALL_S = 900;
const RUN_S = 420;
const UP_MS = 90_000;
const SEED = '1';

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Why a service can't be installed; `undefined` where it is. */
async function install(service: RealService, cache: string): Promise<string | undefined> {
  if (await isThere(join(cache, service.installed))) return undefined;
  for (const command of service.install(cache)) {
    const { code, output } = await runCommand(command, { folder: cache, mostSeconds: INSTALL_S });
    if (code !== 0) return output.trim().split('\n').at(-1) ?? 'it failed';
  }
  return (await isThere(join(cache, service.installed))) ? undefined : `there is no ${service.installed}`;
}

/** Starts a service in a process group of its own; the function ends it, with all that it started. */
function start({ program, args, env }: Command, folder: string): () => void {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    detached: true,
  });
  child.once('error', () => undefined);
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
    process.off('exit', end);
  };
  process.once('exit', end);
  return end;
}

async function isUp(address: string): Promise<boolean> {
  return fetch(address, { signal: AbortSignal.timeout(3_000) }).then(
    ({ status }) => status < 400,
    () => false,
  );
}

/** Gives a new service to a tool, and ends it. Returns why it never came up where it did not. */
async function withService<Result>(
  service: RealService,
  cache: string,
  use: (room: Room) => Promise<Result>,
): Promise<Result | string> {
  const state = await mkdtemp(join(tmpdir(), 'assay-real-'));
  const port = await freePort();
  const room: Room = { cache, state, port, url: `http://127.0.0.1:${String(port)}` };
  await service.prepare?.(room);
  const end = start(service.start(room), state);
  try {
    const until = Date.now() + UP_MS;
    while (!(await isUp(`${room.url}${service.ready}`))) {
      if (Date.now() > until) return 'it did not come up';
      await sleep(500);
    }
    await service.seed?.(room);
    return await use(room);
  } finally {
    end();
    await rm(state, { recursive: true, force: true });
  }
}

function assayCommand(service: RealService, room: Room, name: string): Command {
  const { document, base, header, key } = service.manner(room);
  const credential = [
    ...(header === undefined ? [] : ['--auth', `header:${header[0]}=${header[1]}`]),
    ...(key === undefined ? [] : ['--key', key.value]),
  ];
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
  const { document, base, header, key } = service.manner(room);
  const fields = [
    ...(header === undefined ? [] : [`--header=${header[0]}: ${header[1]}`]),
    ...(key === undefined ? [] : [`--header=${key.header}: ${key.value}`]),
  ];
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
