import type { Interface, Operation } from '../../interface/model.ts';
import { isObject, type Json, memberOf } from '../../json/value.ts';
import type { Attend, Attendance, Manner, Service } from '../answers/stages/pipeline.ts';
import { codeOf, jsonBody, successOf } from '../answers/documented-replies.ts';
import { type Caller, isRefusal, refusal, type Reply, type Visit } from '../answers/stages/stages.ts';
import { parseExactJson } from '../../json/lossless.ts';
import { wishedResponse } from '../prism/preference.ts';
import { drawLatencyMs } from '../server/latency.ts';
import { STATUS_CODES } from '../server/listener.ts';
import type { Content, Match, Rule, Scenario } from './scenario.ts';

/** True when the value has all that is wanted of it: members of objects at any depth, everything else as a whole. */
function holds(value: Json | undefined, wanted: Json): boolean {
  if (value === undefined) return false;
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((item: Json, at) => holds((value as readonly Json[])[at], item))
    );
  if (isObject(wanted))
    return (
      isObject(value) &&
      Object.entries(wanted).every(([name, member]) => holds(memberOf(value, name), member))
    );
  return value === wanted;
}

function meetsPath(path: string, { request, route }: Visit, basePath: string): boolean {
  if (request.path === `${basePath}${path}`) return true;
  return (
    route.kind === 'path' && [...route.candidates.values()].some(({ operation }) => operation.path === path)
  );
}

/** Whether a request has what a rule wants of everything but its body. */
function meetsHead(match: Match, visit: Visit, caller: Caller, basePath: string): boolean {
  const { request, operation } = visit;
  const key = caller.kind === 'key' ? caller.key : undefined;
  return (
    (match.operation === undefined || match.operation === operation?.id) &&
    (match.method === undefined || match.method === request.method) &&
    (match.path === undefined || meetsPath(match.path, visit, basePath)) &&
    (match.plan === undefined || match.plan === key?.plan) &&
    (match.key === undefined || match.key === key?.key) &&
    [...match.query].every(([name, value]) => request.query.getAll(name).includes(value)) &&
    [...match.header].every(([name, value]) => request.headers.get(name) === value)
  );
}

/** Whether a JSON body has the members that a rule wants; `undefined` for a body that is no JSON. */
function meetsBody({ body: wanted }: Match, body: Json | undefined): boolean {
  return wanted === undefined || holds(body, wanted);
}

export type ScenarioOptions = {
  readonly interface: Interface;
  readonly scenario: Scenario;
  /** Gives numbers from 0 to below 1. */
  readonly random: () => number;
};

/** A rule with what became of it. */
type Played = { readonly rule: Rule; met: number; answered: number };

async function jsonOf({ readBody }: Attendance): Promise<Json | undefined> {
  const bytes = await readBody();
  if (isRefusal(bytes) || bytes.length === 0) return undefined;
  const parsed = parseExactJson(Buffer.from(bytes).toString('utf8'));
  return parsed.kind === 'json' ? parsed.value : undefined;
}

/** Notes that a request meets the rest of the rule, and says whether the rule answers it. */
function takes(played: Played): boolean {
  const { match, times } = played.rule;
  played.met += 1;
  if (match.nth !== undefined && match.nth !== played.met) return false;
  if (times !== undefined && played.answered >= times) return false;
  played.answered += 1;
  return true;
}

/** The body is read once, whoever asks for it. */
function readingOnce(attendance: Attendance): Attendance {
  let reading: ReturnType<Attendance['readBody']> | undefined;
  return { ...attendance, readBody: () => (reading ??= attendance.readBody()) };
}

function bodyReply(
  content: Extract<Content, { kind: 'json' | 'text' }>,
  operation: Operation | undefined,
): Reply {
  const success = operation === undefined ? undefined : successOf(operation);
  const status = content.status ?? codeOf(success?.status ?? '200');
  switch (content.kind) {
    case 'json': {
      const shown = operation?.responses.find((response) => response.status === String(status));
      const usual = jsonBody(shown, content.value);
      const { mediaType } = content;
      return {
        status,
        headers: [],
        body: mediaType === undefined ? usual : { kind: 'json', value: content.value, mediaType },
      };
    }
    case 'text':
      return {
        status,
        headers: [],
        body: { kind: 'text', mediaType: content.mediaType, text: content.text },
      };
  }
}

async function documentedService(
  document: Interface,
  attendance: Attendance,
  { status, example }: Extract<Content, { kind: 'documented' }>,
): Promise<Service> {
  const { visit, charge, stages, documented } = attendance;
  const { operation } = visit;
  const preference = { code: status, example, dynamic: false, seed: undefined };
  if (operation !== undefined && wishedResponse(document, operation, preference).kind === 'granted') {
    const shown = await documented({ ...visit, preference }, charge, stages);
    if (shown !== undefined) return { result: shown.answer, charge: shown.charge, body: undefined };
  }
  const code = status ?? 200;
  const name = STATUS_CODES[code] ?? 'An answer';
  const result =
    code < 400
      ? { status: code, headers: [], body: { kind: 'none' as const } }
      : refusal(
          operation,
          [code],
          name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
          `${name}, as the scenario says.`,
        );
  return { result, charge, body: undefined };
}

/** Answers requests as the rules of a scenario say, and all others as before. The limit stands before both. */
export function withScenario(
  attend: Attend,
  { interface: document, scenario, random }: ScenarioOptions,
): Attend {
  const all: readonly Played[] = scenario.map((rule) => ({ rule, met: 0, answered: 0 }));

  async function find(attendance: Attendance): Promise<Rule | undefined> {
    const { visit, caller } = attendance;
    const met = all.filter(({ rule }) => meetsHead(rule.match, visit, caller, document.basePath));
    const body = met.some(({ rule }) => rule.match.body !== undefined) ? await jsonOf(attendance) : undefined;
    return met.find((played) => meetsBody(played.rule.match, body) && takes(played))?.rule;
  }
  async function serve(content: Content, attendance: Attendance): Promise<Service> {
    switch (content.kind) {
      case 'usual':
        return attend(attendance);
      case 'documented':
        return documentedService(document, attendance, content);
      case 'json':
      case 'text':
        return {
          result: bodyReply(content, attendance.visit.operation),
          charge: attendance.charge,
          body: undefined,
        };
      case 'drop':
        return {
          result: { status: 200, headers: [], body: { kind: 'none' } },
          charge: attendance.charge,
          body: undefined,
        };
    }
  }
  return async (given) => {
    const attendance = readingOnce(given);
    const rule = await find(attendance);
    if (rule === undefined) return attend(attendance);
    const { content, headers, latency } = rule;
    const body = await attendance.readBody();
    const service = await serve(content, attendance);
    const manner: Manner = {
      headers,
      waitMs: latency === undefined ? undefined : drawLatencyMs(latency, random),
      drops: content.kind === 'drop',
    };
    return { ...service, body: isRefusal(body) ? undefined : body, manner };
  };
}
