import type { RecordHeader } from '../run/record.ts';

const DEFAULT_RECORD = /^reports[\\/]last\.ndjson$/;

function shellWord(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Names the record where `assay replay` would look for another one. */
function recordOption(recordFile: string | undefined): string {
  if (recordFile === undefined || DEFAULT_RECORD.test(recordFile)) return '';
  return ` --record ${shellWord(recordFile)}`;
}

/** Where the key goes has to be said by whoever replays: a record may come from anybody. */
function urlOption({ ownMock, settings }: RecordHeader): string {
  return ownMock ? '' : ` --url ${shellWord(settings.url)}`;
}

/** The command that sends the request of a violation again. `id` is `<check>/<n>`. */
export function replayLine(id: string, header: RecordHeader, recordFile: string | undefined): string {
  return `assay replay ${shellWord(id)}${recordOption(recordFile)}${urlOption(header)}`;
}
