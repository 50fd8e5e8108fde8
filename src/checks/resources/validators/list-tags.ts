import { fieldValues } from '../../../http/fields.ts';
import type { Interface, Operation } from '../../../interface/model.ts';
import { partOf, type Resource } from '../../../interface/resources/resources.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { isObject, memberOf } from '../../../json/value.ts';
import { isSameTag, saysNotModified, showsTag, takesDate } from '../../../oracle/conditions.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { JudgedRun } from '../../check.ts';
import { excerpt, type Violation } from '../../outcome.ts';
import { statusText } from '../../statuses.ts';
import { entriesIn } from '../deeds.ts';
import { COINED_TAG, type TagFindings } from './validators.ts';
import { dateOf, WEAK_TAG_MS } from './versions.ts';

/**
 * Entity tags and dates of lists, of what is always there, and of entries that a run can't change: the same tag names the same content
 * (RFC 9110 section 8.8.3), and who has it is told so where the document says that.
 */

type ListTagLaw = 'tag-changes' | 'not-modified';

/** What a request was answered with in full. */
type Sight = { readonly reading: Reading; readonly tag: string; readonly content: string };

/** What of an answer has to be the same with the same tag: which entries a list shows, and numbers beside them. */
function contentOf(resource: Resource | undefined, reading: Reading): string | undefined {
  const { answer } = reading;
  if (answer === undefined || answer.answer.truncated || answer.json.kind === 'invalid') return undefined;
  const identity = resource?.identity;
  const entries = resource === undefined ? undefined : entriesIn(resource, reading);
  if (entries === undefined || identity === undefined) return undefined;
  const { value } = answer.json;
  const numbers = isObject(value)
    ? Object.keys(value).filter((name) => Number.isInteger(memberOf(value, name)))
    : [];
  const beside = numbers.map((name) => [name, isObject(value) ? memberOf(value, name) : null] as const);
  return canonicalJson([
    entries.map((entry) => memberOf(entry, identity) ?? null),
    Object.fromEntries(beside.map(([name, one]) => [name, one ?? null])),
  ]);
}

/** True for an entry that a run may make or change: its tags are looked at with its values. */
function isOwn(found: ReturnType<typeof partOf>): boolean {
  if (found?.part !== 'read' || found.resource.kind !== 'collection') return false;
  const { create, makeAt, change, replace } = found.resource;
  return [create, makeAt, change, replace].some((operation) => operation !== undefined);
}

/** What reads something that a run can't change, where the document says that who has it is told so. */
export function isReadAgain(document: Interface, operation: Operation): boolean {
  return (
    operation.method === 'GET' &&
    (saysNotModified(operation) || takesDate(operation)) &&
    !isOwn(partOf(document, operation))
  );
}

class ListTagBook {
  readonly #sights = new Map<string, Sight[]>();
  readonly #dated = new Map<string, { readonly reading: Reading; readonly dateMs: number }>();
  readonly #violations = new Map<ListTagLaw, Violation[]>();
  readonly #proofs = new Map<ListTagLaw, string[]>();

  constructor({ contract, readings }: JudgedRun) {
    for (const reading of readings) {
      const { operation } = reading.expectation;
      const { method, credential, target } = reading.exchange.request;
      if (operation === undefined || method !== 'GET' || credential.kind !== 'valid') continue;
      const found = partOf(contract.interface, operation);
      if (!isReadAgain(contract.interface, operation) || reading.answer?.limited !== false) continue;
      // What is no part of a resource may be there to show what 304 looks like; a documented tag says what it depends on.
      if (found === undefined && !showsTag(operation)) continue;
      this.#note(target, found?.part === 'list' ? found.resource : undefined, reading);
    }
  }

