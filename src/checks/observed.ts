import { targetParts } from '../http/target.ts';
import type { Interface } from '../interface/model.ts';
import { isObject, memberOf } from '../json/value.ts';
import type { Reading } from '../oracle/reading.ts';
import { type Check, type JudgedRun, type Seen, WHATEVER_WAS_SENT } from './check.ts';
import { callerOf, observedLimits, observedRefusals } from './limits/observed.ts';
import { excerpt, excerptBytes, type Observation } from './outcome.ts';
import { creationsOf, differences } from './resources/creations/creations.ts';
import { unlessNamed } from './resources/lists/collections.ts';
import { statusText } from './statuses.ts';

/** Groups what was seen: one observation a name, its values joined, with the exchanges that showed it. */
function groupObservations(seen: readonly Seen[]): Observation[] {
  const groups = new Map<string, { values: Set<string>; exchanges: string[] }>();
  for (const [name, value, reading] of seen) {
    const group = groups.get(name) ?? { values: new Set<string>(), exchanges: [] };
    group.values.add(value);
    if (group.exchanges.length < 5) group.exchanges.push(reading.exchange.id);
    groups.set(name, group);
  }
  return [...groups].map(([name, { values, exchanges }]) => ({
    name,
    value: excerpt([...values].join('; ')),
    exchanges,
  }));
}

function statusOf(reading: Reading): string {
  return reading.answer === undefined ? 'no answer' : statusText(reading.answer);
}

function requestLine(reading: Reading): string {
  return `${reading.exchange.request.method} ${excerpt(reading.exchange.request.target)}`;
}

const UNUSUAL_TEXT = 'robustness/unusual-text/';

/** The purpose that a probe gave its request: the probe's name behind a prefix. The id of an operation may be a method and a path. */
function purpose({ exchange, expectation }: Reading, prefix: string): string {
  const own = exchange.probe.startsWith(prefix) ? exchange.probe.slice(prefix.length) : exchange.probe;
  const id = expectation.operation?.id ?? '';
  if (id === '') return own.replaceAll('-', ' ');
  const at = own.indexOf(`${id}/`);
  const told = at < 0 ? own : own.slice(at + id.length + 1);
  const words = told.split(id).map((part) => part.replaceAll('-', ' '));
  return words.join(id);
}

function errorCodes(run: JudgedRun): Seen[] {
  return run.readings.flatMap((reading): Seen[] => {
    const { answer } = reading;
    if (answer === undefined || answer.status < 400 || answer.json.kind === 'invalid') return [];
    const body = answer.json.value;
    if (!isObject(body)) return [];
    const code = memberOf(body, 'code');
    return typeof code === 'string' ? [[`code on ${answer.status}`, excerpt(code), reading]] : [];
  });
}

const LIFECYCLE = ['deprecation', 'sunset', 'link', 'warning', 'x-stability'];

function namedOperations(run: JudgedRun): Seen[] {
  return run.readings.flatMap((reading): Seen[] => {
    const { operation } = reading.expectation;
    if (operation === undefined || (operation.documentation === 'full' && !operation.deprecated)) return [];
    const fields = LIFECYCLE.flatMap(
      (name) => reading.answer?.header(name).map((value) => `${name}: ${excerpt(value)}`) ?? [],
    );
    const withKey = callerOf(reading, 'with');
    const deprecated = operation.deprecated ? ' (deprecated)' : '';
    return [
      [
        `${operation.method} ${operation.path}${deprecated} ${withKey}`,
        [statusOf(reading), ...fields].join(', '),
        reading,
      ],
    ];
  });
}

function otherRequests(run: JudgedRun): Seen[] {
  return run.readings.flatMap((reading): Seen[] => {
    if (reading.expectation.situation !== 'undocumented') return [];
    return [[requestLine(reading), statusOf(reading), reading]];
  });
}

function probesNamed(prefix: string): (run: JudgedRun) => Seen[] {
  return (run) =>
    run.readings
      .filter((reading) => reading.exchange.probe.startsWith(prefix))
      .map((reading): Seen => [purpose(reading, prefix), statusOf(reading), reading]);
}

