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

const LINK = `{ $ref: '#/components/schemas/Link' }`;
const LINK_ID = 'link_id: { type: string }, about: { type: string, maxLength: 80 }';
const LINKS = documentOf(
  `
  /links:
    get: { operationId: links, ${answers('200', `{ type: array, items: ${LINK} }`)} }
    post: { operationId: addLink, ${takes(`{ type: object, required: [link_id, about], properties: { ${LINK_ID} } }`)}, ${answers('201', LINK)} }
  /links/{link_id}:
    parameters: [{ name: link_id, in: path, required: true, schema: { type: string } }]
    get: { operationId: link, ${answers('200', LINK)} }
    patch: { operationId: changeLink, ${takes(`{ type: object, properties: { about: { type: string, maxLength: 80 } } }`)}, ${answers('200', LINK)} }
    delete: { operationId: removeLink, ${answers('204', '')} }`,
  `
    Link: { type: object, required: [link_id, about], properties: { ${LINK_ID} } }`,
);

/** Names that clients give and that look like names of something else: one that is there is refused, as no document says. */
function links(fault?: Fault): MakeService {
  return () => {
    const all = new Map([['others', 'of somebody']]);
    const shown = (id: string): Reply => ({ status: 200, body: { link_id: id, about: all.get(id) ?? '' } });
    return known((ask) => {
      const about = membersOf(ask).get('about');
      if (ask.path === '/links' && ask.method === 'POST') {
        const id = membersOf(ask).get('link_id');
        if (typeof id !== 'string' || !/^[\w.-]{1,80}$/.test(id) || !isAbout(about)) return BAD;
        if (all.has(id)) return { status: 422, body: { title: 'there already' } };
        all.set(id, about);
        return { ...shown(id), status: 201 };
      }
      if (ask.path === '/links') return { status: 200, body: [...all.keys()].map((id) => shown(id).body) };
      const id = plainly(ask.path.split('/')[2] ?? '');
      if (!all.has(id)) return ABSENT;
      if (ask.method === 'GET') return shown(id);
      if (ask.method === 'DELETE') {
        if (fault !== 'keeps removed') all.delete(id);
        return { status: 204 };
      }
      const isObject = typeof ask.json === 'object' && ask.json !== null && !Array.isArray(ask.json);
      if (!isObject || (membersOf(ask).has('about') && !isAbout(about))) return BAD;
      if (isAbout(about) && fault !== 'loses changes') all.set(id, about);
      return shown(id);
    });
  };
}

export const nameKinds: readonly Kind[] = [
  {
    title: 'links with names of clients',
    document: LINKS,
    honest: { plainly: links() },
    faulty: {
      'what was removed is there still': {
        serve: links('keeps removed'),
        finds: 'resources.removed-is-gone',
      },
      'changes are not kept': { serve: links('loses changes'), finds: 'resources.update-stored' },
    },
    astray: ({ method, path }) => method !== 'GET' && path.startsWith('/links/others'),
  },
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
