/**
 * Tells quickly that a text holds no secret: one look at each character, without places, and encodings undone only where
 * something long enough to be one stands. What it suspects is looked at closely by the finder.
 */
import { hash } from 'node:crypto';
import { type Alphabets, decodedIn, inflatedIn } from './encodings.ts';
import {
  hasLookAlikes,
  LONG_TEXT,
  LONGEST_FORM,
  longestOf,
  MOST_LAYERS,
  plainLetters,
  unescapedOnce,
  unwrapped,
  windowsOf,
} from './layers.ts';
import { look, wantedOf } from './look.ts';

/** True when a secret may stand in the text. */
export type Suspicion = (text: string) => boolean;

/** Only what stands near an escape or something encoded is looked at again. */
const SHORT_WINDOW = 4_096;
/**
 * Longer texts that held nothing are known again by their digests, up to so many: the same list is answered again and again.
 * A digest takes halves of pairs for the same, as a look does.
 */
const REMEMBERED_LENGTH = 256;
const MOST_REMEMBERED = 2_048;
/** What looks encoded comes again and again, too: names of fields and probes. */
const LONGEST_RUN = 128;

/** `bare`: needles of letters and digits alone. */
type Settings = {
  readonly bare: readonly string[];
  readonly fewestBytes: number;
  readonly alphabets: Alphabets;
  readonly nested: number;
};

/**
 * Suspects every text in which one of the needles may stand, also escaped and encoded `nested` times; `fewestBytes` is the
 * length of the shortest. It takes time linear in the text.
 */
export function suspicionOf(
  needles: readonly string[],
  { bare, fewestBytes, alphabets, nested }: Settings,
): Suspicion {
  const wanted = wantedOf(needles, bare, fewestBytes);
  const longest = longestOf(needles);
  /** Runs of an alphabet that hold nothing, undone so many times. */
  const runs = new Map<string, number>();
  const suspects = (text: string, depth: number, layer: number): boolean => {
    let compressed = false;
    for (const { part } of windowsOf(text, longest, Math.max(SHORT_WINDOW, longest * 2 * LONGEST_FORM))) {
      const looked = look(part, wanted);
      if (looked.found) return true;
      if (layer > 0 && looked.wide && hasLookAlikes(part) && suspects(plainLetters(part), depth, 0))
        return true;
      compressed ||= looked.compressed;
      if (looked.escapes && layer > 0) {
        const inner = unescapedOnce(part);
        if (inner !== part && suspects(inner, depth, layer - 1)) return true;
      }
      if (depth === 0 || !looked.encoded) continue;
      const isKnown = (run: string, alphabet: string): boolean => {
        if (run.length > LONGEST_RUN) return false;
        const name = `${alphabet} ${run}`;
        if ((runs.get(name) ?? 0) >= depth) return true;
        if (runs.size >= MOST_REMEMBERED) runs.clear();
        runs.set(name, depth);
        return false;
      };
      for (const decoded of decodedIn(unwrapped(part), alphabets, isKnown))
        if (suspects(decoded.text, depth - 1, 2)) return true;
    }
    if (depth === 0 || !compressed) return false;
    for (const content of inflatedIn(text))
      if (content.unknown || suspects(content.text, depth - 1, MOST_LAYERS)) return true;
    return false;
  };
  const clean = new Set<string>();
  return (text) => {
    const digest = text.length < REMEMBERED_LENGTH ? undefined : hash('sha256', text, 'base64');
    if (digest !== undefined && clean.has(digest)) return false;
    const found = suspects(text, text.length > LONG_TEXT ? 1 : nested, MOST_LAYERS);
    if (found) runs.clear();
    if (digest === undefined || found) return found;
    if (clean.size >= MOST_REMEMBERED) clean.clear();
    clean.add(digest);
    return false;
  };
}
