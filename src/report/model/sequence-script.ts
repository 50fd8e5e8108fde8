import { placeAskedBy } from '../../checks/resources/creations/creations.ts';
import type { Violation } from '../../checks/outcome.ts';
import type { OwnEntry } from '../../checks/resources/ownership/own-entries.ts';
import { locationOf } from '../../checks/resources/deeds.ts';
import { curlLine, shellWord } from '../../credential/curl-line.ts';
import type { SentRequest } from '../../http/exchange.ts';
import { basePathOf, percentDecoded, targetParts, withoutEndSlashes } from '../../http/target.ts';
import type { Interface } from '../../interface/model.ts';
import { pathAt, withQueryOf } from '../../interface/resources/places/places.ts';
import { printJson } from '../../json/lossless.ts';
import { isObject, type Json } from '../../json/value.ts';
import { namesOneRequest } from '../../interface/parameters/request-keys.ts';
import type { Contract } from '../../oracle/contract.ts';
import { readExchange, type Reading, sentJson } from '../../oracle/reading.ts';
import type { CheckResult, RunRecord } from '../../record/record.ts';
import { madeBy, UUID } from '../../run/replay/retelling.ts';
import { putAt } from '../../json/pointer.ts';
import { identitiesAt } from '../../session/entries/identity-in-body.ts';
import { pauseBefore } from '../../run/replay/shortest-sequences.ts';
import { escapeTerminal } from '../escape.ts';
import { answerLine, type Flow, flowIn, isPlainName, plainName, takeEntry, takeTag } from './script-flow.ts';
import { stepsOf } from './sequence.ts';

/**
 * The sequence that shows a violation as one script for a POSIX shell: it needs curl, sed, awk and tr, and the key in `ASSAY_KEY`.
 * Identities and tags flow from one answer to the next request; names are new each time; what was made is taken away again.
 */

const MOST_BODY_BYTES = 20_000;
const MAX_LINE = 400;
const MARKED = /assay-[0-9a-z]{6}-(?=[0-9]{3})/g;

/** Lines that curl writes by itself, or that a request without a body has no use for. */
const OF_BODY = new Set(['content-length', 'content-type', 'transfer-encoding']);

function say(text: string): string {
  return `printf '%s\\n' ${shellWord(escapeTerminal(text, MAX_LINE))}`;
}

/** The body of a request; one that names the entry of its path names the one of this time. */
function bodyOf(reading: Reading, request: SentRequest, flow: Flow, contract: Contract): string | undefined {
  if (request.body === undefined) return undefined;
  const text = flow.inText(Buffer.from(request.body).toString('latin1'));
  const { operation } = reading.expectation;
  const json = sentJson(reading);
  const place = operation?.namedBy?.in !== 'body' ? undefined : placeAskedBy(contract, reading);
  const target = place === undefined ? request.target : `${contract.basePath}${place}`;
  const now =
    withoutEndSlashes(targetParts(flow.inPath({ method: request.method, target })).path)
      .split('/')
      .at(-1) ?? '';
  if (operation === undefined || !isObject(json) || !isPlainName(now)) return text;
  const found = identitiesAt({ contract }, operation, place ?? targetParts(target).path, json);
  if (found.length === 0) return text;
  const placed = printJson(found.reduce<Json>((named, one) => putAt(named, one.place, now), json));
  const isNumber = found.some(({ value }) => typeof value === 'number');
  const written = isNumber ? placed.replaceAll(JSON.stringify(now), now) : placed;
  return flow.inText(Buffer.from(written).toString('latin1'));
}

/** The request with what flows into it in place of what was recorded. */
function flowing(reading: Reading, request: SentRequest, flow: Flow, contract: Contract): SentRequest {
  const text = bodyOf(reading, request, flow, contract);
  return {
    ...request,
    target: flow.inPath(request),
    headers: request.headers
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name, flow.inText(value)]),
    body: text === undefined ? undefined : new Uint8Array(Buffer.from(text, 'latin1')),
  };
}

function removal(maker: Reading, { path, resource }: OwnEntry, contract: Contract): SentRequest | undefined {
  const { remove } = resource;
  const { request } = maker.exchange;
  if (remove === undefined || request.credential.kind !== 'valid') return undefined;
  return {
    ...request,
    method: remove.method,
    target: withQueryOf(`${contract.basePath}${pathAt(remove, path)}`, request.target),
    headers: request.headers.filter(
      ([name]) => !OF_BODY.has(name.toLowerCase()) && !namesOneRequest(name) && !/^if-/i.test(name),
    ),
    body: undefined,
  };
}

