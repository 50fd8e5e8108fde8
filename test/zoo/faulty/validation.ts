import { bad, honestCreate, honestReadBody, honestValidate, isObject, problem } from '../honest-traits.ts';
import { faulty, type FaultyMember, type FaultyRow } from '../member.ts';
import type { Answer, Call, Member, NewCategory, Reading, Service, Traits, Verdict } from '../traits.ts';
import { crash, html, jsonAnswer, plainAnswer, raw } from './changes.ts';

type JsonType = 'number' | 'boolean' | 'null' | 'array' | 'object';

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/**
 * Validates with a member replaced by a string wherever `lets` holds, and then stores what `stored` makes of the
 * value: one wrong kind of value gets through, everything else is refused as it should be.
 */
function letting(
  member: Member,
  lets: (value: unknown, body: Record<string, unknown>) => boolean,
  stored: (value: unknown) => unknown = (value) => value,
): Traits['validate'] {
  return (value, call, service) => {
    if (!isObject(value) || !Object.hasOwn(value, member) || !lets(value[member], value)) {
      return honestValidate(value, call, service);
    }
    const verdict = honestValidate({ ...value, [member]: 'a text' }, call, service);
    return verdict.ok ? { ok: true, input: { ...verdict.input, [member]: stored(value[member]) } } : verdict;
  };
}

/** Refuses some descriptions, whatever they stand beside. */
const refusingDescription =
  (refused: (text: string) => boolean): Traits['validate'] =>
  (value, call, service) =>
    isObject(value) && typeof value['description'] === 'string' && refused(value['description'])
      ? bad('A description is not allowed.')
      : honestValidate(value, call, service);

/** Puts something in place of a missing name. */
const insteadOfMissing =
  (name: unknown, when: (body: Record<string, unknown>) => boolean = () => true): Traits['validate'] =>
  (value, call, service) => {
    if (!isObject(value) || Object.hasOwn(value, 'name') || !when(value)) {
      return honestValidate(value, call, service);
    }
    const verdict = honestValidate({ ...value, name: 'a text' }, call, service);
    return verdict.ok ? { ok: true, input: { ...verdict.input, name } } : verdict;
  };

const types: readonly JsonType[] = ['number', 'boolean', 'null', 'array', 'object'];
const members: readonly Member[] = ['name', 'description'];

const lettingOneType: readonly FaultyRow[] = members.flatMap((member) =>
  types.map((type): FaultyRow => ({
    name: `${member}-${type}-accepted`,
    clauses: [`2-new-category-${member}`, '4.2-body-shape', '4.2-answer-400'],
    title: `a ${member} of type ${type} is stored as it is`,
    traits: { validate: letting(member, (value) => typeOf(value) === type) },
  })),
);

const coercions: readonly (readonly [Member, JsonType])[] = [
  ['name', 'number'],
  ['name', 'boolean'],
  ['name', 'null'],
  ['name', 'array'],
  ['name', 'object'],
  ['description', 'number'],
  ['description', 'boolean'],
  ['description', 'array'],
  ['description', 'object'],
];

const coercing: readonly FaultyRow[] = coercions.map(([member, type]): FaultyRow => ({
  name: `${member}-${type}-coerced`,
  clauses: [`2-new-category-${member}`, '4.2-body-shape', '4.2-answer-400'],
  title: `a ${member} of type ${type} is made a string`,
  subtle: true,
  traits: { validate: letting(member, (value) => typeOf(value) === type, String) },
}));

/** Answers some readable bodies in another way before they are validated. */
const onValue = (
  when: (value: unknown) => boolean,
  answer: (call: Call, service: Service) => Answer,
): Traits['readBody'] => {
  return (call, service) => {
    const reading = honestReadBody(call, service);
    return reading.ok && when(reading.value) ? { ok: false, answer: answer(call, service) } : reading;
  };
};

/** Answers bodies that are no JSON in another way. */
const onMalformed = (
  answer: (call: Call, service: Service) => Reading,
  when: (call: Call) => boolean = () => true,
): Traits['readBody'] => {
  return (call, service) => {
    const reading = honestReadBody(call, service);
    return !reading.ok && reading.answer.status === 400 && when(call) ? answer(call, service) : reading;
  };
};

const refusedWith =
  (answer: Answer): (() => Reading) =>
  () => ({ ok: false, answer });
