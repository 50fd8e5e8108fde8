/**
 * Small files of the kinds that services take: many look into what is uploaded, and a document says at most in its words what they
 * want to find. A file is a string of bytes, each a character up to U+00FF.
 */
export type FileKind = {
  readonly mediaType: string;
  readonly extension: string;
  /** Words by which a document speaks of files of this kind. */
  readonly words: RegExp;
  readonly content: string;
};

function bytesOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}

/** A page without anything on it. */
const PDF = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj',
  'trailer<</Root 1 0 R>>',
  '%%EOF\n',
].join('\n');

/** The kinds, the most usual first. */
export const FILE_KINDS: readonly FileKind[] = [
  {
    mediaType: 'image/png',
    extension: 'png',
    words:
      /\b(?:images?|photos?|pictures?|pics?|avatars?|logos?|icons?|thumbnails?|covers?|banners?|png|favicon|screenshots?|portraits?)\b/,
    // 16 x 16 points in one shade of grey.
    content: bytesOf(
      'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR42mOoQAMMI1sAAMTBeAE4dGZfAAAAAElFTkSuQmCC',
    ),
  },
  {
    mediaType: 'application/json',
    extension: 'json',
    words: /\b(?:json|geojson)\b/,
    content: '{}\n',
  },
  {
    mediaType: 'text/csv',
    extension: 'csv',
    words: /\b(?:csv|spreadsheets?|tables?|rows)\b/,
    content: 'id,name\n1,one\n',
  },
  {
    mediaType: 'application/pdf',
    extension: 'pdf',
    words: /\b(?:pdf|invoices?|contracts?|receipts?|scans?)\b/,
    content: PDF,
  },
  {
    mediaType: 'application/zip',
    extension: 'zip',
    words: /\b(?:zip|archives?|backups?|bundles?)\b/,
    // One file of four letters.
    content: bytesOf(
      'UEsDBBQAAAAAAAAAIVwQNp+MBAAAAAQAAAAIAAAAZmlsZS50eHRmaWxlUEsBAhQDFAAAAAAAAAAhXBA2n4wEAAAABAAAAAgAAAAAAAAAAAAAAIABAAAAAGZpbGUudHh0UEsFBgAAAAABAAEANgAAACoAAAAAAA==',
    ),
  },
  {
    mediaType: 'audio/wav',
    extension: 'wav',
    words: /\b(?:audio|sounds?|voices?|speech|recordings?|wav|songs?)\b/,
    // Two thousandths of a second of silence.
    content: bytesOf('UklGRjQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YRAAAACAgICAgICAgICAgICAgICA'),
  },
  {
    mediaType: 'image/gif',
    extension: 'gif',
    words: /\bgifs?\b/,
    content: bytesOf('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  },
  {
    mediaType: 'application/xml',
    extension: 'xml',
    words: /\bxml\b/,
    content: '<root/>\n',
  },
  {
    mediaType: 'text/plain',
    extension: 'txt',
    words: /\b(?:txt|plain)\b/,
    content: 'Plain words.\n',
  },
];

const BY_CONTENT: ReadonlyMap<unknown, FileKind> = new Map(FILE_KINDS.map((kind) => [kind.content, kind]));

/** What a PNG begins with: its signature and what it says of the picture; a comment may stand behind it. */
export const PNG_HEAD_BYTES = 33;
/** A comment of a PNG, by the name of its kind. */
export const PNG_COMMENT = 'tEXtComment\0';
const [PNG] = FILE_KINDS.filter(({ extension }) => extension === 'png');

function isCommented(value: unknown, { content }: FileKind): boolean {
  return (
    typeof value === 'string' &&
    value.startsWith(content.slice(0, PNG_HEAD_BYTES)) &&
    value.startsWith(PNG_COMMENT, PNG_HEAD_BYTES + 4) &&
    value.endsWith(content.slice(PNG_HEAD_BYTES))
  );
}

/** The kind of a value that is one of these files as a whole, or the picture with a comment in it. */
export function fileKindOf(value: unknown): FileKind | undefined {
  return BY_CONTENT.get(value) ?? (PNG !== undefined && isCommented(value, PNG) ? PNG : undefined);
}
