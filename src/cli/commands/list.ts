import { CHECK_TEXTS as checks } from '../../checks/check-texts.ts';
import { createInk } from '../../report/text/ink.ts';
import { suggestion } from '../../system/nearest-name.ts';
import type { CliIo } from '../io.ts';
import type { ListFlags } from '../options.ts';
import { wantsColour } from '../output/progress.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

/** `assay list`: every check by suite, with its level and title. */
export function listCommand(flags: ListFlags, io: CliIo): number {
  const ink = createInk(wantsColour({ allowed: flags.color, isTerminal: io.stdoutIsTerminal, env: io.env }));
  const suites = [...new Set(checks.map(({ suite }) => suite))];
  for (const name of flags.suite ?? []) {
    if (!suites.some((suite) => suite === name)) {
      throw new UsageFault(`cannot list the suite ${quoted(name)}: ${suggestion(name, suites)}`);
    }
  }
  const wanted = suites.filter((suite) => flags.suite?.includes(suite) ?? true);
  const width = Math.max(...checks.map(({ id }) => id.length));
  const blocks = wanted.map((suite) => {
    const lines = checks
      .filter((check) => check.suite === suite)
      .map(({ id, level, title }) => `  ${id.padEnd(width)}  ${ink.faint(level.padEnd(7))}  ${title}`);
    return [ink.strong(suite), ...lines, ''].join('\n');
  });
  io.stdout(blocks.join('\n'));
  return 0;
}