const isEmpty = (call: Call): boolean => call.body.length === 0;
const isFilled = (call: Call): boolean => call.body.length > 0;

/** Reads as far as it makes sense, as lenient parsers do. */
function repaired(call: Call): unknown {
  const text = call.body.toString();
  const found: [string, string][] = [];
  for (const [, name = '', value = ''] of text.matchAll(/"?(name|description)"?\s*:\s*"?([^",}]*)/g))
    found.push([name, value]);
  return Object.fromEntries(found);
}

const invalidAs =
  (status: number, when: (value: unknown) => boolean = () => true): Traits['invalid'] =>
  (detail, value, call, service) =>
    problem(when(value) ? status : 400, detail, call, service);

const storing =
  (make: (value: unknown) => NewCategory | undefined): Traits['invalid'] =>
  (detail, value, call, service) => {
    const input = make(value);
    if (input !== undefined) honestCreate(input, call, service);
    return problem(400, detail, call, service);
  };

const nameOnly = (value: unknown): NewCategory | undefined =>
  isObject(value) && typeof value['name'] === 'string' ? { name: value['name'] } : undefined;

const bulk: Traits['validate'] = (value, call, service): Verdict => {
  if (!Array.isArray(value)) return honestValidate(value, call, service);
  const verdicts = value.map((entry) => honestValidate(entry, call, service));
  const first = verdicts[0];
  if (first === undefined || verdicts.some((verdict) => !verdict.ok)) return bad('An entry is invalid.');
  for (const verdict of verdicts.slice(1)) if (verdict.ok) honestCreate(verdict.input, call, service);
  return first;
};

