/** Judging, for programs, of traffic that is there already or that passes a proxy. */
import { ringOf } from '../credential/given.ts';
import { type KeyRing, variableOf } from '../credential/key-ring.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Interface, Level } from '../interface/model.ts';
import { KEY_MARKER } from '../output/find-secrets.ts';
import { gate, withOwnGate } from '../output/gate.ts';
import { readRecord } from '../record/read.ts';
import type { RunRecord } from '../record/record.ts';
import {
  type SettingOptions,
  TRAFFIC_SETTINGS,
  trafficSettings,
  type TrafficSettings,
} from '../record/settings.ts';
import { keyOf, type SecretOptions, secretsOf } from '../run/auth-options.ts';
import { settingsOf } from '../run/run.ts';
import { OptionFault } from '../system/option.ts';
import { type JudgedFile, judgeFiles, type JudgeProgress, nameOfTwo } from '../traffic/judge-files.ts';
import { startJudgingProxy } from '../traffic/judging-proxy.ts';
import { trafficFile } from '../traffic/read-traffic.ts';
import { rejudge } from '../traffic/rejudge.ts';
import { documentOf, requireKnown } from './document.ts';

/** By what traffic is judged, whoever sent it. */
export type JudgingOptions = Pick<SettingOptions, keyof TrafficSettings> & {
  /** A path of the document or of the folder that holds it, or what `loadInterface` gave. */
  readonly document: Interface | string;
  /** A key that is valid: of requests with another one nobody knows. It is in no record and no report. */
  readonly key?: string | undefined;
  /** The same by the names of security schemes, for documents that have several. */
  readonly auth?: SecretOptions | undefined;
};

const JUDGING_OPTIONS: { readonly [option: string]: true } = {
  ...Object.fromEntries(TRAFFIC_SETTINGS.map((name) => [name, true])),
  document: true,
  key: true,
  auth: true,
};

/** What stands for the service where nobody named it. */
const SOME_SERVICE = 'http://traffic';

/** By what traffic is judged that assay did not send. */
type Criteria = {
  readonly document: Interface;
  readonly specDirectory: string;
  readonly key: string | undefined;
  readonly texts: ReadonlyMap<string, string>;
  readonly keyOf: KeyRing;
  readonly url: string;
  readonly settings: TrafficSettings;
};

/** Tells the gate what is in no output. */
function learn({ key, texts }: Criteria): void {
  gate().add(key, KEY_MARKER);
  for (const [name, text] of texts) gate().add(text, `$${variableOf(name)}`);
}

async function criteriaOf(told: JudgingOptions, url: string = SOME_SERVICE): Promise<Criteria> {
  const { document, directory } = await documentOf(told.document);
  const settings = settingsOf({ ...told, interface: document, specDirectory: directory, url });
  const key = keyOf(told.key);
  const texts = secretsOf(told.auth, document);
  return {
    document,
    specDirectory: directory,
    key,
    texts,
    keyOf: ringOf(texts, key),
    url: settings.url,
    settings: trafficSettings(settings),
  };
}

/** What `judge` is told. Only the document and the files have to be given. */
export type JudgeOptions = JudgingOptions & {
  /** Paths of HAR files and of records that the proxy wrote, or of the record of one run. */
  readonly files: readonly string[];
  /** Base address of the service. Default: whatever is asked below the document's base path. */
  readonly url?: string;
  /** Nothing was taken out of the files: a credential that is not there was not sent. Default false. */
  readonly complete?: boolean;
  readonly onProgress?: (progress: JudgeProgress) => void;
  /** Ends the judging early; the record says so. */
  readonly signal?: AbortSignal;
};

const JUDGE_OPTIONS: { readonly [option in Exclude<keyof JudgeOptions, keyof JudgingOptions>]-?: true } = {
  files: true,
  url: true,
  complete: true,
  onProgress: true,
  signal: true,
};

async function opened(path: string): Promise<JudgedFile> {
  const file = await trafficFile(path, path);
  if (file.kind === 'unusable') throw new OptionFault('files', undefined, file.problem);
  if (file.kind === 'record' && file.header.source?.exchanges === 'cited')
    throw new OptionFault(
      'files',
      path,
      `it holds only the exchanges that its findings cite; judge what it was made of: ${file.header.source.files.join(', ')}`,
    );
  return { ...file, path, name: path };
}

async function rejudged(path: string, { document, settings }: Criteria): Promise<RunRecord> {
  const parsed = await readRecord(path);
  if (parsed.kind === 'no-record') throw new OptionFault('files', undefined, parsed.problem);
  return rejudge(parsed.record, document, { name: path, settings });
}

