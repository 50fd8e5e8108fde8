const DEFAULT_RECORD = /^reports[\\/]last\.ndjson$/;

function shellWord(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Names the record where `assay replay` would look for another one. */
function recordOption(recordFile: string | undefined): string {
  if (recordFile === undefined || DEFAULT_RECORD.test(recordFile)) return '';
  return ` --record ${shellWord(recordFile)}`;
}

/** The command that sends the request of a violation again. `id` is `<check>/<n>`. */
export function replayLine(id: string, recordFile: string | undefined): string {
  return `assay replay ${shellWord(id)}${recordOption(recordFile)}`;
}