function unknownMembers(run: JudgedRun): Seen[] {
  return run.readings.flatMap((reading): Seen[] => {
    const { situation } = reading.expectation;
    if (situation !== 'unknown-members' && situation !== 'assigned-member') return [];
    return [[situation.replace('-', ' '), statusOf(reading), reading]];
  });
}

function textHandling(run: JudgedRun): Seen[] {
  const trimmed = creationsOf(run).flatMap((creation): Seen[] =>
    differences(creation.collection, creation.sent, creation.returned)
      .filter((difference) => difference.fidelity === 'trimmed')
      .map((difference): Seen => [
        'white space at the ends',
        `${difference.member} is trimmed`,
        creation.reading,
      ]),
  );
  const unusual = run.readings
    .filter((reading) => reading.expectation.situation === 'unusual-text')
    .map((reading): Seen => [`unusual text (${purpose(reading, UNUSUAL_TEXT)})`, statusOf(reading), reading]);
  return [...trimmed, ...unusual];
}

function identityForm(run: JudgedRun): Seen[] {
  return creationsOf(run).flatMap((creation): Seen[] => {
    const { identity, collection } = creation;
    if (identity === undefined) return [];
    const size = identity.replace(/\D/g, '').length > 15 ? ', beyond the range of doubles' : '';
    const form = /^-?\d+$/.test(identity)
      ? `integer${identity.startsWith('-') ? ', negative' : ''}${size}`
      : 'text';
    return [[`form of ${collection.identity}`, form, creation.reading]];
  });
}

function refusalBodies(run: JudgedRun): Seen[] {
  return run.readings.flatMap((reading): Seen[] => {
    const { answer } = reading;
    if (answer?.limited !== true || answer.answer.truncated) return [];
    return [
      [
        `body of ${answer.status}`,
        `${answer.mediaType ?? 'no media type'}: ${excerptBytes(answer.answer.body)}`,
        reading,
      ],
    ];
  });
}

function check(
  id: string,
  { suite, needs }: Pick<Check, 'suite' | 'needs'>,
  title: string,
  explanation: string,
  look: (run: JudgedRun) => Seen[],
  notApplicable: (document: Interface) => string | undefined = () => undefined,
): Check {
  return {
    id,
    suite,
    level: 'observe',
    needs,
    title,
    explanation: `${explanation} The document is silent here: the values are reported and never judged.`,
    notApplicable,
    judge: (run) => {
      const observations = groupObservations(look(run));
      if (observations.length > 0) return { kind: 'observed', observations };
      return { kind: 'inconclusive', reason: 'nothing of the kind was seen in this run' };
    },
    foreign: { kind: 'observes', look },
  };
}

function unlessLimits(document: Interface): string | undefined {
  return document.rateLimits === undefined ? 'the document states no rate limit' : undefined;
}

function unlessCollection(document: Interface): string | undefined {
  return document.collections.length === 0 ? 'the document shows no collection' : undefined;
}

/** What a request carries beside its body: names of header fields and of parameters of its query. */
function carriedBy({ exchange: { request } }: Reading): readonly string[] {
  const { query } = targetParts(request.target);
  const fields = request.headers
    .map(([name]) => name.toLowerCase())
    .filter((name) => !name.startsWith('content-'));
  return [...fields, ...new URLSearchParams(query).keys()];
}

/** Operations of which the document names no credential: they refuse (401) what carries none, and serve what carries one. */
function forgottenCredentials({ readings }: JudgedRun): Seen[] {
  const asked = readings.filter(
    ({ expectation: { operation }, exchange: { request } }) =>
      operation?.documentation === 'full' &&
      operation.credential === undefined &&
      request.credential.kind === 'valid',
  );
  return [...Map.groupBy(asked, ({ expectation }) => expectation.operation)].flatMap(
    ([operation, all]): Seen[] => {
      const refused = all.find(({ answer }) => answer?.status === 401);
      const known = new Set(refused === undefined ? [] : carriedBy(refused));
      const served = all.find(
        (reading) =>
          (reading.answer?.status ?? 500) < 300 && carriedBy(reading).some((name) => !known.has(name)),
      );
      return refused === undefined || served === undefined || operation === undefined
        ? []
        : [
            [
              `${operation.method} ${operation.path}`,
              '401 without a credential, of which the document says nothing',
              refused,
            ],
            [
              `${operation.method} ${operation.path}`,
              `${statusOf(served)} with the one that most others take`,
              served,
            ],
          ];
    },
  );
}

