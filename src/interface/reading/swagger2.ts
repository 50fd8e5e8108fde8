/**
 * Swagger 2.0 as OpenAPI 3.0: the same statements at other places. What is no Swagger is copied as it is, so that whoever reads
 * the result finds fault with it at the line where it stands.
 */
import type { SourceDocument } from '../../document/source.ts';
import { essenceOf } from '../../http/media-type.ts';
import { mediaKindOf } from '../content/media-kind.ts';
import { isList, isObject, type Json, memberOf } from '../../json/value.ts';

type JsonObject = { readonly [name: string]: Json };
type Location = readonly string[];

/** Where values of the result stand in the document that was converted: only those that moved. */
type Origins = Map<string, Location>;

const REFERENCES: readonly (readonly [string, string])[] = [
  ['#/definitions/', '#/components/schemas/'],
  ['#/parameters/', '#/components/parameters/'],
  ['#/responses/', '#/components/responses/'],
];

/** Members whose values are data, in which nothing is a schema or a reference. */
const DATA = new Set(['example', 'examples', 'default', 'enum']);

/** Keywords of a parameter or header that OpenAPI 3 has in a schema. */
const SCHEMA_KEYWORDS = new Set(
  (
    'type format items default enum pattern multipleOf uniqueItems x-nullable x-example maximum exclusiveMaximum ' +
    'minimum exclusiveMinimum maxLength minLength maxItems minItems'
  ).split(' '),
);

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const JSON_TYPE = 'application/json';
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isObject(value) ? Object.entries(value) : [];
}

function objectOf(entries: Iterable<readonly [string, Json | undefined]>): JsonObject {
  return Object.fromEntries([...entries].filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

function textsOf(value: Json | undefined): readonly string[] | undefined {
  if (!isList(value)) return undefined;
  const texts = value.filter((item) => typeof item === 'string');
  return texts.length === 0 ? undefined : texts;
}

function movedReference(reference: string): string {
  const moved = REFERENCES.find(([from]) => reference.startsWith(from));
  return moved === undefined ? reference : moved[1] + reference.slice(moved[0].length);
}

/** The value with its references, and with schemas as OpenAPI 3.0 writes them. */
function rewritten(value: Json): Json {
  if (isList(value)) return value.map(rewritten);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, Json] => {
    if (name === '$ref' && typeof member === 'string') return [name, movedReference(member)];
    if (name === 'x-nullable' && typeof member === 'boolean') return ['nullable', member];
    return [name, DATA.has(name) ? member : rewritten(member)];
  });
  const result = objectOf(members);
  return result['type'] === 'file' ? { ...result, type: 'string', format: 'binary' } : result;
}

/** Splits what describes a value from what describes its place. */
function split(owner: JsonObject): { readonly schema: JsonObject; readonly rest: JsonObject } {
  const entries = Object.entries(owner);
  const schema = rewritten(objectOf(entries.filter(([name]) => SCHEMA_KEYWORDS.has(name))));
  const rest = objectOf(entries.filter(([name]) => !SCHEMA_KEYWORDS.has(name)));
  return { schema: isObject(schema) ? schema : {}, rest };
}

/** How arrays are written, by `collectionFormat`: with commas where nothing is said. */
function styleOf(format: Json | undefined, place: Json | undefined): JsonObject {
  if (format === 'multi') return { style: 'form', explode: true };
  if (format === 'ssv') return { style: 'spaceDelimited', explode: false };
  if (format === 'pipes') return { style: 'pipeDelimited', explode: false };
  const inQuery = place === 'query' || place === 'formData';
  return { style: inQuery ? 'form' : 'simple', explode: false };
}

/** The types of an operation for one of its answers. */
function ofErrors(status: string, types: JsonObject): JsonObject {
  return /^(?:[45]..|default)$/.test(status) ? { ...types, isError: true } : types;
}

function isTextOrFile(type: string): boolean {
  const kind = mediaKindOf(essenceOf(type) ?? type);
  return kind === 'text' || kind === 'binary';
}

