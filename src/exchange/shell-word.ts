import { splitAtKeyExpressions } from './key-expression.ts';

/** Text that means itself inside double quotes, also for an interactive shell. */
const HARMLESS = /^[A-Za-z0-9 _.:/=,;@%+~&?()<>[\]{}|*#^-]*$/;
/** Text that needs no quotes. */
const BARE = /^[A-Za-z0-9_./:=@,%+-]+$/;
const PLAIN_RUN = /^[\n\u0020-\u007E]/;
const NUL = '\0';

/** The operand of `printf` that prints exactly these bytes. */
export function printfOperand(bytes: Uint8Array): string {
  const characters = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    if (character === '%') return '%%';
    if (character === '\\') return '\\\\';
    const plain = byte >= 0x20 && byte <= 0x7e && character !== "'";
    return plain ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  // A hyphen at the beginning would look like an option.
  return `'${characters.join('').replace(/^-/, '\\055')}'`;
}

/** Text without key expressions: what a shell cannot hold in quotes goes through `printf`. */
function quoted(text: string, encoding: 'latin1' | 'utf8'): string {
  const runs = text.match(/[\n\u0020-\u007E]+|[^\n\u0020-\u007E]+/g) ?? [];
  const words = runs.map((run) =>
    PLAIN_RUN.test(run)
      ? `'${run.replaceAll("'", "'\\''")}'`
      : `"$(printf ${printfOperand(Buffer.from(run, encoding))})"`,
  );
  return words.join('');
}

/**
 * A recorded text as one word of a POSIX shell: key expressions are expanded, everything else means itself, whatever
 * it is. Characters up to U+00FF become bytes, as on the wire. NUL cannot stand in a word and is left out.
 */
export function shellWord(recorded: string): string {
  const text = recorded.replaceAll(NUL, '');
  const encoding = /^[\0-\u00FF]*$/.test(text) ? 'latin1' : 'utf8';
  if (BARE.test(text)) return text;
  const parts = splitAtKeyExpressions(text);
  const harmless = parts.every(
    (part, index) => index % 2 === 1 || (HARMLESS.test(part) && (index === 0 || !/^\w/.test(part))),
  );
  if (parts.length > 1 && harmless) return `"${parts.join('')}"`;
  const words = parts.map((part, index) => (index % 2 === 1 ? `"${part}"` : quoted(part, encoding)));
  return words.join('') || "''";
}
