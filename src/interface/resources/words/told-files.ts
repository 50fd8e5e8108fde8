import { type Schema, textOf } from '../../../schema/keywords.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import type { Operation } from '../../model.ts';
import { plainName, wordsOfName } from '../../names.ts';

/** What a document says in words of files that clients send: which operation gives one back as it was, and what a member tells of it. */

/** What is made of a file, or beside it. */
const MADE_OF_IT =
  /\b(?:thumb(?:nail)?s?|previews?|resized?|scaled?|crop(?:ped)?|convert\w*|transform\w*|render\w*|transcod\w*|transcri\w*|translat\w*|compress\w*|optimi[sz]ed|zip(?:ped)?|watermark\w*|encrypt\w*|decrypt\w*|sign(?:ed|ature)|presigned|redact\w*|extract\w*|ocr|reports?|exports?|results?|errors?|logs?|outputs?|processed|generated?|templates?|samples?|summar\w*|merged?|filled|manifests?|public url|redirects?|hls|playlists?|subtitles?|captions?|waveforms?|metadata)\b/i;

/** Words that say that what comes is what was sent. */
const AS_IT_WAS =
  /\b(?:original|uploaded|unchanged|unmodified|very same|exact|raw) (?:file|content|bytes|data|document|attachment|image|upload|binary)s?\b|\b(?:bytes|content|contents|file|data|document|image|attachment) (?:(?:as|that|which) )?(?:(?:it|they) )?(?:(?:was|were|is|are) )?(?:originally )?(?:uploaded|sent|put there)\b|\bas (?:it (?:was )?)?uploaded\b|\bbyte[- ]for[- ]byte\b|\bverbatim\b/i;

/** The last segments of paths behind an entry that stand for the file of it. */
const CONTENTS: ReadonlySet<string> = new Set(
  'content contents file download raw data bytes blob binary original payload'.split(' '),
);

/**
 * What an operation says of the file that it answers with. `same`: it is the one that was sent. `plain`: nothing is said of anything made
 * of it; `content`: the place is called as the file of an entry is.
 */
export type FileWords = {
  readonly same: boolean;
  readonly plain: boolean;
  readonly content: boolean;
};

export function fileWordsOf({ path, description = '' }: Pick<Operation, 'path' | 'description'>): FileWords {
  const last = path.slice(path.lastIndexOf('/') + 1);
  const own = last.includes('{') ? '' : wordsOfName(last).join(' ');
  const plain = !MADE_OF_IT.test(`${own}. ${description}`);
  return { plain, same: plain && AS_IT_WAS.test(description), content: CONTENTS.has(own) };
}

/** The digests that members of entries tell, with their lengths in bytes. */
const DIGESTS: ReadonlyMap<string, number> = new Map([
  ['md5', 16],
  ['sha1', 20],
  ['sha256', 32],
  ['sha512', 64],
]);

/** What a member tells of a file. `digest`: by this algorithm, as `node:crypto` calls it. */
export type ToldOfFile =
  | { readonly says: 'size' }
  | { readonly says: 'name' }
  | { readonly says: 'digest'; readonly algorithm: string; readonly bytes: number };

/** Sizes that are not that of the file. */
const OTHER_SIZE =
  /\b(?:max\w*|min\w*|limit\w*|quota\w*|total\w*|remaining|free|used|stored|disk|compressed|pages?|chunks?|blocks?|parts?|batch\w*|offset|range|per)\b/i;
const OF_SOMETHING_ELSE = /\b(?:url|name|key|token|password|metadata|thumbnail|preview|chunks?|parts?)\b/i;
const ORIGINAL_NAME =
  /\b(?:original|uploaded) (?:file ?)?name\b|\bname of the (?:original|uploaded) (?:file|document|image|attachment)\b|\b(?:file ?)?name (?:as|that was|under which it was|it was) (?:sent|uploaded)\b/i;
const NAMES: ReadonlySet<string> = new Set('originalname originalfilename uploadedfilename'.split(' '));

/** What a member of an entry tells of the file that it was made of, by its name and its words; `undefined` for any other. */
export function toldOfFile(name: string, member: Schema, root: Schema): ToldOfFile | undefined {
  const words = wordsOfName(name);
  const said = textOf(mergedKeywords(member, root), 'description') ?? '';
  const { type } = scalarKeywords(member, root);
  if (type === 'integer' || type === 'number') {
    const isSize =
      words.includes('bytes') || (/^(?:size|length)$/.test(words.at(-1) ?? '') && /\bbytes\b/i.test(said));
    return isSize && !OTHER_SIZE.test(`${words.join(' ')} ${said}`) ? { says: 'size' } : undefined;
  }
  if (type !== 'string') return undefined;
  if (NAMES.has(plainName(name)) || ORIGINAL_NAME.test(said)) return { says: 'name' };
  const isDigest = words.some((word) => /^(?:checksum|hash|digest|md5|sha\d*)$/.test(word));
  if (!isDigest || OF_SOMETHING_ELSE.test(said)) return undefined;
  const texts = plainName(`${name} ${said}`);
  const found = [...DIGESTS].filter(([algorithm]) => texts.includes(algorithm));
  const [only] = found;
  return only === undefined || found.length > 1
    ? undefined
    : { says: 'digest', algorithm: only[0], bytes: only[1] };
}
