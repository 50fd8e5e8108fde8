import { loadInterface } from '../interface/load-interface.ts';
import type { Interface } from '../interface/model.ts';
import type { RunRecord } from '../run/record.ts';
import type { CliIo } from './cli-io.ts';
import { defaultSpec } from './default-spec.ts';
import { loadDocument } from './load-document.ts';
import { withClauses } from './with-clauses.ts';

/**
 * The interface that a record was made with: the one of `--spec`, else the record's directory or the shipped one,
 * provided that it is still the same document. `undefined` (with a note) where there is none: a report then names
 * clauses by their ids.
 */
export async function loadRecordedDocument(
  record: RunRecord,
  spec: string | undefined,
  io: Pick<CliIo, 'cwd' | 'stderr'>,
): Promise<Interface | undefined> {
  if (spec !== undefined) return (await loadDocument(spec, io.cwd)).document;
  for (const directory of [record.header.specDirectory, defaultSpec()]) {
    const loaded = await loadInterface(directory);
    if (loaded.kind === 'loaded' && loaded.interface.digest === record.header.interface.digest)
      return withClauses(loaded.interface);
  }
  io.stderr(
    'the document that the run was made with is not here; name its folder with --spec to see the texts of clauses\n',
  );
  return undefined;
}
