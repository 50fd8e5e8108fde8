import { setImmediate } from 'node:timers/promises';
import type { Client } from '../../src/client/client.ts';
import type { Interface } from '../../src/interface/model.ts';
import type { RunRequest, RunSettings } from '../../src/record/record.ts';
import { verdict } from '../../src/report/model/verdict.ts';
import { runApart } from './run-apart.ts';
import { virtualClient, virtualClock } from '../../src/run/virtual-target.test-data.ts';
import { CRUD } from '../other-interfaces/crud-service.ts';
import type { MockRun } from '../other-interfaces/run-against-mock.ts';
import { KEY, type MakeService } from '../other-interfaces/run-against-service.ts';
import { loadOnce } from '../specs/load-files.ts';
import { runRequestFor } from './run-request-for.ts';

const ORIGIN = 'http://service.example';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type VirtualRun = MockRun & {
  readonly document: Interface;
  /** Requests that were under way at a time. */
  readonly mostAtOnce: number;
};

/** A run of the CRUD interface in this process alone, over no socket and in no time. */
export async function runVirtually(
  make: MakeService,
  settings: Partial<RunSettings>,
  told: Pick<RunRequest, 'replayFirst'> = {},
): Promise<VirtualRun> {
  const loaded = await loadOnce({ 'openapi.yaml': CRUD });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [clock, serve] = [virtualClock(), make()];
  const virtual = virtualClient(clock, '', ({ method, path, headers, body, credential }) => {
    const { pathname, searchParams } = new URL(path, ORIGIN);
    const text = new TextDecoder().decode(body);
    const own = { authorization: credential.kind.startsWith('valid') ? `Bearer ${KEY}` : undefined };
    const given = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
    const ask = {
      method,
      path: pathname,
      query: searchParams,
      headers: { ...given, ...own },
      text,
      json: parsed(text),
    };
    const { status, body: answer, headers: fields = {} } = serve(ask);
    return {
      status,
      tookMs: 1,
      headers: Object.entries(fields),
      body: answer === undefined ? '' : typeof answer === 'string' ? answer : JSON.stringify(answer),
    };
  });
  let [underWay, mostAtOnce] = [0, 0];
  // What the service says of its answers counts, not what a virtual one says by itself.
  const client: Client = {
    ...virtual,
    send: async (asked, options) => {
      underWay += 1;
      mostAtOnce = Math.max(mostAtOnce, underWay);
      const sending = await virtual.send(asked, options);
      // Where several are under way, their answers come in another order than they were asked for.
      const turns = settings.concurrency === undefined ? 0 : 1 + ((virtual.sent.length * 7) % 5);
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      underWay -= 1;
      if (sending.result.kind === 'failure') return sending;
      const { answer } = sending.result;
      const isTold = answer.headers.slice(1).some(([name]) => name.toLowerCase() === 'content-type');
      const headers = isTold || answer.body.length === 0 ? answer.headers.slice(1) : answer.headers;
      return { ...sending, result: { kind: 'answer', answer: { ...answer, headers } } };
    },
  };
  const aimed = runRequestFor({
    url: ORIGIN,
    key: KEY,
    recordFile: undefined,
    settings: { plan: undefined, maxDurationS: 600, ...settings },
  });
  const request = { ...aimed, ...told };
  const hooks = { onEvent: () => undefined, signal: new AbortController().signal };
  const record = await runApart(request, loaded.interface, hooks, { clock, client, runId: 'abcdef' });
  return { record, verdict: verdict(record, loaded.interface), document: loaded.interface, mostAtOnce };
}
