import { checkForm } from '../../interface/check-form.ts';
import { childOf, type Cursor, itemsOf } from '../../interface/cursor.ts';
import { InterfaceFault, type InterfaceProblem } from '../../interface/interface-problem.ts';
import type { Interface } from '../../interface/model.ts';
import { readSource } from '../read-source.ts';
import { readAnswer } from './read-answer.ts';
import { readMatch } from './read-match.ts';
import type { Rule, Scenario } from './scenario.ts';

export type ScenarioFile =
  | { readonly kind: 'read'; readonly scenario: Scenario }
  | { readonly kind: 'broken'; readonly problem: InterfaceProblem };

async function ruleOf(cursor: Cursor, document: Interface): Promise<Rule> {
  const match = readMatch(cursor, document);
  const answer = await readAnswer(cursor, { match, document });
  const times = childOf(cursor, 'times')?.value;
  return { match, ...answer, times: typeof times === 'number' ? times : undefined };
}

/**
 * Reads what a mock answers to some requests: YAML or JSON, a list of rules, which `schemas/scenario.schema.json` describes.
 * Never throws for what the file holds.
 */
export async function readScenarioFile(path: string, document: Interface): Promise<ScenarioFile> {
  try {
    const source = await readSource(path);
    checkForm(source.document, 'scenario.schema.json');
    const scenario: Rule[] = [];
    for (const item of itemsOf(source)) scenario.push(await ruleOf(item, document));
    return { kind: 'read', scenario };
  } catch (error) {
    if (error instanceof InterfaceFault) return { kind: 'broken', problem: error.problem };
    throw error;
  }
}
