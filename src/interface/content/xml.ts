import { plainText } from '../../json/lossless.ts';
import { isList, isObject, type JsonObject, type Json, memberOf, setMember } from '../../json/value.ts';
import { itemPlace, memberNames, memberPlace } from './fields.ts';
import { bestReading, type PlaceSchema, readText, typesOf, waysOf } from './texts.ts';
import { localName, parseXml, printXml, type XmlElement } from './xml-tree.ts';

/** XML as OpenAPI has it (XML Object): names, attributes, namespaces and wrapped lists by the keyword `xml`. */

type XmlRule = {
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly prefix: string | undefined;
  readonly isAttribute: boolean;
  readonly isWrapped: boolean;
  /** The text of the element around it (OpenAPI 3.2, `nodeType`). */
  readonly isText: boolean;
};

function ruleOf(place: PlaceSchema): XmlRule {
  const [found] = waysOf(place).flatMap(({ xml }) => (isObject(xml) ? [xml] : []));
  const text = (name: string): string | undefined => {
    const value = found === undefined ? undefined : memberOf(found, name);
    return typeof value === 'string' ? value : undefined;
  };
  const is = (name: string): boolean => found !== undefined && memberOf(found, name) === true;
  const node = text('nodeType');
  return {
    name: text('name'),
    namespace: text('namespace'),
    prefix: text('prefix'),
    isAttribute: is('attribute') || node === 'attribute',
    isWrapped: is('wrapped') || node === 'element',
    isText: node === 'text' || node === 'cdata' || is('x-text'),
  };
}

function prefixed({ prefix, name }: XmlRule, otherwise: string): string {
  return prefix === undefined ? (name ?? otherwise) : `${prefix}:${name ?? otherwise}`;
}

function namespacesOf({ prefix, namespace }: XmlRule): readonly (readonly [string, string])[] {
  return namespace === undefined ? [] : [[prefix === undefined ? 'xmlns' : `xmlns:${prefix}`, namespace]];
}

function elementOf(value: Json, place: PlaceSchema, otherwise: string): XmlElement {
  const rule = ruleOf(place);
  const name = prefixed(rule, otherwise);
  const attributes = new Map(namespacesOf(rule));
  if (!isObject(value)) {
    const items = isList(value) ? value.map((item) => elementOf(item, itemPlace(place), otherwise)) : [];
    return { name, attributes, children: items, text: isList(value) ? '' : plainText(value) };
  }
  const children: XmlElement[] = [];
  let text = '';
  for (const [member, inner] of Object.entries(value)) {
    const at = memberPlace(place, member);
    const own = ruleOf(at);
    if (inner === null) continue;
    if (own.isAttribute) {
      attributes.set(prefixed(own, member), plainText(inner));
      for (const [declared, namespace] of namespacesOf(own)) attributes.set(declared, namespace);
    } else if (own.isText) text = plainText(inner);
    else children.push(...memberElements(inner, at, member));
  }
  return { name, attributes, children, text };
}

/** The elements of a member: one, or one for each item of a list that is not wrapped. */
function memberElements(value: Json, place: PlaceSchema, name: string): readonly XmlElement[] {
  if (!isList(value)) return [elementOf(value, place, name)];
  const rule = ruleOf(place);
  const items = value.map((item) => elementOf(item, itemPlace(place), name));
  if (!rule.isWrapped) return items;
  return [{ name: prefixed(rule, name), attributes: new Map(namespacesOf(rule)), children: items, text: '' }];
}

/** The document; `undefined` for a value that no XML has. `rootName`: where the schema gives the outermost element none. */
export function writeXml(value: Json, place: PlaceSchema, rootName: string | undefined): string | undefined {
  return printXml(elementOf(value, place, rootName ?? 'root'));
}

function isNil({ attributes }: XmlElement): boolean {
  return [...attributes].some(([name, value]) => localName(name) === 'nil' && value === 'true');
}

/** What is read, and whether every receiver reads it so: elements inside of what is a text are read differently. */
type Reading = { certain: boolean };

