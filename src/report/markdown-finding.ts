import { curlLine } from '../exchange/curl-line.ts';
import type { RunRecord } from '../run/record.ts';
import { escapeTerminal } from './escape-terminal.ts';
import { markdownBlock, markdownHtmlCode, markdownCode, markdownProse } from './escape-markdown.ts';
import { exchangeExcerpt, type MessageExcerpt } from './exchange-excerpt.ts';
import type { Finding } from './findings.ts';

const MAX_HEADERS = 15;
const MAX_HEADER = 160;
const MAX_BODY = 600;
const MAX_CURL = 600;
const MOST_CLAUSES = 3;

function messageLines({ line, headers, body }: MessageExcerpt, mark: string): readonly string[] {
  const fields = headers
    .slice(0, MAX_HEADERS)
    .map(([name, value]) => escapeTerminal(`${name}: ${value}`, MAX_HEADER));
  const more = headers.length > MAX_HEADERS ? [`… ${String(headers.length - MAX_HEADERS)} more headers`] : [];
  const whole = body === undefined ? '' : escapeTerminal(body.text, MAX_BODY);
  const bytes =
    body !== undefined && (body.cut || body.text.length > MAX_BODY) ? ` (${String(body.bytes)} bytes)` : '';
  const text = body === undefined ? [] : ['', whole + bytes];
  return [line, ...fields, ...more, ...text].map((each) => `${mark} ${each}`.trimEnd());
}

function exchangeLines(record: RunRecord, finding: Finding): readonly string[] {
  const exchange = record.exchanges.get(finding.violation.exchanges[0] ?? '');
  if (exchange === undefined) return [];
  const { request, answer, failure } = exchangeExcerpt(exchange);
  const block = markdownBlock(
    [
      ...messageLines(request, '>'),
      ...(answer === undefined ? [`< no answer: ${failure ?? ''}`] : messageLines(answer, '<')),
    ],
    2 * MAX_BODY,
  );
  return ['', ...block];
}

/** Nothing where the line would be long, or altered by making it safe: then `assay replay` is the way. */
function curlLines(record: RunRecord, finding: Finding): readonly string[] {
  const exchange = record.exchanges.get(finding.violation.exchanges[0] ?? '');
  const { url } = record.header.settings;
  if (exchange === undefined || !URL.canParse(url)) return [];
  const line = curlLine(url, exchange.request);
  if (line.length > MAX_CURL || escapeTerminal(line, Infinity) !== line) return [];
  return ['', ...markdownBlock([line], MAX_CURL)];
}

function counterexampleLines({ result, violation }: Finding): readonly string[] {
  return result.counterexamples
    .filter(({ exchange }) => violation.exchanges.includes(exchange))
    .slice(0, 1)
    .map(({ value }) => `- smallest input: ${markdownCode(value)}`);
}

/** One violation or warning, folded: what was expected and came, its clauses, the exchange, how to see it again. */
export function markdownFinding(record: RunRecord, finding: Finding): readonly string[] {
  const { result, violation, clauses, id, excuse } = finding;
  const where = violation.operation === undefined ? 'no documented operation' : violation.operation;
  return [
    `<details><summary>${markdownHtmlCode(id)} ${markdownHtmlCode(where)}</summary>`,
    '',
    markdownProse(result.title),
    '',
    ...(excuse === undefined ? [] : [`- known failure: ${markdownProse(excuse, 300)}`]),
    `- expected: ${markdownCode(violation.expected)}`,
    `- got: ${markdownCode(violation.actual)}`,
    ...clauses
      .slice(0, MOST_CLAUSES)
      .map((clause) => `- clause ${markdownCode(clause.id, 100)}: ${markdownProse(clause.text, 300)}`),
    ...counterexampleLines(finding),
    `- again: ${markdownCode(`assay replay ${id}`)}`,
    ...exchangeLines(record, finding),
    ...curlLines(record, finding),
    '',
    '</details>',
  ];
}
