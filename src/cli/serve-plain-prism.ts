import { escapeTerminal } from '../report/escape-terminal.ts';
import type { CliIo } from './cli-io.ts';
import { loadDocument } from './load-document.ts';
import type { MockArguments } from './mock-arguments.ts';
import { openPlainPrism } from './open-plain-prism.ts';
import { UsageFault } from './usage-fault.ts';

/** The options that mean something to Prism's own program too. */
const SHARED = new Set(['engine', 'spec', 'host', 'port', 'quiet']);
const MAX_LINE = 2000;

function refuseOwnOptions({ switches, texts, numbers, lists }: MockArguments): void {
  const given = [...switches, ...texts.keys(), ...numbers.keys(), ...lists.keys()];
  const own = given.find((name) => !SHARED.has(name));
  if (own === undefined) return;
  throw new UsageFault(
    `cannot use --${own} with --engine prism: plain Prism knows nothing like it; leave one of them out`,
  );
}

/**
 * `assay mock --engine prism`: runs Prism's own program on the document until `interrupted` settles, with nothing in front.
 * Throws a `UsageFault` for options that it has nothing for, and when it can't start or ends by itself.
 */
export async function servePlainPrism(
  given: MockArguments,
  interrupted: Promise<void>,
  io: CliIo,
): Promise<void> {
  refuseOwnOptions(given);
  const { directory, document } = await loadDocument(given.texts.get('spec'), io.cwd);
  const quiet = given.switches.has('quiet');
  const prism = await openPlainPrism(
    {
      directory,
      host: given.texts.get('host') ?? '127.0.0.1',
      port: given.numbers.get('port') ?? 4010,
      onLine: (line) => {
        if (!quiet) io.stdout(`${escapeTerminal(line, MAX_LINE)}\n`);
      },
    },
    io,
  );
  const base = document.basePath === '' ? '' : `, without ${document.basePath}, which it ignores`;
  io.stdout(
    `${escapeTerminal(`${document.title} ${document.version}`)}, plain Prism at ${prism.origin}${base}\n\n`,
  );
  const first = await Promise.race([
    interrupted.then(() => 'interrupted' as const),
    prism.ended.then(() => 'ended' as const),
  ]);
  await prism.stop();
  if (first === 'ended') throw new UsageFault('plain Prism ended by itself');
}
