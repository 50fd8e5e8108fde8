import { boundRows } from '../src/system/bounds.ts';

const HEAD = `# Bounds

Everything that a service, or whoever wrote a file, can make grow, and what happens to what is larger. Written from
\`src/system/bounds.ts\` by \`npm run docs\`; change the table there, not this page. A run never fails for want of judging: what is
cut is no evidence, and the run says that it could not tell ([verdict.md](verdict.md)). What keeps within all of these is judged
in time that grows with its length alone, and a run takes less than 250 MB ([decisions/own-client.md](decisions/own-client.md),
[decisions/memory.md](decisions/memory.md)).

| what | most | over that | name |
| --- | --: | --- | --- |
`;

/** The page \`docs/bounds.md\`: every bound, in Markdown. */
export function boundsPage(): string {
  const rows = boundRows.map(
    ({ name, of, value, unit, over }) =>
      `| ${of} | ${value.toLocaleString('en-US')} ${unit} | ${over} | \`${name}\` |\n`,
  );
  return HEAD + rows.join('');
}
