import { InterfaceFault } from './interface-problem.ts';
import type { Json } from '../json/json.ts';
import { offsetAt, parseYaml } from './parse-yaml.ts';

/** A parsed file that knows the line of each of its values. */
export type SourceDocument = {
  /** Absolute path, for resolving references between files. */
  readonly path: string;
  /** The name that problems and positions show. */
  readonly file: string;
  readonly root: Json;
  /** Line of the value under these member names and indexes, or of the innermost one above it that is written out. */
  readonly lineAt: (location: readonly string[]) => number;
};

const MAX_DEPTH = 100;
const MAX_VALUES = 1_000_000;

type Oversight = { readonly location: readonly string[]; readonly problem: string };

/** Repeated anchors share memory but not the time that it takes to walk over them, hence the count. */
function firstOversight(root: unknown): Oversight | undefined {
  let count = 0;
  const inspect = (value: unknown, location: readonly string[]): Oversight | undefined => {
    count += 1;
    if (count > MAX_VALUES) return { location: [], problem: `the file holds more than ${MAX_VALUES} values` };
    if (location.length > MAX_DEPTH)
      return { location, problem: `values are nested deeper than ${MAX_DEPTH} levels` };
    if (typeof value === 'number' && !Number.isFinite(value)) {
      return { location, problem: `${value} is not a JSON number` };
    }
    if (typeof value !== 'object' || value === null) return undefined;
    for (const [name, member] of Object.entries(value)) {
      const found = inspect(member, [...location, name]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return inspect(root, []);
}

/**
 * Parses YAML or JSON. Throws `InterfaceFault` for anything that is not one JSON-like mapping within bounds. `example` is a
 * member that such a file begins with.
 */
export function parseSource(
  text: string,
  {
    path,
    file,
    example = 'openapi: 3.1.1',
  }: { readonly path: string; readonly file: string; readonly example?: string },
): SourceDocument {
  const { document, root, lines } = parseYaml(text, file);
  const lineAt = (location: readonly string[]): number =>
    Math.max(1, lines.linePos(offsetAt(document, location)).line);
  if (typeof root !== 'object' || root === null || Array.isArray(root)) {
    throw new InterfaceFault({
      file,
      line: 1,
      problem: 'the file holds no mapping',
      advice: `Start it with members such as \`${example}\`, one a line.`,
    });
  }
  const oversight = firstOversight(root);
  if (oversight !== undefined) {
    throw new InterfaceFault({
      file,
      line: lineAt(oversight.location),
      problem: oversight.problem,
      advice: 'Keep to values that JSON can hold, and nest them less deeply.',
    });
  }
  return { path, file, root: root as Json, lineAt };
}
