/** The lists of the API: where each has entries, and by which filters. */
import { type Fixture, LINKED, ROSTER } from './fixture.ts';

export interface List {
  /** The values of its path. */
  readonly values: Readonly<Record<string, string>>;
  /** Each query is a separate list. */
  readonly queries: readonly Readonly<Record<string, string>>[];
}

const all = [{}];

/** By operation. An operation with a cursor that is missing here fails the tests. */
export const lists: Readonly<Record<string, (fixture: Fixture) => List>> = {
  'GET /admin/v1/audit': () => ({ values: {}, queries: all }),
  'GET /admin/v1/erasures': () => ({ values: {}, queries: all }),
  'GET /admin/v1/operators': () => ({ values: {}, queries: all }),
  'GET /admin/v1/partners': () => ({ values: {}, queries: all }),
  'GET /admin/v1/partners/{id}/keys': ({ partner }) => ({ values: { id: partner.id }, queries: all }),
  'GET /admin/v1/partners/{id}/people': ({ partner }) => ({
    values: { id: partner.id },
    queries: [{}, { all: 'true' }],
  }),
  'GET /admin/v1/tasks': ({ partner }) => ({ values: {}, queries: [{}, { partner_id: partner.id }] }),
  'GET /admin/v1/usage': () => ({ values: {}, queries: [{ to: '9999-01-01' }] }),
  'GET /v1/audit': () => ({ values: {}, queries: [{}, { after: '3' }] }),
  'GET /v1/events': () => ({ values: {}, queries: all }),
  'GET /v1/imports': () => ({ values: {}, queries: [{}, { state: 'closed' }] }),
  'GET /v1/imports/{id}/players': ({ importId }) => ({ values: { id: importId }, queries: all }),
  'GET /v1/imports/{id}/rows': ({ importId }) => ({
    values: { id: importId },
    queries: [{}, { state: 'rejected' }, { now: 'stored' }, { warned: 'true' }],
  }),
  'GET /v1/matches': () => ({
    values: {},
    queries: [
      {},
      { status: 'completed' },
      { confirmation_state: 'awaiting' },
      { since: '2026-05-01T00:00:00Z', until: '2999-01-01T00:00:00Z' },
    ],
  }),
  'GET /v1/matches/{id}/links': ({ waiting }) => ({ values: { id: waiting.id }, queries: all }),
  'GET /v1/matches/{id}/audit': ({ amended }) => ({ values: { id: amended.id }, queries: all }),
  'GET /v1/players': ({ prefix }) => ({
    values: {},
    queries: [{}, { q: prefix }, { roster: ROSTER }, { roster: ROSTER, q: prefix }],
  }),
  'GET /v1/players/search': ({ prefix }) => ({ values: {}, queries: [{ q: prefix }] }),
  'GET /v1/players/{username}/audit': ({ players }) => ({
    values: { username: players.at(-1)?.username ?? '' },
    queries: all,
  }),
  'GET /v1/players/{username}/export': (fixture) => ({ values: username(fixture), queries: all }),
  'GET /v1/players/{username}/matches': (fixture) => ({
    values: username(fixture),
    queries: [{}, { since: '2026-05-01T00:00:00Z' }],
  }),
  'GET /v1/people': () => ({ values: {}, queries: [{}, { all: 'true' }] }),
  'GET /v1/people/names': () => ({ values: {}, queries: all }),
  'GET /v1/plans': () => ({ values: {}, queries: [{}, { state: 'planned' }] }),
  'GET /v1/leaderboard': () => ({ values: {}, queries: [{}, { window: '7d' }, { ranked: 'false' }] }),
  'GET /v1/merges': () => ({ values: {}, queries: all }),
  'GET /v1/merges/{id}/matches': ({ mergedId }) => ({ values: { id: mergedId }, queries: [{}, { now: 'merged' }] }),
  'GET /v1/tasks': () => ({ values: {}, queries: [{}, { state: 'queued' }] }),
  'GET /v1/rosters': () => ({ values: {}, queries: all }),
  'GET /v1/rosters/{slug}/leaderboard': () => ({
    values: { slug: ROSTER },
    queries: [{}, { window: '7d' }, { ranked: 'false' }],
  }),
  'GET /v1/rosters/{slug}/members': () => ({ values: { slug: ROSTER }, queries: all }),
  'GET /v1/sessions': () => ({ values: {}, queries: [{}, { since: '2026-05-01T00:00:00Z' }] }),
  'GET /v1/sessions/{ref}/links': () => ({ values: { ref: LINKED }, queries: all }),
  'GET /v1/webhook-endpoints': () => ({ values: {}, queries: all }),
  'GET /v1/webhook-endpoints/{id}/deliveries': ({ endpointId }) => ({ values: { id: endpointId }, queries: all }),
};

const username = ({ players }: Fixture) => ({ username: players[0]?.username ?? '' });
