import { createRequire } from 'node:module';
import type * as Builders from 'fast-xml-builder';
import type * as Parsers from 'saxes';

/** XML as a tree of elements: read strictly, without what a document type could bring in, and printed. */

/** An element. Names are as they are written, with their prefix; `text` is all character data that stands directly in it. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
};

/** Both libraries are loaded where XML is first read or written: most runs see none. */
const load = createRequire(import.meta.url);

type OpenElement = XmlElement & { readonly children: XmlElement[]; text: string };

const DEEPEST = 200;
const MOST_ELEMENTS = 100_000;

class Broken extends Error {}

/**
 * Reads a document of XML 1.0. Entities that a document type declares are not known: nothing grows. Returns why it is none, or why
 * it is too large to be told.
 */
export function parseXml(
  text: string,
):
  | { readonly kind: 'xml'; readonly root: XmlElement }
  | { readonly kind: 'malformed' | 'too-large'; readonly reason: string } {
  const top: OpenElement = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [top];
  let count = 0;
  const { SaxesParser } = load('saxes') as typeof Parsers;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new Broken(error.message);
  });
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (count > MOST_ELEMENTS || open.length > DEEPEST) throw new RangeError('more elements than are read');
    const element = { name, attributes: new Map(Object.entries(attributes)), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Broken) return { kind: 'malformed', reason: error.message };
    if (error instanceof RangeError) return { kind: 'too-large', reason: error.message };
    throw error;
  }
  const [root] = top.children;
  return root === undefined ? { kind: 'malformed', reason: 'there is no element' } : { kind: 'xml', root };
}

/** The name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

type Ordered = { readonly [name: string]: unknown };

const ATTRIBUTE = '@';

function orderedOf({ name, attributes, children, text }: XmlElement): Ordered {
  const inside = [...children.map(orderedOf), ...(text === '' ? [] : [{ '#text': text }])];
  const named = [...attributes].map(([attribute, value]) => [`${ATTRIBUTE}${attribute}`, value] as const);
  return { [name]: inside, ...(named.length === 0 ? {} : { ':@': Object.fromEntries(named) }) };
}

let known: Builders.XMLBuilder | undefined;

function builder(): Builders.XMLBuilder {
  if (known !== undefined) return known;
  const { default: Builder } = load('fast-xml-builder') as typeof Builders;
  known = new Builder({
    preserveOrder: true,
    ignoreAttributes: false,
    suppressBooleanAttributes: false,
    attributeNamePrefix: ATTRIBUTE,
    maxNestedTags: DEEPEST,
  });
  return known;
}

const NAME = /^(?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*$/;
/** Characters that no XML holds (XML 1.0, Char), and the line end that every reader changes. */
const UNWRITABLE = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

function isWritten({ name, attributes, children, text }: XmlElement): boolean {
  const values = [text, ...attributes.values()];
  const names = [name, ...attributes.keys()];
  return (
    names.every((each) => NAME.test(each)) &&
    values.every((value) => !UNWRITABLE.test(value)) &&
    children.every(isWritten)
  );
}

/** The document; `undefined` where a name or a character is none of XML. */
export function printXml(root: XmlElement): string | undefined {
  if (!isWritten(root)) return undefined;
  return `<?xml version="1.0" encoding="UTF-8"?>${builder().build([orderedOf(root)])}`;
}
