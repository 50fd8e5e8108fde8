import { readdirSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { largeDocument } from '../other-interfaces/large-document.ts';
import { denseDocument } from './dense-document.ts';
import { drawnDocument, type DrawnKind } from './drawn-document.ts';
import type { Version } from './drawn-schemas.ts';

/** Documents of all kinds: those that come with the tests or inside a package, and those that the tests draw. */
export type CorpusDocument = {
  /** Unlike every other one, and the same each time. */
  readonly name: string;
  readonly from: 'the tests' | '@readme/oas-examples' | 'drawn' | 'a folder';
  readonly content: { readonly file: string } | { readonly text: () => string };
  /** Why its own mock breaks what it says, where the document says two things that exclude each other. */
  readonly contradiction?: string;
};

const ROOT = join(import.meta.dirname, '../..');

const CONTRADICTIONS: ReadonlyMap<string, string> = new Map([]);

/** Files that are parts of a document, or that only describe one. */
const NO_DOCUMENTS = /openapi-workshop/;

function packaged(): readonly CorpusDocument[] {
  const root = dirname(fileURLToPath(import.meta.resolve('@readme/oas-examples/package.json')));
  return ['2.0', '3.0', '3.1'].flatMap((version) => {
    const folder = join(root, version, 'json');
    const files = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isFile() && entry.name.endsWith('.json') && !NO_DOCUMENTS.test(entry.name),
    );
    return files.map((entry): CorpusDocument => {
      const name = `oas-examples/${version}/${entry.name.slice(0, -'.json'.length)}`;
      const contradiction = CONTRADICTIONS.get(name);
      return {
        name,
        from: '@readme/oas-examples',
        content: { file: join(folder, entry.name) },
        ...(contradiction === undefined ? {} : { contradiction }),
      };
    });
  });
}

const OWN: readonly (readonly [name: string, file: string])[] = [
  ['pet-catalogue', 'spec/pet-catalogue'],
  ['orders', 'test/specs/orders'],
  ['minimal', 'test/specs/minimal'],
  ['library', 'test/mock/library'],
  ['exhibition', 'test/mock/exhibition'],
];

const VERSIONS: readonly Version[] = ['2.0', '3.0.3', '3.1.1', '3.2.0'];
const SIZES = [
  { operations: 1, schemas: 1 },
  { operations: 5, schemas: 3 },
  { operations: 12, schemas: 6 },
  { operations: 30, schemas: 10 },
  { operations: 60, schemas: 25 },
] as const;

function drawn(): readonly CorpusDocument[] {
  const kinds = VERSIONS.flatMap((version, row) =>
    SIZES.map((size, at): DrawnKind => ({ version, seed: row * SIZES.length + at + 1, ...size })),
  );
  const large: DrawnKind[] = [
    { version: '3.0.3', seed: 101, operations: 300, schemas: 80 },
    { version: '3.1.1', seed: 102, operations: 1_000, schemas: 200 },
  ];
  return [...kinds, ...large].map((kind) => ({
    name: `drawn/${kind.version}/${String(kind.seed)}-${String(kind.operations)}-operations`,
    from: 'drawn',
    content: { text: () => drawnDocument(kind) },
  }));
}

/** All documents of the corpus, in the order of its table. */
export function corpus(): readonly CorpusDocument[] {
  return [
    ...OWN.map(([name, path]): CorpusDocument => ({
      name: `own/${name}`,
      from: 'the tests',
      content: { file: join(ROOT, path) },
    })),
    ...packaged(),
    ...drawn(),
    {
      name: 'drawn/large-400-operations',
      from: 'drawn',
      content: { text: () => largeDocument(400, 2_000_000) },
    },
    {
      name: 'drawn/dense-300-operations',
      from: 'drawn',
      content: { text: () => denseDocument({ operations: 300, schemas: 60 }) },
    },
    {
      name: 'drawn/dense-1000-operations',
      from: 'drawn',
      content: { text: () => denseDocument({ operations: 1_000, schemas: 150 }) },
    },
  ];
}

/** The documents in a folder of one's own: each of its files is one. */
export function documentsIn(folder: string): readonly CorpusDocument[] {
  return readdirSync(folder)
    .filter((name) => /\.(?:json|ya?ml)$/.test(name))
    .map((name) => ({ name, from: 'a folder', content: { file: join(folder, name) } }));
}

/** Where a document stands in a file; those that are drawn are written to a folder of their own first. */
export async function placeOf({ content }: CorpusDocument): Promise<string> {
  if ('file' in content) return content.file;
  const file = join(await mkdtemp(join(tmpdir(), 'assay-corpus-')), 'openapi.json');
  await writeFile(file, content.text());
  return file;
}
