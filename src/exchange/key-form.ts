import type { KeyEncoding, KeyForm } from './key-expression.ts';

function swapCase(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) =>
    letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

/** The key in one of its forms: what the shell expression of that form expands to. */
export function keyForm(key: string, form: KeyForm): string {
  switch (form) {
    case 'valid':
      return key;
    case 'suffix':
      return `${key}x`;
    case 'prefix':
      return `x${key}`;
    case 'truncated':
      return Array.from(key).slice(0, -1).join('');
    case 'beheaded':
      return Array.from(key).slice(1).join('');
    case 'second-word':
      return `${key} x`;
    case 'pair':
      return `${key}:${key}`;
    case 'letter-case':
      return swapCase(key);
  }
}

/** A form of the key as the request carries it. */
export function encodeKey(text: string, encoding: KeyEncoding): string {
  switch (encoding) {
    case 'verbatim':
      return text;
    case 'base64':
      return Buffer.from(text, 'utf8').toString('base64');
    case 'percent':
      return Buffer.from(text, 'utf8')
        .toString('hex')
        .replaceAll(/../g, (pair) => `%${pair}`);
  }
}