function placeOf(parameter: Json): Json | undefined {
  return isObject(parameter) ? parameter['in'] : undefined;
}

class Converter {
  readonly #root: JsonObject;
  readonly origins: Origins = new Map();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  #moved(to: Location, from: Location): void {
    this.origins.set(JSON.stringify(to), from);
  }

  run(): JsonObject {
    const {
      swagger: _version,
      definitions,
      parameters,
      responses,
      securityDefinitions,
      ...others
    } = this.#root;
    const {
      host: _host,
      basePath: _path,
      schemes: _schemes,
      consumes: _in,
      produces: _out,
      ...rest
    } = others;
    const servers = this.#servers();
    for (const [name, from] of [
      ['schemas', 'definitions'],
      ['parameters', 'parameters'],
      ['responses', 'responses'],
      ['securitySchemes', 'securityDefinitions'],
    ] as const)
      this.#moved(['components', name], [from]);
    return objectOf([
      ['openapi', '3.0.3'],
      ...Object.entries(rest).map(([name, value]): [string, Json] => [
        name,
        name === 'paths' || name.startsWith('x-') ? value : rewritten(value),
      ]),
      ['servers', servers],
      ['paths', this.#paths(rest['paths'])],
      [
        'components',
        objectOf([
          ['schemas', definitions === undefined ? undefined : rewritten(definitions)],
          ['parameters', this.#mapped(parameters, (one) => this.#parameter(one))],
          [
            'responses',
            this.#mapped(responses, (one, name) =>
              this.#response(one, this.#root, ['components', 'responses', name], ['responses', name]),
            ),
          ],
          ['securitySchemes', this.#mapped(securityDefinitions, securityScheme)],
        ]),
      ],
    ]);
  }

  #mapped(value: Json | undefined, change: (one: JsonObject, name: string) => Json): Json | undefined {
    if (!isObject(value)) return value;
    return objectOf(
      Object.entries(value).map(([name, one]) => [name, isObject(one) ? change(one, name) : one]),
    );
  }

  #servers(): Json | undefined {
    const { host, basePath, schemes } = this.#root;
    if (typeof host !== 'string' && typeof basePath !== 'string') return undefined;
    const path = typeof basePath === 'string' ? basePath : '';
    this.#moved(['servers'], [typeof basePath === 'string' ? 'basePath' : 'host']);
    if (typeof host !== 'string') return [{ url: path === '' ? '/' : path }];
    return (textsOf(schemes) ?? ['https']).map((scheme) => ({ url: `${scheme}://${host}${path}` }));
  }

  #paths(paths: Json | undefined): Json | undefined {
    return this.#mapped(paths, (path, template) => {
      const shared = this.#parameters(path['parameters'], ['paths', template]);
      return objectOf(
        Object.entries(path).map(([name, value]): [string, Json] => {
          if (name === 'parameters') return [name, shared.plain];
          if (!METHODS.has(name) || !isObject(value)) return [name, rewritten(value)];
          return [name, this.#operation(value, ['paths', template, name], shared)];
        }),
      );
    });
  }

  /** The parameter itself, or where its reference leads to. */
  #target(parameter: Json, from: Location): { readonly value: Json; readonly from: Location } {
    const reference = isObject(parameter) ? parameter['$ref'] : undefined;
    const prefix = '#/parameters/';
    if (typeof reference !== 'string' || !reference.startsWith(prefix)) return { value: parameter, from };
    const name = reference.slice(prefix.length).replaceAll('~1', '/').replaceAll('~0', '~');
    const { parameters } = this.#root;
    const target = isObject(parameters) ? memberOf(parameters, name) : undefined;
    return target === undefined ? { value: parameter, from } : { value: target, from: ['parameters', name] };
  }

  #parameters(value: Json | undefined, owner: Location): Parameters {
    if (!isList(value)) return { plain: value ?? [], body: undefined, form: [] };
    const all = value.map((parameter, index) => ({
      written: parameter,
      ...this.#target(parameter, [...owner, 'parameters', String(index)]),
    }));
    const plain = all.filter((one) => placeOf(one.value) !== 'body' && placeOf(one.value) !== 'formData');
    return {
      plain: plain.map(({ written }, index) => {
        const at = [...owner, 'parameters', String(index)];
        this.#moved(at, [...owner, 'parameters', String(value.indexOf(written))]);
        return isObject(written) ? this.#parameter(written) : written;
      }),
      body: all.find((one) => placeOf(one.value) === 'body'),
      form: all.filter((one) => placeOf(one.value) === 'formData'),
    };
  }

  #parameter(parameter: JsonObject): Json {
    if (typeof parameter['$ref'] === 'string') return rewritten(parameter);
    const { schema, rest } = split(parameter);
    const { collectionFormat, ...others } = rest;
    const style = schema['type'] === 'array' ? styleOf(collectionFormat, parameter['in']) : {};
    return { ...others, ...(others['schema'] === undefined ? { schema } : {}), ...style };
  }

  #operation(operation: JsonObject, at: Location, shared: Parameters): JsonObject {
    const { consumes, produces, schemes: _schemes, ...rest } = operation;
    const own = this.#parameters(operation['parameters'], at);
    const types = objectOf([
      ['consumes', consumes ?? this.#root['consumes']],
      ['produces', produces ?? this.#root['produces']],
    ]);
    const form = [...shared.form, ...own.form];
    const body = own.body ?? shared.body;
    const responses = this.#mapped(rest['responses'], (one, status) => {
      const place = [...at, 'responses', status];
      return this.#response(one, ofErrors(status, types), place, place);
    });
    return objectOf([
      ...Object.entries(rest).filter(([name]) => name !== 'parameters' && name !== 'responses'),
      ['parameters', rest['parameters'] === undefined ? undefined : own.plain],
      ['requestBody', this.#requestBody({ body, form }, types, at)],
      ['responses', responses],
    ]);
  }

  #requestBody(
    { body, form }: Pick<Parameters, 'body' | 'form'>,
    types: JsonObject,
    at: Location,
  ): Json | undefined {
    const given = textsOf(types['consumes']);
    const to = [...at, 'requestBody'];
    if (body !== undefined && isObject(body.value)) {
      this.#moved(to, body.from);
      const { schema, required, description } = body.value;
      const described = schema === undefined ? undefined : rewritten(schema);
      const content = (given ?? [JSON_TYPE]).map((type): [string, Json] => {
        this.#moved([...to, 'content', type, 'schema'], [...body.from, 'schema']);
        return [type, objectOf([['schema', described]])];
      });
      return objectOf([
        ['description', description],
        ['required', required],
        ['content', Object.fromEntries(content)],
      ]);
    }
    const [first] = form;
    if (first === undefined) return undefined;
    this.#moved(to, first.from);
    const fields = form.flatMap(({ value }) => (isObject(value) ? [value] : []));
    const hasFile = fields.some(({ type }) => type === 'file');
    const suited = given?.filter((type) => type === MULTIPART || (type === FORM && !hasFile)) ?? [];
    const required = fields
      .filter((field) => field['required'] === true)
      .flatMap(({ name }) => (name === undefined ? [] : [name]));
    const properties = fields.flatMap((field): [string, Json][] =>
      typeof field['name'] === 'string' ? [[field['name'], split(field).schema]] : [],
    );
    const schema = objectOf([
      ['type', 'object'],
      ['properties', Object.fromEntries(properties)],
      ['required', required.length === 0 ? undefined : required],
    ]);
    const chosen = suited.length > 0 ? suited : [hasFile ? MULTIPART : FORM];
    return {
      required: required.length > 0,
      content: Object.fromEntries(chosen.map((type) => [type, { schema }])),
    };
  }

  /** True for a schema of an object, itself or by its name. */
  #hasMembers(schema: Json | undefined): boolean {
    if (!isObject(schema)) return false;
    const { $ref: reference } = schema;
    if (typeof reference !== 'string') return schema['type'] === 'object' || isObject(schema['properties']);
    const { definitions } = this.#root;
    const name = reference.slice(reference.lastIndexOf('/') + 1);
    const named = isObject(definitions) ? memberOf(definitions, name) : undefined;
    return isObject(named) && (named['type'] === 'object' || isObject(named['properties']));
  }

  #response(response: JsonObject, types: JsonObject, at: Location, from: Location): Json {
    if (typeof response['$ref'] === 'string') return rewritten(response);
    const { schema, examples, headers, ...rest } = response;
    const shown = entriesOf(examples);
    const described = schema === undefined ? undefined : rewritten(schema);
    const named =
      textsOf(types['produces']) ?? (shown.length > 0 ? shown.map(([type]) => type) : [JSON_TYPE]);
    // One list of types is all that there is for all answers: an error of members is none of the texts and files that the success is.
    const isUntold = types['isError'] === true && this.#hasMembers(schema) && named.every(isTextOrFile);
    const produces = isUntold ? [JSON_TYPE, ...named] : named;
    const content =
      schema === undefined && shown.length === 0
        ? undefined
        : objectOf(
            produces.map((type) => {
              this.#moved([...at, 'content', type, 'schema'], [...from, 'schema']);
              const example = shown.find(([name]) => name === type)?.[1];
              return [
                type,
                objectOf([
                  ['schema', described],
                  ['example', example],
                ]),
              ];
            }),
          );
    const fields = this.#mapped(headers, (header) => {
      const { schema: value, rest: others } = split(header);
      return { ...others, schema: value };
    });
    return objectOf([...Object.entries(rest), ['headers', fields], ['content', content]]);
  }
}

