import { documentedJson } from '../../src/http/media-type.ts';
import type { Interface, Operation } from '../../src/interface/model.ts';
import type { Json } from '../../src/json/value.ts';
import { honestStages } from '../../src/mock/answers/stages/honest-stages.ts';
import { createRouter } from '../../src/mock/answers/stages/router.ts';
import {
  type InboundRequest,
  isRefusal,
  type Refusal,
  type Reply,
  type Stages,
  type Visit,
} from '../../src/mock/answers/stages/stages.ts';
import { valueBreaks } from '../../src/mock/faults/derived/broken-values.ts';
import { changedAt, memberPlaces } from '../../src/mock/faults/derived/member-places.ts';
import type { Fault } from '../../src/mock/faults/fault.ts';
import { witnessed } from '../../src/mock/witnessed.ts';
import { printJson } from '../../src/json/lossless.ts';
import { createClock } from '../../src/mock/limits/clock.ts';
import { Limiter } from '../../src/mock/limits/limiter.ts';
import { defaultGrants, type MockKey, toMockKey } from '../../src/mock/state/keys.ts';
import { Store } from '../../src/mock/state/store.ts';
import { sample } from '../../src/schema/generate/sample.ts';
import type { Schema } from '../../src/schema/keywords.ts';

const NOW = 1_800_000_000_250;
const WRONG: readonly Json[] = [null, true, 1, 'text', [], {}];

type Asked = {
  readonly operation: Operation;
  readonly key?: string | undefined;
  /** What stands before the key in `Authorization`. */
  readonly scheme?: string;
  readonly body?: string;
  readonly query?: string;
  readonly path?: string;
};

function bodySchema({ requestBody }: Operation): Schema | undefined {
  return documentedJson(requestBody?.representations ?? [])?.schema;
}

/** A sample with what samples don't look at put right. */
function validBody(schema: Schema): Json {
  const text = JSON.stringify(sample(schema)).replace('"postcode":"text"', '"postcode":"12345"');
  return JSON.parse(text) as Json;
}

function brokenBodies(schema: Schema): readonly string[] {
  const valid: Json = validBody(schema);
  const values = memberPlaces(schema).flatMap(({ path, keywords }) => [
    ...WRONG.map((value) => changedAt(valid, path, () => value)),
    changedAt(valid, path, () => undefined),
    ...valueBreaks(keywords).map(({ change }) => changedAt(valid, path, change)),
  ]);
  return ['', '{"', ...values.flatMap((value) => (value === undefined ? [] : [printJson(value)]))];
}

function validRequest(operation: Operation): Asked {
  const schema = bodySchema(operation);
  return { operation, ...(schema === undefined ? {} : { body: JSON.stringify(validBody(schema)) }) };
}

function script({ operations }: Interface, key: string): readonly Asked[] {
  const ofOperations = operations.flatMap((operation): readonly Asked[] => {
    const valid = validRequest(operation);
    const schema = bodySchema(operation);
    const strangers = ['unknown-key', `${key}x`, `x${key}`, key.slice(0, -1), key.toUpperCase()];
    return [
      { ...valid, key },
      ...strangers.map((stranger) => ({ ...valid, key: stranger })),
      { ...valid, key, scheme: 'Token ' },
      { ...valid, key, scheme: '' },
      valid,
      ...(schema === undefined ? [] : brokenBodies(schema).map((body) => ({ operation, key, body }))),
      ...operation.parameters.map(({ name }) => ({ ...valid, key, query: `${name}=-1` })),
      ...(operation.path.includes('{')
        ? [{ ...valid, key, path: operation.path.replaceAll(/\{[^}]+\}/g, 'none') }]
        : []),
    ];
  });
  return [
    ...ofOperations,
    ...operations.filter(({ method }) => method === 'GET').map((operation) => ({ operation, key })),
  ];
}

function result(stages: Stages, visit: Visit, bytes: Uint8Array): Reply | Refusal {
  const content = stages.parse(bytes, visit);
  if (isRefusal(content)) return content;
  return stages.validate(content, visit) ?? stages.respond(content, visit, stages);
}

/** One request on its way through all stages. */
function take(stages: Stages, visit: Visit, bytes: Uint8Array): void {
  const caller = stages.identify(visit, stages);
  const charge = stages.charge(caller, visit);
  const refused = stages.limit(charge, visit) ?? stages.guard(caller, visit);
  const given = refused ?? result(stages, visit, bytes);
  const reply = isRefusal(given) ? stages.refuse(given, visit) : given;
  stages.render(stages.decorate(reply, charge, visit), visit);
}

/** Whether a fault shows in a script about a document that goes through the stages of a mock, without sockets. */
export function showsInScript(document: Interface, fault: Fault): boolean {
  const clock = createClock(() => NOW);
  const keys = defaultGrants(document, []).map((grant) => toMockKey(document, grant));
  const store = new Store(clock.now);
  const limiter = new Limiter({ kind: 'fixed', now: clock.now, banAfter: undefined });
  let shown = false;
  const honest = honestStages({
    interface: document,
    keys,
    clock,
    limiter,
    limitPer: 'key',
    store,
    changes: true,
  });
  const watched = witnessed(fault, () => {
    shown = true;
  });
  const stages = watched.apply(honest, { interface: document, keys, now: clock.now });
  const findRoute = createRouter(document);
  const own: MockKey | undefined = keys.find(({ plan }) => plan === fault.plan) ?? keys[0];

  function ask({ operation, key, scheme = 'Bearer ', body, query = '', path }: Asked): void {
    const credential = operation.credential?.kind === 'api-key' ? operation.credential.name : 'authorization';
    const text = credential === 'authorization' ? `${scheme}${key ?? ''}` : key;
    const fields = new Map([['content-type', 'application/json']]);
    if (key !== undefined && text !== undefined) fields.set(credential.toLowerCase(), text);
    const [collection] = document.collections;
    const [entry] = collection === undefined ? [] : store.entries(collection);
    const identity = JSON.stringify(entry?.[collection?.identity ?? ''] ?? 1).replaceAll('"', '');
    const request: InboundRequest = {
      method: operation.method,
      path: `${document.basePath}${path ?? operation.path.replaceAll(/\{[^}]+\}/g, identity)}`,
      queryText: query,
      query: new URLSearchParams(query),
      headers: fields,
      address: '192.0.2.1',
    };
    const route = findRoute(request.path);
    const found = route.kind === 'path' ? route.candidates.get(operation.method) : undefined;
    const visit = { request, route, operation: found?.operation, pathValues: found?.pathValues ?? new Map() };
    take(stages, visit, Buffer.from(body ?? ''));
  }
  const asked = script(document, own?.key ?? '');
  for (const one of asked.toSorted(
    (a, b) => Number(b.operation.method === 'POST') - Number(a.operation.method === 'POST'),
  )) {
    ask(one);
    if (shown) return true;
    limiter.reset();
  }
  const overLimit = document.operations
    .slice(0, 1)
    .flatMap((first) => Array.from({ length: 61 }, () => first));
  for (const operation of overLimit) ask({ ...validRequest(operation), key: own?.key ?? '' });
  return shown;
}
