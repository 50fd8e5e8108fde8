import { ABSENT, answers, BAD, documentOf, known, membersOf, takes } from '../everyday-services.ts';
import type { Ask, MakeService, Reply } from '../run-against-service.ts';
import type { Kind } from './kind.ts';

/**
 * Labels whose creation is answered with nothing but a number; plates that count themselves, whatever number is sent, and write a name for
 * links where none is given. What loads all of another service, and what may be told to delete, is not for a run.
 */

const LABEL = `{ $ref: '#/components/schemas/Label' }`;
const PLATE = `{ $ref: '#/components/schemas/Plate' }`;
const TEXT = '{ type: string, minLength: 1, maxLength: 80 }';
const NUMBERED = `{ name: number, in: path, required: true, schema: { type: integer } }`;
const NAMED = `{ name: plate, in: path, required: true, schema: { type: integer } }`;
const SENT_LABEL = `{ type: object, required: [text], properties: { text: ${TEXT} } }`;
const SENT_PLATE = `{ type: object, required: [title], properties: { title: ${TEXT}, serial: { type: integer, minimum: 1, maximum: 9999 }, link: { type: [string, 'null'], maxLength: 120 } } }`;

const DOCUMENT = documentOf(
  `
  /labels:
    get: { operationId: labels, ${answers('200', `{ type: array, items: ${LABEL} }`)} }
    post: { operationId: addLabel, ${takes(SENT_LABEL)}, ${answers('200', '{ type: integer }')} }
  /labels/{number}:
    parameters: [${NUMBERED}]
    get: { operationId: label, ${answers('200', LABEL)} }
    put: { operationId: replaceLabel, ${takes(SENT_LABEL)}, ${answers('200', LABEL)} }
    delete: { operationId: removeLabel, ${answers('204', '')} }
  /plates:
    get: { operationId: plates, ${answers('200', `{ type: array, items: ${PLATE} }`)} }
    post: { operationId: addPlate, ${takes(SENT_PLATE)}, ${answers('201', PLATE)} }
  /plates/{plate}:
    parameters: [${NAMED}]
    get: { operationId: plate, ${answers('200', PLATE)} }
    put: { operationId: replacePlate, ${takes(SENT_PLATE)}, ${answers('200', PLATE)} }
    delete: { operationId: removePlate, ${answers('204', '')} }
  /loaddata:
    post: { operationId: loads, ${takes(`{ type: object, properties: { labels: { type: array, items: ${LABEL} } } }`)}, ${answers('200', '')} }
  /actions:
    post: { operationId: acts, parameters: [{ name: id, in: query, required: true, schema: { type: string, enum: [count_labels, delete_labels] } }], ${answers('200', '')} }`,
  `
    Label: { type: object, required: [number, text], properties: { number: { type: integer }, text: { type: string } } }
    Plate: { type: object, required: [id, title], properties: { id: { type: integer, readOnly: true }, title: { type: string }, serial: { type: integer }, link: { type: [string, 'null'] } } }`,
);

type Plate = { readonly title: string; readonly serial: number; readonly link: string };
type Fault = 'keeps removed' | 'loses labels' | 'keeps titles' | 'cuts numbers' | 'removes what it refuses';

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && Array.from(value).length <= 80;
}

/** `again`: a number that is free is given again. */
function counted({ again = false, fault }: { again?: boolean; fault?: Fault } = {}): MakeService {
  return () => {
    const labels = new Map<number, string>([[1, 'theirs']]);
    const plates = new Map<number, Plate>();
    let made = 1;
    const next = (): number => {
      made = again ? Math.max(1, ...labels.keys(), ...plates.keys()) + 1 : made + 1;
      return made;
    };
    const aboutLabel = (ask: Ask, number: number): Reply => {
      const old = labels.get(number);
      if (old === undefined) return ABSENT;
      if (ask.method === 'DELETE') {
        if (fault !== 'keeps removed') labels.delete(number);
        return { status: 204 };
      }
      const text = membersOf(ask).get('text');
      if (ask.method === 'PUT' && !isText(text)) return BAD;
      if (isText(text) && fault !== 'loses labels') labels.set(number, text);
      return { status: 200, body: { number, text: isText(text) ? text : old } };
    };
    const plateOf = (ask: Ask, id: number, old?: Plate): Plate | undefined => {
      const [title, serial, link] = ['title', 'serial', 'link'].map((name) => membersOf(ask).get(name));
      const isSerial =
        serial === undefined ||
        (typeof serial === 'number' && Number.isInteger(serial) && serial > 0 && serial <= 9999);
      const isLink =
        link === undefined || link === null || (typeof link === 'string' && Array.from(link).length <= 120);
      if (Array.isArray(ask.json) || !isText(title) || !isSerial || !isLink) return undefined;
      const own = fault === 'keeps titles' && old !== undefined ? old.title : title;
      const told = typeof serial === 'number' ? Math.min(serial, 70) : 1;
      const number = fault === 'cuts numbers' ? (old?.serial ?? told) : 20_000 + id;
      return { title: own, serial: number, link: typeof link === 'string' ? link : `to-${own}` };
    };
    const aboutPlate = (ask: Ask, id: number): Reply => {
      const old = plates.get(id);
      if (old === undefined) return ABSENT;
      if (ask.method === 'DELETE') plates.delete(id);
      if (ask.method === 'DELETE') return { status: 204 };
      if (ask.method === 'GET') return { status: 200, body: { id, ...old } };
      const plate = plateOf(ask, id, old);
      if (plate === undefined) {
        if (fault === 'removes what it refuses') plates.delete(id);
        return BAD;
      }
      plates.set(id, plate);
      return { status: 200, body: { id, ...plate } };
    };
    return known((ask) => {
      const [, area, name] = ask.path.split('/');
      if (name !== undefined)
        return area === 'labels' ? aboutLabel(ask, Number(name)) : aboutPlate(ask, Number(name));
      if (ask.method === 'GET' && area === 'labels')
        return { status: 200, body: [...labels].map(([number, text]) => ({ number, text })) };
      if (ask.method === 'GET')
        return { status: 200, body: [...plates].map(([id, plate]) => ({ id, ...plate })) };
      const id = next();
      if (area === 'labels') {
        const text = membersOf(ask).get('text');
        if (!isText(text) || Array.isArray(ask.json)) return BAD;
        labels.set(id, text);
        return { status: 200, body: id };
      }
      const plate = plateOf(ask, id);
      if (plate === undefined) return BAD;
      plates.set(id, plate);
      return { status: 201, body: { id, ...plate } };
    });
  };
}

export const countedKinds: readonly Kind[] = [
  {
    title: 'what is answered with its number alone, or counts itself',
    document: DOCUMENT,
    honest: { 'by new numbers': counted(), 'by numbers that are free': counted({ again: true }) },
    faulty: {
      'a removed label is there still': {
        serve: counted({ fault: 'keeps removed' }),
        finds: 'resources.removed-is-gone',
      },
      'a replaced label is lost': {
        serve: counted({ fault: 'loses labels' }),
        finds: 'resources.update-stored',
      },
      'a title is not replaced': {
        serve: counted({ fault: 'keeps titles' }),
        finds: 'resources.update-stored',
      },
      'a number is cut, and never changed': {
        serve: counted({ fault: 'cuts numbers' }),
        finds: 'resources.update-stored',
      },
      'a refused change removes': {
        serve: counted({ fault: 'removes what it refuses' }),
        finds: 'resources.refused-changes-nothing',
      },
    },
    astray: ({ method, path }) =>
      path === '/loaddata' || path === '/actions' || (method !== 'GET' && path === '/labels/1'),
  },
];
