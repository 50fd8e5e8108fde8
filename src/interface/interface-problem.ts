/** What is wrong with an interface document, where, and what would be right. */
export type InterfaceProblem = {
  readonly file: string;
  /** Counted from 1; 1 also stands for the file as a whole. */
  readonly line: number;
  readonly problem: string;
  readonly advice: string;
};

/**
 * Carries a problem from deep inside a document to `loadInterface`, which turns it into a value.
 * It never leaves this folder's exported functions.
 */
export class InterfaceFault extends Error {
  readonly problem: InterfaceProblem;

  constructor(problem: InterfaceProblem) {
    super(problem.problem);
    this.name = 'InterfaceFault';
    this.problem = problem;
  }
}

/** Two lines of plain text: `file:line: problem`, then what to do about it. */
export function formatInterfaceProblem({ file, line, problem, advice }: InterfaceProblem): string {
  return `${file}:${line}: ${problem}\n  ${advice}`;
}
