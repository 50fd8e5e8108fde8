/** XML of what came from outside: for JUnit reports and badges. */
import XmlBuilder from 'fast-xml-builder';
import { escapeCommands } from '../escape.ts';

/**
 * Everything outside the Char production of XML 1.0 (fifth edition, section 2.2), the controls it discourages, format
 * characters and line separators: what hides text, changes its direction or breaks its line.
 */
const FORBIDDEN =
  /[^\t\n\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\u{10000}-\u{10ffff}]|[\u0085\p{Cf}\p{Zl}\p{Zp}\u{1fffe}\u{1ffff}]/gu;

const MAX_LENGTH = 20_000;

function spellOutForXml(character: string): string {
  return character === '\r' ? '\\r' : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * Text that came from outside, in characters that XML 1.0 can hold: all others are spelled out (`\u{0}`), so that no
 * text makes a document ill-formed. At most `maxLength` characters of it, then how many more there are. Mark-up is
 * left as it is: whoever writes the document escapes that.
 */
export function escapeXml(text: string, maxLength: number = MAX_LENGTH): string {
  const short = text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
  const escaped = escapeCommands(short.replaceAll(FORBIDDEN, spellOutForXml));
  return short.length === text.length ? escaped : `${escaped}… (${String(text.length - short.length)} more)`;
}

/** The same for the value of an attribute, where a parser turns line breaks and tabs into spaces (section 3.3.3). */
export function escapeXmlAttribute(text: string, maxLength: number = 1000): string {
  return escapeXml(text, maxLength).replaceAll(/[\t\n]+/g, ' ');
}

/** An element; its content is text or elements. Made by `element()`, so that all of its characters are allowed. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly content: string | readonly XmlElement[];
};

/** An element whose texts may come from anywhere. Names have to be the program's own. */
export function element(
  name: string,
  attributes: { readonly [name: string]: string | number },
  content: XmlElement['content'] = [],
): XmlElement {
  const safe = Object.entries(attributes).map(
    ([key, value]) => [key, escapeXmlAttribute(String(value))] as const,
  );
  return {
    name,
    attributes: Object.fromEntries(safe),
    content: typeof content === 'string' ? escapeXml(content) : content,
  };
}

function ordered({ name, attributes, content }: XmlElement): { readonly [name: string]: unknown } {
  const children = typeof content === 'string' ? [{ '#text': content }] : content.map(ordered);
  return { [name]: children, ':@': attributes };
}

/** A well-formed XML 1.0 document in UTF-8 with this root. */
export function writeXml(root: XmlElement): string {
  const builder = new XmlBuilder({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    suppressBooleanAttributes: false,
    suppressEmptyNode: true,
    format: true,
  });
  const declaration = { '?xml': [{ '#text': '' }], ':@': { version: '1.0', encoding: 'UTF-8' } };
  return `${builder.build([declaration, ordered(root)]).trim()}\n`;
}
