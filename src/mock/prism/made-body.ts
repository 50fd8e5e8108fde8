import { isJsonMediaType } from '../../http/media-type.ts';
import type { Json } from '../../json/json.ts';
import type { ReplyBody } from '../stages.ts';

function isXml(mediaType: string): boolean {
  return /[/+]xml$/.test(mediaType);
}

async function textOf(mediaType: string, value: Json): Promise<string> {
  if (typeof value === 'string') return value;
  if (!isXml(mediaType)) return JSON.stringify(value);
  const { default: XmlBuilder } = await import('fast-xml-builder');
  return new XmlBuilder({}).build({ xml: value });
}

/** The body of an answer of this documented media type, which may be a range such as `text/*`. */
export async function madeBody(mediaType: string | undefined, value: Json | undefined): Promise<ReplyBody> {
  if (value === undefined) return { kind: 'none' };
  const open = mediaType === undefined || mediaType.includes('*');
  const type = open ? (typeof value === 'string' ? 'text/plain' : 'application/json') : mediaType;
  if (isJsonMediaType(type)) return { kind: 'json', mediaType: type, value };
  return { kind: 'text', mediaType: type, text: await textOf(type, value) };
}
