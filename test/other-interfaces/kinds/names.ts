import { ABSENT, answers, BAD, documentOf, known, membersOf, takes } from '../everyday-services.ts';
import type { MakeService, Reply } from '../run-against-service.ts';
import type { Kind } from './kind.ts';

/** Entries that their path names by a plain name of the client's, beside a number that the service gives them. */

const LABEL = `{ $ref: '#/components/schemas/Label' }`;
const SENT = `name: { type: string, maxLength: 40 }, color: { type: string, example: '#00aabb' }`;

const LABELS = documentOf(
  `
  /labels:
    get: { operationId: labels, ${answers('200', `{ type: array, items: ${LABEL} }`)} }
    post: { operationId: addLabel, ${takes(`{ type: object, required: [name], properties: { ${SENT} } }`)}, ${answers('201', LABEL)} }
  /labels/{label}:
    parameters: [{ name: label, in: path, required: true, schema: { type: string } }]
    get: { operationId: label, ${answers('200', LABEL)} }
    patch: { operationId: changeLabel, ${takes(`{ type: object, properties: { about: { type: string, maxLength: 80 } } }`)}, ${answers('200', LABEL)} }
    delete: { operationId: removeLabel, ${answers('204', '')} }`,
  `
    Label: { type: object, required: [id, name, color, about], properties: { id: { type: integer }, name: { type: string }, color: { type: string, example: 00aabb }, about: { type: string } } }`,
);

type Label = { readonly id: number; readonly name: string; readonly color: string; readonly about: string };

type Fault = 'keeps removed' | 'loses changes';

/** `isRoomy`: takes any name. Otherwise small letters, digits and hyphens alone, which the document does not say. */
function labels({ isRoomy = false, fault }: { isRoomy?: boolean; fault?: Fault } = {}): MakeService {
  return () => {
    const all = new Map<string, Label>();
    let made = 0;
    const add = (name: string, color: string): Label => {
      const label = { id: (made += 1), name, color, about: '' };
      all.set(name, label);
      return label;
    };
    add('others', 'ffffff');
    const create = (given: ReadonlyMap<string, unknown>): Reply => {
      const [name, color = '#000000'] = [given.get('name'), given.get('color')];
      if (typeof name !== 'string' || Array.from(name).length > 40 || typeof color !== 'string') return BAD;
      if (name === '' || (!isRoomy && !/^[a-z0-9-]+$/.test(name))) return BAD;
      if (all.has(name)) return { status: 409, body: { title: 'there already' } };
      return { status: 201, body: add(name, color.replace(/^#/, '')) };
    };
    return known((ask) => {
      const isObject = typeof ask.json === 'object' && ask.json !== null && !Array.isArray(ask.json);
      if (ask.path === '/labels' && ask.method === 'POST') return isObject ? create(membersOf(ask)) : BAD;
      if (ask.path === '/labels') return { status: 200, body: [...all.values()] };
      const [, , named = ''] = ask.path.split('/');
      const label = all.get(plainly(named));
      if (label === undefined) return ABSENT;
      if (ask.method === 'GET') return { status: 200, body: label };
      if (ask.method === 'DELETE') {
        if (fault !== 'keeps removed') all.delete(label.name);
        return { status: 204 };
      }
      const about = membersOf(ask).get('about');
      if (!isObject || (membersOf(ask).has('about') && !isAbout(about))) return BAD;
      const changed = isAbout(about) && fault !== 'loses changes' ? { ...label, about } : label;
      all.set(label.name, changed);
      return { status: 200, body: changed };
    });
  };
}

function isAbout(about: unknown): about is string {
  return typeof about === 'string' && Array.from(about).length <= 80;
}

function plainly(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

export const nameKinds: readonly Kind[] = [
  {
    title: 'labels',
    document: LABELS,
    honest: { 'plain names alone': labels(), 'any names': labels({ isRoomy: true }) },
    faulty: {
      'what was removed is there still': {
        serve: labels({ fault: 'keeps removed' }),
        finds: 'resources.removed-is-gone',
      },
      'changes are not kept': { serve: labels({ fault: 'loses changes' }), finds: 'resources.update-stored' },
    },
    astray: ({ method, path }) => method !== 'GET' && path.startsWith('/labels/others'),
  },
];
