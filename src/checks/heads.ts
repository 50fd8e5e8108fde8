import { SAFE_METHODS, saysAbsent } from '../http/exchange.ts';
import type { Interface, Operation } from '../interface/model.ts';
import type { AnswerReading, Reading } from '../oracle/reading.ts';
import { onceFor } from '../system/once-for.ts';
import type { Check, JudgedRun } from './check.ts';
import { openTribunal, saysNothing, type Tribunal } from './judge-each.ts';
import { excerpt, type Outcome } from './outcome.ts';
import { statusText } from './statuses.ts';

/**
 * Whether HEAD says what GET does (RFC 9110 section 9.3.2), where the document has both at one place: between two reads that are alike,
 * with nothing sent meanwhile that could change anything.
 */

/** The operations that read what a HEAD of the document asks about, by the id of the latter. */
export const readsByHead = onceFor((document: Interface): ReadonlyMap<string, Operation> => {
  const full = document.operations.filter(({ documentation }) => documentation === 'full');
  return new Map(
    full.flatMap((head): (readonly [string, Operation])[] => {
      const read = full.find(({ method, path }) => method === 'GET' && path === head.path);
      return head.method !== 'HEAD' || read === undefined ? [] : [[head.id, read]];
    }),
  );
});

/** A HEAD, and what GET said right before and right after it. */
type Between = {
  readonly head: Reading;
  readonly answer: AnswerReading;
  readonly reads: readonly [Reading, Reading];
  readonly said: readonly [AnswerReading, AnswerReading];
};

function isAlike({ exchange, expectation }: Reading, head: Reading): boolean {
  const { request } = exchange;
  const { request: asked } = head.exchange;
  return (
    request.method === 'GET' &&
    request.target === asked.target &&
    request.credential.kind === asked.credential.kind &&
    expectation.situation === 'ordinary'
  );
}

/** Reads that are farther away in a run are none of the same moment. */
const FARTHEST = 200;

/** The nearest read of the same place before or after the exchange at a place of the run, with nothing between that may have changed it. */
function nearest(readings: readonly Reading[], at: number, head: Reading, step: -1 | 1): Reading | undefined {
  for (let away = 1; away <= FARTHEST; away += 1) {
    const reading = readings[at + step * away];
    if (reading === undefined || !SAFE_METHODS.has(reading.exchange.request.method)) return undefined;
    if (isAlike(reading, head)) return reading;
  }
  return undefined;
}

function betweenReads({ contract, readings }: JudgedRun): readonly Between[] {
  const heads = readsByHead(contract.interface);
  return readings.flatMap((head, at): Between[] => {
    const { answer, expectation } = head;
    if (!heads.has(expectation.operation?.id ?? '') || expectation.situation !== 'ordinary') return [];
    const before = nearest(readings, at, head, -1);
    const after = nearest(readings, at, head, 1);
    const [first, last] = [before?.answer, after?.answer];
    if (before === undefined || after === undefined || first === undefined || last === undefined) return [];
    const isJudged =
      answer !== undefined && ![answer, first, last].some((one) => one.limited || one.status >= 500);
    if (!isJudged || first.status !== last.status) return [];
    return [{ head, answer, reads: [before, after], said: [first, last] }];
  });
}

function judging(
  level: 'must' | 'http',
  judge: (between: Between, tribunal: Tribunal) => void,
): Pick<Check, 'judge' | 'level' | 'foreign' | 'suite' | 'needs' | 'notApplicable' | 'sharpens'> {
  return {
    suite: 'resources',
    level,
    needs: ['ordinary'],
    notApplicable: (document) =>
      readsByHead(document).size > 0 ? undefined : 'the document has no HEAD beside a GET',
    judge: (run): Outcome => {
      const tribunal = openTribunal(level);
      for (const between of betweenReads(run)) judge(between, tribunal);
      return tribunal.outcome();
    },
    foreign: saysNothing('others may have changed what was read in between'),
    // Whether two reads are alike is the service's.
    sharpens: true,
  };
}

