import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutcomeKind } from '../../src/checks/outcome.ts';
import { oneKey } from '../../src/credential/key-ring.ts';
import type { Interface } from '../../src/interface/model.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { judgeFiles, type JudgeOptions } from '../../src/traffic/judge-files.ts';
import { trafficFile } from '../../src/traffic/read-traffic.ts';

/** Judges the text of a HAR file against a document. `options` are what a user may tell. */
export async function judgeHar(
  text: string,
  document: Interface,
  options: Partial<JudgeOptions> = {},
): Promise<RunRecord> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-judge-'));
  const path = join(folder, 'traffic.har');
  try {
    await writeFile(path, text);
    const file = await trafficFile(path, 'traffic.har');
    if (file.kind !== 'har')
      throw new Error(file.kind === 'unusable' ? file.problem : 'the file is a record');
    return await judgeFiles({
      files: [{ ...file, path, name: 'traffic.har' }],
      document,
      specDirectory: 'spec',
      url: undefined,
      keyOf: oneKey(undefined),
      complete: false,
      settings: { plan: undefined, strict: false, suites: [], checks: [] },
      onProgress: () => undefined,
      signal: new AbortController().signal,
      ...options,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Ids of the checks that came to an outcome. */
export function idsOf({ results }: Pick<RunRecord, 'results'>, kind: OutcomeKind): readonly string[] {
  return results.filter(({ outcome }) => outcome.kind === kind).map(({ id }) => id);
}

type Members = { readonly [name: string]: unknown };
type Fields = readonly { readonly name: string; readonly value: string }[];
type Log = {
  readonly log: {
    readonly entries: readonly {
      readonly request: { readonly headers: Fields };
      readonly response: { readonly headers: Fields; readonly status: number };
    }[];
  };
};

function lower(fields: Fields): Fields {
  return fields.map(({ name, value }) => ({ name: name.toLowerCase(), value }));
}

/** A HAR file of assay as a browser leaves it: credentials taken out, names in lower case, pseudo fields, nothing of assay's own. */
export function asFromBrowser(har: string): string {
  const { log } = JSON.parse(har) as Log;
  const entries = log.entries.map((entry): Members => {
    const { request, response } = entry;
    const kept = lower(request.headers).filter(({ name }) => name !== 'authorization' && name !== 'cookie');
    return {
      ...entry,
      _assay: undefined,
      request: { ...request, headers: [{ name: ':method', value: 'X' }, ...kept] },
      response: { ...response, headers: [{ name: ':status', value: '0' }, ...lower(response.headers)] },
    };
  });
  return JSON.stringify({
    log: { version: '1.2', creator: { name: 'WebInspector', version: '537.36' }, entries },
  });
}
