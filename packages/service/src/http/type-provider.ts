import type { FastifyTypeProvider } from 'fastify';
import type { Static, TSchema } from 'typebox';

/** Handlers may return read-only values, since serialization only reads. */
type Frozen<T> = T extends readonly (infer E)[]
  ? readonly Frozen<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** Infers the types of query, body, path and responses from a route's shapes. validation.ts does the checks. */
export interface ShapeTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: this['schema'] extends TSchema ? Frozen<Static<this['schema']>> : unknown;
}
