import { createHash } from 'node:crypto';
import type { Interface } from '../../interface/model.ts';
import { commonStyles } from '../../output/page-styles.ts';
import { textBeside } from '../../system/package.ts';
import { isObject, type JsonObject, type Json, objectsIn } from '../../json/value.ts';
import { plainText } from '../../json/lossless.ts';
import { consoleScript } from './console-script.ts';

/** The style of the console, in the colours of the reports. */
const consoleStyles = commonStyles + textBeside(import.meta.dirname, 'console.css');

function source(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Nothing is loaded or run but this very style and this very script, which talk to the mock alone (CSP Level 3). */
export function consolePolicy(): string {
  return [
    "default-src 'none'",
    `style-src ${source(consoleStyles)}`,
    `script-src ${source(consoleScript)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function escaped(text: string): string {
  return text
    .replaceAll(
      /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/gu,
      (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`,
    )
    .replaceAll(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);
}

function tableRow(name: string, value: string): string {
  return `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`;
}

function quotaText(quota: Json): string {
  const windows = isObject(quota) ? objectsIn(quota['windows']) : [];
  return windows
    .map(
      ({ window = '', limit = 0, remaining = 0 }) =>
        `${plainText(remaining)} of ${plainText(limit)} a ${plainText(window)}`,
    )
    .join(', ');
}

/** The state as a table, for browsers that run no script. */
function stateTable(state: JsonObject): string {
  const { now = '', frozen, requests = 0, quotas, collections, latency, faults } = state;
  const callers = objectsIn(quotas);
  return [
    '<table>',
    tableRow('Clock', `${plainText(now)}${frozen === true ? ', frozen' : ''}`),
    tableRow('Requests', plainText(requests)),
    ...callers.map((quota) => {
      const { caller = '', plan } = quota;
      const who = typeof plan === 'string' ? `${plan}, ${plainText(caller)}` : plainText(caller);
      return tableRow(`Left for ${who}`, quotaText(quota) || 'no limit');
    }),
    ...Object.entries(isObject(collections) ? collections : {}).map(([path, size]) =>
      tableRow(`Entries of ${path}`, plainText(size)),
    ),
    ...(isObject(latency)
      ? [tableRow('Latency', `${plainText(latency['minMs'] ?? 0)} to ${plainText(latency['maxMs'] ?? 0)} ms`)]
      : []),
    tableRow('Faults', Array.isArray(faults) && faults.length > 0 ? faults.map(String).join(', ') : 'none'),
    '</table>',
  ].join('\n');
}

const MAIN = `
<main id="live" tabindex="-1" hidden>
<div class="wide">
<section id="requests" aria-labelledby="requests-title">
  <div class="head"><h2 id="requests-title">Requests</h2><p class="soft small" id="tally"></p><p class="spoken" id="spoken" role="status"></p></div>
  <div class="row" id="narrow">
    <label class="grow">Method, path, status or plan<input id="words" type="search" autocomplete="off" spellcheck="false"></label>
    <label class="check"><input id="refused" type="checkbox">Only refused and failed</label>
    <button type="button" id="pause" aria-pressed="false">Pause</button>
  </div>
  <p class="empty" id="none">No request yet. Send one with the form below, or with curl.</p>
  <p class="spoken" id="keys-hint">Arrow keys go from request to request.</p>
  <ol class="requests" id="list" aria-label="Requests, the newest first" aria-describedby="keys-hint" hidden></ol>
  <p><button type="button" class="plain" id="older" hidden>Show older ones</button></p>
</section>
<section id="try" aria-labelledby="try-title">
  <div class="head"><h2 id="try-title">Try an operation</h2></div>
  <form id="form" class="stack" autocomplete="off">
    <div class="fields">
      <label>Operation<select id="operation"></select></label>
      <label>Key<select id="key"></select></label>
      <label>Wished answer<select id="wish"></select></label>
    </div>
    <p class="soft small" id="operation-note"></p>
    <div class="fields" id="parameters"></div>
    <label id="body-field">Body<textarea id="body" rows="6" spellcheck="false"></textarea></label>
    <div class="row mid"><button class="main">Send</button><p class="soft small">or Ctrl and Enter</p></div>
  </form>
  <div id="answer" class="stack" aria-live="polite" hidden></div>
</section>
</div>
<div class="side">
<section id="clock" aria-labelledby="clock-title">
  <div class="head"><h2 id="clock-title">Clock</h2><p class="soft small" id="clock-note"></p></div>
  <div class="beside"><p><span class="time" id="time"></span><br><span class="soft small" id="date"></span></p><button type="button" id="freeze" aria-pressed="false">Freeze</button></div>
  <div class="row" id="moves" role="group" aria-label="Move the clock forward">
    <button type="button" data-ms="10000">+10 s</button>
    <button type="button" data-ms="60000">+1 min</button>
    <button type="button" data-ms="3600000">+1 h</button>
    <button type="button" data-ms="86400000">+1 day</button>
  </div>
</section>
<section id="quotas" aria-labelledby="quotas-title">
  <div class="head"><h2 id="quotas-title">Quotas</h2><p class="soft small" id="limiter"></p></div>
  <ul id="quota-list"></ul>
</section>
<section id="breaks" aria-labelledby="breaks-title">
  <div class="head"><h2 id="breaks-title">Latency and faults</h2></div>
  <div class="stack">
    <form class="row" id="latency">
      <label>From, ms<input id="latency-min" type="number" min="0" max="60000" step="1" value="0" required></label>
      <label>To, ms<input id="latency-max" type="number" min="0" max="60000" step="1" value="0" required></label>
      <button>Set</button>
    </form>
    <form class="row" id="fault-form">
      <label class="grow">Fault<select id="fault"></select></label>
      <button>Add</button>
    </form>
    <p class="soft small" id="fault-note"></p>
    <ul class="tags" id="fault-list" aria-label="Faults in force"></ul>
  </div>
</section>
<section id="state" aria-labelledby="state-title">
  <div class="head"><h2 id="state-title">Collections</h2><button type="button" id="reset">Reset</button></div>
  <div id="collections" class="stack"></div>
  <p class="soft small">Reset puts back the entries of the start, fills the quotas and empties the list of requests. Clock, latency and faults stay.</p>
</section>
</div>
</main>
`;

/** The console: one page that loads nothing but its data, with the state as a table where scripts don't run. */
export function consolePage({ title, version, basePath }: Interface, state: JsonObject): string {
  const name = escaped(`${title} ${version}`.slice(0, 200));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${name}, mock</title>
<style>${consoleStyles}</style>
</head>
<body>
<a class="skip" href="#live">Skip to the requests</a>
<div class="page">
<header>
<div><p class="eyebrow">assay mock</p><h1>${name}</h1><p class="address soft"><code id="address">${escaped(basePath)}</code></p></div>
<div><p class="link" id="link" role="status" data-state="none"></p><p class="problem" id="problem" role="alert"></p></div>
</header>
<nav class="contents" id="contents" aria-label="Contents" hidden><ul>
<li><a href="#requests">Requests</a></li><li><a href="#try">Try</a></li><li><a href="#clock">Clock</a></li>
<li><a href="#quotas">Quotas</a></li><li><a href="#breaks">Latency and faults</a></li><li><a href="#state">Collections</a></li>
</ul></nav>
${MAIN}
<noscript>
<main class="stack">
<h2>State</h2>
<p>This page follows the mock live where scripts run. Without them it shows how the mock is now; load it again to see what changed.</p>
${stateTable(state)}
</main>
</noscript>
</div>
<script>${consoleScript}</script>
</body>
</html>
`;
}
