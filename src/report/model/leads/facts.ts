import type { Exchange } from '../../../http/exchange.ts';
import { parseJson } from '../../../json/lossless.ts';
import { isObject, type Json, memberOf } from '../../../json/value.ts';
import type { RunRecord } from '../../../record/record.ts';
import type { Finding } from '../findings.ts';

/** What the leads look at: the answers that show a finding, read once, and what else the run asked. */
export type LeadFacts = {
  readonly finding: Finding;
  /** Answers that show it, or what follows from it; the first ones of many. */
  readonly broken: readonly Exchange[];
  /** How the credential was used in them: `none`, `unknown`, `altered letter-case`, … */
  readonly uses: ReadonlySet<string>;
  /** The same of all requests of the run. */
  readonly usesAsked: ReadonlySet<string>;
  readonly statuses: ReadonlySet<number>;
  /** Statuses of all answers of the run. */
  readonly statusesSeen: ReadonlySet<number>;
  readonly methods: ReadonlySet<string>;
  readonly methodsSeen: ReadonlySet<string>;
  /** JSON bodies of the answers; `undefined` where one is no JSON. */
  readonly bodies: readonly (Json | undefined)[];
  /** Texts that were sent and came back as others. */
  readonly texts: readonly TextPair[];
};

export type TextPair = { readonly sent: string; readonly got: string };

const MOST_ANSWERS = 60;
const MOST_EXCHANGES = 2_000;
/** Larger bodies say no more, and take long to parse. */
const MOST_BYTES = 200_000;

function useOf({ request: { credential } }: Exchange): string {
  return credential.kind === 'altered' ? `altered ${credential.alteration}` : credential.kind;
}

function statusOf({ result }: Exchange): number | undefined {
  return result.kind === 'answer' ? result.answer.status : undefined;
}

function jsonOf(body: Uint8Array | undefined): Json | undefined {
  if (body === undefined || body.length > MOST_BYTES) return undefined;
  const parsed = parseJson(body);
  return parsed.kind === 'json' ? parsed.value : undefined;
}

function answerJson({ result }: Exchange): Json | undefined {
  return result.kind === 'answer' ? jsonOf(result.answer.body) : undefined;
}

/** The entry of a list that the answer to a creation names: it has a value in common that the client did not send. */
function entryLike(list: Json | undefined, created: Json | undefined, sent: Json): Json | undefined {
  if (!Array.isArray(list) || !isObject(created)) return undefined;
  const own = Object.entries(created).filter(
    ([name]) => !isObject(sent) || memberOf(sent, name) === undefined,
  );
  return list.find(
    (entry: Json) => isObject(entry) && own.some(([name, value]) => memberOf(entry, name) === value),
  );
}

function pairsOf(sent: Json | undefined, got: Json | undefined): readonly TextPair[] {
  if (!isObject(sent) || !isObject(got)) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const other = memberOf(got, name);
    return typeof value === 'string' && typeof other === 'string' && other !== value
      ? [{ sent: value, got: other }]
      : [];
  });
}

/** In the answer to the creation, or else in the list that was read later. */
function textsOf(record: RunRecord, exchanges: readonly string[]): readonly TextPair[] {
  const [first, ...later] = exchanges.flatMap((id) => record.exchanges.get(id) ?? []);
  const sent = jsonOf(first?.request.body);
  if (first === undefined || sent === undefined) return [];
  const created = answerJson(first);
  const echoed = pairsOf(sent, created);
  if (echoed.length > 0) return echoed;
  return later.slice(0, 2).flatMap((list) => pairsOf(sent, entryLike(answerJson(list), created, sent)));
}

/** Reads what leads need. */
export function leadFacts(record: RunRecord, finding: Finding): LeadFacts {
  const answers = [finding, ...finding.follows].flatMap(({ example, others }) => [example, ...others]);
  const shown = answers.slice(0, MOST_ANSWERS);
  const broken = shown.flatMap(({ violation }) => record.exchanges.get(violation.exchanges[0] ?? '') ?? []);
  const all = [...record.exchanges.values()].slice(0, MOST_EXCHANGES);
  const own = [finding.example, ...finding.others].slice(0, MOST_ANSWERS / 3);
  return {
    finding,
    broken,
    uses: new Set(broken.map(useOf)),
    usesAsked: new Set(all.map(useOf)),
    statuses: new Set(broken.flatMap((exchange) => statusOf(exchange) ?? [])),
    statusesSeen: new Set(all.flatMap((exchange) => statusOf(exchange) ?? [])),
    methods: new Set(broken.map(({ request }) => request.method)),
    methodsSeen: new Set(all.map(({ request }) => request.method)),
    bodies: own.map(({ violation }) => {
      const exchange = record.exchanges.get(violation.exchanges[0] ?? '');
      return exchange === undefined ? undefined : answerJson(exchange);
    }),
    texts: own.flatMap(({ violation }) => textsOf(record, violation.exchanges)),
  };
}
