/**
 * How a recorded request names the key without holding it: shell expressions over the variable `ASSAY_KEY`. The set
 * is fixed, so that a command line can expand exactly these and nothing that a stranger wrote.
 */

/** The key itself, its altered forms, and the `pair` that has it as user and password (RFC 7617). */
export type KeyForm =
  | 'valid'
  | 'suffix'
  | 'prefix'
  | 'truncated'
  | 'beheaded'
  | 'letter-case'
  | 'second-word'
  | 'pair';

/** How the form is written into the request: as it is, in base64 (RFC 7617) or percent-encoded. */
export type KeyEncoding = 'verbatim' | 'base64' | 'percent';

const PLAIN: { readonly [form in KeyForm]: string } = {
  valid: '$ASSAY_KEY',
  suffix: '${ASSAY_KEY}x',
  prefix: 'x${ASSAY_KEY}',
  truncated: '${ASSAY_KEY%?}',
  beheaded: '${ASSAY_KEY#?}',
  'letter-case': '$(printf %s "$ASSAY_KEY" | tr A-Za-z a-zA-Z)',
  'second-word': '${ASSAY_KEY} x',
  pair: '$ASSAY_KEY:$ASSAY_KEY',
};

const FORMS: readonly KeyForm[] = [
  'valid',
  'suffix',
  'prefix',
  'truncated',
  'beheaded',
  'letter-case',
  'second-word',
  'pair',
];

function printed(form: KeyForm): string {
  return form === 'letter-case' ? 'printf %s "$ASSAY_KEY" | tr A-Za-z a-zA-Z' : `printf %s "${PLAIN[form]}"`;
}

/** The shell expression for a form of the key. */
export function keyExpression(form: KeyForm, encoding: KeyEncoding): string {
  switch (encoding) {
    case 'verbatim':
      return PLAIN[form];
    case 'base64':
      return `$(${printed(form)} | base64 | tr -d '\\n')`;
    case 'percent':
      return `$(${printed(form)} | od -An -v -tx1 | tr -d ' \\n' | sed 's/../%&/g')`;
  }
}

const ALL: readonly string[] = FORMS.flatMap((form) => [
  keyExpression(form, 'base64'),
  keyExpression(form, 'percent'),
  keyExpression(form, 'verbatim'),
]).toSorted((left, right) => right.length - left.length);

const PATTERN = new RegExp(`(${ALL.map((expression) => RegExp.escape(expression)).join('|')})`);

/** Cuts a recorded text at its key expressions: text, expression, text, …; the number of parts is odd. */
export function splitAtKeyExpressions(text: string): readonly string[] {
  return text.includes('$') ? text.split(PATTERN) : [text];
}
