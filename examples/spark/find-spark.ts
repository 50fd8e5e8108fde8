import { execFileSync } from 'node:child_process';

/** Says what is missing where `findSpark` finds nothing. */
export const NO_SPARK =
  'no Python with pyspark (ASSAY_PYTHON names one) or no Java: run "pip install pyspark" and install a Java runtime';

function works(program: string, argv: readonly string[]): boolean {
  try {
    execFileSync(program, argv, { stdio: 'ignore', timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}

/** A Python that has pyspark, where there is a Java to run it; `undefined` where there is none. */
export function findSpark(): string | undefined {
  const python = process.env['ASSAY_PYTHON'] ?? 'python3';
  const script = "import importlib.util, sys; sys.exit(importlib.util.find_spec('pyspark') is None)";
  return works(python, ['-c', script]) && works('java', ['-version']) ? python : undefined;
}
