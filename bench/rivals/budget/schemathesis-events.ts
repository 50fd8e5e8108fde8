/** What Schemathesis says in its report of events: a line of JSON for each, with the requests and checks of every scenario. */

/** A failure, by its code and operation, and the number of the request that showed it, counted from 1 in the order of sending. */
export type RivalFailure = { readonly name: string; readonly at: number };

type Told = { readonly sentAt: number; readonly failures: readonly string[] };

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** The codes of what failed at one request. */
function codesOf(checks: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(checks) ? checks : [];
  return list.flatMap((check) => {
    if (memberOf(check, 'status') === 'success') return [];
    const code = memberOf(memberOf(memberOf(check, 'failure_info'), 'failure'), 'code');
    return [String(code ?? memberOf(check, 'name'))];
  });
}

function requestsIn(line: string): readonly Told[] {
  const recorder = memberOf(memberOf(JSON.parse(line), 'ScenarioFinished'), 'recorder');
  const [checks, cases] = [memberOf(recorder, 'checks'), memberOf(recorder, 'cases')];
  return entriesOf(memberOf(recorder, 'interactions')).map(([id, interaction]) => {
    const sent = memberOf(memberOf(cases, id), 'value');
    const operation = `${String(memberOf(sent, 'method'))} ${String(memberOf(sent, 'path'))}`;
    const failures = codesOf(memberOf(checks, id)).map((code) => `${code} ${operation}`);
    return { sentAt: Number(memberOf(interaction, 'timestamp')), failures };
  });
}

/** The failures that a report of events has, each as often as it was shown, the first one first. */
export function failuresIn(report: string): readonly RivalFailure[] {
  const requests = report
    .split('\n')
    .filter((line) => line.startsWith('{"ScenarioFinished"'))
    .flatMap(requestsIn)
    .toSorted((a, b) => a.sentAt - b.sentAt);
  return requests.flatMap(({ failures }, at) => failures.map((name) => ({ name, at: at + 1 })));
}
