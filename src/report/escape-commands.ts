/**
 * What the runner of a CI service obeys when it reads it in a log: `##[name…]`, `##vso[name…]` and `##teamcity[name…]` wherever
 * they stand (GitHub Actions, Azure Pipelines, TeamCity), `::name…` at the beginning of a line (GitHub Actions). Lines are broken
 * at spaces, so that any word may come to begin one.
 */
const COMMAND = /#(?=#[\w.-]*\[)|(?<=^|\s):(?=:[a-z])/gi;

/** Text with the beginnings of such commands spelled out. */
export function escapeCommands(text: string): string {
  return text.replaceAll(COMMAND, (character) =>
    character === '#' ? String.raw`\u{23}` : String.raw`\u{3a}`,
  );
}
