import { normalize, sep } from 'node:path';
import type { Capabilities, Check } from '../checks/check.ts';
import { withoutEndSlashes } from '../http/target.ts';
import { schemesOf } from '../credential/choose.ts';
import type { KeyRing } from '../credential/key-ring.ts';
import type { Interface } from '../interface/model.ts';
import { withBranchedGate } from '../output/gate.ts';
import { createCredentialMask } from '../output/mask.ts';
import type { RecordFooter, RecordHeader, RunRecord, RunSettings, TrafficSource } from '../record/record.ts';
import { NOT_OF_TRAFFIC, trafficSettings, type TrafficSettings } from '../record/settings.ts';
import { newRunId, recordHeader } from '../record/write.ts';
import { selectedChecks } from '../run/plan.ts';
import { capabilitiesOf } from '../session/judge-run.ts';
import { packageManifest } from '../system/package.ts';
import { readHar, readTrafficRecord, type TrafficBatch } from './read-traffic.ts';
import { TrafficJudge } from './traffic-judge.ts';
import {
  citedExchanges,
  type Ledger,
  LedgerSum,
  type LedgerTerms,
  type MissingParts,
  resultsOf,
  tallyOf,
} from './traffic-ledger.ts';

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

/** When judging began and ended, and the most memory that it took. Times are of RFC 3339. */
export type Effort = {
  readonly startedAt: string;
  readonly endedAt: string;
  readonly durationMs: number;
  readonly peakMemoryBytes: number;
};

/** What it took to judge until now. */
export function effortSince(startedAt: string): Effort {
  return {
    startedAt,
    endedAt: new Date().toISOString(),
    durationMs: Math.max(0, Date.now() - Date.parse(startedAt)),
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
  };
}

/** A record of what judging came to, with the exchanges that its outcomes cite. Every credential is masked. */
export function foreignRecord(
  ledger: Ledger,
  document: Interface,
  about: {
    readonly header: RecordHeader;
    readonly stop: Extract<RecordFooter['stop'], { readonly kind: 'completed' | 'interrupted' }>;
    readonly effort: Effort;
    readonly missing?: MissingParts | undefined;
  },
): RunRecord {
  const { header, stop, effort, missing } = about;
  const { checks } = foreignCriteria(header.settings, document);
  return {
    header,
    exchanges: citedExchanges(ledger),
    results: resultsOf(ledger, checks, document),
    footer: {
      type: 'footer',
      stop,
      endedAt: effort.endedAt,
      durationMs: effort.durationMs,
      requests: { withKey: ledger.withKey, withoutKey: ledger.judged - ledger.withKey },
      leftovers: [],
      leftOut: [],
      peakMemoryBytes: effort.peakMemoryBytes,
      traffic: tallyOf(ledger, missing),
    },
    partial: false,
  };
}

/** A file of traffic: what it is, where it is, and how messages call it. */
export type JudgedFile = { readonly path: string; readonly name: string; readonly bytes: number } & (
  | { readonly kind: 'har' }
  | { readonly kind: 'record'; readonly header: RecordHeader }
);

/** The name of a file by which traffic is sorted and told apart: the same for every way of writing it. */
function trafficName(given: string): string {
  return normalize(given).replaceAll(sep, '/');
}

/** A name that several of the files have: what is in it would count twice. */
export function nameOfTwo(files: readonly { readonly name: string }[]): string | undefined {
  const names = files.map(({ name }) => trafficName(name));
  return names.find((name, at) => names.indexOf(name) !== at);
}

