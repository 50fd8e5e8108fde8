import type { Capabilities, Check } from '../checks/check.ts';
import type { Exchange } from '../http/exchange.ts';
import { withoutEndSlashes } from '../http/target.ts';
import type { KeyRing } from '../credential/key-ring.ts';
import type { Interface } from '../interface/model.ts';
import { gate } from '../output/gate.ts';
import { createCredentialMask, type CredentialMask } from '../output/mask.ts';
import type {
  RecordFooter,
  RecordHeader,
  RunRecord,
  RunSettings,
  Stop,
  TrafficSource,
} from '../record/record.ts';
import { NOT_OF_TRAFFIC, trafficSettings, type TrafficSettings } from '../record/settings.ts';
import { newRunId, recordHeader } from '../record/write.ts';
import { selectedChecks } from '../run/plan.ts';
import { capabilitiesOf } from '../session/judge-run.ts';
import { readHar, readTrafficRecord, type TrafficBatch } from './read-traffic.ts';
import { TrafficJudge } from './traffic-judge.ts';

/** By what traffic of others is judged: the checks that were chosen, with what is known of the service, which is the plan at most. */
export function foreignCriteria(
  settings: TrafficSettings,
  document: Interface,
): { readonly capabilities: Capabilities; readonly checks: readonly Check[] } {
  const { plan } = settings;
  return {
    capabilities: capabilitiesOf({ plan, exclusive: false, exhaust: false, readOnly: false }, document),
    checks: selectedChecks(settings),
  };
}

/** The header of a record of traffic. What only a run of assay's own has is empty or 0. */
export function foreignHeader(options: {
  readonly document: Interface;
  readonly specDirectory: string;
  readonly settings: TrafficSettings & Pick<RunSettings, 'url'>;
  readonly source: TrafficSource;
  readonly startedAt: string;
}): RecordHeader {
  return recordHeader(options.document, {
    specDirectory: options.specDirectory,
    settings: {
      ...NOT_OF_TRAFFIC,
      ...options.settings,
    },
    ownMock: false,
    runId: newRunId(),
    startedAt: options.startedAt,
    source: options.source,
  });
}

/** The footer of a record of traffic. */
function foreignFooter(judge: TrafficJudge, stop: Stop, startedAt: string): RecordFooter {
  return {
    type: 'footer',
    stop,
    endedAt: new Date().toISOString(),
    durationMs: Math.max(0, Date.now() - Date.parse(startedAt)),
    requests: judge.requests,
    leftovers: [],
    leftOut: [],
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    traffic: judge.tally,
  };
}

/** A record of what a judge came to, with the exchanges that its outcomes cite. Every credential is masked. */
export function foreignRecord(
  judge: TrafficJudge,
  mask: CredentialMask,
  { header, stop }: { readonly header: RecordHeader; readonly stop: Stop },
): RunRecord {
  const exchanges = new Map<string, Exchange>();
  for (const exchange of judge.cited) exchanges.set(exchange.id, mask.exchange(exchange));
  return {
    header,
    exchanges,
    results: gate().value(judge.results()),
    footer: foreignFooter(judge, stop, header.startedAt),
    partial: false,
  };
}

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
  /** Secrets that are valid; the gate knows them. They are in no result. */
  readonly keyOf: KeyRing;
  /** Nothing was taken out of the files: a credential that is not there was not sent. */
  readonly complete: boolean;
  readonly settings: TrafficSettings;
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
  const { document, keyOf, files, signal } = options;
  const startedAt = new Date().toISOString();
  const url = baseUrl(options);
  const base = url === undefined ? undefined : new URL(url);
  const basePath = base === undefined ? document.basePath : withoutEndSlashes(base.pathname);
  const mask = createCredentialMask(document);
  const judge = new TrafficJudge({
    contract: { interface: document, basePath },
    ...foreignCriteria(options.settings, document),
    origin: base?.origin,
    keyOf,
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
    settings: { ...trafficSettings(options.settings), url: url ?? `${origin}${basePath}` },
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
