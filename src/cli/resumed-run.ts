import { withoutEndSlashes } from '../http/base-path.ts';
import { resolve } from 'node:path';
import type { Interface } from '../interface/model.ts';
import { readRecord } from '../run/read-record.ts';
import type { RunRecord } from '../run/record.ts';
import { quoted } from './quoted.ts';
import { UsageFault } from './usage-fault.ts';

function cannot(file: string, why: string): UsageFault {
  return new UsageFault(`cannot resume ${quoted(file)}: ${why}`);
}

/** The record of `--resume`. Throws a `UsageFault` for one that no run can go on with. */
export async function openResumed(given: string, cwd: string): Promise<RunRecord> {
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
export function requireSameRun(
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
