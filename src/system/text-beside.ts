import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The text of a file that stands beside the module which asks for it, such as a style or a script for a page: from the disk where
 * modules run as they are. The bundler puts the text itself in the place of the call, which names the folder as
 * `import.meta.dirname` and the file as a text.
 */
export function textBeside(directory: string, name: string): string {
  return readFileSync(join(directory, name), 'utf8');
}
