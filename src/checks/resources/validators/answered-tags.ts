import { isSameTag, showsTag } from '../../../oracle/conditions.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { JudgedRun } from '../../check.ts';
import { excerpt, type Violation } from '../../outcome.ts';
import { deedOf, isSuccess } from '../deeds.ts';
import { isEqual } from '../life/members/shown-values.ts';
import { Ownership } from '../ownership/ownership.ts';
import type { TagFindings } from './validators.ts';

/**
 * The tag in the answer to a creation or an update is that of what it made (RFC 9110 sections 8.8 and 15.3.2): the read after it, of the very
 * same representation, has no other one. Services whose reads of what nobody changed have one tag and then another are left alone.
 */

type Tagged = { readonly reading: Reading; readonly tag: string };

/** A strong tag alone is that of each byte: a weak one may be of anything. */
function tagged(reading: Reading): Tagged | undefined {
  const [tag] = reading.answer?.header('etag') ?? [];
  const { operation } = reading.expectation;
  const isShown = isSuccess(reading) && operation !== undefined && showsTag(operation);
  return isShown && tag !== undefined && /^"[^"]*"$/.test(tag) ? { reading, tag } : undefined;
}

/** True for two answers with the same value in the same encoding: each encoding has a tag of its own. */
function showSame(one: Reading, other: Reading): boolean {
  const [a, b] = [one.answer?.json, other.answer?.json];
  const [own, theirs] = [one, other].map(({ answer }) => answer?.header('content-encoding').join());
  return own === theirs && a?.kind === 'json' && b?.kind === 'json' && isEqual(a.value, b.value);
}

class AnsweredTags {
  /** The last write that told a tag, with the entry that it was about: whatever is written then may change that one as well. */
  #written: (Tagged & { readonly path: string }) | undefined;
  /** The newest reads of entries since then, by their paths. */
  readonly #reads = new Map<string, Tagged>();
  readonly #differing: { readonly written: Tagged; readonly read: Tagged }[] = [];
  /** Ids of operations that were seen to show what is the same with the same tag, and with another one. */
  readonly #steady = new Set<string>();
  readonly #moving = new Set<string>();

  /** Takes note of a request in its turn. `path`: of the entry that it made, changed or read, where it did. */
  note(reading: Reading, path: string | undefined): void {
    if (reading.exchange.request.method === 'GET') {
      if (path !== undefined) this.#read(reading, path);
      return;
    }
    this.#reads.clear();
    const told = path === undefined ? undefined : tagged(reading);
    this.#written = told === undefined || path === undefined ? undefined : { ...told, path };
  }

  #read(reading: Reading, path: string): void {
    const read = tagged(reading);
    const id = reading.expectation.operation?.id;
    if (read === undefined || id === undefined) return;
    const before = this.#reads.get(path);
    if (before !== undefined && showSame(before.reading, reading))
      (isSameTag(before.tag, read.tag) ? this.#steady : this.#moving).add(id);
    this.#reads.set(path, read);
    const written = this.#written;
    if (written?.path !== path || !showSame(written.reading, reading)) return;
    if (!isSameTag(written.tag, read.tag)) this.#differing.push({ written, read });
    else this.#steady.add(id);
    this.#written = undefined;
  }

  /** What was told with the tag of something else. */
  get violations(): readonly Violation[] {
    return this.#differing.flatMap(({ written, read }) => {
      const id = read.reading.expectation.operation?.id ?? '';
      if (!this.#steady.has(id) || this.#moving.has(id)) return [];
      return [
        {
          exchanges: [written.reading.exchange.id, read.reading.exchange.id],
          operation: written.reading.expectation.operation?.id,
          expected: `the tag of what it shows, ${excerpt(read.tag)}`,
          actual: excerpt(written.tag),
          deviation: 'it answers with a tag that no read shows',
        },
      ];
    });
  }
}

/** What a run tells of the tags in answers to creations and updates of its own entries. */
export function answeredTagFindings({ contract, foreign, readings }: JudgedRun): TagFindings {
  const [ownership, tags] = [new Ownership(contract, foreign), new AnsweredTags()];
  for (const reading of readings) {
    const deed = deedOf(contract, reading);
    const isFirst = reading.exchange.request.credential.kind === 'valid';
    ownership.note(reading);
    const made = deed?.part === 'create' ? ownership.entries.at(-1) : undefined;
    const path = deed?.part !== 'create' ? deed?.path : made?.madeBy === reading ? made.path : undefined;
    const isOwn = path !== undefined && ownership.at(path) !== undefined;
    tags.note(reading, isFirst && isOwn ? path : undefined);
  }
  return { violations: tags.violations, proofs: [] };
}
