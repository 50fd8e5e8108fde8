import { resolve } from 'node:path';
import { formatInterfaceProblem, InterfaceFault } from '../../document/cursor.ts';
import { type PlacedDocument, placedDocument } from '../../interface/reading/open-document.ts';
import { renderLint } from '../../lint/render-lint.ts';
import { lintDocument, lintExitCode } from '../../lint/lint.ts';
import { type LintRule, lintRules } from '../../lint/rules.ts';
import { suggestion } from '../../system/nearest-name.ts';
import type { CliIo } from '../io.ts';
import { lintSource } from '../load-document.ts';
import type { LintFlags } from '../options.ts';
import { requireApart, requireWritable, writeAtomically } from '../output/files.ts';
import { wantsColour } from '../output/progress.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

function ignoredRules(names: readonly string[] = []): readonly LintRule[] {
  return names.map((name) => {
    const rule = lintRules.find(({ id }) => id === name);
    if (rule !== undefined) return rule.id;
    const advice = suggestion(
      name,
      lintRules.map(({ id }) => id),
    );
    throw new UsageFault(`cannot ignore ${quoted(name)}: there is no such rule; ${advice}`);
  });
}

async function placedOrFault(read: () => Promise<PlacedDocument>): Promise<PlacedDocument> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof InterfaceFault) throw new UsageFault(formatInterfaceProblem(error.problem));
    throw error;
  }
}

const FILE_WIDTH = 100;

/**
 * `assay lint`: what in a document makes its service untestable or its clients unhappy. 0 without errors, 1 with errors or more
 * warnings than `--max-warnings`; throws a `UsageFault` for what can't be read at all.
 */
export async function lintCommand(given: string | undefined, flags: LintFlags, io: CliIo): Promise<number> {
  const ignored = ignoredRules(flags.ignore);
  const { source, options } = await lintSource(
    { ...flags, ...(given === undefined ? {} : { spec: given }) },
    io,
  );
  const placed = await placedOrFault(() => placedDocument(source, options));
  const requests = flags.format ?? [{ format: 'terminal' as const, file: undefined }];
  const outputs = requests.flatMap(({ file }) =>
    file === undefined || file === '-' ? [] : [{ file: resolve(io.cwd, file), option: '--format' }],
  );
  requireApart(outputs, [{ file: placed.source.path, what: 'the document that is looked through' }]);
  for (const { file, option } of outputs) requireWritable(file, option);
  const report = await lintDocument(placed, { ...options, ignored });
  for (const { format, file } of requests) {
    const isShown = file === undefined || file === '-';
    const text = renderLint(format, report, {
      colour: isShown && wantsColour({ allowed: flags.color, isTerminal: io.stdoutIsTerminal, env: io.env }),
      width: isShown ? io.columns : FILE_WIDTH,
      verbose: flags.verbose === true || !isShown,
      maxWarnings: flags.maxWarnings,
    });
    if (isShown) io.stdout(text);
    else writeAtomically(resolve(io.cwd, file), text, '--format');
  }
  return lintExitCode(report, flags.maxWarnings);
}