/**
 * Judges traffic that assay did not send: HAR files, and records of the proxy. Or judges a run of assay's own again, which is
 * given alone. Returns a record with the outcomes and the exchanges that they cite. Rejects with an `OptionFault` or a
 * `DocumentFault` for what can't be used.
 */
export async function judge(options: JudgeOptions): Promise<RunRecord> {
  requireKnown('judge', options, { ...JUDGING_OPTIONS, ...JUDGE_OPTIONS });
  const criteria = await criteriaOf(options, options.url);
  const files = await Promise.all(options.files.map(opened));
  const own = files.find((file) => file.kind === 'record' && file.header.source === undefined);
  if (own !== undefined && files.length > 1)
    throw new OptionFault('files', own.name, 'it is the record of a run; judge it alone');
  const twice = nameOfTwo(files);
  if (twice !== undefined)
    throw new OptionFault('files', twice, 'its exchanges would count twice; give each file once');
  if (files.length === 0)
    throw new OptionFault('files', undefined, 'give the path of a HAR file or of a record');
  return withOwnGate(async () => {
    learn(criteria);
    if (own !== undefined) return rejudged(own.path, criteria);
    return judgeFiles({
      ...criteria,
      files,
      url: options.url === undefined ? undefined : criteria.url,
      complete: options.complete ?? false,
      onProgress: options.onProgress ?? (() => undefined),
      signal: options.signal ?? new AbortController().signal,
    });
  });
}

/** One thing that an exchange broke, as it passed. The texts hold no credential. */
export type PassingViolation = {
  readonly check: string;
  readonly level: Level;
  /** Id of the operation; `undefined` where no documented one was asked for. */
  readonly operation: string | undefined;
  readonly expected: string;
  readonly actual: string;
};

/** What `startProxy` is told. Only the document and the address have to be given. */
export type ProxyOptions = JudgingOptions & {
  /** Base address of the service that is forwarded to. */
  readonly url: string;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 0: any free one. */
  readonly port?: number;
  /** Origins of other machines whose pages may read through it. */
  readonly origins?: readonly string[];
  /** Accept any certificate, or trust one more authority (PEM). Default: neither. */
  readonly tls?: { readonly insecure: boolean; readonly ca: string | undefined };
  /** Told what each judged exchange breaks. */
  readonly onViolations?: (violations: readonly PassingViolation[]) => void;
  /** Told of each exchange that was judged, without its credentials. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Told why the service gave no answer. */
  readonly onTargetFault?: (text: string) => void;
};

const PROXY_OPTIONS: { readonly [option in Exclude<keyof ProxyOptions, keyof JudgingOptions>]-?: true } = {
  url: true,
  host: true,
  port: true,
  origins: true,
  tls: true,
  onViolations: true,
  onExchange: true,
  onTargetFault: true,
};

/** A proxy that listens and judges. */
export type JudgingProxy = {
  /** Where clients find it, with the path of the service's base address. */
  readonly url: string;
  /** Stops listening, breaks off what is open, and returns the record of all that passed. */
  readonly finish: () => Promise<RunRecord>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/**
 * Starts a proxy that relays every byte between clients and a service, and judges what passes. Rejects with an `OptionFault`
 * or a `DocumentFault` for what can't be used, and with the system's error when it cannot listen.
 */
export async function startProxy(options: ProxyOptions): Promise<JudgingProxy> {
  requireKnown('startProxy', options, { ...JUDGING_OPTIONS, ...PROXY_OPTIONS });
  const { host = '127.0.0.1', port = 0, origins = [], onViolations, onExchange, onTargetFault } = options;
  const criteria = await criteriaOf(options, options.url);
  const proxy = await withOwnGate(() => {
    learn(criteria);
    return startJudgingProxy({
      ...criteria,
      trust: options.tls ?? { insecure: false, ca: undefined },
      host,
      port,
      origins,
      onJudged(broke) {
        if (broke.length === 0) return;
        onViolations?.(
          broke.map(({ check, entry: { violation } }) => ({
            check: check.id,
            level: check.level,
            operation: violation.operation,
            expected: violation.expected,
            actual: violation.actual,
          })),
        );
      },
      onExchange: (exchange) => onExchange?.(exchange),
      onTargetFault: (text) => onTargetFault?.(text),
    });
  });
  let finished: Promise<RunRecord> | undefined;
  const finish = (): Promise<RunRecord> => (finished ??= proxy.finish());
  return {
    url: proxy.url,
    finish,
    [Symbol.asyncDispose]: async () => void (await finish()),
  };
}
