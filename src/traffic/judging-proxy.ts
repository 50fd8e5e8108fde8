import type { Trust } from '../client/sockets.ts';
import { decodeContent } from '../http/content-coding.ts';
import { type Exchange, withinBounds } from '../http/exchange.ts';
import { withoutEndSlashes } from '../http/target.ts';
import type { KeyRing } from '../credential/key-ring.ts';
import type { Interface } from '../interface/model.ts';
import { createCredentialMask } from '../output/mask.ts';
import type { RecordHeader, RunRecord } from '../record/record.ts';
import { trafficSettings, type TrafficSettings } from '../record/settings.ts';
import { callersOf } from './callers.ts';
import { effortSince, foreignCriteria, foreignHeader, foreignRecord } from './judge-files.ts';
import type { PassedExchange } from './observer.ts';
import { startRelay } from './relay.ts';
import { type Judged, TrafficJudge } from './traffic-judge.ts';

export type ProxyOptions = {
  readonly document: Interface;
  readonly specDirectory: string;
  /** Base address of the service, without a slash at its end. */
  readonly url: string;
  readonly trust: Trust;
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Secrets that are valid; the gate knows them. They are in no output. */
  readonly keyOf: KeyRing;
  /** Origins of other machines whose pages may read through it. */
  readonly origins: readonly string[];
  readonly settings: TrafficSettings;
  /** What an exchange broke. The texts hold no credential. */
  readonly onJudged: (broke: Judged['broke'], judgedInAll: number) => void;
  /** An exchange that was judged, without its credentials. */
  readonly onExchange?: (exchange: Exchange) => void;
  readonly onTargetFault: (text: string) => void;
};

/** A proxy that listens and judges. */
export type JudgingProxy = {
  /** Where clients find it: its own scheme, host and port, and the path of the service's base address. */
  readonly url: string;
  readonly header: RecordHeader;
  /** Stops listening, breaks off what is open, and says what all of it came to. */
  readonly finish: () => Promise<RunRecord>;
};

const CONNECT_MS = 10_000;
const MAX_HEADER_BYTES = 65_536;
/** A longer body passes as it is, and is not judged as a body. */
const MAX_BODY_BYTES = 2_097_152;

/** Relays every byte between clients and a service, and judges what passes. Rejects when it cannot listen. */
export async function startJudgingProxy(options: ProxyOptions): Promise<JudgingProxy> {
  const { document, url, keyOf } = options;
  const target = new URL(url);
  const startedAt = new Date().toISOString();
  const startMs = performance.now();
  const mask = createCredentialMask(document);
  const basePath = withoutEndSlashes(target.pathname);
  const judge = new TrafficJudge({
    contract: { interface: document, basePath },
    ...foreignCriteria(options.settings, document),
    file: { name: 'proxy', kind: 'proxy' },
    origin: target.origin,
    keyOf,
    mask,
  });
  let ids = 0;
  let last: Promise<void> = Promise.resolve();

  const judged = async (passed: PassedExchange): Promise<void> => {
    ids += 1;
    const at = ids;
    const id = `x${String(at)}`;
    const { result } = passed;
    const answer =
      result.kind === 'answer'
        ? {
            kind: 'answer' as const,
            answer: withinBounds(await decodeContent(result.answer, MAX_BODY_BYTES)),
          }
        : result;
    const exchange: Exchange = { ...passed, id, result: answer };
    const foreign = { origin: target.origin, exchange, complete: true };
    const came = judge.take({ kind: 'exchange', foreign }, at);
    if (came === undefined) return;
    options.onExchange?.(mask.exchange(came.exchange));
    const broke = came.broke.map(({ check, entry }) => ({
      check,
      entry: {
        ...entry,
        violation: {
          ...entry.violation,
          expected: mask.text(entry.violation.expected),
          actual: mask.text(entry.violation.actual),
        },
      },
    }));
    options.onJudged(broke, judge.judged);
  };

  const relay = await startRelay({
    target,
    authority: target.host,
    trust: options.trust,
    host: options.host,
    port: options.port,
    connectMs: CONNECT_MS,
    callers: callersOf({ host: options.host, target, origins: options.origins }),
    maxHeaderBytes: MAX_HEADER_BYTES,
    maxBodyBytes: MAX_BODY_BYTES,
    now: Date.now,
    monotonicMs: () => performance.now() - startMs,
    onExchange: (passed) => {
      last = last.then(() => judged(passed));
    },
    onLost: (reason) => {
      judge.take({ kind: 'skipped', reason }, ids);
    },
    onTargetFault: options.onTargetFault,
  });
  const header = foreignHeader({
    document,
    specDirectory: options.specDirectory,
    settings: { ...trafficSettings(options.settings), url },
    source: { kind: 'proxy', files: [], exchanges: options.onExchange === undefined ? 'cited' : 'all' },
    startedAt,
  });
  return {
    url: `${relay.origin}${basePath}`,
    header,
    finish: async () => {
      await relay.close();
      await last;
      const cited: RecordHeader = { ...header, source: { kind: 'proxy', files: [], exchanges: 'cited' } };
      return foreignRecord(judge.ledger(), document, {
        header: cited,
        stop: { kind: 'completed' },
        effort: effortSince(startedAt),
      });
    },
  };
}
