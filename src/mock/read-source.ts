import { isNode, LineCounter, parseDocument } from 'yaml';
import type { Cursor } from '../interface/cursor.ts';
import { InterfaceFault } from '../interface/interface-problem.ts';
import { readSourceFile } from '../interface/library.ts';
import type { Json } from '../json/json.ts';

const MAX_ALIASES = 100;

/**
 * Reads a file of YAML or JSON whose top may be a list, with the line of each value. Throws `InterfaceFault` when it can't be
 * read.
 */
export async function readSource(path: string): Promise<Cursor> {
  const { file, text } = await readSourceFile(path);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, stringKeys: true, prettyErrors: false });
  const [error] = document.errors;
  const broken = (line: number, problem: string): InterfaceFault =>
    new InterfaceFault({ file, line, problem, advice: 'Write it as YAML 1.2 or JSON, in UTF-8.' });
  if (error !== undefined)
    throw broken(lines.linePos(error.pos[0]).line, `the file can't be read: ${error.message}`);
  const lineAt = (location: readonly string[]): number => {
    for (let length = location.length; length >= 0; length -= 1) {
      const node = document.getIn(
        location.slice(0, length).map((name) => (/^\d+$/.test(name) ? Number(name) : name)),
        true,
      );
      if (isNode(node) && node.range) return Math.max(1, lines.linePos(node.range[0]).line);
    }
    return 1;
  };
  try {
    const root = document.toJS({ maxAliasCount: MAX_ALIASES }) as Json;
    return { document: { path, file, root, lineAt }, location: [], value: root };
  } catch (fault) {
    throw broken(1, `the file can't be read: ${fault instanceof Error ? fault.message : String(fault)}`);
  }
}
