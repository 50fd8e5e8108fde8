import { resolve } from 'node:path';
import type { Secrets } from '../../credential/key-ring.ts';
import type { Exchange } from '../../http/exchange.ts';
import { withoutEndSlashes } from '../../http/target.ts';
import {
  type GivenParameters,
  parameterAdvice,
  withGivenParameters,
} from '../../interface/parameters/given-parameters.ts';
import type { Interface } from '../../interface/model.ts';
import { filterAdvice } from '../../interface/selection.ts';
import { readRecord } from '../../record/read.ts';
import type { ShardRequest } from '../../record/setting-row.ts';
import { shardChoice } from '../target/shard-choice.ts';
import type { RunRecord } from '../../record/record.ts';
import type { CliIo } from '../io.ts';
import type { ConfigUse } from '../config/config.ts';
import { type LoadedDocument, openDocument, openRecorded } from '../load-document.ts';
import type { TestFlags } from '../options.ts';
import { type BaselineFile, openBaseline } from '../output/baseline-file.ts';
import { failedCasesPlace, type GivenCases, openFailedCases } from '../output/failed-cases-file.ts';
import { documentInputs, isSameFile, requireApart, requireWritable } from '../output/files.ts';
import { recordPlace, type RecordPlace } from '../../record/record-place.ts';
import { filesOf, type ReportOutput, reportOutputs } from '../output/report-outputs.ts';
import { type KeptRun, runPlaces } from '../output/run-places.ts';
import { type Credentials, resolveCredentials } from '../target/credentials.ts';
import { readEnvironment } from '../target/environment.ts';
import { resolveTarget, type Target } from '../target/resolve-target.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

function cannot(file: string, why: string): UsageFault {
  return new UsageFault(`cannot resume ${quoted(file)}: ${why}`);
}

/** The record of `--resume`. Throws a `UsageFault` for one that no run can go on with. */
async function openResumed(given: string, cwd: string): Promise<RunRecord> {
  const parsed = await readRecord(resolve(cwd, given));
  if (parsed.kind === 'no-record') throw new UsageFault(parsed.problem);
  const { header } = parsed.record;
  if (header.source !== undefined)
    throw cannot(given, 'it is of traffic that assay did not send; "assay judge" reads such a record');
  if (header.ownMock)
    throw cannot(given, "it is of a run against assay's own mock, which ended with it; run it again");
  return parsed.record;
}

function addressOf(url: string): string {
  return withoutEndSlashes(URL.parse(url)?.href ?? url);
}

/**
 * The key goes to no address that only a file names: the caller has to name the same. Throws a `UsageFault` otherwise, and
 * where the document is another one than the run was made with.
 */
function requireSameRun(
  given: string,
  { header }: RunRecord,
  { url, document }: { readonly url: string | undefined; readonly document: Interface },
): void {
  const { settings } = header;
  if (url === undefined)
    throw cannot(given, `confirm the address that it is of with --url ${quoted(settings.url)}`);
  if (addressOf(url) !== addressOf(settings.url))
    throw cannot(given, `it is of ${quoted(settings.url)}, not of ${quoted(url)}; start a new run there`);
  if (document.digest !== header.interface.digest)
    throw cannot(
      given,
      `the document is not the one that it was made with; name that with --spec, or start a new run`,
    );
}

/** Everything about a run that is settled before anything is started or sent. Paths are absolute. */
export type TestPlan = LoadedDocument & {
  readonly target: Target;
  readonly secrets: Secrets | undefined;
  /** Who asks was registered for the run. */
  readonly accountIsOwn: boolean | undefined;
  /** The key of another user who was registered for the run. */
  readonly registeredOther: string | undefined;
  /** What was answered when users were registered. */
  readonly heard: readonly Exchange[] | undefined;
  /** What of the credentials the caller should know. */
  readonly credentialNotes: readonly string[];
  readonly outputs: readonly ReportOutput[];
  readonly record: RecordPlace;
  /** Where `--out` keeps the run. */
  readonly kept: KeptRun | undefined;
  readonly baselineFile: BaselineFile | undefined;
  /** The record of `--resume`. */
  readonly resumed: RunRecord | undefined;
  /** What `--replay-first` gives. */
  readonly replayFirst: GivenCases | undefined;
  /** What the failed cases of this run are written to. Absolute. */
  readonly failedCases: string;
  readonly config: ConfigUse | undefined;
  readonly shard: ShardRequest | undefined;
};

/** Without a key nothing could be proven of operations that require one. */
function requireKey(target: Target, { document, secrets, notes }: Credentials): void {
  const secured = document.operations.some((o) => o.documentation === 'full' && o.credential !== undefined);
  if (target.url === undefined || target.key !== undefined || secrets !== undefined || !secured) return;
  throw new UsageFault(
    `cannot test ${quoted(target.url)} without a key: "${document.title}" requires one; give it with --key-env NAME, ASSAY_KEY or --key, or by its scheme with --auth${notes.map((note) => ` (${note})`).join('')}`,
  );
}

/** Where no operation can be sent for want of a secret, nothing could be proven either. */
function requireSecrets(before: Interface, { document }: Credentials): void {
  const lost = document.operations.filter(
    ({ outOfReach }, at) => outOfReach !== undefined && before.operations[at]?.outOfReach === undefined,
  );
  const [first] = lost;
  const left = document.operations.some(({ documentation }) => documentation === 'full');
  if (first === undefined || left) return;
  throw new UsageFault(`cannot test any operation. ${first.method} ${first.path}: ${first.outOfReach ?? ''}`);
}