  findings(law: ListTagLaw): TagFindings {
    return { violations: this.#violations.get(law) ?? [], proofs: this.#proofs.get(law) ?? [] };
  }

  #note(target: string, resource: Resource | undefined, reading: Reading): void {
    const { answer, exchange } = reading;
    const status = answer?.status ?? 0;
    const [condition] = fieldValues(exchange.request.headers, 'if-none-match');
    const [tag] = answer?.header('etag') ?? [];
    const known = this.#sights.get(target) ?? [];
    if (status === 304 && condition !== undefined) this.#unmodified(known, reading, condition);
    if (status === 304 && condition === undefined) this.#unmodifiedSince(target, reading);
    const dateMs = status === 200 ? dateOf(answer?.header('last-modified')[0]) : undefined;
    if (dateMs !== undefined) this.#dated.set(target, { reading, dateMs });
    if (status !== 200 || tag === undefined || answer === undefined) return;
    if (condition !== undefined && isSameTag(condition, tag))
      this.#breaks('not-modified', [reading], {
        expected: `304: the tag is still ${excerpt(condition)}`,
        actual: `${statusText(answer)} with the same tag`,
        deviation: 'the whole content although its tag is the same',
      });
    const content = contentOf(resource, reading) ?? '';
    this.#compared(known, { reading, tag, content });
    this.#sights.set(target, [...known.slice(-9), { reading, tag, content }]);
  }

  #compared(known: readonly Sight[], now: Sight): void {
    const same = known.findLast(({ tag }) => isSameTag(tag, now.tag));
    const before = known.at(-1);
    if (before !== undefined && before.content !== now.content && !isSameTag(before.tag, now.tag))
      this.#proves('tag-changes', now.reading);
    if (same === undefined || same.content === now.content) return;
    const afterMs = now.reading.exchange.startMs - same.reading.exchange.endMs;
    if (now.tag.startsWith('W/') && afterMs < WEAK_TAG_MS) return;
    this.#breaks('tag-changes', [now.reading, same.reading], {
      expected: 'another tag: the list shows other entries, or another number of them',
      actual: `the tag ${excerpt(now.tag)} for both`,
      deviation: 'the same tag for another list',
    });
  }

  #unmodified(known: readonly Sight[], reading: Reading, condition: string): void {
    const now = known.at(-1);
    if (condition === COINED_TAG) {
      this.#breaks('not-modified', [reading], {
        expected: '200: nothing had this tag',
        actual: `304 for ${excerpt(condition)}`,
        deviation: '304 for a tag that nothing had',
      });
      return;
    }
    const version = known.findLast(({ tag }) => isSameTag(tag, condition));
    if (version === undefined || now === undefined) return;
    const isSame = isSameTag(now.tag, condition) || version.content === now.content;
    if (isSame) {
      this.#proves('not-modified', reading);
      return;
    }
    this.#breaks('not-modified', [reading, now.reading, version.reading], {
      expected: '200: other entries were shown since it had this tag',
      actual: `304 for ${excerpt(condition)}`,
      deviation: '304 for an old tag',
    });
  }

  #unmodifiedSince(target: string, reading: Reading): void {
    const [since] = fieldValues(reading.exchange.request.headers, 'if-modified-since');
    const [known, sinceMs] = [this.#dated.get(target), dateOf(since)];
    if (known === undefined || sinceMs === undefined) return;
    if (sinceMs >= known.dateMs) {
      this.#proves('not-modified', reading);
      return;
    }
    this.#breaks('not-modified', [reading, known.reading], {
      expected: `200: it was modified since, at ${new Date(known.dateMs).toUTCString()}`,
      actual: `304 for ${excerpt(since ?? '')}`,
      deviation: '304 for an old date',
    });
  }

  #proves(law: ListTagLaw, { expectation }: Reading): void {
    this.#proofs.set(law, [...(this.#proofs.get(law) ?? []), expectation.operation?.id ?? '*']);
  }

  #breaks(
    law: ListTagLaw,
    readings: readonly [Reading, ...Reading[]],
    words: Pick<Violation, 'expected' | 'actual' | 'deviation'>,
  ): void {
    const exchanges = [...new Set(readings.map(({ exchange }) => exchange.id))];
    const violation = { exchanges, operation: readings[0].expectation.operation?.id, ...words };
    this.#violations.set(law, [...(this.#violations.get(law) ?? []), violation]);
  }
}

const bookOf = onceFor((run: JudgedRun) => new ListTagBook(run));

/** What a run tells about the tags of lists, and of what is always there. */
export function listTagFindings(run: JudgedRun, law: ListTagLaw): TagFindings {
  return bookOf(run).findings(law);
}
