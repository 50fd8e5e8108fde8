/** `assay test --watch`: runs again when something changes, what was broken first, and tells what became of it. */
import { isBroken } from '../../checks/outcome.ts';
import type { Interface } from '../../interface/model.ts';
import type { RunsIndex } from '../../report/page/runs-index.ts';
import type { CheckResult, RunRecord } from '../../record/record.ts';
import { escapeTerminal } from '../../report/escape.ts';
import type { ConfigUse } from '../config/config.ts';
import { type CliIo, watchInterrupt } from '../io.ts';
import type { TestFlags } from '../options.ts';
import { onOneLine, UsageFault } from '../usage-fault.ts';
import { Changes } from './changes.ts';
import { Service } from './service.ts';

/** What a command line and its configuration say, read anew. */
export type TestLine = { readonly flags: TestFlags; readonly config: ConfigUse | undefined };

/** How a run is made, and how the command line is read again. */
export type WatchSurroundings = TestLine & {
  readonly reread: () => Promise<TestLine>;
  /** Runs once; returns the exit code. */
  readonly runOnce: (line: TestLine, told: Told) => Promise<number>;
};

/** What a run says beside its exit code. */
export type Told = {
  /** Files that the run was made of. */
  readonly onFiles: (files: readonly string[]) => void;
  readonly onRecord: (record: RunRecord, document: Interface) => void;
  /** The run as `--out` keeps it: its folder by its name, and the runs beside it. */
  readonly onKept?: (folder: string, index: RunsIndex) => void;
};

const INTERRUPTED = 130;
const LONGEST_LINE = 160;
/** A service that is started again is there within this time, in seconds, unless somebody says another. */
const USUAL_WAIT_S = 30;

type Standing = ReadonlyMap<string, string>;

function whyBroken({ outcome }: CheckResult): string {
  const [first] = isBroken(outcome) ? outcome.violations : [];
  return first === undefined ? '' : `expected ${first.expected}; ${first.actual}`;
}

/** The checks that are broken, each with why. Warnings count where a run is strict. */
export function brokenOf({ results, header }: Pick<RunRecord, 'results' | 'header'>): Standing {
  const broken = results.filter(
    ({ outcome: { kind } }) => kind === 'fail' || (kind === 'warn' && header.settings.strict),
  );
  return new Map(broken.map((result) => [result.id, whyBroken(result)]));
}

function changeLine(mark: string, id: string, why: string): string {
  return escapeTerminal(onOneLine(`${mark} ${id}${why === '' ? '' : `: ${why}`}`, ' '), LONGEST_LINE);
}

/** A line for each check that is broken now and was not, or the other way round. `judged`: what was asked this time; all where missing. */
export function changeLines(before: Standing, now: Standing, judged?: readonly string[]): readonly string[] {
  const isJudged = (id: string): boolean => judged === undefined || judged.includes(id);
  return [
    ...[...before.keys()]
      .filter((id) => !now.has(id) && isJudged(id))
      .map((id) => changeLine('fixed ', id, '')),
    ...[...now].filter(([id]) => !before.has(id)).map(([id, why]) => changeLine('broken', id, why)),
  ];
}

/** What one round came to. */
type Round = { readonly code: number; readonly broken: Standing | undefined };

/** What runs write themselves, as the caller named it. */
function writtenBy({ out, report = [] }: TestFlags): readonly string[] {
  return [...(out === undefined ? [] : [out]), ...report.flatMap(({ file }) => file ?? [])];
}

/** One run; what the caller has to put right is told, and waits for the next change. */
async function round(
  line: TestLine,
  { runOnce }: WatchSurroundings,
  onFiles: Told['onFiles'],
  io: CliIo,
): Promise<Round> {
  let broken: Standing | undefined;
  try {
    const code = await runOnce(line, {
      onFiles,
      onRecord: (record) => {
        broken = brokenOf(record);
      },
    });
    return { code, broken };
  } catch (error) {
    if (!(error instanceof UsageFault)) throw error;
    io.stderr(`assay: ${onOneLine(error.message, '; ')}\n`);
    return { code: 2, broken: undefined };
  }
}

/**
 * Runs, and again at each change: first what was broken alone, and everything when some of that is mended. Returns 0 when the
 * caller ends it.
 */
export async function watchTest(given: WatchSurroundings, io: CliIo): Promise<number> {
  const { exec } = given.flags;
  const changes = new Changes();
  const service = exec === undefined ? undefined : new Service(exec, io);
  const watch = watchInterrupt(io, () => undefined);
  if (service !== undefined) changes.followTree(io.cwd, writtenBy(given.flags));
  const follow = (files: readonly string[]): void =>
    changes.follow([...files, ...(given.config === undefined ? [] : [given.config.path])]);
  follow([]);
  const tell = (lines: readonly string[]): void => lines.forEach((one) => io.stdout(`  ${one}\n`));
  const stated = ({ flags, config }: TestLine, checks?: readonly string[]): TestLine => ({
    config,
    flags: {
      ...flags,
      quiet: true,
      ...(service === undefined ? {} : { waitForTarget: flags.waitForTarget ?? USUAL_WAIT_S }),
      ...(checks === undefined ? {} : { check: checks }),
    },
  });
  const once = async (line: TestLine, known: Standing): Promise<Standing> => {
    const narrow = [...known.keys()];
    const isNarrow = narrow.length > 0 && line.flags.shard === undefined;
    const first = await round(stated(line, isNarrow ? narrow : undefined), given, follow, io);
    if (first.broken === undefined || first.code === INTERRUPTED) return known;
    tell(changeLines(known, first.broken, isNarrow ? narrow : undefined));
    if (!isNarrow || narrow.every((id) => first.broken?.has(id) === true))
      return isNarrow ? known : first.broken;
    const all = await round(stated(line), given, follow, io);
    if (all.broken === undefined) return first.broken;
    tell(changeLines(first.broken, all.broken));
    return all.broken;
  };
  try {
    service?.start();
    let broken = await once(given, new Map());
    for (;;) {
      if (!watch.signal.aborted) io.stderr('watching; Ctrl-C ends it\n');
      const changed = await changes.next(watch.signal);
      if (changed === undefined) return 0;
      io.stdout(`\n${escapeTerminal(changed, LONGEST_LINE)} changed\n`);
      await service?.stop();
      service?.start();
      const line = await reread(given, io);
      if (line !== undefined) broken = await once(line, broken);
    }
  } finally {
    watch.stop();
    changes.close();
    await service?.stop();
  }
}

/** The command line with its configuration as it is now; `undefined` where that has to be put right first. */
async function reread({ reread: again }: WatchSurroundings, io: CliIo): Promise<TestLine | undefined> {
  try {
    return await again();
  } catch (error) {
    if (!(error instanceof UsageFault)) throw error;
    io.stderr(`assay: ${onOneLine(error.message, '; ')}\n`);
    return undefined;
  }
}