/** `there` for what is shown, `absent` for what is not there; another refusal may have a reason of its own. */
function standingOf(status: number): 'there' | 'absent' | 'refused' | 'open' {
  if (status >= 200 && status < 300) return 'there';
  if (saysAbsent(status)) return 'absent';
  return status >= 400 ? 'refused' : 'open';
}

function ids({ head, reads: [before, after] }: Between): readonly string[] {
  return [head, before, after].map(({ exchange }) => exchange.id);
}

function judgeStatus(between: Between, tribunal: Tribunal): void {
  const { head, answer, said } = between;
  const [own, other] = [standingOf(answer.status), standingOf(said[0].status)];
  const operation = head.expectation.operation?.id;
  const isDecided = other === 'there' || other === 'absent';
  if (!isDecided || own === 'open') return;
  if (own === other) return tribunal.proves(operation);
  // A document that has the operation says that the method is allowed.
  if (own === 'refused' && (other === 'absent' || answer.status !== 405)) return;
  tribunal.breaks({
    exchanges: ids(between),
    operation,
    expected: `${statusText(said[0])}, as GET says before and after it (RFC 9110 section 9.3.2)`,
    actual: statusText(answer),
    deviation: other === 'there' ? 'HEAD refuses what GET shows' : 'HEAD finds what GET does not',
  });
}

/** Fields of which HEAD says what GET does where it says anything: those that a service may leave out differ in no other way. */
const FIELDS = ['Content-Type', 'Content-Length', 'ETag', 'X-Total-Count', 'X-Total'] as const;

/** What an answer says in such a field; `undefined` where it leaves it out. */
function saidIn(name: (typeof FIELDS)[number], { header }: AnswerReading): string | undefined {
  const [value, ...more] = header(name);
  if (value === undefined || more.length > 0) return undefined;
  return name === 'Content-Type' ? value.split(';')[0]?.trim().toLowerCase() : value.trim();
}

/** The same of GET: how long its content is shows without the field, too. */
function shownIn(name: (typeof FIELDS)[number], reading: AnswerReading): string | undefined {
  const { body, truncated } = reading.answer;
  const isPlain = name === 'Content-Length' && reading.header('content-encoding').length === 0;
  return saidIn(name, reading) ?? (isPlain && !truncated ? String(body.length) : undefined);
}

function judgeFields(between: Between, tribunal: Tribunal): void {
  const { head, answer, said } = between;
  const operation = head.expectation.operation?.id;
  if (answer.status !== said[0].status || answer.status >= 300) return;
  const codings = [answer, ...said].map((one) => one.header('content-encoding').join());
  if (new Set(codings).size > 1) return;
  for (const name of FIELDS) {
    const own = saidIn(name, answer);
    const [first, last] = said.map((one) => shownIn(name, one));
    if (own === undefined || first === undefined || first !== last) continue;
    if (own === first) tribunal.proves(operation);
    else
      tribunal.breaks({
        exchanges: ids(between),
        operation,
        expected: `${name}: ${excerpt(first)}, as GET says before and after it (RFC 9110 section 9.3.2)`,
        actual: `${name}: ${excerpt(own)}`,
        deviation: `${name} of HEAD is another one than that of GET`,
      });
  }
}

/** The checks of HEAD, where the document has it. */
export const headChecks: readonly Check[] = [
  {
    id: 'statuses.head-as-get',
    title: 'HEAD finds what GET finds',
    explanation:
      'Sends a documented HEAD between two GETs of the same place that are answered alike: HEAD finds what GET does, and does not find what is not there for GET (RFC 9110 section 9.3.2). Refusals but 404, 405 and 410 may have reasons of their own.',
    ...judging('must', judgeStatus),
  },
  {
    id: 'headers.head-as-get',
    title: 'HEAD says of the content what GET says',
    explanation:
      'Between two GETs that are alike, the media type, the length, the entity tag and the total (`X-Total-Count`) of a documented HEAD are those of GET where it sends them (RFC 9110 sections 8.6 and 9.3.2). It may leave them out.',
    ...judging('http', judgeFields),
  },
];
