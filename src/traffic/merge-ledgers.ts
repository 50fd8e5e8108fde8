import type { Interface } from '../interface/model.ts';
import type { RunRecord } from '../record/record.ts';
import { NOT_OF_TRAFFIC } from '../record/settings.ts';
import { nameOfSetting, settingsTold } from '../run/setting-facts.ts';
import { firstDifference, type Trait } from '../run/shards/shards.ts';
import { counted } from '../system/counted.ts';
import { type Effort, foreignRecord, headerOf } from './judge-files.ts';
import type { JudgedPart } from './ledger-file.ts';
import { compareTexts } from './place.ts';
import { LedgerSum, type LedgerTerms, type MissingParts } from './traffic-ledger.ts';

function traitsOf(terms: LedgerTerms): readonly Trait[] {
  const { id, digest } = terms.interface;
  return [
    { name: 'interface', value: id },
    { name: 'digest of the document', value: digest },
    { name: 'version of assay', value: terms.assayVersion },
    { name: '--url', value: terms.url },
    { name: '--complete', value: terms.complete },
    { name: 'list of known credentials', value: terms.credentials },
    ...settingsTold({ ...NOT_OF_TRAFFIC, ...terms.settings, url: '' }).map(({ row, value }) => ({
      name: nameOfSetting(row),
      value,
    })),
  ];
}

function both(first: Effort, second: Effort): Effort {
  const [startedAt = '', , , endedAt = ''] = [
    first.startedAt,
    second.startedAt,
    first.endedAt,
    second.endedAt,
  ].toSorted(compareTexts);
  return {
    startedAt,
    endedAt,
    durationMs: first.durationMs + second.durationMs,
    peakMemoryBytes: Math.max(first.peakMemoryBytes, second.peakMemoryBytes),
  };
}

/** Puts parts together that were judged by the same terms, one after another and in any order. */
export class PartSum {
  readonly #sum = new LedgerSum();
  #first: { readonly name: string; readonly terms: LedgerTerms } | undefined;
  #about: Pick<JudgedPart, 'specDirectory' | 'effort' | 'parts'> | undefined;

  /** Adds a part that messages call by this name. Returns one line of text where it does not belong to the others. */
  add(part: JudgedPart, name: string): string | undefined {
    const first = this.#first ?? { name, terms: part.terms };
    const difference = firstDifference(traitsOf(first.terms), traitsOf(part.terms));
    if (difference !== undefined)
      return `${name} was judged otherwise than ${first.name}: ${difference}; merge what was judged alike`;
    const twice = this.#sum.add(part.ledger, name);
    if (twice !== undefined) return twice;
    this.#first = first;
    const { parts, specDirectory, effort } = part;
    const before = this.#about ?? { parts: 0, specDirectory, effort: undefined };
    this.#about = {
      parts: before.parts + parts,
      specDirectory: [before.specDirectory, specDirectory].toSorted(compareTexts)[0] ?? specDirectory,
      effort: before.effort === undefined ? effort : both(before.effort, effort),
    };
    return undefined;
  }

  /** How many ledgers of `assay judge` there are in it. */
  get parts(): number {
    return this.#about?.parts ?? 0;
  }

  /** The sum; `undefined` as long as nothing was added. */
  part(): JudgedPart | undefined {
    if (this.#first === undefined || this.#about === undefined) return undefined;
    const { parts, specDirectory, effort } = this.#about;
    return {
      terms: this.#first.terms,
      specDirectory,
      parts,
      effort,
      ledger: this.#sum.ledger(),
    };
  }
}

/** What is missing of so many parts, with those that are damaged, each in a few words. */
export function missingParts(
  parts: number,
  { wanted, damaged }: { readonly wanted: number | undefined; readonly damaged: readonly string[] },
): MissingParts {
  const count = Math.max(damaged.length, (wanted ?? 0) - parts);
  const absent =
    wanted === undefined || wanted <= parts
      ? []
      : [
          `${counted(wanted - parts, 'part')} of ${String(wanted)} ${wanted - parts === 1 ? 'is' : 'are'} missing`,
        ];
  return { count, notes: [...absent, ...damaged] };
}

/** The record that a part comes to, as if one process had judged all of its files. */
export function recordOfPart(part: JudgedPart, document: Interface, missing: MissingParts): RunRecord {
  const { ledger, terms, specDirectory, effort } = part;
  return foreignRecord(ledger, document, {
    header: headerOf(ledger, document, { terms, specDirectory, startedAt: effort.startedAt }),
    stop: { kind: 'completed' },
    effort,
    missing,
  });
}
