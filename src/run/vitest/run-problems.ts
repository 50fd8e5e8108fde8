import type { TestModule, TestRunResult } from 'vitest/node';

function textOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { stack, message }: { readonly stack?: unknown; readonly message?: unknown } = error;
  const [text = JSON.stringify(error)] = [stack, message].filter((part) => typeof part === 'string');
  return text;
}

function errorsOf(module: TestModule): readonly unknown[] {
  const suites = [...module.children.allSuites()];
  return [...module.errors(), ...suites.flatMap((suite) => suite.errors())];
}

function failuresOf(module: TestModule): readonly unknown[] {
  return [...module.children.allTests('failed')].flatMap((test) => test.result().errors ?? []);
}

/**
 * What went wrong with assay itself in a run of Vitest, each text once; empty when nothing did. Failed tests of suites
 * are findings about the target and no such problem; failed tests of `lastFile` are.
 */
export function runProblems(result: TestRunResult, lastFile: string): readonly string[] {
  const errors = result.testModules.flatMap((module) => [
    ...errorsOf(module),
    ...(module.moduleId === lastFile ? failuresOf(module) : []),
  ]);
  return [...new Set([...errors, ...result.unhandledErrors].map(textOf))];
}
