import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';

export type Json = Record<string, unknown>;

/** Keywords that only the service's validator reads. */
const ours = new Set(['x-component', 'x-form', 'x-faults', 'x-fixed', 'x-read', 'x-cursor', 'x-excludes', 'x-words']);

/** Collects the named shapes of the document. */
export class Components {
  readonly #schemas = new Map<string, Json>();

  /** The collected shapes by name. */
  get schemas(): Json {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /**
   * Converts a shape to an OpenAPI 3.1 schema: a reference if the shape has a name, else its keywords.
   * @throws if two different shapes have the same name
   */
  schemaOf(shape: TSchema): Json {
    const { 'x-component': name } = shape as { 'x-component'?: string };
    if (name === undefined) return this.#plain(shape);
    const { type } = shape as { type?: unknown };
    const isNullable = Array.isArray(type) && type.includes('null');
    this.#define(name, this.#plain(isNullable ? withoutNull(shape) : shape));
    const reference = { $ref: `#/components/schemas/${name}` };
    return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference;
  }

  #define(name: string, schema: Json): void {
    const known = this.#schemas.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, schema)) {
      throw new Error(`two different shapes are named ${name}`);
    }
    this.#schemas.set(name, schema);
  }

  #plain(shape: TSchema): Json {
    const schema: Json = {};
    for (const [keyword, value] of Object.entries(shape as Json)) {
      if (!ours.has(keyword)) schema[keyword] = this.#keyword(keyword, value);
    }
    return schema;
  }

  #keyword(keyword: string, value: unknown): unknown {
    switch (keyword) {
      case 'properties': {
        const properties = Object.entries(value as Record<string, TSchema>);
        return Object.fromEntries(properties.map(([name, property]) => [name, this.schemaOf(property)]));
      }
      case 'items':
        return this.schemaOf(value as TSchema);
      case 'additionalProperties':
        return typeof value === 'object' ? this.schemaOf(value as TSchema) : value;
      case 'anyOf':
      case 'oneOf':
      case 'allOf':
        return (value as TSchema[]).map((member) => this.schemaOf(member));
      default:
        return value;
    }
  }
}

function withoutNull(shape: TSchema): TSchema {
  const { type, enum: choices, ...rest } = shape as { type: string[]; enum?: unknown[] };
  const [only, ...others] = type.filter((name) => name !== 'null');
  const kept = choices === undefined ? {} : { enum: choices.filter((choice) => choice !== null) };
  return { type: others.length === 0 ? only : [only, ...others], ...kept, ...rest } as TSchema;
}
