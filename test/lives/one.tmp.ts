import { houses, runIn, findingsOf } from './run-zoo.ts';
const [, , of, only, seed = '1', grep = '.', profile='standard'] = process.argv;
const house = houses.find((h) => h.name === of)!;
for (const member of [...house.conforming, ...house.faulty].filter((m) => new RegExp(only!).test(m.name))) {
  const run = await runIn(house, member, { seed: Number(seed), profile: profile as any });
  const f = findingsOf(run);
  console.log('##', member.name, f.exitCode, f.checks.join(' '), f.requests, f.faults.join(' ').slice(0, 300));
  for (const r of run.record.results) { const o: any = r.outcome; if (new RegExp(grep).test(r.id)) console.log(r.id, o.kind, o.reason ?? '', JSON.stringify(o.evidence ?? {}).slice(0,300), JSON.stringify((o.violations ?? []).slice(0,2))); }
  const P = process.env['P'];
  const text = (b: any) => (b ? new TextDecoder().decode(b) : '');
  if (P) for (const x of run.record.exchanges.values() as any) if (new RegExp(P).test(`${x.id} ${x.probe} ${x.request.method} ${x.request.target}`)) console.log(x.id, x.probe, x.request.method, x.request.target, text(x.request.body).slice(0, 300), '=>', x.result.answer?.status, text(x.result.answer?.body).slice(0, 500));
}
