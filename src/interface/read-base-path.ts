import { withoutEndSlashes } from '../http/base-path.ts';
import { childOf, faultAt, itemsOf, nameOf, requiredChild, rootOf, textOf, type Cursor } from './cursor.ts';
import type { SourceDocument } from './source-document.ts';

function substituted(server: Cursor, url: string): string {
  return url.replaceAll(/\{([^{}]*)\}/g, (_placeholder, name: string) => {
    const variables = childOf(server, 'variables');
    const variable = variables === undefined ? undefined : childOf(variables, name);
    if (variable === undefined) {
      throw faultAt(
        requiredChild(server, 'url'),
        `the address "${url}" uses the variable "${name}", which nothing describes`,
        `Add \`${name}\` with a \`default\` to \`variables\`.`,
      );
    }
    return textOf(requiredChild(variable, 'default'));
  });
}

/**
 * The path of the first server's address without a trailing slash, its variables replaced by their defaults.
 * The empty string when there is no server or its address has no path.
 */
export function readBasePath(document: SourceDocument): string {
  const servers = childOf(rootOf(document), 'servers');
  const first = servers === undefined ? undefined : itemsOf(servers)[0];
  if (first === undefined) return '';
  const cursor = requiredChild(first, 'url');
  const url = substituted(first, textOf(cursor));
  try {
    return withoutEndSlashes(new URL(url, 'http://relative.invalid/').pathname);
  } catch {
    throw faultAt(
      cursor,
      `${nameOf(cursor)} is no address: "${url}"`,
      'Write an absolute URL or a path, for example `https://api.example.com/v1`.',
    );
  }
}
