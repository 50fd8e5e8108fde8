import type { HeaderLine, SentRequest } from '../http/exchange.ts';
import { fieldValues } from '../http/fields.ts';
import { splitAtKeyExpressions } from './place.ts';

/** Text that means itself inside double quotes, also for an interactive shell. */
const HARMLESS = /^[A-Za-z0-9 _.:/=,;@%+~&?()<>[\]{}|*#^-]*$/;
/** Text that needs no quotes. */
const BARE = /^[A-Za-z0-9_./:=@,%+-]+$/;
const PLAIN_RUN = /^[\n\u0020-\u007E]/;
const NUL = '\0';

/** The operand of `printf` that prints exactly these bytes. */
function printfOperand(bytes: Uint8Array): string {
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

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Text without key expressions: what a shell cannot hold in quotes goes through `printf`. */
function quoted(text: string, encoding: 'latin1' | 'utf8'): string {
  const runs = text.match(/[\n\u0020-\u007E]+|[^\n\u0020-\u007E]+/g) ?? [];
  const words = runs.map((run) =>
    PLAIN_RUN.test(run) ? singleQuoted(run) : `"$(printf ${printfOperand(Buffer.from(run, encoding))})"`,
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

/** A body that is longer even with its repetitions folded is left out of the line. */
const MAX_BODY_BYTES = 2048;
/** Shorter repetitions of one byte are written out. */
const MIN_RUN = 64;

type BodyPlan = {
  /** What stands before `curl`, ending in a pipe or `&&`. */
  readonly before: string;
  readonly arguments: readonly string[];
  readonly note: string | undefined;
};

const PLAIN_TEXT = /^[\u0020-\u007E]*$/;

type Part = { readonly run: boolean; readonly bytes: Buffer };

/** Cuts bytes into long runs of one byte and what lies between them. */
function folded(bytes: Buffer): readonly Part[] {
  const parts: Part[] = [];
  let between = 0;
  let start = 0;
  for (let index = 1; index <= bytes.length; index += 1) {
    if (bytes[index] !== bytes[start]) {
      if (index - start >= MIN_RUN) {
        if (start > between) parts.push({ run: false, bytes: bytes.subarray(between, start) });
        parts.push({ run: true, bytes: bytes.subarray(start, index) });
        between = index;
      }
      start = index;
    }
  }
  return between < bytes.length ? [...parts, { run: false, bytes: bytes.subarray(between) }] : parts;
}

function printing(body: Buffer, most: number): string | undefined {
  const parts = folded(body);
  const shown = parts.reduce((sum, { run, bytes }) => sum + (run ? MIN_RUN : bytes.length), 0);
  if (shown > most) return undefined;
  const commands = parts.map(({ run, bytes }) => {
    if (!run) return `printf ${printfOperand(bytes)}`;
    const byte = (bytes[0] ?? 0).toString(8).padStart(3, '0');
    return `head -c ${String(bytes.length)} /dev/zero | tr '\\000' '\\${byte}'`;
  });
  return commands.length === 1 ? commands.join('') : `{ ${commands.join('; ')}; }`;
}

/** How much a command leaves to curl, and what it needs for the service that it is for. */
export type CurlOptions = {
  /** For people to read: what curl does by itself is left to it, and a body that can be shown is. Default: every detail is written. */
  readonly brief?: boolean;
  /** Whatever certificate the service shows is trusted. */
  readonly trusting?: boolean;
  /** The longest body that is written out, in bytes. */
  readonly mostBodyBytes?: number;
  /** The size of the body, where the request holds its beginning alone. */
  readonly bodyBytes?: number;
  /** The command that puts the body into a file: it goes before, where the body is too long for the line, or always. */
  readonly bodyFile?: { readonly name: string; readonly command: string; readonly always: boolean };
};

const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\ufffd]/u;

/** The text of a body as one word of a shell; `undefined` where it can't be shown. Key expressions of a brief one are expanded. */
function bodyWord(bytes: Buffer, brief: boolean): string | undefined {
  if (bytes.length > MAX_BODY_BYTES && !brief) return undefined;
  const text = bytes.toString(brief ? 'utf8' : 'latin1');
  if (!brief) return PLAIN_TEXT.test(text) ? singleQuoted(text) : undefined;
  if (UNPRINTABLE.test(text)) return undefined;
  const parts = splitAtKeyExpressions(text).map((part, index) => {
    if (index % 2 === 1) return `"${part}"`;
    return part === '' ? '' : singleQuoted(part);
  });
  return parts.join('');
}

function bodyPlan(
  request: SentRequest,
  { brief = false, bodyBytes, bodyFile, mostBodyBytes = MAX_BODY_BYTES }: CurlOptions,
): BodyPlan {
  const { body } = request;
  if (body === undefined || body.length === 0) {
    const empty = !brief && fieldValues(request.headers, 'content-length').includes('0');
    return { before: '', arguments: empty ? ['--data-raw', "''"] : [], note: undefined };
  }
  const size = bodyBytes ?? body.length;
  const isApart = size > body.length || bodyFile?.always === true;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const word = isApart ? undefined : bodyWord(bytes, brief);
  if (word !== undefined) return { before: '', arguments: ['--data-raw', word], note: undefined };
  const printed = isApart ? undefined : printing(bytes, mostBodyBytes);
  if (printed !== undefined)
    return { before: `${printed} | `, arguments: ['--data-binary', '@-'], note: undefined };
  if (bodyFile !== undefined) {
    const { name, command } = bodyFile;
    return { before: `${command} && `, arguments: ['--data-binary', `@${name}`], note: undefined };
  }
  const note = `body.bin holds the ${String(size)} bytes of the body${brief ? '' : ', from the record'}`;
  return { before: '', arguments: ['--data-binary', '@body.bin'], note };
}

/** The lines that the command has to name: not those that curl writes by itself with the same value, or cannot send. */
function namedLines(request: SentRequest, host: string): readonly HeaderLine[] {
  const length = String(request.body?.length ?? 0);
  return request.headers.filter(([name, value]) => {
    // curl would take the line for the name of a file.
    if (name.startsWith('@')) return false;
    switch (name.toLowerCase()) {
      case 'host':
        return value !== host;
      case 'content-length':
        return value !== length;
      case 'connection':
        return value !== 'keep-alive' && value !== 'close';
      default:
        return true;
    }
  });
}

/** The fields that curl adds where they are not turned off. A brief command turns off the one that would change the request. */
function unwantedFields(request: SentRequest, hasBody: boolean, brief: boolean): readonly string[] {
  const added = [...(brief ? [] : ['Accept', 'User-Agent']), ...(hasBody ? ['Content-Type'] : [])];
  return added.filter((name) => fieldValues(request.headers, name).length === 0);
}

function headerArguments(lines: readonly HeaderLine[], unwanted: readonly string[]): readonly string[] {
  const named = lines.map(([name, value]) => (value === '' ? `${name};` : `${name}: ${value}`));
  return [...named, ...unwanted.map((name) => `${name}:`)].flatMap((line) => ['-H', shellWord(line)]);
}

function methodArguments(method: string, hasBody: boolean, brief: boolean): readonly string[] {
  if (method === 'HEAD') return ['--head'];
  return brief && method === (hasBody ? 'POST' : 'GET') ? [] : ['-X', shellWord(method)];
}

/** A recorded text without its key expressions. */
function writtenIn(recorded: string): string {
  return splitAtKeyExpressions(recorded)
    .filter((_part, index) => index % 2 === 0)
    .join('');
}

/** The options that keep curl from reading patterns, or paths that lead up, in a target. */
function literalArguments(target: string, brief: boolean): readonly string[] {
  if (!brief) return ['--globoff', '--path-as-is'];
  const written = writtenIn(target);
  return [
    ...(/[[\]{}]/.test(written) ? ['-g'] : []),
    ...(/\/\.{1,2}(\/|$|\?)/.test(written) ? ['--path-as-is'] : []),
  ];
}

function addressArguments(origin: string, target: string): readonly string[] {
  if (/^\/[\u0021\u0022\u0024-\u007E]*$/.test(writtenIn(target))) return [shellWord(origin + target)];
  return ['--request-target', shellWord(target), shellWord(`${origin}/`)];
}

/** Stands in for an address that is none, in a record that somebody else wrote. */
const NOWHERE = { origin: 'http://invalid', host: 'invalid' };

/**
 * One command for a POSIX shell that sends the request again with curl. It takes the key from the variable
 * `ASSAY_KEY`; whatever else the request holds is quoted, so that no text of a stranger is run. A body of more than
 * 2048 bytes is printed with its repetitions folded, or else read from `body.bin`, as a comment then says.
 */
export function curlLine(baseUrl: string, request: SentRequest, options: CurlOptions = {}): string {
  const { brief = false, trusting = false } = options;
  const { origin, host } = URL.canParse(baseUrl) ? new URL(baseUrl) : NOWHERE;
  const body = bodyPlan(request, options);
  const hasBody = body.arguments.length > 0;
  const words = [
    'curl',
    ...(brief ? [] : ['-s']),
    '-i',
    ...(trusting ? ['-k'] : []),
    ...literalArguments(request.target, brief),
    ...methodArguments(request.method, hasBody, brief),
    ...headerArguments(namedLines(request, host), unwantedFields(request, hasBody, brief)),
    ...body.arguments,
    ...addressArguments(origin, request.target),
  ];
  const line = body.before + words.join(' ');
  return body.note === undefined ? line : `${line} # ${body.note}`;
}
