import { InterfaceFault } from '../../document/cursor.ts';
import { findDocument } from '../../interface/reading/open-document.ts';
import { type PlainPrism, startPlainPrism } from '../../mock/prism/start-plain-prism.ts';
import { escapeTerminal } from '../../report/escape.ts';
import { flagOf, type OptionRow, rowsGiven } from '../../system/option.ts';
import type { CliIo } from '../io.ts';
import { openDocument } from '../load-document.ts';
import { UsageFault } from '../usage-fault.ts';
import { MOCK, type MockFlags } from './options.ts';

export type PlainPrismPlace = {
  /** Folder or file of the document, absolute. */
  readonly directory: string;
  readonly host: string;
  readonly port: number;
  readonly onLine: (line: string) => void;
};

/** Starts Prism's own program on a document. Throws a `UsageFault` that says how it can be had, or why it did not start. */
export async function openPlainPrism(
  { directory, host, port, onLine }: PlainPrismPlace,
  { env }: Pick<CliIo, 'env'>,
): Promise<PlainPrism> {
  const documentFile = await findDocument(directory).catch((error: unknown) => {
    if (error instanceof InterfaceFault) throw new UsageFault(error.problem.problem);
    throw error;
  });
  const started = await startPlainPrism({ documentFile, host, port, env, onLine });
  switch (started.kind) {
    case 'started':
      return started.prism;
    case 'missing':
      throw new UsageFault(
        `cannot start plain Prism: its optional package is not installed; ${started.install}`,
      );
    case 'failed':
      throw new UsageFault(
        `cannot start plain Prism on ${host}:${String(port)}: ${started.problem.slice(0, 300)}`,
      );
  }
}

/** The options that mean something to Prism's own program too. */
const SHARED: ReadonlySet<OptionRow> = new Set([MOCK.engine, MOCK.spec, MOCK.host, MOCK.port, MOCK.quiet]);
const MAX_LINE = 2000;

function refuseOwnOptions(given: MockFlags): void {
  const own = rowsGiven(MOCK, given).find((row) => !SHARED.has(row));
  if (own === undefined) return;
  throw new UsageFault(
    `cannot use ${flagOf(own)} with --engine prism: plain Prism knows nothing like it; leave one of them out`,
  );
}

/**
 * `assay mock --engine prism`: runs Prism's own program on the document until `interrupted` settles, with nothing in front.
 * Throws a `UsageFault` for options that it has nothing for, and when it can't start or ends by itself.
 */
export async function servePlainPrism(
  given: MockFlags,
  interrupted: Promise<void>,
  io: CliIo,
): Promise<void> {
  refuseOwnOptions(given);
  const { directory, document } = await openDocument(given, io);
  if (given.spec !== undefined && document.origin !== 'file')
    throw new UsageFault(
      'cannot give plain Prism a document that is no file: save it, and give the file with --spec',
    );
  const quiet = given.quiet === true;
  const prism = await openPlainPrism(
    {
      directory,
      host: given.host ?? MOCK.host.default,
      port: given.port ?? MOCK.port.default,
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
