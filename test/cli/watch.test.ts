import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { Service } from '../../src/cli/watch/service.ts';
import { brokenOf, changeLines } from '../../src/cli/watch/watch-test.ts';
import { main } from '../../src/cli/main.ts';
import type { CheckResult } from '../../src/record/record.ts';
import { callCommand } from './call-assay.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-watch-'));
afterAll(() => rmSync(root, { recursive: true }));

const DOCUMENT = `
openapi: 3.1.0
info: { title: Lamps, version: '1' }
paths:
  /lamps:
    get:
      operationId: listLamps
      responses:
        '200': { description: all, content: { application/json: { schema: { type: array } } } }
        '404': { description: none }
`;

/** A service in one file, as somebody writes it. `body` is what it answers. */
function serviceText(body: string): string {
  return `
import { createServer } from 'node:http';
createServer((request, response) => {
  const isThere = request.url === '/lamps' && request.method === 'GET';
  response.writeHead(isThere ? 200 : request.url === '/lamps' ? 405 : 404, { 'Content-Type': 'application/json', Allow: 'GET' });
  response.end(isThere ? ${JSON.stringify(body)} : '{}');
}).listen(Number(process.env.LAMP_PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
`;
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('what changed', () => {
  const outcome = (kind: 'fail' | 'pass') =>
    (kind === 'fail'
      ? {
          kind,
          violations: [
            { exchanges: ['1'], operation: undefined, expected: 'JSON', actual: 'HTML\nand more' },
          ],
        }
      : { kind, exchanges: [] }) as never;
  const header = { settings: { strict: false } } as never;
  const result = (id: string): CheckResult => ({
    id,
    suite: 'a',
    title: '',
    level: 'must',
    clauses: [],
    counterexamples: [],
    outcome: outcome('fail'),
  });

  test('brokenOf() and changeLines() tell each check that is broken or mended, in a line', () => {
    const before = brokenOf({
      header,
      results: [result('a.one'), result('a.two')],
    });
    const now = brokenOf({
      header,
      results: [result('a.two'), result('a.three')],
    });
    expect(changeLines(before, now)).toEqual([
      'fixed  a.one',
      'broken a.three: expected JSON; HTML and more',
    ]);
    expect(changeLines(before, new Map(), ['a.two'])).toEqual(['fixed  a.two']);
  });
});

describe('Service', () => {
  test('passes on what its command prints line by line, however it comes', async () => {
    const lines: string[] = [];
    const script = "process.stdout.write('the ke'); setTimeout(() => console.log('y and more'), 100)";
    const ended = Promise.withResolvers<void>();
    const service = new Service(`"${process.execPath}" -e "${script}"`, {
      cwd: root,
      env: process.env,
      stderr: (text) => {
        lines.push(text);
        if (text.includes('ended by itself')) ended.resolve();
      },
    });
    service.start();
    await ended.promise;
    await service.stop();
    expect(lines).toContain('the key and more\n');
  });
});

describe('assay test --watch --exec', () => {
  test('starts the service again at each change, tells what it did, and stops it', async () => {
    const cwd = mkdtempSync(join(root, 'project-'));
    writeFileSync(join(cwd, 'openapi.yaml'), DOCUMENT);
    writeFileSync(join(cwd, 'service.mjs'), serviceText('{}'));
    const port = await freePort();
    const interrupts = new Set<() => void>();
    const out: string[] = [];
    const url = `http://127.0.0.1:${String(port)}`;
    const argv = [
      'test',
      '--watch',
      '--exec',
      `"${process.execPath}" service.mjs`,
      '--spec',
      'openapi.yaml',
      '--url',
      url,
    ];
    const running = callCommand(
      (io) => main([...argv, '--profile', 'quick', '--seed', '1', '--report', 'junit=out/junit.xml'], io),
      {
        cwd,
        env: { ...process.env, LAMP_PORT: String(port) },
        stdout: (text) => void out.push(text),
        stderr: (text) => void out.push(text),
        onInterrupt: (listener) => {
          interrupts.add(listener);
          return () => interrupts.delete(listener);
        },
      },
    );
    const told = async (text: RegExp): Promise<void> => {
      for (let count = 0; count < 600 && !text.test(out.join('')); count += 1) await setTimeout(50);
      expect(out.join('')).toMatch(text);
    };
    await told(/broken bodies\.[\w-]+: .*\n[^]*watching/);
    writeFileSync(join(cwd, 'service.mjs'), serviceText('[]'));
    await told(/service\.mjs changed\n[^]*fixed {2}bodies\.[\w-]+\n[^]*watching/);
    writeFileSync(join(cwd, 'openapi.yaml'), 'openapi: [');
    await told(/openapi\.yaml changed\n[^]*openapi\.yaml:[^]*watching/);
    for (const listener of interrupts) listener();
    expect((await running).code).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  }, 60_000);
});
