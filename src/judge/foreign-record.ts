import type { CredentialMask } from '../credential/credential-mask.ts';
import { gate } from '../credential/gate.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Interface } from '../interface/model.ts';
import { recordHeader } from '../run/record-header.ts';
import { NOT_OF_TRAFFIC, type TrafficSetting } from '../run/settings.ts';
import type {
  RecordFooter,
  RecordHeader,
  RunRecord,
  RunSettings,
  Stop,
  TrafficSource,
} from '../run/record.ts';
import { newRunId } from '../run/run-id.ts';
import type { TrafficJudge } from './traffic-judge.ts';

/** What was told about traffic that assay did not send. */
export type ForeignSettings = Pick<RunSettings, TrafficSetting>;

/** The header of a record of traffic. What only a run of assay's own has is empty or 0. */
export function foreignHeader(options: {
  readonly document: Interface;
  readonly specDirectory: string;
  readonly settings: ForeignSettings;
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
