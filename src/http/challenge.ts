/** One authentication challenge. `scheme` is as sent; compare it without regard to letter case. */
export type Challenge = { readonly scheme: string };

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const END = '(?=[ \\t]*(?:,|$))';
const SEPARATOR = /[ \t]*(?:,[ \t]*)*/y;
const QUOTED = '"(?:[\\t \\x21\\x23-\\x5B\\x5D-\\x7E\\x80-\\xFF]|\\\\[\\t\\x20-\\xFF])*"';
const PARAMETER = new RegExp(`${TOKEN}[ \\t]*=[ \\t]*(?:${TOKEN}|${QUOTED})${END}`, 'y');
const SCHEME = new RegExp(`(${TOKEN})(?: +[A-Za-z0-9._~+/-]+=*${END}|${END}|( +))`, 'y');

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/**
 * The challenges of `WWW-Authenticate`, all lines of it together (RFC 9110 sections 11.3 and 11.6.1); `undefined`
 * when they break the grammar. A comma may separate challenges or the parameters of one.
 */
export function parseChallenges(lines: readonly string[]): readonly Challenge[] | undefined {
  const text = lines.join(', ');
  const challenges: Challenge[] = [];
  let index = matchAt(SEPARATOR, text, 0)?.[0].length ?? 0;
  let parameterNeeded = false;
  let parametersAllowed = false;
  while (index < text.length) {
    const parameter: RegExpExecArray | null = parametersAllowed ? matchAt(PARAMETER, text, index) : null;
    const scheme: RegExpExecArray | null =
      parameter === null && !parameterNeeded ? matchAt(SCHEME, text, index) : null;
    const [matched] = parameter ?? scheme ?? [];
    if (matched === undefined) return undefined;
    if (scheme !== null) {
      challenges.push({ scheme: scheme[1] ?? '' });
      parametersAllowed = scheme[2] !== undefined;
    }
    parameterNeeded = scheme !== null && parametersAllowed;
    index += matched.length;
    if (!parameterNeeded) index += matchAt(SEPARATOR, text, index)?.[0].length ?? 0;
  }
  return parameterNeeded ? undefined : challenges;
}
