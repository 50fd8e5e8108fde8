import { CHECK_TEXTS as checks, type CheckText } from '../../checks/check-texts.ts';
import { type DocumentNote, formatDocumentNote } from '../../document/cursor.ts';
import type { Clause, Interface, Operation } from '../../interface/model.ts';
import { paragraphs } from '../../report/text/context.ts';
import { createInk, type Ink } from '../../report/text/ink.ts';
import { suggestion } from '../../system/nearest-name.ts';
import type { CliIo } from '../io.ts';
import { openDocument } from '../load-document.ts';
import type { ExplainFlags } from '../options.ts';
import { wantsColour } from '../output/progress.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

const WIDEST = 100;

/** What a document says by itself may be ten thousand rows. */
const MOST_CLAUSES = 100;

function explainCheck(
  check: CheckText,
  clauses: readonly Clause[],
  ink: Ink,
  width: number,
): readonly string[] {
  const own = clauses.filter((clause) => clause.checks.some((reference) => reference.check === check.id));
  return [
    `${ink.strong(check.id)}  ${check.title}`,
    ink.faint(`suite ${check.suite}, level ${check.level}`),
    '',
    ...paragraphs(check.explanation, width, ''),
    '',
    ink.strong(own.length === 0 ? 'No clause of this interface refers to it.' : 'Clauses that it proves'),
    ...own
      .slice(0, MOST_CLAUSES)
      .flatMap(({ id, section, text }) => paragraphs(`${id} (section ${section}): ${text}`, width, '  ')),
    ...(own.length > MOST_CLAUSES ? [`  and ${String(own.length - MOST_CLAUSES)} more`] : []),
    '',
    `Run it alone: assay test --check ${check.id}`,
  ];
}

function explainClause(clause: Clause, ink: Ink, width: number): readonly string[] {
  const proof = clause.checks.map(({ check, operation }) =>
    operation === undefined ? `  ${check}` : `  ${check} (for ${operation})`,
  );
  return [
    `${ink.strong(clause.id)}  section ${clause.section}`,
    ink.faint(`level ${clause.level}`),
    ...(clause.pointer === undefined
      ? []
      : [ink.faint(`${clause.position.file}:${String(clause.position.line)} ${clause.pointer}`)]),
    '',
    ...paragraphs(clause.text, width, ''),
    '',
    ...(proof.length > 0 ? [ink.strong('Checks'), ...proof] : []),
    ...(clause.reason === undefined ? [] : paragraphs(`No check proves it: ${clause.reason}`, width, '')),
    ...(clause.records === undefined ? [] : paragraphs(`A run records: ${clause.records}`, width, '')),
  ];
}

/** What to give in place of an id, for the document as a whole. */
const DOCUMENT = 'document';

function noteLines(note: DocumentNote, width: number): readonly string[] {
  const [first = '', ...others] = paragraphs(formatDocumentNote(note), width, '  ');
  return ['', `-${first.slice(1)}`, ...others, ...paragraphs(note.advice, width, '  ')];
}

/** Whether requests may go out side by side, and for how many of the operations that makes a deep run shorter. */
function paceText({ operations, rateLimits }: Interface): string {
  if (rateLimits !== undefined)
    return 'A limit of requests is documented: a run sends one at a time, whatever --concurrency says.';
  const reading = operations.filter(({ method }) => method === 'GET' || method === 'HEAD').length;
  return `No limit of requests is documented: with --concurrency 8 a deep run sends side by side what changes nothing, which are the requests of ${String(reading)} of these operations, and the broken ones of the others.`;
}

function explainDocument(document: Interface, ink: Ink, width: number): readonly string[] {
  const { title, operations, notes = [] } = document;
  const lost = operations.filter(({ outOfReach }) => outOfReach !== undefined);
  const faults = notes.filter(({ kind }) => kind === 'fault');
  const limits = notes.filter(({ kind }) => kind === 'limit');
  const count = `${String(operations.length)} documented, ${String(lost.length)} of them out of reach because of what the document says`;
  const told = (heading: string, list: readonly DocumentNote[]): readonly string[] =>
    list.length === 0 ? [] : ['', ink.strong(heading), ...list.flatMap((note) => noteLines(note, width))];
  return [
    ink.strong(title),
    `Operations: ${count}.`,
    ...told('Faults of the document, and what each costs', faults),
    ...told('What assay can do nothing with', limits),
    ...(notes.length === 0 ? ['Nothing in it is lost.'] : []),
    ...paragraphs(paceText(document), width, ''),
  ];
}

function explainOperation(operation: Operation, ink: Ink, width: number): readonly string[] {
  const { id, method, path, position, outOfReach, documentation } = operation;
  const state = documentation === 'named' ? 'The document only names it.' : 'The document shows its answers.';
  return [
    `${ink.strong(id)}  ${method} ${path}`,
    ink.faint(`${position.file}:${String(position.line)}`),
    '',
    ...(outOfReach === undefined ? [state] : paragraphs(`Out of reach: ${outOfReach}.`, width, '')),
  ];
}

/**
 * `assay explain [ID]`: what a check sends, asks and proves, what a clause says and which checks prove it, where an operation of
 * the document stands, what of the document as a whole is lost, or which resources it has.
 */
export async function explainCommand(
  id: string | undefined,
  flags: ExplainFlags,
  io: CliIo,
): Promise<number> {
  if (id === undefined && flags.resources !== true)
    throw new UsageFault(
      'cannot explain nothing: give the id of a check, a clause or an operation, "document", or --resources',
    );
  const { document } = await openDocument(flags, io);
  const ink = createInk(wantsColour({ allowed: flags.color, isTerminal: io.stdoutIsTerminal, env: io.env }));
  const width = Math.min(WIDEST, io.columns);
  const check = checks.find((candidate) => candidate.id === id);
  // A document without clauses of its own has one for each check, of the same id: it says nothing more.
  const clauses = document.clauses.filter((candidate) => !checks.some((each) => each.id === candidate.id));
  const clause = clauses.find((candidate) => candidate.id === id);
  const operation = document.operations.find(
    (candidate) => candidate.id === id || `${candidate.method} ${candidate.path}` === id,
  );
  const isKnown = check !== undefined || clause !== undefined || operation !== undefined || id === DOCUMENT;
  if (id !== undefined && !isKnown) {
    const known = [...checks.map((candidate) => candidate.id), ...clauses.map((candidate) => candidate.id)];
    const advice = suggestion(id, known);
    const short = advice.startsWith('did you mean') ? advice : '"assay list" names the checks';
    throw new UsageFault(
      `cannot explain ${quoted(id)}: there is no such check, clause or operation; ${short}`,
    );
  }
  const lines = [
    ...(check === undefined ? [] : explainCheck(check, clauses, ink, width)),
    ...(clause === undefined ? [] : explainClause(clause, ink, width)),
    ...(operation === undefined ? [] : explainOperation(operation, ink, width)),
    ...(id === DOCUMENT ? explainDocument(document, ink, width) : []),
    ...(flags.resources === true
      ? (await import('./explain-resources.ts')).explainResources(document, ink, width)
      : []),
  ];
  io.stdout(`${lines.join('\n')}\n`);
  return 0;
}
