import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One name of a declaration file. `place` is the file that declares it. */
type Declared = { readonly place: string; readonly name: string };

type DeclarationFile = {
  /** What is imported or passed on, by its name here. */
  readonly links: ReadonlyMap<string, Declared>;
  /** Names that this file passes on to others. */
  readonly passedOn: ReadonlySet<string>;
  /** Declarations of this file, by name, without comments and texts. */
  readonly own: ReadonlyMap<string, string>;
};

const LINK = /^(import|export)(?: type)? \{([^}]*)\} from '([^']+)';$/gm;
const DECLARATION = /^(?:export )?(?:declare )?(?:type|interface|class|function|const) (\w+)/;
const IDENTIFIER = /[A-Za-z_$][\w$]*/g;

function resolved(from: string, specifier: string): string | undefined {
  const path = join(dirname(from), specifier).replace(/\.[jt]s$/, '.d.ts');
  return specifier.startsWith('.') && existsSync(path) ? path : undefined;
}

/** Declarations without what only looks like a name: comments, texts, names of members, and values whose type is meant. */
function bare(text: string): string {
  return text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''")
    .replaceAll(/\btypeof \w+/g, '')
    .replaceAll(/(?<=[{;,(\s])(?:readonly )?[\w$]+\??:/g, '');
}

function parse(path: string): DeclarationFile {
  const text = readFileSync(path, 'utf8');
  const links = new Map<string, Declared>();
  const passedOn = new Set<string>();
  for (const [, keyword, names = '', specifier = ''] of text.matchAll(LINK)) {
    const place = resolved(path, specifier);
    if (place === undefined) continue;
    for (const one of names.split(',')) {
      const [name = '', alias = name] = one
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      if (name === '') continue;
      links.set(alias, { place, name });
      if (keyword === 'export') passedOn.add(alias);
    }
  }
  const own = new Map<string, string>();
  const statements = bare(text.replaceAll(LINK, '')).split(
    /^(?=(?:export|declare|type|interface|class|const|function)\b)/m,
  );
  for (const statement of statements) {
    const [, name] = DECLARATION.exec(statement) ?? [];
    if (name !== undefined) own.set(name, `${own.get(name) ?? ''}${statement.replace(DECLARATION, '')}`);
  }
  return { links, passedOn, own };
}

function key({ place, name }: Declared): string {
  return `${name} of ${place}`;
}

/** The names that the entry of a package gives, and what their declarations name that it does not give. */
export function undeclared(entry: string): { readonly names: number; readonly missing: readonly string[] } {
  const files = new Map<string, DeclarationFile>();
  const fileOf = (path: string): DeclarationFile => {
    const file = files.get(path) ?? parse(path);
    files.set(path, file);
    return file;
  };
  const isNamed = (place: string, name: string): boolean =>
    fileOf(place).own.has(name) || fileOf(place).links.has(name);
  /** Where a name is declared in the end, through files that pass it on and other names for it. */
  const origin = ({ place, name }: Declared): Declared => {
    const link = fileOf(place).links.get(name);
    if (link !== undefined) return origin(link);
    const [, same] = /^ = (\w+);\s*$/.exec(fileOf(place).own.get(name) ?? '') ?? [];
    return same === undefined || !isNamed(place, same) ? { place, name } : origin({ place, name: same });
  };
  const { links, passedOn } = fileOf(entry);
  const given = [...passedOn].flatMap((alias) => links.get(alias) ?? []).map(origin);
  const known = new Set(given.map(key));
  const missing = new Set<string>();
  for (const { place, name } of given) {
    const file = fileOf(place);
    for (const [word] of (file.own.get(name) ?? '').matchAll(IDENTIFIER)) {
      if (word === name || (!file.own.has(word) && !file.links.has(word))) continue;
      const used = origin({ place, name: word });
      if (!known.has(key(used))) missing.add(`${used.name}, in ${name}`);
    }
  }
  return { names: given.length, missing: [...missing].toSorted() };
}