function readElement(element: XmlElement, place: PlaceSchema, reading: Reading): Json {
  const types = typesOf(place);
  if (isNil(element)) return null;
  const readings: Json[] = [];
  const hasParts = element.children.length > 0;
  if (hasParts && !types.has('object') && !types.has('array')) reading.certain = false;
  if (types.has('object') && (hasParts || memberNames(place).size > 0 || types.size === 1))
    readings.push(readMembers(element, place, reading));
  if (types.has('array') && (hasParts || !types.has('string')))
    readings.push(element.children.map((child) => readElement(child, itemPlace(place), reading)));
  // Some frameworks write what is null as an empty element.
  if (
    !hasParts &&
    element.text.trim() === '' &&
    !types.has('string') &&
    !types.has('object') &&
    !types.has('array')
  )
    reading.certain = false;
  if (!hasParts) readings.push(readText(element.text, place));
  if (!hasParts && element.text.trim() === '' && types.has('null')) readings.push(null);
  const [first, ...others] = readings;
  if (first === undefined) return readMembers(element, place, reading);
  return bestReading(place, [first, ...others]) ?? null;
}

function readListed(
  elements: readonly XmlElement[],
  place: PlaceSchema,
  isWrapped: boolean,
  reading: Reading,
): Json {
  const items = itemPlace(place);
  const [wrapper] = elements;
  if (!isWrapped || wrapper === undefined)
    return elements.map((element) => readElement(element, items, reading));
  return wrapper.children.map((child) => readElement(child, items, reading));
}

/** The elements that are items of a list go by the name of the item, or of the member (XML Object, `name`). */
function itemNames(place: PlaceSchema, rule: XmlRule, member: string): ReadonlySet<string> {
  if (rule.isWrapped) return new Set([rule.name ?? member]);
  return new Set([ruleOf(itemPlace(place)).name ?? member, rule.name ?? member]);
}

function readMembers(element: XmlElement, place: PlaceSchema, reading: Reading): JsonObject {
  const value: { [name: string]: Json } = {};
  const taken = new Set<XmlElement>();
  for (const member of memberNames(place)) {
    const at = memberPlace(place, member);
    const rule = ruleOf(at);
    if (rule.isAttribute) {
      const wanted = rule.name ?? member;
      const [found] = [...element.attributes].filter(([name]) => localName(name) === wanted);
      if (found !== undefined) setMember(value, member, readText(found[1], at));
      continue;
    }
    if (rule.isText) {
      setMember(value, member, readText(element.text, at));
      continue;
    }
    const types = typesOf(at);
    const isListed = types.has('array') && !types.has('string');
    const names = isListed ? itemNames(at, rule, member) : new Set([rule.name ?? member]);
    const own = element.children.filter((child) => names.has(localName(child.name)));
    for (const child of own) taken.add(child);
    const [first, ...others] = own;
    // A list without a wrapper is written as nothing where it is empty.
    if (isListed && (own.length > 0 || !rule.isWrapped)) {
      const listed = readListed(own, at, rule.isWrapped, reading);
      if (own.length > 0 || isNeeded(place, member)) setMember(value, member, listed);
    } else if (others.length > 0) {
      // Nothing says what one value is that stands there twice: many receivers take the first or the last.
      if (!types.has('array')) reading.certain = false;
      setMember(
        value,
        member,
        own.map((child) => readElement(child, at, reading)),
      );
    } else if (first !== undefined) setMember(value, member, readElement(first, at, reading));
  }
  for (const [name, rest] of Map.groupBy(
    element.children.filter((child) => !taken.has(child)),
    (child) => localName(child.name),
  )) {
    const read = rest.map((child) => readElement(child, { schema: true, root: true }, reading));
    setMember(value, name, read.length === 1 ? (read[0] ?? null) : read);
  }
  return value;
}

function isNeeded(place: PlaceSchema, member: string): boolean {
  return waysOf(place).every(({ required }) => isList(required) && required.includes(member));
}

/** The value of a document of XML. Names are compared without their prefix. */
export function readXml(
  text: string,
  place: PlaceSchema,
):
  | { readonly kind: 'value'; readonly value: Json; readonly certain: boolean }
  | { readonly kind: 'malformed' | 'too-large'; readonly reason: string } {
  const parsed = parseXml(text);
  if (parsed.kind !== 'xml') return parsed;
  const reading: Reading = { certain: true };
  const value = readElement(parsed.root, place, reading);
  return { kind: 'value', value, certain: reading.certain };
}
