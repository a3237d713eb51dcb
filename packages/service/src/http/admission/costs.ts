import type { PlanPut } from '@bandeja/contract/plan-bodies';
import type { FastifyRequest } from 'fastify';
import { BODY_BYTES_MAX } from './limits.ts';

/**
 * The costs of requests, in units of the rate limit. A unit is about half a millisecond of processor time, of service and database
 * together: reading a profile, or submitting a match. Routes set `config.cost`; the default is 1.
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
  /** A page of 100 completed matches with 100 pending or voided ones, the most that one export reads. */
  export: 16,
  /** It keeps a request open for up to 15 seconds, and makes the service call a third party. */
  webhookTest: 16,
  /** Per submitted match. */
  match: 1,
  /** Per match of a dry run, which needs its own transaction. */
  dryRunMatch: 4,
  /** Per registered player. */
  registration: 1,
  /** A change of a night: it may void or amend several matches. */
  nightChange: 16,
  /** Reading a plan with its certificate. */
  plan: 8,
  /** The search for a fair plan. Large nights cost {@link planUnits} more. */
  drawing: 128,
  /** Starting a merge or an undo of many matches, or trying it. The work of its task costs nothing. */
  merge: 16,
  /** Creates and drops some thirty tables. */
  clearSandbox: 64,
} as const;

const BODY_BYTES_A_UNIT = 16 * 1024;

/** The cost of a body by its length. Without `Content-Length`, a body costs as much as the largest one that the route allows. */
export function bodyUnits({ headers, routeOptions: { bodyLimit = BODY_BYTES_MAX } }: FastifyRequest): number {
  const bytes = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bodyLimit;
  return Math.floor(Math.min(bytes, bodyLimit) / BODY_BYTES_A_UNIT);
}

/** The additional cost of drawing a night, by the seats to fill. */
export const planUnits = ({ players, rounds }: Pick<PlanPut, 'players' | 'rounds'>): number =>
  Math.ceil((players.length * rounds) / 4);

/** The additional cost of a list by its `limit`: a unit for every `perUnit` entries, or part of them, above the included ones. */
export const limitUnits =
  (included: number, perUnit: number) =>
  ({ query }: { readonly query: unknown }): number =>
    Math.max(0, Math.ceil(((query as { readonly limit: number }).limit - included) / perUnit));
