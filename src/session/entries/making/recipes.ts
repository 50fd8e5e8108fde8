import type { Operation } from '../../../interface/model.ts';
import type { Json } from '../../../json/value.ts';
import type { Baselines } from '../../baseline.ts';
import type { Particular, ProbeContext } from '../../probe.ts';

/** How actions on entries are served: what has to be done to an entry before. */

/** An action on an entry, and what has to be done to that entry before. */
export type Recipe = {
  readonly before: Operation | undefined;
  /** What comes before even that, by itself: what is shipped has an address, and was paid for. */
  readonly prepared?: Operation | undefined;
  /** Was done to the entry before, and may or may not be why the action was served. */
  readonly perhaps?: Operation;
  readonly body: Pick<Particular, 'body'>;
  /** What the entry is made of, where it is not the least. */
  readonly made?: Json;
};

/** How actions were served, for those that come later. */
const recipes = new WeakMap<Baselines, Map<string, Recipe>>();

/** How an action was served first: by itself, or on an entry to which another one was done before; `undefined` where none was. */
export function recipeOf({ baselines }: ProbeContext, action: Operation): Recipe | undefined {
  return recipes.get(baselines)?.get(action.id);
}

/**
 * How an action may be served that is refused of a new entry, where it was served of one to which something else was done before:
 * after that. `undefined` where nothing was.
 */
export function otherRecipe({ baselines }: ProbeContext, action: Operation): Recipe | undefined {
  const known = recipes.get(baselines)?.get(action.id);
  if (known?.perhaps === undefined) return undefined;
  const other = { before: known.perhaps, body: known.body };
  recipes.get(baselines)?.set(action.id, other);
  return other;
}

/** Notes how an action was served. */
export function keepRecipe({ baselines }: ProbeContext, action: Operation, recipe: Recipe): void {
  const known = recipes.get(baselines) ?? new Map<string, Recipe>();
  recipes.set(baselines, known.set(action.id, recipe));
}

/** So many steps lead to an action at most: a line is added, the order submitted, approved, and then shipped. */
const MOST_STEPS = 4;

/** What has to be done before an action, and what comes before that; what was prepared for any of it comes first. */
export function chainTo(
  context: ProbeContext,
  { before, prepared }: Pick<Recipe, 'prepared'> & { readonly before: Operation },
): readonly Operation[] {
  const chain = [before];
  const first = new Set(prepared === undefined ? [] : [prepared]);
  for (let recipe = recipeOf(context, before); recipe?.before !== undefined;) {
    if (recipe.prepared !== undefined) first.add(recipe.prepared);
    if (chain.includes(recipe.before) || chain.length >= MOST_STEPS) break;
    chain.unshift(recipe.before);
    recipe = recipeOf(context, recipe.before);
  }
  return [...[...first].filter((one) => !chain.includes(one)), ...chain];
}
