/** `--wait-for-target`: nothing is loaded or sent before the target answers at all. */
import { type Client, createClient } from '../../client/client.ts';
import { isAddress, plainAddress } from '../../document/address.ts';
import type { FailureKind } from '../../http/exchange.ts';
import { type Clock, machineClock } from '../../system/clock.ts';
import { packageManifest } from '../../system/package.ts';
import type { CliIo } from '../io.ts';
import type { TestFlags } from '../options.ts';
import { wantsLiveLine } from '../output/progress.ts';
import { onOneLine, quoted, UsageFault } from '../usage-fault.ts';
import { readEnvironment } from './environment.ts';
import { caOf, parseHeaderOption, proxyOf, urlOf } from './resolve-target.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
const LONGEST_ANSWER_MS = 10_000;
/** What a proxy says while what is behind it is not there yet (RFC 9110, sections 15.6.3 to 15.6.5). */
const NOT_YET: ReadonlySet<number> = new Set([502, 503, 504]);
/** Something is there, and a run says what is wrong with it. */
const SAYS_SOMETHING: ReadonlySet<FailureKind> = new Set(['tls', 'malformed']);
const CLEAR_LINE = '\r\u001b[K';

/** What the wait depends on besides flags. */
export type WaitSurroundings = {
  readonly signal: AbortSignal;
  /** Default: that of the machine. */
  readonly clock?: Clock;
  /** What asks. Default: a client for the target. */
  readonly client?: Pick<Client, 'send' | 'close'>;
};

/** Why the target does not answer; `undefined` where it does. A request without a credential, to the base address. */
async function reasonOf(
  client: Pick<Client, 'send'>,
  answerMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { result } = await client.send(
    {
      method: 'GET',
      path: '/',
      headers: [['Accept', '*/*']],
      body: undefined,
      credential: { kind: 'none' },
      scheme: undefined,
      transport: 'pool',
    },
    { signal, answerMs, freshConnection: true },
  );
  if (result.kind === 'failure')
    return SAYS_SOMETHING.has(result.failure.kind) ? undefined : result.failure.detail;
  const { status } = result.answer;
  return NOT_YET.has(status) ? `it answers with ${String(status)}` : undefined;
}

/**
 * Asks until the target answers, which any answer does but those of a proxy without a service behind it. Where no address is given,
 * the place of the document is asked. Throws a `UsageFault` where it does not in that time; returns early where the signal fires.
 */
export async function waitForTarget(
  flags: TestFlags,
  io: CliIo,
  { signal, clock = machineClock, client: given }: WaitSurroundings,
): Promise<void> {
  const { waitForTarget: seconds = 0, spec, quiet = false } = flags;
  const environment = await readEnvironment(io);
  const url =
    urlOf(flags, environment) ?? (spec !== undefined && isAddress(spec) ? originOf(spec) : undefined);
  if (url === undefined) return;
  const client =
    given ??
    createClient({
      baseUrl: url,
      key: undefined,
      userAgent: `assay/${packageManifest().version}`,
      extraHeaders: (flags.header ?? []).map((line) => parseHeaderOption(line)),
      trust: { insecure: flags.insecure ?? false, ca: caOf(flags.ca, io.cwd) },
      environment: proxyOf(url, environment),
    });
  const live = !quiet && wantsLiveLine({ isTerminal: io.stderrIsTerminal, env: io.env });
  const endMs = clock.monotonicMs() + seconds * 1000;
  const leftMs = (): number => endMs - clock.monotonicMs();
  if (!quiet && !live) io.stderr(`waiting for ${url}, ${String(seconds)} s at most\n`);
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      if (live)
        io.stderr(
          `${CLEAR_LINE}waiting for ${url}: ${String(Math.max(0, Math.ceil(leftMs() / 1000)))} s left`,
        );
      const reason = await reasonOf(client, Math.max(1, Math.min(leftMs(), LONGEST_ANSWER_MS)), signal);
      if (reason === undefined || signal.aborted) return;
      if (leftMs() <= 0)
        throw new UsageFault(
          `cannot test ${quoted(url)}: it did not answer within ${String(seconds)} s (${onOneLine(reason, ' ')}); start it, or wait longer with --wait-for-target`,
        );
      await clock.sleep(Math.min(pauseMs, Math.max(0, leftMs())), signal);
    }
  } finally {
    if (live) io.stderr(CLEAR_LINE);
    await client.close();
  }
}

function originOf(address: string): string {
  const plain = plainAddress(address);
  return URL.parse(plain)?.origin ?? plain;
}
