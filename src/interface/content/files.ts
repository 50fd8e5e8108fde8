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

/** The kind of a value that is one of these files as a whole. */
export function fileKindOf(value: unknown): FileKind | undefined {
  return BY_CONTENT.get(value);
}
