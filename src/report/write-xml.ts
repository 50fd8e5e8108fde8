import XmlBuilder from 'fast-xml-builder';
import { escapeXml, escapeXmlAttribute } from './escape-xml.ts';

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
