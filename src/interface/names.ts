/** Names of parameters, members and paths, as people write one name: `itemId`, `item_id`, `Item-ID` and `item.id`. */

/**
 * A name as it is compared: letters and digits of any script, in lower case, and `@`, since `@id` of JSON-LD is not the `id`. A name
 * that has none of them is itself.
 */
export function plainName(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}@]/gu, '');
  return plain === '' ? name : plain;
}

/** The words of a name or a path, in lower case: `currentUserPassword`, `api-keys` and `/log_out` are made of some. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}
