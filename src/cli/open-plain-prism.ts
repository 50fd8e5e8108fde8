import { InterfaceFault } from '../interface/interface-problem.ts';
import { findDocument } from '../interface/load-interface.ts';
import { type PlainPrism, startPlainPrism } from '../mock/prism/start-plain-prism.ts';
import type { CliIo } from './cli-io.ts';
import { UsageFault } from './usage-fault.ts';

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
