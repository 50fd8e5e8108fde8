/** The licenses of the packages that a bundle holds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Rolldown } from 'vite';

function packageOf(moduleId: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(moduleId.split(sep).join('/'))?.[0];
}

/** The license of a package, or its name where the package holds no text of it. */
function licenseText(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license: string;
  };
  const file = readdirSync(folder).find((each) => /^licen[cs]e(?:\.\w+)?$/i.test(each));
  const text = file === undefined ? license : readFileSync(join(folder, file), 'utf8').trim();
  return `${name} ${version}\n\n${text}\n`;
}

/** The text of `LICENSES.txt` beside a bundle. */
export function licenseTexts({ output }: Rolldown.RolldownOutput): string {
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const folders = new Set(modules.flatMap((id) => packageOf(id) ?? []));
  return [...folders].toSorted().map(licenseText).join('\n---\n\n');
}
