import { THOROUGH } from '../sampled.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oneKey } from '../../src/credential/key-ring.ts';
import type { Interface } from '../../src/interface/model.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import { withOwnGate } from '../../src/output/gate.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { recordLines } from '../../src/record/write.ts';
import {
  effortSince,
  type JudgedFile,
  judgeFiles,
  type JudgeOptions,
  ledgerOfFiles,
  termsOf,
} from '../../src/traffic/judge-files.ts';
import { type JudgedPart, ledgerLines, LedgerReader } from '../../src/traffic/ledger-file.ts';
import { missingParts, PartSum, recordOfPart } from '../../src/traffic/merge-ledgers.ts';
import { trafficFile } from '../../src/traffic/read-traffic.ts';
import { traffic } from './drawn-traffic.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-parts-'));
afterAll(() => rmSync(folder, { recursive: true }));
let document: Interface;
beforeAll(async () => {
  const loaded = await loadInterface('spec/pet-catalogue');
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  document = loaded.interface;
});

async function fileOf(name: string, text: string): Promise<JudgedFile> {
  const path = join(folder, name);
  writeFileSync(path, text);
  const file = await trafficFile(path, name);
  if (file.kind !== 'har') throw new Error('no HAR file');
  return { ...file, path, name };
}

function optionsFor(files: readonly JudgedFile[]): JudgeOptions {
  return {
    files,
    document,
    specDirectory: 'spec/pet-catalogue',
    url: undefined,
    keyOf: oneKey(undefined),
    complete: false,
    settings: { plan: undefined, strict: false, suites: [], checks: [] },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  };
}

async function partOf(files: readonly JudgedFile[]): Promise<JudgedPart> {
  const options = optionsFor(files);
  const startedAt = new Date().toISOString();
  const ledger = await withOwnGate(() => ledgerOfFiles(options));
  return {
    terms: termsOf(options),
    specDirectory: options.specDirectory,
    parts: 1,
    effort: effortSince(startedAt),
    ledger,
  };
}

function readBack(text: string): JudgedPart {
  const reader = new LedgerReader();
  const [read, ...more] = [...reader.push(Buffer.from(text)), ...reader.end()];
  expect(more).toEqual([]);
  if (read?.kind !== 'part') throw new Error(`no ledger: ${JSON.stringify(read)}`);
  return read.part;
}

function textOf(part: JudgedPart): string {
  return [...ledgerLines(part)].join('');
}

/** The sum of parts, written and read again. */
function together(...parts: readonly JudgedPart[]): JudgedPart {
  const sum = new PartSum();
  for (const [at, part] of parts.entries()) expect(sum.add(part, `part ${String(at)}`)).toBeUndefined();
  const part = sum.part();
  if (part === undefined) throw new Error('nothing was added');
  return readBack(textOf(part));
}

/** What a record says besides when, where and with how much memory it was made. */
function saidBy(record: RunRecord): readonly string[] {
  const [, ...lines] = recordLines(record);
  const { settings, source, interface: about } = record.header;
  const { traffic: tally, requests, stop } = record.footer ?? {};
  return [JSON.stringify([settings, source, about, tally, requests, stop]), ...lines.slice(0, -1)];
}

/** How parts are put together: a list of pairs to be joined, one after another. */
const joins = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { minLength: 12, maxLength: 12 });

describe('parts of traffic', () => {
  test.runIf(THOROUGH)(
    'come to what one process over all files comes to, to the byte: whatever the cut, the order and the tree',
    async () => {
      let violations = 0;
      await fc.assert(
        fc.asyncProperty(
          traffic,
          fc.array(fc.nat(), { minLength: 7, maxLength: 7 }),
          joins,
          async (texts, cuts, pairs) => {
            const files = await Promise.all(texts.map((text, at) => fileOf(`${String(at)}.har`, text)));
            const whole = await withOwnGate(() => judgeFiles(optionsFor(files)));
            const groups = Map.groupBy(files, (_file, at) => (cuts[at] ?? 0) % files.length);
            let parts = await Promise.all([...groups.values()].map(partOf));
            for (const [first, second, swapped] of pairs) {
              const left = parts[first % parts.length];
              const others = parts.filter((part) => part !== left);
              const right = others[second % Math.max(1, others.length)];
              if (left === undefined || right === undefined) break;
              const rest = others.filter((part) => part !== right);
              parts = [swapped ? together(right, left) : together(left, right), ...rest];
            }
            const record = recordOfPart(
              together(...parts),
              document,
              missingParts(parts.length, { wanted: undefined, damaged: [] }),
            );
            violations += whole.results.filter(({ outcome }) => outcome.kind === 'fail').length;
            expect(saidBy(record)).toEqual(saidBy(whole));
          },
        ),
        { numRuns: 40, seed: 7 },
      );
      expect(violations).toBeGreaterThan(20);
    },
    120_000,
  );
});
