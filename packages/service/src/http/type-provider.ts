import type { FastifyTypeProvider } from 'fastify';
import type { Static, TSchema } from 'typebox';

/** What a handler may answer with: views of the domain are read-only, and the serialiser only reads. */
type Frozen<T> = T extends readonly (infer E)[]
  ? readonly Frozen<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** Types a route's query, body, path and answers by its shapes. Types only: reading and judging is in validation.ts. */
export interface ShapeTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: this['schema'] extends TSchema ? Frozen<Static<this['schema']>> : unknown;
}
