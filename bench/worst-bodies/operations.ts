/** The operations that take a body, as the service's OpenAPI document has them. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly isForOperators: boolean;
  /** A right body. */
  readonly example: Json;
  /** The same with every field, and with as many items in each list as it may have. */
  readonly fullExample: Json;
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly examples?: readonly Json[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Schema; readonly example: Json } };
  };
}

/** What stands in paths. It need not be there: a body is judged before that. */
const pathValues: Readonly<Record<string, string>> = {
  id: '019de4f2-a340-8f34-a99b-71224f08972d',
  username: 'ana',
  slug: 'monday-ladder',
};

export async function operationsOf(url: string): Promise<Operation[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  const { schemas } = document.components;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ['post', 'put', 'patch'].includes(method))
      .map(([method, { operationId, requestBody }]) => {
        const { schema = {}, example = {} } = requestBody?.content['application/json'] ?? {};
        return {
          id: operationId,
          method: method.toUpperCase(),
          path: path.replace(/\{(\w+)\}/g, (_, name: string) => pathValues[name] ?? ''),
          isForOperators: path.startsWith('/admin/'),
          example,
          fullExample: full(example, schema, schemas),
        };
      }),
  );
}

function full(value: Json, schema: Schema, schemas: Readonly<Record<string, Schema>>): Json {
  const { items, properties = {}, maxItems = 0 } = schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
  if (isList(value)) {
    const length = Math.max(value.length, maxItems);
    return Array.from({ length }, (_, index) => full(value[index % value.length] ?? null, items ?? {}, schemas));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      full(value[name] ?? property.examples?.[0] ?? null, property, schemas),
    ]),
  );
}
