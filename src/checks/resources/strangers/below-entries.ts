import { documentedRefusals, matchesStatus } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { plainTextsIn } from '../deeds.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { Violation } from '../../outcome.ts';
import { statusText } from '../../statuses.ts';
import { sentMarkers } from '../creations/creations.ts';
import type { OwnEntry } from '../ownership/own-entries.ts';

type Sight = { readonly reading: Reading; readonly own: Reading; readonly holder: OwnEntry };

/** A text that stands in an answer by chance is shorter. */
const LEAST_TELLING_TEXT = 6;

function textOf({ answer }: Reading): string {
  return answer === undefined ? '' : new TextDecoder().decode(answer.answer.body);
}

function violationOf({ reading, own, holder }: Sight): Violation {
  return {
    exchanges: [reading, own, holder.madeBy].map(({ exchange }) => exchange.id),
    operation: reading.expectation.operation?.id,
    expected:
      '403 or 404: the entry above was made with the key of another user, and is not shown to this one',
    actual: `${reading.answer === undefined ? '' : statusText(reading.answer)}, with what the user sees whose entry it is`,
    deviation: 'another user reads what stands below the entry',
  };
}

/** What stands below the entry of one user (`GET /parcels/{id}/label`), and another one reads: it tells of the entry, and is no entry itself. */
export class BelowEntries {
  readonly #own = new Map<string, Reading>();
  readonly #sights: Sight[] = [];

  /** Takes note of what the first user reads. */
  shown(reading: Reading): void {
    const { target } = reading.exchange.request;
    if ((reading.answer?.status ?? 0) < 300) this.#own.set(target, reading);
    else this.#own.delete(target);
  }

  /** Takes note of what another user is told of the same; true where that one was refused. */
  isKept(holder: OwnEntry, entry: JsonObject | undefined, reading: Reading): boolean {
    const own = this.#own.get(reading.exchange.request.target);
    const { operation } = reading.expectation;
    const status = reading.answer?.status ?? 0;
    if (own === undefined || operation === undefined) return false;
    const [body, other] = [textOf(own), textOf(reading)];
    const texts = [...sentMarkers(holder.madeBy), ...(entry === undefined ? [] : plainTextsIn(entry))];
    const isTelling = texts.some((text) => text.length >= LEAST_TELLING_TEXT && body.includes(text));
    const mayRefuse = ['403', '404'].some((one) => matchesStatus(documentedRefusals(operation), Number(one)));
    if (status < 300 && isTelling && mayRefuse && body === other) this.#sights.push({ reading, own, holder });
    return status >= 400 && isTelling;
  }

  /**
   * What was shown below entries that the other user may not read. It may be meant for others, as a public profile is: where the document
   * does not say that it is private, that is a warning.
   */
  seen(isKeptOut: (resource: Resource) => boolean): {
    readonly violations: readonly Violation[];
    readonly warnings: readonly Violation[];
  } {
    const kept = this.#sights.filter(({ holder }) => isKeptOut(holder.resource));
    const { private: violations = [], other: warnings = [] } = Object.groupBy(kept, ({ reading }) =>
      reading.expectation.operation?.sharing === 'private' ? 'private' : 'other',
    );
    return { violations: violations.map(violationOf), warnings: warnings.map(violationOf) };
  }
}