function unlessAllNamed({ operations }: Interface): string | undefined {
  const [some, none] = [true, false].map((isNamed) =>
    operations.some(
      ({ documentation, credential }) => documentation === 'full' && (credential !== undefined) === isNamed,
    ),
  );
  return some === true && none === true
    ? undefined
    : 'the document names a credential for all operations, or for none';
}

function unlessUnclear(document: Interface): string | undefined {
  const unclear = document.operations.some(
    (o) => (o.documentation === 'named' && o.outOfReach === undefined) || o.deprecated,
  );
  return unclear ? undefined : 'the document shows every operation in full and none is deprecated';
}

export const observedChecks: readonly Check[] = [
  check(
    'observed.error-codes',
    { suite: 'errors', needs: WHATEVER_WAS_SENT },
    'machine-readable error codes',
    'Collects the codes that error bodies carry, per status.',
    errorCodes,
  ),
  check(
    'observed.named-operations',
    { suite: 'versioning', needs: ['named-without-credential', 'named'] },
    'operations that are only named or deprecated',
    'Asks for them and records the status and the fields that announce a deprecation, a sunset or a stability.',
    namedOperations,
    unlessUnclear,
  ),
  check(
    'observed.forgotten-credentials',
    { suite: 'authentication', needs: ['ordinary'] },
    'credentials that the document forgets',
    'Records operations for which the document names no credential, that refuse what carries none (401), and are asked with the one that most others take.',
    forgottenCredentials,
    unlessAllNamed,
  ),
  check(
    'observed.other-requests',
    { suite: 'robustness', needs: ['undocumented'] },
    'requests outside of the document',
    'Records how HEAD, OPTIONS and an unknown path are answered.',
    otherRequests,
  ),
  check(
    'observed.media-types',
    { suite: 'robustness', needs: ['other-media-type'] },
    'other media types',
    'Records how a wrong and a missing Content-Type and an Accept that asks for something else are answered.',
    probesNamed('robustness/media-type/'),
  ),
  check(
    'observed.unknown-members',
    { suite: 'robustness', needs: ['unknown-members', 'assigned-member'] },
    'members that the document does not show',
    'Records whether they are ignored or refused.',
    unknownMembers,
    unlessCollection,
  ),
  check(
    'observed.text-handling',
    { suite: 'robustness', needs: ['unusual-text'] },
    'handling of unusual text',
    'Records which unusual text is refused and whether white space is trimmed.',
    textHandling,
    unlessCollection,
  ),
  check(
    'observed.identity-form',
    { suite: 'collections', needs: ['creation'] },
    'form of assigned identities',
    'Records the form of the identities.',
    identityForm,
    unlessNamed,
  ),
  check(
    'observed.robustness',
    { suite: 'robustness', needs: ['doubtful'] },
    'limits of the server',
    'Records how large bodies and header fields, repeated member names, doubtful JSON and unknown query parameters are answered.',
    probesNamed('robustness/limits/'),
  ),
  check(
    'observed.limits',
    { suite: 'rate-limit-headers', needs: WHATEVER_WAS_SENT },
    'limits that were seen',
    'Records the limits and windows in the fields, which answers carry them and which ones count.',
    observedLimits,
    unlessLimits,
  ),
  check(
    'observed.refusal-body',
    { suite: 'rate-limit-enforcement', needs: ['over-limit'] },
    'what a refusal over the limit carries',
    'Records the body, the form of Retry-After and the fields of refusals over the limit.',
    (run) => [...refusalBodies(run), ...observedRefusals(run)],
    unlessLimits,
  ),
];
