import type { Operation } from '../../../interface/model.ts';
import { takenAlone } from '../../../interface/resources/words/members/told-unique.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { plainText } from '../../../json/lossless.ts';
import { isNumber, type Json, type JsonObject, memberOf } from '../../../json/value.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { Violation } from '../../outcome.ts';
import { statusText } from '../../statuses.ts';
import { isSuccess } from '../deeds.ts';

/** So many creations in a row are refused as taken, each with values that are not: what one of them hits by chance, all of them do not. */
const ENOUGH_FRESH = 8;
/** Shorter texts and smaller numbers may all be in use. */
const LEAST_LETTERS = 5;

function isOneOfMany(value: Json | undefined): boolean {
  return (typeof value === 'string' || isNumber(value)) && plainText(value).length >= LEAST_LETTERS;
}

/**
 * Creations of one resource that are refused as what is there already, although nobody gave anything their values before. A service may
 * have room for so many and say so in the same way: that is worth a warning, and no more.
 */
export class FreshValues {
  readonly #create: Operation;
  readonly #names: readonly string[];
  readonly #given = new Set<string>();
  readonly #warnings: Violation[];
  #served: Reading | undefined;
  #refused: Reading[] = [];

  constructor(operation: Operation, names: readonly string[], warnings: Violation[]) {
    this.#create = operation;
    this.#names = takenAlone(operation, names);
    this.#warnings = warnings;
  }

  /** `sent`: what a request gives an entry. */
  note(reading: Reading, sent: JsonObject): void {
    const values = this.#names.map((name) => memberOf(sent, name));
    const keys = values.map((value, at) => `${this.#names[at] ?? ''} ${canonicalJson(value ?? null)}`);
    const isFresh = values.every(isOneOfMany) && keys.every((key) => !this.#given.has(key));
    for (const key of keys) this.#given.add(key);
    const { answer, exchange, expectation } = reading;
    if (expectation.operation?.id !== this.#create.id || exchange.request.credential.kind !== 'valid') return;
    if (isSuccess(reading)) {
      this.#served = reading;
      this.#refused = [];
    } else if (isFresh && keys.length > 0 && answer?.status === 409) {
      this.#refused.push(reading);
      this.#blame();
    }
  }

  #blame(): void {
    const [first] = this.#refused;
    if (this.#refused.length !== ENOUGH_FRESH || this.#served === undefined || first?.answer === undefined)
      return;
    const name = this.#names.join(', ');
    this.#warnings.push({
      exchanges: [this.#served, ...this.#refused.slice(0, 3)].map(({ exchange }) => exchange.id),
      operation: this.#create.id,
      expected: `success: nobody gave anything this ${name} before, and the document has 409 for those that are taken`,
      actual: `${statusText(first.answer)}, ${ENOUGH_FRESH} times in a row with another ${name} each`,
      deviation: `a ${name} that nothing has is refused as taken`,
    });
  }
}