export type JudgeOptions = {
  /** No two of one name. */
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

function readerOf(file: JudgedFile, complete: boolean): AsyncGenerator<TrafficBatch> {
  const { path, name } = file;
  switch (file.kind) {
    case 'har':
      return readHar({ path, name, complete });
    case 'record':
      return readTrafficRecord({ path, name, complete, header: file.header });
  }
}

/** What makes judges of files, each with the gate of its file: what a file says is masked by nothing that another one says. */
function judgesOf(options: JudgeOptions): (file: JudgedFile) => TrafficJudge {
  const { document, keyOf } = options;
  const criteria = foreignCriteria(options.settings, document);
  const contracts = new Map<string, { readonly interface: Interface; readonly basePath: string }>();
  return (file) => {
    const url = options.url ?? (file.kind === 'record' ? file.header.settings.url : undefined);
    const base = url === undefined ? null : URL.parse(url);
    const basePath = base === null ? document.basePath : withoutEndSlashes(base.pathname);
    const contract = contracts.get(basePath) ?? { interface: document, basePath };
    contracts.set(basePath, contract);
    return new TrafficJudge({
      contract,
      ...criteria,
      file: {
        name: trafficName(file.name),
        kind: file.kind,
        ...(file.kind === 'har' || base === null ? {} : { url }),
      },
      origin: base?.origin,
      keyOf,
      mask: createCredentialMask(document),
    });
  };
}

/**
 * Judges files of traffic that assay did not send, each for itself: HAR files, and records of such traffic. Memory does not grow with
 * the files. Never rejects for what a file holds. Stops early, after some entry, when the signal says so.
 */
export async function ledgerOfFiles(options: JudgeOptions): Promise<Ledger> {
  const { files, signal } = options;
  const judgeOf = judgesOf(options);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const sum = new LedgerSum();
  let before = 0;
  for (const file of files) {
    await withBranchedGate(async () => {
      const judge = judgeOf(file);
      for await (const { entries, bytesRead } of readerOf(file, options.complete)) {
        for (const { item, at } of entries) judge.take(item, at);
        options.onProgress({ bytesRead: before + bytesRead, bytes, judged: sum.judged + judge.judged });
        if (signal.aborted) break;
      }
      sum.add(judge.ledger(), 'what is judged');
    });
    before += file.bytes;
    if (signal.aborted) break;
  }
  return sum.ledger();
}

/** By what files are judged. */
export function termsOf(options: JudgeOptions): LedgerTerms {
  const { document, keyOf } = options;
  const { id, title, version, digest } = document;
  return {
    assayVersion: packageManifest().version,
    interface: { id, title, version, digest },
    settings: trafficSettings(options.settings),
    url: options.url,
    complete: options.complete,
    credentials: schemesOf(document).flatMap((scheme) => (keyOf(scheme) === undefined ? [] : [scheme.id])),
  };
}

/** The header of the record that a ledger comes to. */
export function headerOf(
  ledger: Ledger,
  document: Interface,
  about: {
    readonly terms: Pick<LedgerTerms, 'settings' | 'url'>;
    readonly specDirectory: string;
    readonly startedAt: string;
  },
): RecordHeader {
  const { terms, specDirectory, startedAt } = about;
  const [recorded] = ledger.files.flatMap(({ url }) => url ?? []);
  const [origin] = ledger.origins;
  const url = terms.url ?? recorded ?? `${origin?.text ?? ''}${document.basePath}`;
  return foreignHeader({
    document,
    specDirectory,
    settings: { ...trafficSettings(terms.settings), url },
    source: {
      kind: ledger.files.some(({ kind }) => kind === 'har') ? 'har' : 'record',
      files: ledger.files.map(({ name }) => name),
      exchanges: 'cited',
    },
    startedAt,
  });
}

/** The same as a record with the outcomes and the exchanges that they cite. */
export async function judgeFiles(options: JudgeOptions): Promise<RunRecord> {
  const { document, specDirectory, signal } = options;
  const startedAt = new Date().toISOString();
  const ledger = await ledgerOfFiles(options);
  return foreignRecord(ledger, document, {
    header: headerOf(ledger, document, { terms: options, specDirectory, startedAt }),
    stop: signal.aborted ? { kind: 'interrupted' } : { kind: 'completed' },
    effort: effortSince(startedAt),
  });
}