/** Shards are parts of one run: they have to agree on its seed, and use its key at the same time. */
function requireShardable(shard: ShardRequest | undefined, { seed, exclusive }: TestFlags): void {
  if (shard === undefined) return;
  const { index, total } = shard;
  if (seed === undefined)
    throw new UsageFault(
      `cannot use --shard ${String(index)}/${String(total)} without --seed: every shard needs the same one, for example --seed 42`,
    );
  if (exclusive === true)
    throw new UsageFault(
      'cannot use --exclusive with --shard: the shards share the key; leave one of them out',
    );
}

/** What `--parameter` says of all operations. Throws a `UsageFault` for a text without a name. */
function givenByOption(texts: readonly string[]): readonly (GivenParameters & { readonly text: string })[] {
  return texts.map((text) => {
    const [name = '', ...rest] = text.split('=');
    if (name === '' || rest.length === 0 || rest.join('') === '')
      throw new UsageFault(
        `cannot use --parameter ${quoted(text)}: write NAME=VALUE, for example --parameter account_id=acme`,
      );
    return { text, filter: '/**', values: new Map([[name, rest.join('=')]]) };
  });
}

/**
 * The document with the values that options and configuration know; an option goes before the configuration. Throws a `UsageFault` for an
 * operation or a parameter that there is not.
 */
function withParameters(
  document: Interface,
  config: ConfigUse | undefined,
  texts: readonly string[],
): Interface {
  const configured = config?.parameters ?? [];
  for (const each of configured) {
    const advice = filterAdvice(each.filter, document) ?? parameterAdvice(each, document);
    if (advice !== undefined)
      throw new UsageFault(`cannot use operations ${quoted(each.filter)} (${config?.file ?? ''}): ${advice}`);
  }
  const given = givenByOption(texts);
  for (const each of given) {
    const advice = parameterAdvice(each, document);
    if (advice !== undefined) throw new UsageFault(`cannot use --parameter ${quoted(each.text)}: ${advice}`);
  }
  return withGivenParameters(document, [...configured, ...given]);
}

/** Whether a run is the one of this folder, or one of many, each of which has all that it writes in a folder of its own. */
export type RunAmong = 'one' | 'many';

/** Settles document, target and files. Throws a `UsageFault`. */
export async function planTest(
  flags: TestFlags,
  io: CliIo,
  { config, among = 'one' }: { readonly config?: ConfigUse | undefined; readonly among?: RunAmong } = {},
): Promise<TestPlan> {
  const environment = await readEnvironment(io);
  const shard = shardChoice(flags.shard, io.env);
  const resumed = flags.resume === undefined ? undefined : await openResumed(flags.resume, io.cwd);
  const written = await (resumed === undefined ? openDocument(flags, io) : openRecorded(resumed, flags, io));
  const loaded = { ...written, document: withParameters(written.document, config, flags.parameter ?? []) };
  const target = resolveTarget(flags, { document: loaded.document, environment, cwd: io.cwd });
  const { cwd, env } = io;
  const credentials = await resolveCredentials(flags, {
    target,
    document: loaded.document,
    environment,
    cwd,
    env,
    auth: config?.auth,
    beforeRequest: config?.hooks.beforeRequest,
    exclude: flags.exclude,
    // What the run that is resumed made belongs to another user by now.
    registers:
      flags.readOnly === true || resumed !== undefined
        ? 'nobody'
        : (flags.register ?? (flags.profile === 'quick' ? 'one' : 'two')),
  });
  if (flags.resume !== undefined && resumed !== undefined)
    requireSameRun(flags.resume, resumed, { url: target.url, document: loaded.document });
  requireKey(target, credentials);
  requireSecrets(loaded.document, credentials);
  requireShardable(shard, flags);
  const baselineFile = openBaseline(flags, loaded.document, io.cwd);
  const { directory, kept } = runPlaces(flags.out, target.url, io.cwd);
  const outputs = reportOutputs(flags.report ?? [], { directory, cwd: io.cwd });
  const replayFirst = await openFailedCases(flags.replayFirst, io.cwd);
  const record =
    kept === undefined || among === 'one'
      ? recordPlace(io.cwd)
      : { own: kept.record, last: kept.latest, sinceMs: Date.now(), note: undefined };
  const failedCases = failedCasesPlace({ last: among === 'one' ? record.last : record.own });
  const records = new Set([
    record.own,
    record.last,
    ...(kept === undefined ? [] : [kept.record, kept.latest]),
  ]);
  // The record as a report is the same file in the folder of a run.
  const others = outputs.filter(({ format, file }) => format !== 'record' || file !== kept?.record);
  requireApart(
    [
      ...filesOf(others, '--report'),
      ...[...records].map((file) => ({ file, option: 'the record' })),
      { file: failedCases, option: 'the failed cases' },
    ],
    [
      ...documentInputs(loaded.document),
      ...(baselineFile === undefined
        ? []
        : [{ file: baselineFile.file, what: 'the list of known failures' }]),
      ...(flags.resume === undefined
        ? []
        : [{ file: resolve(io.cwd, flags.resume), what: 'the record of --resume' }]),
      ...(replayFirst?.files ?? [])
        .filter((file) => !isSameFile(file, failedCases) && !isSameFile(file, record.last))
        .map((file) => ({ file, what: 'a file of --replay-first' })),
      ...(flags.ca === undefined
        ? []
        : [{ file: resolve(io.cwd, flags.ca), what: 'the certificate of --ca' }]),
    ],
  );
  for (const output of outputs) if (output.file !== undefined) requireWritable(output.file, '--report');
  const { document, secrets, accountIsOwn, registeredOther, heard, notes: credentialNotes } = credentials;
  return {
    ...loaded,
    document,
    target,
    secrets,
    accountIsOwn,
    registeredOther,
    heard,
    credentialNotes,
    outputs,
    record,
    kept,
    baselineFile,
    resumed,
    replayFirst,
    failedCases,
    config,
    shard,
  };
}