export const validationFaults: readonly FaultyMember[] = faulty('validation', [
  ...lettingOneType,
  ...coercing,
  {
    name: 'types-not-checked',
    clauses: ['4.2-body-shape', '4.2-answer-400', '2-new-category-name'],
    title: 'members of any type are stored',
    traits: {
      validate: (value, call, service) =>
        isObject(value) && Object.hasOwn(value, 'name')
          ? { ok: true, input: value as unknown as NewCategory }
          : honestValidate(value, call, service),
    },
  },
  {
    name: 'name-zero-accepted',
    clauses: ['2-new-category-name', '4.2-body-shape', '7.2-status-400'],
    title: 'a name of 0 or false gets past a check for truth',
    subtle: true,
    traits: { validate: letting('name', (value) => value === 0 || value === false) },
  },
  {
    name: 'description-falsy-accepted',
    clauses: ['2-new-category-description', '4.2-body-shape', '7.2-status-400'],
    title: 'a description of 0, false or null gets past a check for truth',
    subtle: true,
    traits: {
      validate: letting('description', (value) => value === 0 || value === false || value === null),
    },
  },
  {
    name: 'description-null-as-absent',
    clauses: ['2-new-category-description', '4.2-body-shape', '7.2-status-400'],
    title: 'a description of null counts as none',
    subtle: true,
    traits: {
      validate: letting(
        'description',
        (value) => value === null,
        () => undefined,
      ),
    },
  },
  {
    name: 'name-array-of-one',
    clauses: ['2-new-category-name', '4.2-body-shape', '7.2-status-400'],
    title: 'an array of one string counts as the string',
    subtle: true,
    traits: {
      validate: letting(
        'name',
        (value) => Array.isArray(value) && value.length === 1,
        (value) => String(value),
      ),
    },
  },
  {
    name: 'name-empty-object-accepted',
    clauses: ['2-new-category-name', '4.2-body-shape', '7.2-status-400'],
    title: 'an empty object or array as name is stored as an empty text',
    subtle: true,
    traits: {
      validate: letting(
        'name',
        (value) => typeof value === 'object' && value !== null && Object.keys(value).length === 0,
        () => '',
      ),
    },
  },
  {
    name: 'name-missing-accepted',
    clauses: ['2-new-category-name', '4.2-answer-400'],
    title: 'a body without a name creates a category with an empty one',
    traits: { validate: insteadOfMissing('') },
  },
  {
    name: 'name-missing-null',
    clauses: ['2-new-category-name', '4.2-body-shape', '7.2-status-400'],
    title: 'a body without a name creates a category whose name is null',
    traits: { validate: insteadOfMissing(null) },
  },
  {
    name: 'name-missing-default',
    clauses: ['2-new-category-name', '4.2-body-shape', '7.2-status-400'],
    title: 'a description without a name creates a category named "untitled"',
    subtle: true,
    traits: { validate: insteadOfMissing('untitled', (body) => Object.hasOwn(body, 'description')) },
  },
  {
    name: 'empty-object-accepted',
    clauses: ['4.2-body-shape', '4.2-answer-400'],
    title: 'an empty object creates a category, everything else is checked',
    subtle: true,
    traits: { validate: insteadOfMissing('', (body) => Object.keys(body).length === 0) },
  },
  {
    name: 'name-missing-crash',
    clauses: ['2-new-category-name', '4.2-body-shape', '7.2-status-400'],
    title: '500 for a missing name',
    traits: {
      readBody: onValue(
        (value) => isObject(value) && !Object.hasOwn(value, 'name'),
        () => crash,
      ),
    },
  },
  {
    name: 'name-type-crash',
    clauses: ['2-new-category-name', '4.2-body-shape', '7.2-status-400'],
    title: '500 for a name that has no trim()',
    traits: {
      readBody: onValue(
        (value) => isObject(value) && Object.hasOwn(value, 'name') && typeof value['name'] !== 'string',
        () => crash,
      ),
    },
  },
  {
    name: 'description-type-crash',
    clauses: ['2-new-category-description', '4.2-body-shape', '7.2-status-400'],
    title: '500 for a description that has no trim()',
    traits: {
      readBody: onValue(
        (value) =>
          isObject(value) && Object.hasOwn(value, 'description') && typeof value['description'] !== 'string',
        () => crash,
      ),
    },
  },
  {
    name: 'description-array-crash',
    clauses: ['2-new-category-description', '4.2-body-shape', '7.2-status-400'],
    title: '500 from the database for an array as description',
    subtle: true,
    traits: {
      readBody: onValue(
        (value) => isObject(value) && Array.isArray(value['description']),
        () => crash,
      ),
    },
  },
  {
    name: 'invalid-422',
    clauses: ['7.2-status-400', '4.2-answer-400'],
    title: '422 for invalid bodies',
    traits: { invalid: invalidAs(422) },
  },
  {
    name: 'wrong-type-422',
    clauses: ['7.2-status-400', '4.2-answer-400'],
    title: '422 for wrong types, 400 for a missing name',
    subtle: true,
    traits: { invalid: invalidAs(422, (value) => isObject(value) && Object.hasOwn(value, 'name')) },
  },
  {
    name: 'missing-name-422',
    clauses: ['7.2-status-400', '4.2-answer-400'],
    title: '422 for a missing name, 400 for wrong types',
    subtle: true,
    traits: { invalid: invalidAs(422, (value) => isObject(value) && !Object.hasOwn(value, 'name')) },
  },
  {
    name: 'description-type-422',
    clauses: ['7.2-status-400', '4.2-answer-400'],
    title: '422 for a description of a wrong type alone',
    subtle: true,
    traits: {
      invalid: invalidAs(422, (value) => isObject(value) && typeof value['name'] === 'string'),
    },
  },
  {
    name: 'invalid-404',
    clauses: ['7.2-status-400', '4.2-answer-400'],
    title: '404 for invalid bodies',
    traits: { invalid: invalidAs(404) },
  },
  {
    name: 'invalid-409',
    clauses: ['7.2-status-400', '4.2-answer-400'],
    title: '409 for invalid bodies',
    traits: { invalid: invalidAs(409) },
  },
  {
    name: 'invalid-500',
    clauses: ['7.2-status-400', '4.2-answer-400'],
    title: '500 with an Error for invalid bodies',
    traits: { invalid: invalidAs(500) },
  },
  {
    name: 'invalid-200',
    clauses: ['7.2-status-400', '4.2-answer-400'],
    title: '200 with an Error for invalid bodies',
    traits: {
      invalid: (...arguments_) => ({
        ...problem(400, arguments_[0], arguments_[2], arguments_[3]),
        status: 200,
      }),
    },
  },
  {
    name: 'array-415',
    clauses: ['7.2-status-400', '2-new-category'],
    title: '415 for an array as body',
    subtle: true,
    traits: {
      readBody: onValue(
        (value) => Array.isArray(value),
        (call, service) => problem(415, 'No.', call, service),
      ),
    },
  },
  {
    name: 'null-body-crash',
    clauses: ['2-new-category', '4.2-body-shape'],
    title: '500 for null as body',
    subtle: true,
    traits: {
      readBody: onValue(
        (value) => value === null,
        () => crash,
      ),
    },
  },
  {
    name: 'array-body-crash',
    clauses: ['2-new-category', '4.2-body-shape'],
    title: '500 for an array as body',
    subtle: true,
    traits: {
      readBody: onValue(
        (value) => Array.isArray(value),
        () => crash,
      ),
    },
  },
  {
    name: 'string-body-crash',
    clauses: ['2-new-category', '4.2-body-shape'],
    title: '500 for a string as body',
    subtle: true,
    traits: {
      readBody: onValue(
        (value) => typeof value === 'string',
        () => crash,
      ),
    },
  },
  {
    name: 'number-body-crash',
    clauses: ['2-new-category', '4.2-body-shape'],
    title: '500 for a number as body',
    subtle: true,
    traits: {
      readBody: onValue(
        (value) => typeof value === 'number',
        () => crash,
      ),
    },
  },
  {
    name: 'empty-body-crash',
    clauses: ['4.2-body-required', '4.2-answers'],
    title: '500 for an empty body',
    traits: { readBody: onMalformed(refusedWith(crash), isEmpty) },
  },
  {
    name: 'empty-body-accepted',
    clauses: ['4.2-body-required', '4.2-answer-400'],
    title: 'an empty body creates a category',
    traits: { readBody: onMalformed(() => ({ ok: true, value: { name: '' } }), isEmpty) },
  },
  {
    name: 'empty-body-html',
    clauses: ['7.1-error-object', '4.2-body-required'],
    title: 'the page of the framework for an empty body',
    subtle: true,
    traits: {
      readBody: onMalformed(refusedWith(plainAnswer(400, html('Unexpected end of input'))), isEmpty),
    },
  },
  {
    name: 'array-body-bulk',
    clauses: ['2-new-category', '4.2-body-shape'],
    title: 'an array of bodies creates several',
    traits: { validate: bulk },
  },
  {
    name: 'array-body-first',
    clauses: ['2-new-category', '4.2-body-shape'],
    title: 'of an array the first entry is taken',
    subtle: true,
    traits: {
      validate: (value, call, service) =>
        honestValidate(Array.isArray(value) ? value[0] : value, call, service),
    },
  },
  {
    name: 'string-body-as-name',
    clauses: ['2-new-category', '4.2-body-shape'],
    title: 'a string as body becomes the name',
    subtle: true,
    traits: {
      validate: (value, call, service) =>
        honestValidate(typeof value === 'string' ? { name: value } : value, call, service),
    },
  },
  {
    name: 'number-body-accepted',
    clauses: ['2-new-category', '4.2-body-shape'],
    title: 'a number or boolean as body creates a nameless category',
    subtle: true,
    traits: {
      validate: (value, call, service) =>
        typeof value === 'number' || typeof value === 'boolean'
          ? { ok: true, input: { name: '' } }
          : honestValidate(value, call, service),
    },
  },
  {
    name: 'malformed-crash',
    clauses: ['4.2-body-media-type', '4.2-answer-400'],
    title: '500 for malformed JSON',
    traits: { readBody: onMalformed(refusedWith(crash), isFilled) },
  },
  {
    name: 'malformed-repaired',
    clauses: ['4.2-body-media-type', '4.2-answer-400'],
    title: 'malformed JSON is read as far as it goes',
    traits: { readBody: onMalformed((call) => ({ ok: true, value: repaired(call) }), isFilled) },
  },
  {
    name: 'malformed-accepted',
    clauses: ['4.2-body-media-type', '4.2-answer-400'],
    title: 'malformed JSON creates a nameless category',
    traits: { readBody: onMalformed(() => ({ ok: true, value: { name: '' } }), isFilled) },
  },
  {
    name: 'malformed-html',
    clauses: ['7.1-error-object', '4.2-body-media-type'],
    title: 'the page of the framework for malformed JSON',
    traits: {
      readBody: onMalformed(refusedWith(plainAnswer(400, html('SyntaxError: Unexpected token'))), isFilled),
    },
  },
  {
    name: 'malformed-text',
    clauses: ['7.1-error-object', '1-response-media-type'],
    title: 'plain text for malformed JSON',
    traits: {
      readBody: onMalformed(
        refusedWith(plainAnswer(400, raw('text/plain', 'Problem parsing JSON'))),
        isFilled,
      ),
    },
  },
  {
    name: 'malformed-framework-error',
    clauses: ['7.1-error-object'],
    title: 'the error shape of the framework for malformed JSON',
    subtle: true,
    traits: {
      readBody: onMalformed(
        refusedWith(jsonAnswer(400, { statusCode: 400, message: 'Unexpected token', error: 'Bad Request' })),
        isFilled,
      ),
    },
  },
  {
    name: 'malformed-415',
    clauses: ['7.2-status-400', '4.2-answer-400'],
    title: '415 for malformed JSON',
    traits: {
      readBody: onMalformed(
        (call, service) => ({ ok: false, answer: problem(415, 'No JSON.', call, service) }),
        isFilled,
      ),
    },
  },
  {
    name: 'malformed-422',
    clauses: ['7.2-status-400', '4.2-answer-400'],
    title: '422 for malformed JSON',
    subtle: true,
    traits: {
      readBody: onMalformed(
        (call, service) => ({ ok: false, answer: problem(422, 'No JSON.', call, service) }),
        isFilled,
      ),
    },
  },
  {
    name: 'malformed-never-answered',
    clauses: ['4.2-body-media-type', '4.2-answer-400'],
    title: 'malformed JSON is never answered',
    subtle: true,
    traits: { readBody: onMalformed(refusedWith({ ...crash, breaks: 'never-answers' }), isFilled) },
  },
  {
    name: 'invalid-stores-text',
    clauses: ['4.2-answer-400'],
    title: 'a wrong type is refused with 400 and stored as text all the same',
    traits: {
      invalid: storing((value) =>
        isObject(value) && Object.hasOwn(value, 'name') ? { name: String(value['name']) } : undefined,
      ),
    },
  },
  {
    name: 'invalid-description-stores',
    clauses: ['4.2-answer-400'],
    title: 'a wrong description is refused with 400 after the name was stored',
    subtle: true,
    traits: { invalid: storing(nameOnly) },
  },
  {
    name: 'missing-name-stores',
    clauses: ['4.2-answer-400'],
    title: 'a missing name is refused with 400 after a row was inserted',
    subtle: true,
    traits: {
      invalid: storing((value) =>
        isObject(value) && !Object.hasOwn(value, 'name')
          ? {
              name: '',
              description: typeof value['description'] === 'string' ? value['description'] : undefined,
            }
          : undefined,
      ),
    },
  },
  {
    name: 'description-required',
    clauses: ['2-new-category-description', '4.2-answer-201'],
    title: 'a body without a description is refused',
    traits: {
      validate: (value, call, service) =>
        isObject(value) && !Object.hasOwn(value, 'description')
          ? bad('description is required.')
          : honestValidate(value, call, service),
    },
  },
  {
    name: 'description-refused',
    clauses: ['2-new-category-description', '4.2-answer-201'],
    title: '400 for every body with a description',
    traits: { validate: refusingDescription(() => true) },
  },
  {
    name: 'description-of-words-refused',
    clauses: ['2-new-category-description', '4.2-answer-201'],
    title: '400 for a description with a blank',
    subtle: true,
    traits: { validate: refusingDescription((text) => / \w/.test(text)) },
  },
  {
    name: 'description-with-digit-refused',
    clauses: ['2-new-category-description', '4.2-answer-201'],
    title: '400 for a description with a digit among its letters',
    subtle: true,
    traits: { validate: refusingDescription((text) => /[a-z].*\d/i.test(text)) },
  },
  {
    name: 'description-with-capital-refused',
    clauses: ['2-new-category-description', '4.2-answer-201'],
    title: '400 for a description with a capital behind its first letter',
    subtle: true,
    traits: { validate: refusingDescription((text) => /.[A-Z]/.test(text)) },
  },
  {
    name: 'one-word-names',
    clauses: ['2-new-category-name', '4.2-answer-201'],
    title: 'an ordinary name of two words is refused',
    traits: {
      validate: (value, call, service) =>
        isObject(value) && typeof value['name'] === 'string' && /\S[ -]+\S/.test(value['name'])
          ? bad('name has to be one word.')
          : honestValidate(value, call, service),
    },
  },
]);
