import { withoutEndSlashes } from '../http/base-path.ts';
import type { Capabilities, Check } from '../checks/check.ts';
import type { Interface } from '../interface/model.ts';
import type { RecordHeader, RunRecord } from '../run/record.ts';
import { createCredentialMask } from '../credential/credential-mask.ts';
import { foreignHeader, foreignRecord, type ForeignSettings } from './foreign-record.ts';
import { readHar, readTrafficRecord, type TrafficBatch } from './read-traffic.ts';
import { TrafficJudge } from './traffic-judge.ts';

/** A file of traffic: what it is, where it is, and how messages call it. */
export type JudgedFile = { readonly path: string; readonly name: string; readonly bytes: number } & (
  | { readonly kind: 'har' }
  | { readonly kind: 'record'; readonly header: RecordHeader }
);

export type JudgeOptions = {
  readonly files: readonly JudgedFile[];
  readonly document: Interface;
  readonly specDirectory: string;
  /** Base address of the service; `undefined`: every documented path under the document's base path counts. */
  readonly url: string | undefined;
  /** A key that is valid. It is in no result. */
  readonly key: string | undefined;
  /** Nothing was taken out of the files: a credential that is not there was not sent. */
  readonly complete: boolean;
  readonly capabilities: Capabilities;
  readonly checks: readonly Check[];
  readonly settings: Omit<ForeignSettings, 'url'>;
  readonly onProgress: (progress: JudgeProgress) => void;
  readonly signal: AbortSignal;
};

/** How far the judging has come. */
export type JudgeProgress = { readonly bytesRead: number; readonly bytes: number; readonly judged: number };

function readerOf(file: JudgedFile, complete: boolean, nextId: () => string): AsyncGenerator<TrafficBatch> {
  const { path, name } = file;
  switch (file.kind) {
    case 'har':
      return readHar({ path, name, complete, nextId });
    case 'record':
      return readTrafficRecord({ path, name, complete, nextId, header: file.header });
  }
}

function baseUrl(options: JudgeOptions): string | undefined {
  const [recorded] = options.files.flatMap((file) =>
    file.kind === 'record' ? [file.header.settings.url] : [],
  );
  return options.url ?? recorded;
}

/**
 * Judges files of traffic that assay did not send: HAR files, and records of such traffic. Memory does not grow with the
 * files. Returns a record with the outcomes and the exchanges that they cite; never rejects for what a file holds.
 */
export async function judgeFiles(options: JudgeOptions): Promise<RunRecord> {
  const { document, key, files, signal } = options;
  const startedAt = new Date().toISOString();
  const url = baseUrl(options);
  const base = url === undefined ? undefined : new URL(url);
  const basePath = base === undefined ? document.basePath : withoutEndSlashes(base.pathname);
  const mask = createCredentialMask(document, key);
  const judge = new TrafficJudge({
    contract: { interface: document, basePath },
    capabilities: options.capabilities,
    checks: options.checks,
    origin: base?.origin,
    key,
    mask,
  });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  let ids = 0;
  let before = 0;
  const nextId = (): string => {
    ids += 1;
    return `x${String(ids)}`;
  };
  for (const file of files) {
    for await (const { items, bytesRead } of readerOf(file, options.complete, nextId)) {
      for (const item of items) judge.take(item);
      options.onProgress({ bytesRead: before + bytesRead, bytes, judged: judge.judged });
      if (signal.aborted) break;
    }
    before += file.bytes;
    if (signal.aborted) break;
  }
  const [origin = ''] = judge.origins;
  const header = foreignHeader({
    document,
    specDirectory: options.specDirectory,
    settings: { ...options.settings, url: url ?? `${origin}${basePath}` },
    source: {
      kind: files.some(({ kind }) => kind === 'har') ? 'har' : 'record',
      files: files.map(({ name }) => name),
      exchanges: 'cited',
    },
    startedAt,
  });
  const stop = signal.aborted ? ({ kind: 'interrupted' } as const) : ({ kind: 'completed' } as const);
  return foreignRecord(judge, mask, { header, stop });
}
