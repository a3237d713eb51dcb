/** Checks responses against the service's OpenAPI document: a test fails if a response is not documented. */
import assert from 'node:assert/strict';
import { parseInstant } from '@bandeja/contract/instant';
import { isShownText } from '@bandeja/contract/shown-text';
import { isTimeZone } from '@bandeja/contract/time-zones';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, unknown>> }>>;
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly responses?: Readonly<Record<string, Response>> };
}

interface Operation {
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[];
  readonly responses: Readonly<Record<string, Response>>;
}

export interface CheckedAnswer {
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
}

/** A documented path by its segments; null for a parameter. */
interface Pattern {
  readonly text: string;
  readonly parts: readonly (string | null)[];
}

const DOCUMENT = 'openapi.json';

export class Contract {
  readonly #document: OpenApiDocument;
  /** Inlined and optimized, the schemas take three times as long to compile. The linter has checked them. */
  readonly #ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    meta: false,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #patterns: readonly Pattern[];

  constructor(document: unknown) {
    this.#document = closeObjects(document) as OpenApiDocument;
    this.#patterns = Object.keys(this.#document.paths)
      .map((text) => ({ text, parts: text.split('/').map((part) => (part.startsWith('{') ? null : part)) }))
      .sort((a, b) => (parametersOf(a) < parametersOf(b) ? -1 : 1));
    this.#ajv.addFormat('date', (text: string) => parseInstant(`${text}T00:00:00Z`) !== null);
    this.#ajv.addFormat('date-time', (text: string) => parseInstant(text) !== null);
    this.#ajv.addFormat('shown-text', isShownText);
    this.#ajv.addFormat('time-zone', isTimeZone);
    this.#ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    this.#ajv.addFormat('uri', (text: string) => URL.canParse(text));
    this.#ajv.addFormat('uri-reference', (text: string) => URL.canParse(text, 'http://localhost'));
    this.#ajv.addSchema(this.#document as object, DOCUMENT);
  }

  /** @throws {AssertionError} if the status is not documented, or the body does not match the documented schema. */
  check(answer: CheckedAnswer): void {
    const { method, path, status, contentType, text } = answer;
    const pattern = this.patternOf(method, path);
    const operation = pattern === undefined ? undefined : this.#document.paths[pattern]?.[method.toLowerCase()];
    if (pattern === undefined || operation === undefined) {
      assert.ok(status >= 400, `${method} ${path} answered ${status} but is not documented`);
      return;
    }
    const documented = operation.responses[String(status)];
    assert.ok(documented !== undefined, `${method} ${pattern} answered ${status}, which is not documented: ${text}`);
    const shared = sharedNameOf(documented);
    const response = this.#responseOf(documented);
    const type = (contentType ?? '').split(';')[0] ?? '';
    if (response.content === undefined) {
      assert.equal(text, '', `${method} ${pattern} ${status} is documented without a body`);
      return;
    }
    assert.ok(type in response.content, `${method} ${pattern} ${status} is not documented as ${type}`);
    const place =
      shared === undefined
        ? ['paths', pattern, method.toLowerCase(), 'responses', String(status)]
        : ['components', 'responses', shared];
    const where = `${method} ${pattern} ${status}`;
    const isShaped = (body: string): void => {
      const validate = this.#validatorAt([...place, 'content', type, 'schema']);
      assert.ok(validate(JSON.parse(body)), `${where} is not as documented: ${describe(validate, body)}`);
    };
    if (type === 'application/problem+json') this.#checkCode(where, response, JSON.parse(text));
    if (/[/+]json$/.test(type)) isShaped(text);
  }

  /** Each code that a status may have is documented with an example of its name. */
  #checkCode(where: string, response: Response, { code }: { readonly code?: unknown }): void {
    const codes = Object.keys(response.content?.['application/problem+json']?.examples ?? {});
    assert.ok(codes.includes(String(code)), `${where} is documented for ${codes}, not ${code}`);
  }

  #responseOf(documented: Response): Response {
    const shared = sharedNameOf(documented);
    return shared === undefined ? documented : (this.#document.components?.responses?.[shared] ?? {});
  }

  /**
   * The documented path of an operation that clients may call with this path: the one that the router prefers, or another with
   * the method whose parameters take the values.
   */
  patternOf(method: string, path: string): string | undefined {
    return this.patternsOf(path).find(
      (pattern, index) =>
        this.#document.paths[pattern]?.[method.toLowerCase()] !== undefined &&
        (index === 0 || this.#takes(method, pattern, path)),
    );
  }

  /** The documented paths that fit; first the one that stays without a parameter for longest, as the router picks. */
  patternsOf(path: string): string[] {
    const segments = path.split('/');
    return this.#patterns
      .filter(
        ({ parts }) =>
          parts.length === segments.length &&
          parts.every((part, index) => (part === null ? segments[index] !== '' : part === segments[index])),
      )
      .map(({ text }) => text);
  }

  /** Whether the path parameters of an operation take the values of a path. */
  #takes(method: string, pattern: string, path: string): boolean {
    const [names, values] = [pattern, path].map((text) => text.split('/')) as [string[], string[]];
    const { parameters = [] } = this.#document.paths[pattern]?.[method.toLowerCase()] ?? {};
    return parameters.every((parameter, index) => {
      if (parameter.in !== 'path') return true;
      const place = ['paths', pattern, method.toLowerCase(), 'parameters', String(index), 'schema'];
      return this.#validatorAt(place)(decodeURIComponent(values[names.indexOf(`{${parameter.name}}`)] ?? ''));
    });
  }

  #validatorAt(place: readonly string[]): ValidateFunction {
    const pointer = place
      .map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
      .join('');
    let validate = this.#validators.get(pointer);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `${DOCUMENT}#${pointer}` });
      this.#validators.set(pointer, validate);
    }
    return validate;
  }
}

/** Where it has parameters: a text that sorts as the router prefers. */
function parametersOf({ parts }: Pattern): string {
  return parts.map((part) => (part === null ? 1 : 0)).join('');
}

/** The name of a response that several operations share. */
function sharedNameOf(response: Response): string | undefined {
  return /^#\/components\/responses\/(.+)$/.exec(response.$ref ?? '')?.[1];
}

function describe(validate: ValidateFunction, text: string): string {
  const errors = (validate.errors ?? []).map(
    (error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
  );
  return `${errors.join('; ')} in ${text}`;
}

/** Closes every object that does not say whether it is open: an undocumented field must not slip through. */
function closeObjects(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closeObjects);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closeObjects(value)]));
  const isObjectSchema = 'properties' in node && 'type' in node && !('allOf' in node);
  return isObjectSchema && !('additionalProperties' in node) ? { ...copy, additionalProperties: false } : copy;
}
