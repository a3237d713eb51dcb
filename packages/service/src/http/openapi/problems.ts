import { type Fault, Problem, type ProblemOptions } from '@bandeja/contract/errors/problem';
import { type ErrorCode, errorRegistry } from '@bandeja/contract/errors/registry';
import type { RouteOptions } from 'fastify';
import { mediaTypesOf } from '../media-types.ts';
import { PROBLEM_MEDIA_TYPE, problemBody } from '../problem-answer.ts';
import type { Json } from './components.ts';

const exampleId = '019de4f2-a340-8f34-a99b-71224f08972d';
const bodyFault: Fault = { pointer: '/winning_team', code: 'not_one_of', detail: 'Must be one of: A, B.' };
const queryFault: Fault = { parameter: 'limit', code: 'out_of_range', detail: 'Must be at least 1.' };
const participantFault: Fault = {
  pointer: '/participants/2',
  code: 'participant_not_eligible',
  detail: "This player doesn't exist, or is private and not shared with you.",
};

/** Additional members in the examples of some codes. */
const exampleOptions: Readonly<Partial<Record<ErrorCode, ProblemOptions>>> = {
  invalid_body: { faults: [bodyFault] },
  invalid_query: { faults: [queryFault] },
  participant_not_eligible: { faults: [participantFault] },
  duplicate_external_ref: {
    extensions: { existing_match_id: exampleId, same_content: true, match_status: 'completed' },
  },
  external_id_taken: { extensions: { existing_profile_id: exampleId, existing_username: 'ines.carvalho' } },
  invalid_transition: { extensions: { match_status: 'voided' } },
  players_met: { extensions: { count: 1, match_ids: [exampleId] } },
  player_in_open_plan: { extensions: { session_external_refs: ['club-norte-2025-10-17'] } },
  merge_under_way: { extensions: { merge_id: '019b76da-a800-7b7e-9d57-0f5d1a2b3c4d' } },
  revision_conflict: { extensions: { revision: 3 } },
  plan_forbidden: { extensions: { required_plans: ['pro', 'enterprise'] } },
  insufficient_scope: { extensions: { required_scopes: ['write:matches'] } },
};

/** An example of a problem with this code. */
export function problemExample(code: ErrorCode): Json {
  return problemBody(new Problem(code, undefined, exampleOptions[code]), '6d0f7c1e-2f5b-4b0e-9a51-0c3d5f2f8a77');
}

/** Every problem code of a route: declared ones, and those that its access and shapes imply. */
export function codesOf(route: RouteOptions): ErrorCode[] {
  const { access, problems = [], notFoundCode, shapes } = route.config ?? {};
  const codes = new Set<ErrorCode>(['malformed_request', 'invalid_query', 'internal_error', 'overloaded', ...problems]);
  const add = (...more: ErrorCode[]): void => more.forEach((code) => void codes.add(code));
  if (access?.kind !== 'public') add('missing_credentials', 'invalid_credentials', 'not_ready');
  if (access?.kind !== 'public' || route.config?.givesCookie === true) add('cross_site_request');
  if (access?.kind === 'invitation') add('partner_suspended');
  if (access?.kind === 'partner') {
    add('partner_suspended', 'rate_limited');
    if (access.isOutsideModes !== true) add('sandbox_cleared');
    if (access.mode === 'test') add('test_key_required');
    if (access.plans !== undefined) add('plan_forbidden');
    if (access.scopes.length > 0) add('insufficient_scope');
  }
  if (access?.kind === 'link') {
    add('partner_suspended', 'rate_limited', 'sandbox_cleared');
    if (access.to === 'night' && access.writes === true) add('link_may_not_score');
  }
  if (mediaTypesOf({ method: route.method, config: route.config ?? {} }) !== null) add('not_acceptable');
  if (shapes?.body !== undefined) add('unsupported_media_type', 'body_too_large', 'malformed_json', 'invalid_body');
  if (notFoundCode !== undefined)
    add(...(typeof notFoundCode === 'string' ? [notFoundCode] : Object.values(notFoundCode)));
  return (Object.keys(errorRegistry) as ErrorCode[]).filter((code) => codes.has(code));
}

/** Collects the error responses. Operations with the same codes for a status share one. */
export class ProblemResponses {
  readonly #responses = new Map<string, Json>();
  readonly #codes = new Set<ErrorCode>();

  get responses(): Json {
    return Object.fromEntries([...this.#responses].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  get examples(): Json {
    const codes = [...this.#codes].sort();
    const example = (code: ErrorCode) => ({ summary: errorRegistry[code].title, value: problemExample(code) });
    return Object.fromEntries(codes.map((code) => [code, example(code)]));
  }

  /** References to the responses for these codes, by status. */
  of(codes: readonly ErrorCode[]): Json {
    const byStatus = Map.groupBy(codes, (code) => errorRegistry[code].status);
    const entries = [...byStatus].sort(([a], [b]) => a - b);
    return Object.fromEntries(entries.map(([status, group]) => [String(status), this.#reference(status, group)]));
  }

  #reference(status: number, codes: readonly ErrorCode[]): Json {
    const name = codes.join('.');
    for (const code of codes) this.#codes.add(code);
    this.#responses.set(name, responseOf(status, codes));
    return { $ref: `#/components/responses/${name}` };
  }
}

function responseOf(status: number, codes: readonly ErrorCode[]): Json {
  const headers = ['X-Request-Id'];
  if (status === 401 || codes.includes('insufficient_scope')) headers.push('WWW-Authenticate');
  // Operators have no rate limit, but their operations share these responses.
  if (status !== 401 && status !== 405) headers.push(...RATE_HEADERS);
  if (status === 405) headers.push('Allow');
  if (status === 429 || status === 503) headers.push('Retry-After');
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
  return {
    description: codes.map((code) => `\`${code}\`: ${errorRegistry[code].meaning}`).join('\n\n'),
    headers: headerReferences(headers),
    content: {
      [PROBLEM_MEDIA_TYPE]: {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** Sent with every response to a partner's key or person. */
export const RATE_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const;

export function headerReferences(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
