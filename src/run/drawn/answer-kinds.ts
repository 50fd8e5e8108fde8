import type { Seed } from '../../../suites/drawn/requests.ts';
import type { Operation } from '../../interface/model.ts';
import { isList, isObject, type Json, memberOf } from '../../json/value.ts';
import type { Reading } from '../../oracle/reading.ts';

/**
 * Kinds of answers that an operation gave so far, and the requests that brought a new one: status, code of the error, and which
 * members of which types the answer has. What comes next is drawn near to those requests.
 */

const MOST_MEMBERS = 40;
const DEEPEST = 3;
/** A service that makes up members shows no end of kinds. */
const MOST_KINDS = 400;
const MOST_SEEDS = 48;
const LONGEST_CODE = 60;

function shapeOf(value: Json, depth: number): string {
  if (value === null) return 'null';
  if (isList(value))
    return depth >= DEEPEST || value[0] === undefined ? '[]' : `[${shapeOf(value[0], depth + 1)}]`;
  if (!isObject(value)) return typeof value;
  if (depth >= DEEPEST) return '{}';
  const names = Object.keys(value).toSorted().slice(0, MOST_MEMBERS);
  return `{${names.map((name) => `${name}:${shapeOf(memberOf(value, name) ?? null, depth + 1)}`).join()}}`;
}

/** What an error calls itself. */
function codeOf(value: Json): string {
  if (!isObject(value)) return '';
  const inner = memberOf(value, 'error');
  const told = isObject(inner) ? inner : value;
  const code = ['code', 'type', 'title']
    .map((name) => memberOf(told, name))
    .find((one) => typeof one === 'string');
  return typeof code === 'string' ? code.slice(0, LONGEST_CODE) : '';
}

/** The kind of an answer, as a text that is the same for all of the kind. */
function answerKind({ answer, exchange: { result } }: Reading): string {
  if (answer === undefined) return result.kind === 'failure' ? result.failure.kind : 'none';
  if (answer.answer.truncated || answer.json.kind === 'invalid')
    return `${String(answer.status)} ${answer.mediaType ?? ''}`;
  const { value } = answer.json;
  return `${String(answer.status)} ${answer.status >= 400 ? codeOf(value) : ''} ${shapeOf(value, 0)}`;
}

export class AnswerKinds {
  readonly #kinds = new Map<Operation, Set<string>>();
  readonly #seeds = new Map<Operation, Seed[]>();

  /** Kinds seen so far, of all operations. */
  get count(): number {
    return [...this.#kinds.values()].reduce((sum, kinds) => sum + kinds.size, 0);
  }

  /** Takes note of an answer; returns whether it is of a new kind. */
  note(operation: Operation, reading: Reading, seed: Seed): boolean {
    const kinds = this.#kinds.get(operation) ?? new Set<string>();
    this.#kinds.set(operation, kinds);
    const kind = answerKind(reading);
    if (kinds.has(kind) || kinds.size >= MOST_KINDS) return false;
    kinds.add(kind);
    const seeds = this.#seeds.get(operation) ?? [];
    // What is newest is explored first, and the oldest makes room.
    this.#seeds.set(operation, [...seeds, seed].slice(-MOST_SEEDS));
    return true;
  }

  seedsOf(operation: Operation): readonly Seed[] {
    return this.#seeds.get(operation) ?? [];
  }
}