type Located = { readonly value: Json; readonly from: Location };
type Parameters = {
  readonly plain: Json;
  readonly body: Located | undefined;
  readonly form: readonly Located[];
};

const FLOWS: ReadonlyMap<Json | undefined, string> = new Map([
  ['implicit', 'implicit'],
  ['password', 'password'],
  ['application', 'clientCredentials'],
  ['accessCode', 'authorizationCode'],
]);

function securityScheme(scheme: JsonObject): Json {
  const { type, flow, authorizationUrl, tokenUrl, scopes, ...rest } = scheme;
  if (type === 'basic') return { ...rest, type: 'http', scheme: 'basic' };
  if (type !== 'oauth2') return scheme;
  const name = FLOWS.get(flow);
  const described = objectOf([
    ['authorizationUrl', authorizationUrl],
    ['tokenUrl', tokenUrl],
    ['scopes', scopes ?? {}],
  ]);
  return { ...rest, type, flows: name === undefined ? {} : { [name]: described } };
}

/** True for a document of Swagger 2.0, whatever is wrong in it. */
export function isSwagger2({ root }: SourceDocument): boolean {
  const version = isObject(root) ? root['swagger'] : undefined;
  return version === 2 || (typeof version === 'string' && /^2(\.\d+)*$/.test(version));
}

/** The document in OpenAPI 3.0. Its lines are those of the document as it was written. */
export function fromSwagger2(document: SourceDocument): SourceDocument {
  if (!isObject(document.root)) return document;
  const converter = new Converter(document.root);
  const root = converter.run();
  const { origins } = converter;
  const originOf = (location: Location): Location => {
    for (let length = location.length; length > 0; length -= 1) {
      const origin = origins.get(JSON.stringify(location.slice(0, length)));
      if (origin !== undefined) return [...origin, ...location.slice(length)];
    }
    return location;
  };
  const { placeAt } = document;
  return {
    ...document,
    root,
    lineAt: (location) => document.lineAt(originOf(location)),
    writtenAt: originOf,
    ...(placeAt === undefined ? {} : { placeAt: (location) => placeAt(originOf(location)) }),
  };
}
