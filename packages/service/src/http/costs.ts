import type { FastifyRequest } from 'fastify';
import { BODY_BYTES_MAX } from './limits.ts';

/**
 * What requests cost, in units of the rate limit. A unit is about half a millisecond of the service's and the database's
 * processors: a profile, or a submitted match. Routes name their cost in `config.cost`; one that names none costs a unit.
 */
export const COSTS = {
  /** A page of matches, a history, score history. */
  page: 4,
  auditPage: 8,
  events: 8,
  /** Players by name. */
  people: 8,
  analysis: 8,
  card: 8,
  leaderboard: 16,
  recap: 8,
  sessions: 8,
  preview: 4,
  erasure: 4,
  export: 16,
  /** It keeps a request open for up to 15 seconds, and lets a partner have somebody else called. */
  webhookTest: 16,
  /** Each match that is submitted. */
  match: 1,
  /** Each match of a dry run, which shares its transaction with no other. */
  dryRunMatch: 4,
  /** Each player that is registered. */
  registration: 1,
  /** A confirmation, amendment or void, which may replay some hundred matches. */
  change: 16,
  /** Makes and drops some thirty tables. */
  clearSandbox: 64,
} as const;

const BODY_BYTES_A_UNIT = 16 * 1024;

/** What a body costs by its length. Without `Content-Length` it costs as much as the largest body of the route. */
export function bodyUnits({ headers, routeOptions: { bodyLimit = BODY_BYTES_MAX } }: FastifyRequest): number {
  const bytes = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bodyLimit;
  return Math.floor(Math.min(bytes, bodyLimit) / BODY_BYTES_A_UNIT);
}
