/** True for JSON: `application/json` and the `+json` types (RFC 6839, section 3.1). Takes lower case without parameters. */
export function isJsonMediaType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}