/** Texts that have to be new each time, and what stands for them: names of the run, keys of requests, identities of the client. */
function newEachTime(readings: readonly Reading[], contract: Contract): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const reading of readings) {
    const { request } = reading.exchange;
    const own = madeBy(contract, reading);
    const named = own?.path.split('/').at(-1);
    const keys = request.headers.flatMap(([name, value]) => (namesOneRequest(name) ? [value] : []));
    const coined = request.method === 'PUT' && named !== undefined ? [percentDecoded(named) ?? ''] : [];
    for (const text of [...keys, ...coined].filter((one) => UUID.test(one)))
      texts.set(text, `${plainName('run')}${text.slice(6)}`);
    const whole = `${request.target} ${Buffer.from(request.body ?? []).toString('latin1')} ${keys.join(' ')}`;
    for (const [marked] of whole.matchAll(MARKED)) texts.set(marked, `assay-${plainName('run')}-`);
  }
  return texts;
}

function comment(text: string): string {
  return `# ${escapeTerminal(text, MAX_LINE)}`;
}

function headLines(result: Pick<CheckResult, 'id' | 'title'>, violation: Violation): readonly string[] {
  return [
    '#!/bin/sh',
    comment(`${result.id}: ${result.title}`),
    comment(`expected: ${violation.expected}`),
    comment(`came: ${violation.actual}`),
    '# Needs curl, sed, awk and tr. Exit code 2: a step made nothing, so the next one could not be sent.',
    'set -u',
    'run=$(date +%s)',
    'run=${run#????}',
    'answer=$(mktemp) || exit 2',
    `trap 'rm -f "$answer"' EXIT`,
  ];
}

/** The script for a violation; `undefined` where it has no sequence, or what flows through it can't be taken from answers by a shell. */
export function sequenceScript(
  record: RunRecord,
  document: Interface,
  {
    result,
    violation,
  }: { readonly result: Pick<CheckResult, 'id' | 'title'>; readonly violation: Violation },
): string | undefined {
  const { url } = record.header.settings;
  const steps = stepsOf(record, violation);
  if (steps.length === 0 || !URL.canParse(url)) return undefined;
  const contract: Contract = { interface: document, basePath: basePathOf(url) };
  const readings = steps.map(({ exchange }) => readExchange(contract, exchange));
  const flow = flowIn(contract, newEachTime(readings, contract));
  const lineFor = (reading: Reading, request: SentRequest = reading.exchange.request): string =>
    flow.filledIn(
      curlLine(url, flowing(reading, request, flow, contract), { mostBodyBytes: MOST_BODY_BYTES }),
    );
  const lines: string[] = [];
  const removals: string[] = [];
  for (const [at, step] of steps.entries()) {
    const reading = readings[at];
    if (reading === undefined) return undefined;
    const pauseMs = pauseBefore(step.exchange, steps[at - 1]?.exchange);
    const isLast = at === steps.length - 1;
    lines.push(
      '',
      say(
        `${String(at + 1)}. ${step.exchange.request.method} ${step.exchange.request.target} (then: ${step.answer})`,
      ),
      ...(pauseMs > 0 ? [`sleep ${String(Math.ceil(pauseMs / 1000))}`] : []),
      `{ ${lineFor(reading)}; } > "$answer"`,
      ...(isLast ? ['cat "$answer"; echo', say(`expected: ${violation.expected}`)] : [answerLine]),
    );
    const own = madeBy(contract, reading);
    const name = `entry_${String(at + 1)}`;
    if (own !== undefined) {
      const isNamedByPath = reading.exchange.request.method === 'PUT';
      if (!isNamedByPath) {
        const take = takeEntry(reading, own, locationOf(contract, own.resource, reading) !== undefined, name);
        if (take === undefined) return undefined;
        lines.push(...take);
        flow.addEntry(own.path, name);
      }
      const request = removal(reading, own, contract);
      if (request !== undefined) removals.unshift(`{ ${lineFor(reading, request)}; } > /dev/null`);
    }
    const [tag] = reading.answer?.header('etag') ?? [];
    if (tag !== undefined && !isLast) {
      lines.push(takeTag(`tag_${String(at + 1)}`));
      flow.addText(tag, `tag_${String(at + 1)}`);
    }
  }
  const ending = removals.length === 0 ? [] : ['', '# Takes away what was made.', ...removals];
  const body = [...lines, ...ending].join('\n');
  const keys = ['ASSAY_KEY', 'ASSAY_OTHER_KEY'].filter(
    (name) => body.includes(`{${name}}`) || body.includes(`$${name}`),
  );
  const wanted = keys.map((name) => `: "\${${name}:?has to hold the key}"`);
  return `${[...headLines(result, violation), ...wanted].join('\n')}\n${body}\n`;
}
